import Glibc
import TriptychCore
import TriptychWire

/// What goes wrong with a picture.
struct PictureLie {
  let worker: Hostile
  let mark: JobMark
  let slot: UInt32
  let pixels: PixelRequest
  let file: Descriptor?

  private var width: UInt32 { pixels.cellWidth }
  private var height: UInt32 { pixels.cellHeight }
  private var good: Reply { worker.paint(mark, slot, width: width, height: height) }

  func tell(_ script: String) {
    let words = script.split(separator: " ")
    let name = words.first.map { String($0) } ?? "good"
    if name.hasSuffix("-after-news") {
      tellAfterDeaths(
        UInt32(words.last ?? "") ?? 0, by: name == "killed-after-news" ? SIGKILL : SIGSEGV)
    } else if name == "random" {
      tellAnything(seed: UInt64(words.last ?? "") ?? 0)
    } else if !tellOfGeometry(name), !tellOfJobs(name), !tellNews(name), !tellBytes(name),
      !end(name)
    {
      worker.say(good)
    }
  }

  /// Dies so many times, with half of the work done; then it is honest.
  private func tellAfterDeaths(_ count: UInt32, by signal: Int32) {
    guard mark.generation < count else {
      _ = tellNews("good-news")
      return
    }
    worker.say(.preview(mark, preview))
    tellDone(500)
    die(by: signal)
  }

  private func die(by number: Int32) {
    signal(number, SIG_DFL)
    kill(getpid(), number)
  }

  private func picture(
    _ slot: UInt32, _ width: UInt32, _ height: UInt32, stride: UInt32? = nil
  ) {
    var image = worker.image(slot, width, height)
    if let stride { image.stride = stride }
    worker.say(.picture(mark, image, sourceWidth: 10, sourceHeight: 10))
  }

  private func tellOfGeometry(_ name: String) -> Bool {
    switch name {
    case "slot-beyond": picture(200, width, height)
    case "slot-far-beyond": picture(.max, width, height)
    case "other-slot": picture(slot ^ 1, width, height)
    case "stride-small": picture(slot, width, height, stride: 4 * width - 4)
    case "stride-odd": picture(slot, width, height, stride: 4 * width + 1)
    case "stride-zero": picture(slot, width, height, stride: 0)
    case "stride-largest": picture(slot, width, height, stride: .max)
    case "overflow": picture(slot, 16_384, 16_384, stride: 131_072)
    case "overflow-to-zero":
      let image = SlotImage(
        slot: slot, width: 1 << 31, height: 1 << 31, stride: 0, isOpaque: true)
      worker.say(.picture(mark, image, sourceWidth: 10, sourceHeight: 10))
    case "no-width": picture(slot, 0, height, stride: 64)
    case "no-height": picture(slot, width, 0)
    case "too-wide": picture(slot, width + 1, 1)
    case "too-high": picture(slot, 1, height + 1)
    case "beyond-slot": picture(slot, width, height, stride: 131_072)
    default: return false
    }
    return true
  }

  private func tellOfJobs(_ name: String) -> Bool {
    let image = worker.image(slot, width, height)
    func answer(_ job: UInt32, _ generation: UInt32) {
      let other = JobMark(job: job, generation: generation)
      worker.say(.picture(other, image, sourceWidth: 1, sourceHeight: 1))
    }
    switch name {
    case "wrong-job": answer(mark.job &+ 1, mark.generation)
    case "earlier-job": answer(mark.job &- 1, mark.generation)
    case "wrong-generation": answer(mark.job, mark.generation + 1)
    case "frame-for-picture": worker.say(.frame(mark, image, time: 0, duration: 1))
    case "film-for-picture":
      worker.say(
        .film(
          mark, sourceWidth: 1, sourceHeight: 1, length: 1, frameTime: 1, hasSound: false))
    case "ended-for-picture": worker.say(.ended(mark, time: 0))
    case "written-for-picture": worker.say(.written(mark, bytes: 1))
    case "closed-for-picture": worker.say(.closed(mark))
    case "progress-for-picture": worker.say(.progress(mark))
    case "sound-for-picture": worker.say(.sound(mark, time: 0, samples: [0, 0]))
    case "ready-again": worker.say(.ready(layers: 0))
    case "no-source": worker.say(.picture(mark, image, sourceWidth: 0, sourceHeight: 0))
    case "wrong-failure":
      worker.say(
        .failed(JobMark(job: mark.job + 5, generation: 0), .damaged, message: "not mine"))
    default: return false
    }
    return true
  }

  /// Red 1, green 2, blue 3, and so on.
  private var preview: Preview {
    Preview(width: 3, height: 2, sourceWidth: 30, sourceHeight: 20, pixels: Array(1...18))
  }

  private func tellNews(_ name: String) -> Bool {
    guard name.hasPrefix("preview-") || name.hasPrefix("decoded-") || name == "good-news" else {
      return false
    }
    var (preview, mark) = (preview, mark)
    let other = JobMark(job: mark.job &+ 1, generation: 0)
    switch name {
    case "preview-twice": worker.say(.preview(mark, preview))
    case "preview-empty": (preview.width, preview.pixels) = (0, [])
    case "preview-too-large":
      (preview.width, preview.height) = (210, 101)
      preview.pixels = Array(repeating: 0, count: 3 * 210 * 101)
    case "preview-short": preview.pixels.removeLast()
    case "preview-long": preview.pixels.append(0)
    case "preview-no-source": preview.sourceHeight = 0
    case "preview-other-job": mark = other
    case "decoded-twice": tellDone(7, 7)
    case "decoded-back": tellDone(8, 7)
    case "decoded-none": tellDone(0)
    case "decoded-too-much": tellDone(1001)
    case "decoded-unasked": tellDone(5)
    case "decoded-other-job": worker.say(.decoded(other, thousandths: 5))
    default: break
    }
    if name.hasPrefix("preview-") || name == "good-news" { worker.say(.preview(mark, preview)) }
    if name == "good-news" { tellDone(1, 500, 1000) }
    worker.say(good)
    return true
  }

  private func tellDone(_ parts: UInt16...) {
    for part in parts { worker.say(.decoded(mark, thousandths: part)) }
  }

  private func tellBytes(_ name: String) -> Bool {
    switch name {
    case "oversize": worker.raw(Array(repeating: 66, count: 70_000))
    case "garbage": worker.raw((0..<300).map { UInt8(truncatingIfNeeded: $0 * 7 + 3) })
    case "empty-message": worker.raw([])
    case "truncated": worker.raw(Array(good.encoded().dropLast(3)))
    case "too-long": worker.raw(good.encoded() + [0])
    case "unknown-tag": worker.raw([250, 0, 0, 0, 0])
    case "not-utf8":
      let failed = Reply.failed(mark, .damaged, message: "??")
      worker.raw(Array(failed.encoded().dropLast(2)) + [0xFF, 0xC0])
    case "descriptors": sendDescriptors()
    case "flood": for _ in 0..<100_000 { worker.say(.progress(mark)) }
    case "twice":
      worker.say(good)
      worker.say(good)
    case "truncates-memory": truncateMemory()
    case "error-flood": floodErrors()
    default: return false
    }
    return true
  }

  /// Refused by the seals: then all is well.
  private func truncateMemory() {
    var refusals = 0
    for raw in 3..<32 {
      var facts = stat()
      guard fstat(Int32(raw), &facts) == 0, facts.st_size > 0 else { continue }
      if ftruncate(Int32(raw), 0) != 0 { refusals += 1 }
    }
    if refusals > 0 { worker.say(good) } else { _exit(9) }
  }

  private func floodErrors() {
    let line = [UInt8](repeating: 0x41, count: 65_536)
    for _ in 0..<64 { _ = write(2, line, line.count) }
    worker.say(good)
  }

  private func sendDescriptors() {
    try? worker.channel.send(good.encoded(), passing: [0, 1], waits: true)
  }

  private func end(_ name: String) -> Bool {
    switch name {
    case "closes":
      close(3)
      pause()
    case "half-closes":
      shutdown(3, Int32(SHUT_WR))
      pause()
    case "exits": _exit(3)
    case "crashes": die(by: SIGSEGV)
    case "answers-and-crashes":
      worker.say(good)
      kill(getpid(), SIGKILL)
    case "stops": kill(getpid(), SIGSTOP)
    case "hangs": pause()
    case "fails": worker.say(.failed(mark, .damaged, message: "the third row is missing"))
    case "is-heif": worker.say(.failed(mark, .isHEIF, message: ""))
    case "is-film": worker.say(.failed(mark, .isFilm, message: ""))
    case "writes-and-dies":
      _ = write(2, "last words\n", 11)
      _exit(1)
    default: return false
    }
    return true
  }

  /// 64 messages by a seed: bytes by chance, and honest ones with some bytes changed.
  private func tellAnything(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    for _ in 0..<64 {
      var bytes = good.encoded()
      if chance.next() % 2 == 0 {
        for _ in 0..<(1 + chance.next() % 3) {
          bytes[Int(chance.next() % UInt64(bytes.count))] = UInt8(chance.next() & 0xFF)
        }
      } else {
        bytes = (0..<Int(chance.next() % 64)).map { _ in UInt8(chance.next() & 0xFF) }
        if !bytes.isEmpty { bytes[0] = UInt8(64 + chance.next() % 16) }
      }
      worker.raw(bytes)
    }
  }
}
