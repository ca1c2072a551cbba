import Glibc
import TriptychCore
import TriptychWire

/// Asks a worker of its own about itself or about a file, for `triptych doctor`. Calls wait, at
/// most `deadline`; the worker is gone afterwards.
public struct WorkerInquiry {
  /// Who is asked.
  public enum Subject: String, CaseIterable, Sendable {
    case pictures
    case boxes = "HEIF pictures"
    case films, texts, recordings, lists

    var kind: WorkerKind {
      switch self {
      case .pictures: .picture
      case .boxes: .heif
      case .films: .video
      case .texts: .text
      case .recordings: .encode
      case .lists: .list
      }
    }
  }

  /// What locks a worker in, as it says itself.
  public struct Layers: Hashable, Sendable {
    public var seccomp: Bool
    public var landlock: Bool
    public var limits: Bool
  }

  /// What a worker has answered.
  public struct Answer: Sendable {
    public var layers: Layers
    /// A line for people, without control characters.
    public var words: String
  }

  private let programs: WorkerPrograms
  private static let deadline: Duration = .seconds(10)

  public init(programs: WorkerPrograms) { self.programs = programs }

  /// The program that would be started; a path.
  public func program(for subject: Subject) -> [UInt8] {
    switch subject {
    case .pictures: programs.picture
    case .boxes: programs.heif
    case .films, .recordings: programs.film
    case .texts: programs.text
    case .lists: programs.list
    }
  }

  /// What it can do.
  public func formats(of subject: Subject) throws(MediaError) -> Answer {
    try ask(subject, .formats(Self.mark), passing: nil)
  }

  /// What a file is, of which only little is read. The descriptor stays the caller's. Throws what
  /// the worker says; `isFilm` is answered by the film worker.
  public func inspect(_ descriptor: Int32) throws(MediaError) -> Answer {
    do throws(MediaError) {
      return try ask(.pictures, .inspect(Self.mark), passing: descriptor)
    } catch {
      guard error.code == .unknownFormat else { throw error }
      return try ask(.films, .inspect(Self.mark), passing: descriptor)
    }
  }

  private static let mark = JobMark(job: 1, generation: 1)
  private static let slotBytes: UInt64 = 4096

  private func ask(
    _ subject: Subject, _ request: Request, passing descriptor: Int32?
  ) throws(MediaError) -> Answer {
    let call = try Call(program(for: subject), subject.kind, within: Self.deadline)
    guard case .ready(let bits) = try call.answer() else { throw Call.nonsense }
    let memory: SharedMemory
    do throws(SharedMemoryError) {
      memory = try SharedMemory(sealed: Int(Self.slotBytes))
    } catch {
      throw MediaError(.noMemory, "no memory to share with the decoder")
    }
    try call.send(.slots(count: 1, slotBytes: Self.slotBytes), passing: memory.descriptor)
    try call.send(request, passing: descriptor)
    let reply = try call.answer()
    if case .failed(_, .isHEIF, _) = reply, subject == .pictures {
      return try ask(.boxes, request, passing: descriptor)
    }
    guard case .words(Self.mark, let words) = reply else { throw Call.nonsense }
    return Answer(
      layers: Layers(
        seccomp: bits & 1 != 0, landlock: bits & 2 != 0, limits: bits & 4 != 0),
      words: String(escaping: words.utf8))
  }
}

/// A worker that is asked one thing.
private struct Call {
  private let process: WorkerProcess
  private let until: Instant

  init(_ program: [UInt8], _ kind: WorkerKind, within limit: Duration) throws(MediaError) {
    do throws(ChannelError) {
      process = try WorkerProcess.spawn(program: program, kind: kind)
    } catch {
      var reason = ""
      if case .system(let number) = error { reason = ": " + String(cString: strerror(number)) }
      throw MediaError(.noDecoder, "\(String(escaping: program)) cannot be started\(reason)")
    }
    until = MonotonicClock().now() + limit
  }

  static let nonsense = MediaError(.decoderLied, "the decoder answered nonsense")

  func send(_ request: Request, passing descriptor: Int32? = nil) throws(MediaError) {
    do throws(ChannelError) {
      // Two small messages always find room.
      try process.channel.send(request, passing: descriptor)
    } catch {
      throw lastWords
    }
  }

  /// The next reply that is more than a sign of life.
  func answer() throws(MediaError) -> Reply {
    while true {
      let left = (until - MonotonicClock().now()).inNanoseconds / 1_000_000
      guard left > 0 else {
        throw MediaError(.tookTooLong, "the decoder has not answered for 10 s")
      }
      var entry = pollfd(fd: process.channel.descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, Int32(clamping: left)) > 0 else { continue }
      let reply: Reply
      do throws(ChannelError) {
        reply = try process.channel.nextReply()
      } catch {
        if error == .wouldBlock { continue }
        throw lastWords
      }
      switch reply {
      case .progress: continue
      case .failed(_, .isHEIF, _): return reply
      case .failed(_, let code, let message): throw MediaError(code, message: message)
      default: return reply
      }
    }
  }

  private var lastWords: MediaError {
    for _ in 0..<40 where !process.reap() { _ = poll(nil, 0, 5) }
    if let code = process.exitCode, code == 127 || code == 3 {
      let why = code == 3 ? "it could not lock itself in" : "a library is missing"
      return MediaError(.noDecoder, "the decoder ended at once: \(why)")
    }
    let how = process.endSignal.map { "signal \($0)" } ?? "status \(process.exitCode ?? 0)"
    return MediaError(.decoderDied, "the decoder died (\(how))")
  }
}
