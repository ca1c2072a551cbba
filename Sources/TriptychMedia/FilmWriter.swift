import Glibc
import TriptychCore
import TriptychWire

/// Writes a film through a worker of its own: H.264 and AAC in MP4. For `render`, which has no
/// screen to keep waiting: calls wait for the worker, at most `deadline`.
///
/// Used from one thread.
public final class FilmWriter {
  /// What is to be written.
  public struct Shape: Sendable {
    /// Pixels, even numbers.
    public var width: Int
    public var height: Int
    /// Frames a second are `rate` / `per`.
    public var rate: Int
    public var per: Int

    public init(width: Int, height: Int, rate: Int, per: Int) {
      (self.width, self.height, self.rate, self.per) = (width, height, rate, per)
    }
  }

  private static let slots: UInt32 = 2
  /// A worker that has said nothing for so long while it is waited for is dead, ms. A frame of
  /// 8K takes a slow machine seconds.
  private static let deadline: Int32 = 60_000

  private let process: WorkerProcess
  private let memory: SharedMemory
  private let shape: Shape
  private let mark = JobMark(job: 1, generation: 1)
  private var free: [UInt32] = [0, 1]
  private var busy: [UInt32] = []
  private var slotBytes: Int { shape.width * shape.height * 4 }

  /// Starts the worker and the film. Takes over the descriptor; `seekable` false: it is a pipe.
  /// Throws if there is no worker, no encoder, or the file takes nothing.
  public init(
    programs: WorkerPrograms, shape: Shape, descriptor: Int32, seekable: Bool
  ) throws(MediaError) {
    let file = Descriptor(owning: descriptor)
    self.shape = shape
    let made: (WorkerProcess, SharedMemory)
    do {
      made = (
        try WorkerProcess.spawn(program: programs.film, kind: .encode),
        try SharedMemory(
          sealed: shape.width * shape.height * 4 * Int(Self.slots), writable: true)
      )
    } catch {
      throw MediaError(.noDecoder, "the encoder cannot be started")
    }
    (process, memory) = made
    guard case .ready = try answer() else { throw Self.liar }
    try send(.slots(count: Self.slots, slotBytes: UInt64(slotBytes)), passing: memory.descriptor)
    let order = RecordRequest(
      width: UInt32(shape.width), height: UInt32(shape.height), rate: UInt32(shape.rate),
      per: UInt32(shape.per), sound: true, seekable: seekable)
    try send(.record(mark, order), passing: file.raw)
    guard case .progress(mark) = try answer() else { throw Self.liar }
  }

  /// The next frame, of the film's size; alpha does not count.
  public func write(_ picture: Picture) throws(MediaError) {
    precondition(
      picture.width == shape.width && picture.height == shape.height,
      "a frame has the film's size")
    while free.isEmpty { try waitForSlot() }
    let slot = free.removeLast()
    let room = memory.base + Int(slot) * slotBytes
    for y in 0..<shape.height {
      (room + y * shape.width * 4).copyMemory(
        from: picture.base + y * picture.stride, byteCount: shape.width * 4)
    }
    busy.append(slot)
    try send(.recordFrame(mark, slot: slot))
  }

  /// The next samples: interleaved stereo at 48 kHz.
  public func write(_ samples: [Float]) throws(MediaError) {
    var left = samples[...]
    while !left.isEmpty {
      try send(.recordSound(mark, samples: Array(left.prefix(WireLimit.samples))))
      left = left.dropFirst(WireLimit.samples)
    }
  }

  /// Writes the file's end. Bytes of the file.
  public func finish() throws(MediaError) -> Int {
    while !busy.isEmpty { try waitForSlot() }
    try send(.recordEnd(mark))
    guard case .written(mark, let bytes) = try answer() else { throw Self.liar }
    return Int(clamping: bytes)
  }

  private static let liar = MediaError(.decoderDied, "the encoder answered nonsense")

  /// The worker takes frames in order, so the oldest is free.
  private func waitForSlot() throws(MediaError) {
    guard case .progress(mark) = try answer(), !busy.isEmpty else { throw Self.liar }
    free.append(busy.removeFirst())
  }

  private func send(_ request: Request, passing file: Int32? = nil) throws(MediaError) {
    while true {
      do throws(ChannelError) {
        return try process.channel.send(request, passing: file)
      } catch {
        guard error == .wouldBlock else { throw lastWords() }
        try wait(for: Int16(POLLOUT))
      }
    }
  }

  private func answer() throws(MediaError) -> Reply {
    while true {
      let reply: Reply
      do throws(ChannelError) {
        reply = try process.channel.nextReply()
      } catch {
        guard error == .wouldBlock else { throw lastWords() }
        try wait(for: Int16(POLLIN))
        continue
      }
      guard case .failed(_, let code, let message) = reply else { return reply }
      throw MediaError(code, message: message)
    }
  }

  private func wait(for event: Int16) throws(MediaError) {
    var entry = pollfd(fd: process.channel.descriptor, events: event, revents: 0)
    while true {
      let count = poll(&entry, 1, Self.deadline)
      if count > 0 { return }
      if count == 0 { throw MediaError(.tookTooLong, "the encoder has said nothing for 60 s") }
      guard errno == EINTR else { throw Self.liar }
    }
  }

  private func lastWords() -> MediaError {
    for _ in 0..<40 where !process.reap() { _ = poll(nil, 0, 5) }
    if process.endSignal == SIGPIPE {
      return MediaError(.unreadable, "nobody reads it any more: the reader has left")
    }
    let signal = process.endSignal.map { " (signal \($0))" } ?? ""
    return MediaError(.decoderDied, "the encoder died\(signal)")
  }
}
