import Glibc
import Synchronization
import TriptychCore
import TriptychWire

/// Has workers look when pictures were taken, thousands of them one after the other. Waits for
/// them, so never on the main thread. What a file does to its worker costs that file.
///
/// May be used from several threads, which then wait for each other. The workers end with the
/// thread that first asked.
public final class DateReader: Sendable {
  /// Until a file's answer must be here.
  static let limit = Duration.seconds(5)
  /// Workers that may fail one after the other; after that nothing is asked any more.
  private static let patience = 8

  private struct State {
    var workers: [WorkerKind: WorkerProcess] = [:]
    var job: UInt32 = 0
    var failures = 0
  }

  private let programs: WorkerPrograms
  private let clock: any MediaClock
  private let state = Mutex(State())

  public convenience init(programs: WorkerPrograms) {
    self.init(programs: programs, clock: MonotonicClock())
  }

  init(programs: WorkerPrograms, clock: any MediaClock) {
    (self.programs, self.clock) = (programs, clock)
  }

  deinit { rest() }

  /// Nanoseconds of the camera's own clock since 1970; nil: the file says nothing of it. The
  /// descriptor stays the caller's; its position is not used.
  public func taken(_ descriptor: Int32) -> Int64? {
    state.withLock { state in
      let answer = ask(.picture, descriptor, &state)
      return answer == .elsewhere ? ask(.heif, descriptor, &state).date : answer.date
    }
  }

  /// The workers go; the next question brings new ones.
  public func rest() {
    state.withLock { state in
      for worker in state.workers.values { Self.end(worker) }
      (state.workers, state.failures) = ([:], 0)
    }
  }

  private enum Answer: Equatable {
    case taken(Int64?)
    /// It is the other worker's.
    case elsewhere

    var date: Int64? { if case .taken(let date) = self { date } else { nil } }
  }

  private func ask(_ kind: WorkerKind, _ descriptor: Int32, _ state: inout State) -> Answer {
    guard state.failures < Self.patience else { return .taken(nil) }
    do throws(MediaError) {
      let worker: WorkerProcess
      if let known = state.workers[kind] { worker = known } else { worker = try start(kind) }
      state.workers[kind] = worker
      state.job &+= 1
      let answer = try ask(worker, JobMark(job: state.job, generation: 0), descriptor)
      state.failures = 0
      return answer
    } catch {
      if let worker = state.workers.removeValue(forKey: kind) { Self.end(worker) }
      state.failures += 1
      return .taken(nil)
    }
  }

  private func ask(
    _ worker: WorkerProcess, _ mark: JobMark, _ descriptor: Int32
  ) throws(MediaError) -> Answer {
    let deadline = clock.now() + Self.limit
    try send(.taken(mark), descriptor, to: worker)
    switch try reply(of: worker, by: deadline) {
    case .taken(mark, let date): return .taken(date)
    case .failed(mark, .isHEIF, _): return .elsewhere
    case .failed(mark, _, _): return .taken(nil)
    default: throw Lie("an answer to another question").asError
    }
  }

  private func start(_ kind: WorkerKind) throws(MediaError) -> WorkerProcess {
    let program = kind == .heif ? programs.heif : programs.picture
    let worker: WorkerProcess
    do throws(ChannelError) {
      worker = try WorkerProcess.spawn(program: program, kind: kind)
    } catch {
      throw MediaError(.noDecoder, "cannot start \(String(escaping: program))")
    }
    // No pixels come, but a worker wants its memory.
    let memory: SharedMemory
    do throws(SharedMemoryError) {
      memory = try SharedMemory(sealed: 4096)
    } catch {
      throw MediaError(.noMemory, "no memory for the decoder")
    }
    try send(.slots(count: 1, slotBytes: 4096), memory.descriptor, to: worker)
    guard case .ready = try reply(of: worker, by: clock.now() + Self.limit) else {
      throw Lie("no greeting").asError
    }
    return worker
  }

  private func send(
    _ request: Request, _ descriptor: Int32, to worker: WorkerProcess
  ) throws(MediaError) {
    do throws(ChannelError) {
      try worker.channel.send(request, passing: descriptor)
    } catch {
      throw MediaError(.decoderDied, "the decoder does not listen")
    }
  }

  private func reply(of worker: WorkerProcess, by deadline: Instant) throws(MediaError) -> Reply {
    while true {
      do throws(ChannelError) {
        return try worker.channel.nextReply()
      } catch {
        guard error == .wouldBlock else {
          throw MediaError(.decoderDied, "the decoder went away")
        }
      }
      var waiting = pollfd(fd: worker.channel.descriptor, events: Int16(POLLIN), revents: 0)
      let timeout = clock.timeout(until: deadline)
      guard timeout > 0, poll(&waiting, 1, timeout) != 0 else {
        throw MediaError(.tookTooLong, "took longer than 5 s")
      }
    }
  }

  /// One that hangs in the kernel is left behind.
  private static func end(_ worker: WorkerProcess) {
    worker.kill()
    for _ in 0..<40 where !worker.reap() { _ = poll(nil, 0, 1) }
  }
}
