import CSystem
import Glibc

/// A thread of its own that runs one closure and must be joined.
///
/// Swift's shared pool has as many threads as there are cores; decoders that wait would starve it.
final class FilmThread {
  private var thread = pthread_t()
  private var isRunning = false

  /// Starts at once. `name`: at most 15 bytes.
  init(_ name: String, _ body: @escaping @Sendable () -> Void) throws(FilmError) {
    let start = Unmanaged.passRetained(Start(name: name, body: body))
    let code = pthread_create(&thread, nil, runFilmThread, start.toOpaque())
    guard code == 0 else {
      start.release()
      throw FilmError(.noMemory, "no thread could be started")
    }
    isRunning = true
  }

  /// Waits for the closure to end.
  func join() {
    guard isRunning else { return }
    pthread_join(thread, nil)
    isRunning = false
  }

  deinit { precondition(!isRunning, "a film's thread is joined before it is let go") }

  fileprivate final class Start: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }
  }
}

private func runFilmThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  let start = Unmanaged<FilmThread.Start>.fromOpaque(argument).takeRetainedValue()
  sys_name_thread(start.name)
  start.body()
  return nil
}
