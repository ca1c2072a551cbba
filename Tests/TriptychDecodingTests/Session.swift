import CSystem
import Glibc
import Testing

@testable import TriptychWire

/// A worker and memory for it, as the player has them.
final class Session {
  /// What the last text lacked.
  private(set) var missing: [MissingGlyph] = []
  /// What came back for a job.
  enum Answer: Equatable {
    case picture(Pixels)
    case failed(FailureCode, String)
    case died(signal: Int32?)
  }

  let worker: WorkerProcess
  let memory: SharedMemory
  let slotBytes: Int
  let layers: UInt32
  private var job: UInt32 = 0

  init(_ kind: WorkerKind, slots: Int = 2, slotBytes: Int = 1 << 20) throws {
    worker = try WorkerProcess.spawn(
      program: Array(BuiltPrograms.path(of: "triptych-decode").utf8), kind: kind)
    memory = try SharedMemory(sealed: slots * slotBytes)
    self.slotBytes = slotBytes
    let reply = try Self.nextReply(of: worker)
    guard case .ready(let layers) = reply else { throw Broken(what: "not ready: \(reply)") }
    self.layers = layers
    try worker.channel.send(
      .slots(count: UInt32(slots), slotBytes: UInt64(slotBytes)), passing: memory.descriptor)
  }

  deinit {
    worker.kill()
    worker.waitForEnd()
  }

  struct Broken: Error { var what: String }

  /// The next reply, waited for as long as the player would.
  static func nextReply(of worker: WorkerProcess) throws -> Reply {
    var waiting = pollfd(fd: worker.channel.descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 20_000) == 1 else { throw Broken(what: "no answer in 20 s") }
    return try worker.channel.nextReply()
  }

  /// Has a picture decoded from a descriptor.
  func picture(
    _ descriptor: Int32, _ request: PixelRequest, slot: UInt32 = 0
  ) throws -> Answer {
    job += 1
    let mark = JobMark(job: job, generation: 3)
    try worker.channel.send(.picture(mark, slot: slot, request), passing: descriptor)
    return try answer(to: mark)
  }

  /// Has a picture decoded from bytes.
  func picture(_ bytes: [UInt8], _ request: PixelRequest, slot: UInt32 = 0) throws -> Answer {
    let file = memfd(holding: bytes)
    defer { close(file) }
    return try picture(file, request, slot: slot)
  }

  /// What is told of a picture before its answer, and that. `thumbnail`: one beside it.
  func news(
    _ file: [UInt8], _ request: PixelRequest,
    thumbnail: (file: [UInt8], subject: ThumbnailSubject)? = nil
  ) throws -> (previews: [Preview], last: Reply) {
    var descriptors = [memfd(holding: file)]
    if let thumbnail { descriptors.append(memfd(holding: thumbnail.file)) }
    defer { for descriptor in descriptors { close(descriptor) } }
    job += 1
    let mark = JobMark(job: job, generation: 0)
    let question = Request.picture(mark, slot: 0, request, thumbnail: thumbnail?.subject)
    try worker.channel.send(question, passing: descriptors)
    var previews: [Preview] = []
    while true {
      switch try Self.nextReply(of: worker) {
      case .preview(mark, let preview): previews.append(preview)
      case .decoded(mark, _): continue
      case let reply: return (previews, reply)
      }
    }
  }

  /// nil: the worker has refused.
  func facts(_ file: [UInt8]) throws -> PictureFacts? {
    let descriptor = memfd(holding: file)
    defer { close(descriptor) }
    job += 1
    let mark = JobMark(job: job, generation: 0)
    try worker.channel.send(.facts(mark), passing: descriptor)
    if case .facts(mark, let facts) = try Self.nextReply(of: worker) { return facts }
    return nil
  }

  func text(_ request: TextRequest, slot: UInt32 = 0) throws -> Answer {
    job += 1
    let mark = JobMark(job: job, generation: 3)
    try worker.channel.send(.text(mark, slot: slot, request))
    return try answer(to: mark)
  }

  /// What stands in a slot.
  func pixels(of image: SlotImage, _ source: (Int, Int) = (0, 0)) -> Pixels {
    Pixels(image, memory.base + Int(image.slot) * slotBytes, source)
  }

  private func answer(to mark: JobMark) throws -> Answer {
    var reply: Reply
    missing = []
    do throws(ChannelError) {
      reply = try Self.wait(for: worker)
      if case .missing(mark, let glyphs) = reply {
        missing = glyphs
        reply = try Self.wait(for: worker)
      }
    } catch {
      worker.kill()
      worker.waitForEnd()
      return .died(signal: worker.endSignal)
    }
    switch reply {
    case .picture(mark, let image, let width, let height):
      guard image.fits(count: 256, slotBytes: UInt64(slotBytes)) else {
        throw Broken(what: "\(image) is no image in a slot")
      }
      return .picture(pixels(of: image, (Int(width), Int(height))))
    case .failed(mark, let code, let message): return .failed(code, message)
    default: throw Broken(what: "\(reply) answers another question")
    }
  }

  private static func wait(for worker: WorkerProcess) throws(ChannelError) -> Reply {
    var waiting = pollfd(fd: worker.channel.descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 20_000) == 1 else { throw .wouldBlock }
    return try worker.channel.nextReply()
  }
}

/// A file in memory that holds bytes.
func memfd(holding bytes: [UInt8]) -> Int32 {
  let file = sys_memfd_sealed("picture", UInt64(max(bytes.count, 0)))
  _ = pwrite(file, bytes, bytes.count, 0)
  return file
}

/// Decoded pixels, copied out of the slot.
struct Pixels: Equatable {
  let width: Int
  let height: Int
  let source: [Int]
  let isOpaque: Bool
  let span: PictureSpan?
  /// BGRA without padding.
  let bytes: [UInt8]

  init(_ image: SlotImage, _ base: UnsafeMutableRawPointer, _ source: (Int, Int)) {
    (width, height) = (Int(image.width), Int(image.height))
    self.source = [source.0, source.1]
    (isOpaque, span) = (image.isOpaque, image.span)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 4)
    for y in 0..<height {
      let row = base + y * Int(image.stride)
      bytes += UnsafeRawBufferPointer(start: row, count: width * 4)
    }
    self.bytes = bytes
  }

  /// Red, green, blue at a pixel.
  func color(_ x: Int, _ y: Int) -> [Int] {
    let at = (y * width + x) * 4
    return [Int(bytes[at + 2]), Int(bytes[at + 1]), Int(bytes[at])]
  }

  func alpha(_ x: Int, _ y: Int) -> Int { Int(bytes[(y * width + x) * 4 + 3]) }

  /// Mean colours of the quadrants: top left, top right, bottom left, bottom right.
  var quadrants: [[Int]] {
    let (left, right) = (0..<max(width / 2, 1), width / 2..<width)
    let (top, bottom) = (0..<max(height / 2, 1), height / 2..<height)
    return [mean(left, top), mean(right, top), mean(left, bottom), mean(right, bottom)]
  }

  private func mean(_ columns: Range<Int>, _ rows: Range<Int>) -> [Int] {
    var sums = [0, 0, 0]
    bytes.withUnsafeBufferPointer { bytes in
      for y in rows {
        for x in columns {
          let at = (y * width + x) * 4
          sums[0] += Int(bytes[at + 2])
          sums[1] += Int(bytes[at + 1])
          sums[2] += Int(bytes[at])
        }
      }
    }
    let count = max(columns.count * rows.count, 1)
    return sums.map { ($0 + count / 2) / count }
  }
}

/// The largest difference of any channel.
func distance(_ some: [[Int]], _ others: [[Int]]) -> Int {
  zip(some.joined(), others.joined()).map { abs($0 - $1) }.max() ?? 0
}
