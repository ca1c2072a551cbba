import Glibc
import TriptychCore
import TriptychWire

/// Has playlists in XML read by a worker, one process for each list: what a list does to its
/// worker costs that list. Waits for it, so never on the main thread.
///
/// May be used from several threads.
public struct MarkupReader: Sendable {
  /// Until the whole answer must be here.
  static let limit = Duration.seconds(10)

  private let program: [UInt8]
  private let clock: any MediaClock

  public init(programs: WorkerPrograms) { self.init(programs: programs, clock: MonotonicClock()) }

  init(programs: WorkerPrograms, clock: any MediaClock) {
    (program, self.clock) = (programs.list, clock)
  }

  /// Reads an open file, which stays the caller's. What is wrong with its text is in the result;
  /// throws if there is none.
  public func read(_ descriptor: Int32) throws(MediaError) -> MarkupText {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw MediaError(.unreadable, "the list cannot be read")
    }
    // A record has 13 bytes before its own; no element that gives one is shorter than 8.
    let most = UInt64(clamping: Int64(status.st_size)) * 4 + 1 << 20
    let slotBytes = min(most, WireLimit.slotBytes)
    let memory = try Self.memory(slotBytes)
    let deadline = clock.now() + Self.limit
    let worker = try start()
    let mark = JobMark(job: 1, generation: 0)
    try send(.slots(count: 1, slotBytes: slotBytes), memory.descriptor, to: worker)
    try send(.list(mark, slot: 0), descriptor, to: worker)
    guard case .ready = try reply(of: worker, by: deadline) else {
      throw Lie("no greeting").asError
    }
    switch try reply(of: worker, by: deadline) {
    case .list(mark, slot: 0, let bytes) where bytes <= slotBytes:
      // A copy of our own: what the worker does to the memory from now on changes nothing.
      return try Self.markup(Array(UnsafeRawBufferPointer(start: memory.base, count: Int(bytes))))
    case .failed(mark, let code, let message): throw MediaError(code, message: message)
    default: throw Lie("an answer to another question").asError
    }
  }

  private static func memory(_ byteCount: UInt64) throws(MediaError) -> SharedMemory {
    do throws(SharedMemoryError) {
      return try SharedMemory(sealed: Int(byteCount))
    } catch {
      throw MediaError(.noMemory, "no memory for the list")
    }
  }

  private func start() throws(MediaError) -> WorkerProcess {
    do throws(ChannelError) {
      return try WorkerProcess.spawn(program: program, kind: .list)
    } catch {
      let path = String(escaping: program)
      throw MediaError(.noDecoder, "cannot start \(path) (\(error)); install it beside the program")
    }
  }

  private func send(
    _ request: Request, _ descriptor: Int32, to worker: WorkerProcess
  ) throws(MediaError) {
    do throws(ChannelError) {
      try worker.channel.send(request, passing: descriptor)
    } catch {
      throw Self.lastWords(of: worker)
    }
  }

  private func reply(of worker: WorkerProcess, by deadline: Instant) throws(MediaError) -> Reply {
    while true {
      do throws(ChannelError) {
        return try worker.channel.nextReply()
      } catch {
        switch error {
        case .wouldBlock: break
        case .malformed(let reason): throw Lie("\(reason)").asError
        case .closed, .system: throw Self.lastWords(of: worker)
        }
      }
      var waiting = pollfd(
        fd: worker.channel.descriptor, events: Int16(POLLIN), revents: 0)
      let timeout = clock.timeout(until: deadline)
      guard timeout > 0, poll(&waiting, 1, timeout) != 0 else {
        throw MediaError(.tookTooLong, "took longer than 10 s")
      }
    }
  }

  /// A channel closes a moment before its process can be collected.
  private static func lastWords(of worker: WorkerProcess) -> MediaError {
    for _ in 0..<40 where !worker.reap() { poll(nil, 0, 1) }
    guard worker.reap() else { return MediaError(.decoderDied, "the decoder went away") }
    if let signal = worker.endSignal {
      return MediaError(.decoderDied, "the decoder died (signal \(signal))")
    }
    return MediaError(.decoderDied, "the decoder ended (status \(worker.exitCode ?? 0))")
  }

  /// The records in the core's words.
  static func markup(_ bytes: [UInt8]) throws(MediaError) -> MarkupText {
    do throws(WireError) {
      let (records, text) = try ListRecord.all(in: bytes)
      return MarkupText(
        text: text,
        marks: records.map { record in
          MarkupText.Mark(
            kind: kind(record.kind), line: record.line, column: record.column,
            start: UInt32(record.place.lowerBound), count: UInt32(record.place.count))
        })
    } catch {
      throw Lie("\(error)").asError
    }
  }

  private static func kind(_ kind: ListRecordKind) -> MarkupText.Kind {
    switch kind {
    case .name: .name
    case .track: .track
    case .location: .location
    case .title: .title
    case .duration: .duration
    case .caption: .caption
    case .option: .option
    case .preset: .preset
    case .remark: .remark
    case .fault: .fault
    }
  }
}
