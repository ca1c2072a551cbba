import Glibc
import TriptychWire

/// The worker's state and its honest part.
final class Hostile {
  let channel: Channel
  private(set) var memory: SharedMemory?
  private(set) var count: UInt32 = 0
  private(set) var slotBytes: UInt64 = 0
  /// The film that is open, and what it does next.
  var film: FilmPlay?

  init(channel: Channel) { self.channel = channel }

  func say(_ reply: Reply) { raw(reply.encoded()) }

  /// Any bytes as one message, of any length.
  func raw(_ bytes: [UInt8]) {
    _ = send(3, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  func run() {
    while true {
      guard let (request, descriptors) = try? channel.nextRequest() else { _exit(0) }
      answer(request, descriptors)
    }
  }

  private func answer(_ request: Request, _ descriptors: [Descriptor]) {
    switch request {
    case .slots(let count, let slotBytes):
      guard let memory = descriptors.first else { _exit(4) }
      (self.count, self.slotBytes) = (count, slotBytes)
      self.memory = try? SharedMemory(
        mapping: memory, byteCount: Int(count) * Int(slotBytes), writable: true)
    case .picture(let mark, let slot, let pixels, let thumbnail):
      // One that is to be fatal.
      if thumbnail != nil { _exit(9) }
      let lie = PictureLie(
        worker: self, mark: mark, slot: slot, pixels: pixels, file: descriptors.first)
      lie.tell(script(descriptors.first))
    case .stored(let mark, let slot, let pixels, _):
      stored(mark, slot, pixels, script(descriptors.first))
    case .text(let mark, let slot, let text):
      say(paint(mark, slot, width: text.maxWidth, height: text.size))
    case .png(let mark, let slot, let width, let height, let stride, _):
      write(mark, slot, Int(stride) * Int(height - 1) + 4 * Int(width), to: descriptors.first)
    case .film(let mark, let pixels, _, _, _, let sound, _, _):
      film = FilmPlay(
        script: script(descriptors.first), mark: mark, pixels: pixels, hasSound: sound)
      film?.open(self)
    case .run(let mark): film?.run(self, mark)
    case .free(let slot): film?.free(self, slot)
    case .seek(let mark, let time): film?.seek(self, mark, to: time)
    case .heard, .speed, .loop, .record, .recordFrame, .recordSound, .recordEnd, .formats,
      .inspect:
      break
    case .taken(let mark): taken(mark, script(descriptors.first))
    case .facts(let mark): facts(mark, script(descriptors.first))
    case .close(let mark): close(mark)
    case .list(let mark, let slot): list(mark, slot, script(descriptors.first))
    }
  }

  private func taken(_ mark: JobMark, _ script: String) {
    switch script {
    case "exits": _exit(3)
    case "other": say(.taken(JobMark(job: mark.job + 1, generation: 0), 5))
    case "facts": say(.facts(mark, PictureFacts()))
    case "beyond": say(.taken(mark, .max))
    case "heif": say(.failed(mark, .isHEIF, message: ""))
    default: say(.taken(mark, Int64(script)))
    }
  }

  private func facts(_ mark: JobMark, _ script: String) {
    var facts = PictureFacts()
    facts.camera = "Honest 1"
    switch script {
    case "control": facts.camera = "\u{1B}[2J"
    case "turning": facts.place = "\u{202E}abc"
    case "two-lines": facts.taken = "1\n2"
    case "too-long":
      var bytes = Reply.facts(mark, facts).encoded()
      bytes[9] = 200
      return raw(bytes + [UInt8](repeating: 65, count: 300))
    case "other-job": return say(.facts(JobMark(job: mark.job + 1, generation: 0), facts))
    case "picture":
      return say(
        .picture(mark, image(0, 1, 1), sourceWidth: 1, sourceHeight: 1))
    default: break
    }
    say(.facts(mark, facts))
  }

  /// A thumbnail of a film of 3 s, or a lie about one.
  private func stored(_ mark: JobMark, _ slot: UInt32, _ pixels: PixelRequest, _ script: String) {
    var image = image(slot, pixels.cellWidth, pixels.cellHeight)
    fill(image, with: mark.job)
    var (width, length, mark): (UInt32, Int64, JobMark) = (4000, 3_000_000_000, mark)
    switch script {
    case "dies-twice": if mark.generation < 2 { kill(getpid(), SIGKILL) }
    case "other-slot": image.slot ^= 1
    case "too-wide": image.width += 1
    case "no-source": width = 0
    case "endless": length = .max
    case "other-job": mark.job += 1
    case "picture": return say(.picture(mark, image, sourceWidth: 1, sourceHeight: 1))
    default: break
    }
    say(.stored(mark, image, sourceWidth: width, sourceHeight: 3000, filmLength: length))
  }

  /// A list of one track, or a lie about it.
  private func list(_ mark: JobMark, _ slot: UInt32, _ script: String) {
    guard let memory, memory.isWritable else { _exit(5) }
    let room = UnsafeMutableRawBufferPointer(
      start: memory.base + Int(slot) * Int(slotBytes), count: Int(slotBytes))
    var writer = ListRecordWriter(room)
    _ = writer.put(.track, line: 1, column: 1, [])
    _ = writer.put(.location, line: 1, column: 8, Array("a.png".utf8))
    let bytes = UInt64(writer.byteCount)
    switch script {
    case "dies": kill(getpid(), SIGKILL)
    case "ends": _exit(9)
    case "silent": while true { pause() }
    case "beyond-slot": say(.list(mark, slot: slot, bytes: slotBytes + 1))
    case "other-job": say(.list(JobMark(job: 77, generation: 0), slot: slot, bytes: bytes))
    case "other-slot": say(.list(mark, slot: slot + 1, bytes: bytes))
    case "other-answer": say(.written(mark, bytes: bytes))
    case "half-record": say(.list(mark, slot: slot, bytes: bytes - 1))
    case "unknown-kind":
      room[0] = 99
      say(.list(mark, slot: slot, bytes: bytes))
    case "nul":
      room[Int(bytes) - 1] = 0
      say(.list(mark, slot: slot, bytes: bytes))
    case "long-record":
      room[ListRecord.headBytes + 12] = 0xFF
      say(.list(mark, slot: slot, bytes: bytes))
    default: say(.list(mark, slot: slot, bytes: bytes))
    }
  }

  private func close(_ mark: JobMark) {
    defer { film = nil }
    if film?.script == "ignores-close" { return }
    film?.sayLate(self)
    say(.closed(mark))
  }

  /// The words in the job's file, which stay there for a second attempt. It says `!` in it that
  /// it has begun, where it can.
  private func script(_ file: Descriptor?) -> String {
    guard let file else { return "good" }
    var room = [UInt8](repeating: 0, count: 256)
    let count = recv(file.raw, &room, room.count, Int32(MSG_PEEK))
    _ = Glibc.write(file.raw, "!", 1)
    return String(decoding: room.prefix(max(count, 0)), as: UTF8.self)
  }

  /// An honest picture: every pixel holds the job's number.
  func paint(_ mark: JobMark, _ slot: UInt32, width: UInt32, height: UInt32) -> Reply {
    let image = self.image(slot, width, height)
    fill(image, with: mark.job)
    return .picture(mark, image, sourceWidth: width * 2, sourceHeight: height * 2)
  }

  func image(_ slot: UInt32, _ width: UInt32, _ height: UInt32) -> SlotImage {
    SlotImage(
      slot: slot, width: width, height: height,
      stride: UInt32(SlotLayout.stride(width: Int(width))), isOpaque: true)
  }

  func fill(_ image: SlotImage, with value: UInt32) {
    guard let memory, memory.isWritable else { _exit(5) }
    let base = memory.base + Int(image.slot) * Int(slotBytes)
    for row in 0..<Int(image.height) {
      let line = base + row * Int(image.stride)
      for column in 0..<Int(image.width) {
        line.storeBytes(of: value, toByteOffset: column * 4, as: UInt32.self)
      }
    }
  }

  private func write(_ mark: JobMark, _ slot: UInt32, _ bytes: Int, to file: Descriptor?) {
    guard let memory, let file else { _exit(5) }
    let written = Glibc.write(file.raw, memory.base + Int(slot) * Int(slotBytes), bytes)
    say(.written(mark, bytes: UInt64(max(written, 0))))
  }
}
