import Glibc
import TriptychWire

/// A film of 12 frames, 40 ms each, told by its script; honest where the script is `good`.
struct FilmPlay {
  static let frameTime: Int64 = 40_000_000
  static let frames: Int64 = 12

  let script: String
  private(set) var mark: JobMark
  let pixels: PixelRequest
  let hasSound: Bool
  private var next: Int64 = 0
  private var held: Set<UInt32> = []
  private var isRunning = false
  private var hasEnded = false

  init(script: String, mark: JobMark, pixels: PixelRequest, hasSound: Bool) {
    (self.script, self.mark, self.pixels, self.hasSound) = (script, mark, pixels, hasSound)
  }

  mutating func open(_ worker: Hostile) {
    switch script {
    case "hangs": return
    case "frame-before-film": return frame(worker, slot: 0, index: 0)
    case "fails": return worker.say(.failed(mark, .unsupported, message: "no such codec"))
    case "picture-for-film":
      return worker.say(worker.paint(mark, 0, width: 4, height: 4))
    case "preview-unasked":
      let preview = Preview(
        width: 1, height: 1, sourceWidth: 1, sourceHeight: 1, pixels: [1, 2, 3])
      return worker.say(.preview(mark, preview))
    case "closed-unasked": return worker.say(.closed(mark))
    default: break
    }
    sayFilm(worker)
    switch script {
    case "opened-twice": sayFilm(worker)
    case "no-frame": worker.say(.ended(mark, time: 0))
    default: step(worker)
    }
  }

  private func sayFilm(_ worker: Hostile) {
    let length = Self.frames * Self.frameTime
    worker.say(
      .film(
        mark, sourceWidth: 64, sourceHeight: 36, length: length, frameTime: Self.frameTime,
        hasSound: hasSound))
  }

  mutating func run(_ worker: Hostile, _ mark: JobMark) {
    isRunning = true
    if script != "good", script != "slow-close", lie(worker) { return }
    if hasSound {
      worker.say(.sound(mark, time: 0, samples: [Float](repeating: 0.5, count: 2048)))
    }
    fillRing(worker)
  }

  mutating func free(_ worker: Hostile, _ slot: UInt32) {
    held.remove(slot)
    if isRunning, script != "stalls" { fillRing(worker) }
  }

  mutating func seek(_ worker: Hostile, _ mark: JobMark, to time: Int64) {
    if script == "old-generation" {
      worker.say(.progress(mark))
      return frame(worker, slot: 3, index: 9)
    }
    self.mark = mark
    next = time / Self.frameTime
    hasEnded = false
    if isRunning { fillRing(worker) } else { step(worker) }
  }

  /// Before the closing is answered: what was under way.
  mutating func sayLate(_ worker: Hostile) {
    if script == "slow-close" { step(worker) }
  }

  private mutating func fillRing(_ worker: Hostile) {
    while held.count < Int(worker.count), next < Self.frames { step(worker) }
    if next >= Self.frames, !hasEnded {
      hasEnded = true
      worker.say(.ended(mark, time: next * Self.frameTime))
    }
  }

  private mutating func step(_ worker: Hostile) {
    guard let slot = (0..<worker.count).first(where: { !held.contains($0) }) else { return }
    frame(worker, slot: slot, index: next)
    held.insert(slot)
    next += 1
  }

  private func frame(_ worker: Hostile, slot: UInt32, index: Int64, mark: JobMark? = nil) {
    let image = worker.image(slot, pixels.cellWidth, pixels.cellHeight)
    worker.fill(image, with: UInt32(index))
    worker.say(
      .frame(
        mark ?? self.mark, image, time: index * Self.frameTime, duration: Self.frameTime))
  }

  /// False if the script knows no such lie.
  private func lie(_ worker: Hostile) -> Bool {
    switch script {
    case "same-slot": frame(worker, slot: 0, index: 1)
    case "unsorted":
      frame(worker, slot: 1, index: 5)
      frame(worker, slot: 2, index: 4)
    case "ended-twice":
      for _ in 0..<2 { worker.say(.ended(mark, time: 1 << 40)) }
    case "after-end":
      worker.say(.ended(mark, time: 1 << 40))
      frame(worker, slot: 1, index: 11)
    case "ended-early": worker.say(.ended(mark, time: -5))
    case "later-generation":
      let later = JobMark(job: mark.job, generation: mark.generation + 1)
      frame(worker, slot: 1, index: 1, mark: later)
    case "other-film":
      let other = JobMark(job: mark.job + 1, generation: 0)
      frame(worker, slot: 1, index: 1, mark: other)
    case "more-than-slots":
      for slot in 1..<worker.count { frame(worker, slot: slot, index: 2) }
      frame(worker, slot: 1, index: 2)
    case "negative-time":
      worker.say(.frame(mark, worker.image(1, 4, 4), time: -1, duration: 1))
    case "too-large":
      worker.say(
        .frame(mark, worker.image(1, pixels.cellWidth + 1, 1), time: 1 << 30, duration: 1))
    case "dies": _exit(1)
    case "stalls": break
    case "flood": for _ in 0..<100_000 { worker.say(.progress(mark)) }
    default: return lieInSound(worker)
    }
    return true
  }

  private func lieInSound(_ worker: Hostile) -> Bool {
    func sound(_ time: Int64, _ samples: [Float]) {
      worker.say(.sound(mark, time: time, samples: samples))
    }
    let second: Int64 = 1_000_000_000
    switch script {
    case "sound-nan": sound(0, [.nan, 0])
    case "sound-infinite": sound(0, [.infinity, 0])
    case "sound-odd": sound(0, [0, 0, 0])
    case "sound-too-long": sound(0, [Float](repeating: 0, count: 8194))
    case "sound-unsorted":
      sound(second, [0, 0])
      sound(0, [0, 0])
    case "sound-endless":
      for _ in 0..<60 { sound(second, [Float](repeating: 0, count: 8192)) }
    case "sound-unasked": sound(0, [0, 0])
    default: return false
    }
    return true
  }
}
