import Glibc

/// What the wire thread is started with.
final class WireThreadStart: Sendable {
  let desk: Desk
  let programs: WorkerPrograms

  init(desk: Desk, programs: WorkerPrograms) {
    (self.desk, self.programs) = (desk, programs)
  }
}

/// Starts the thread; nil if the system refuses. Join it after `shutDown`.
func startWireThread(_ start: WireThreadStart) -> pthread_t? {
  var thread = pthread_t()
  let context = Unmanaged.passRetained(start)
  // Signals are the main thread's: the new thread inherits a mask that blocks them all.
  var (all, before) = (sigset_t(), sigset_t())
  sigfillset(&all)
  pthread_sigmask(SIG_SETMASK, &all, &before)
  let result = pthread_create(&thread, nil, wireThreadMain, context.toOpaque())
  pthread_sigmask(SIG_SETMASK, &before, nil)
  guard result == 0 else {
    context.release()
    return nil
  }
  return thread
}

private func wireThreadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  let start = Unmanaged<WireThreadStart>.fromOpaque(context).takeRetainedValue()
  WireLoop(desk: start.desk, programs: start.programs).run()
  return nil
}
