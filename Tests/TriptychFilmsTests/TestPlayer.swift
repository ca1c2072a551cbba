import CSystem
import Glibc
import TriptychWire

@testable import TriptychDecoding
@testable import TriptychFilms

/// A player with a film worker in this process: the same messages, no sandbox.
final class TestPlayer {
  let worker = FilmWorker()
  let inbox: Inbox
  private let memory: SharedMemory
  private let slots: Slots
  private let replier: Replier
  private let far: Channel
  private(set) var mark = JobMark(job: 0, generation: 0)

  static let cell = PixelRequest(cellWidth: 320, cellHeight: 240, fit: .none)

  init(slots count: Int = 4, slotBytes: Int = 640 * 480 * 4) throws {
    memory = try SharedMemory(sealed: count * slotBytes, writable: true)
    slots = Slots(memory: memory, count: count, slotBytes: slotBytes)
    var ends: [Int32] = [-1, -1]
    guard sys_seqpacket_pair(&ends) == 0 else { throw FilmError.noMemory }
    far = Channel(owning: ends[1])
    replier = Replier(channel: far)
    inbox = try Inbox(Channel(owning: ends[0]))
  }

  deinit {
    say(.close(mark))
    // The inbox's thread ends with the channel.
    shutdown(far.descriptor, Int32(SHUT_RDWR))
  }

  func say(_ request: Request, _ descriptors: [Descriptor] = []) {
    worker.answer(request, with: descriptors, slots: slots, by: replier)
  }

  /// Opens a film as the next job.
  func open(
    _ path: String, _ request: PixelRequest = TestPlayer.cell, start: Int64 = 0, end: Int64 = -1,
    loops: UInt32 = 1, sound: Bool = false, speed: UInt32 = 1000,
    tracks: TrackWishes = TrackWishes(), beside: [String] = []
  ) {
    mark = JobMark(job: mark.job + 1, generation: 0)
    let file = Descriptor(owning: Glibc.open(path, O_RDONLY | O_CLOEXEC))
    say(
      .film(
        mark, request, start: start, end: end, loops: loops, sound: sound, speed: speed,
        tracks: tracks),
      [file] + beside.map { Descriptor(owning: Glibc.open($0, O_RDONLY | O_CLOEXEC)) })
  }

  func seek(to time: Int64) {
    mark.generation += 1
    say(.seek(mark, time: time))
  }

  func pixels(_ image: SlotImage) -> Pixels {
    let base = memory.base + Int(image.slot) * slots.slotBytes
    return Pixels(
      base: base, width: Int(image.width), height: Int(image.height), stride: Int(image.stride))
  }

  /// The bytes of Y, rows without a gap.
  func luma(_ image: SlotImage) -> [UInt8] {
    let base = memory.base + Int(image.slot) * slots.slotBytes
    return (0..<Int(image.height)).flatMap { row in
      UnsafeRawBufferPointer(
        start: base + row * Int(image.stride), count: Int(image.width))
    }
  }

  /// Runs the film and collects what comes until it ends or fails, freeing slots at once and
  /// hearing sound at once.
  func playThrough(frames most: Int = .max) -> Played {
    var played = Played()
    say(.run(mark))
    while played.frames.count < most, let reply = inbox.next() {
      switch reply {
      case .film(_, let width, let height, let length, let frameTime, let hasSound):
        played.film = Played.Film(
          width: Int(width), height: Int(height), length: length, frameTime: frameTime,
          hasSound: hasSound)
      case .frame(let mark, let image, let time, let duration):
        if mark == self.mark {
          let shown = pixels(image)
          played.frames.append(
            Played.Frame(
              code: shown.code, time: time, duration: duration, width: shown.width,
              height: shown.height, green: shown.green))
        }
        say(.free(slot: image.slot))
      case .sound(let mark, let time, let speed, let samples):
        if mark == self.mark {
          played.sounds.append(Played.Sound(time: time, speed: speed, samples: samples))
        }
        say(.heard(self.mark, time: time))
      case .traits(_, let traits): played.traits = traits
      case .subtitle(let mark, let track, let start, let end, let text):
        if mark == self.mark {
          played.subtitles.append(
            Played.Subtitle(track: Int(track), start: start, end: end, text: text))
        }
      case .subtitlePart(let mark, let part):
        if mark == self.mark { played.parts.append(part) }
      case .subtitlesEnd(let mark, let track, let time):
        if mark == self.mark { played.subtitleEnds.append((Int(track), time)) }
      case .ended(_, let time):
        played.end = time
        if !played.awaitsSound { return played }
      case .failed(_, let code, let message):
        played.failure = FilmError(code, message)
        return played
      case .progress, .closed, .ready, .picture, .preview, .decoded, .stored, .written, .words,
        .list, .facts, .taken, .missing:
        continue
      }
      if played.end != nil, !played.awaitsSound { return played }
    }
    return played
  }
}

/// What came of a film.
struct Played {
  struct Film {
    let width: Int
    let height: Int
    let length: Int64
    let frameTime: Int64
    let hasSound: Bool
  }
  struct Frame {
    let code: Int
    let time: Int64
    let duration: Int64
    let width: Int
    let height: Int
    /// Thousandths of its pixels that are green, as what was never decoded is.
    let green: Int
  }
  struct Sound {
    let time: Int64
    let speed: UInt32
    let samples: [Float]
    /// In samples of the film's own speed.
    var end: Int64 {
      FilmTime.sample(at: time) + Int64(samples.count / 2) * Int64(speed) / 1000
    }
  }

  struct Subtitle: Hashable {
    var track = 0
    let start: Int64
    let end: Int64
    let text: String
  }

  var film: Film?
  var traits = FilmTraits()
  var subtitles: [Subtitle] = []
  var parts: [SubtitlePart] = []
  var subtitleEnds: [(track: Int, time: Int64)] = []
  var frames: [Frame] = []
  var sounds: [Sound] = []
  var end: Int64?
  var failure: FilmError?

  /// The picture's end came, the sound's is to follow: it is cut to the same length.
  var awaitsSound: Bool {
    guard film?.hasSound == true, let end else { return false }
    return (sounds.last?.end ?? 0) < FilmTime.sample(at: end)
  }
}

/// Pixels of a slot.
struct Pixels {
  let base: UnsafeMutableRawPointer
  let width: Int
  let height: Int
  let stride: Int

  /// 0xAARRGGBB.
  subscript(x: Int, y: Int) -> UInt32 {
    (base + y * stride + x * 4).load(as: UInt32.self)
  }

  /// The number in 16 black and white blocks from left to right, the highest bit first.
  var code: Int {
    var code = 0
    for bit in 0..<16 {
      let x = min((2 * bit + 1) * width / 32, width - 1)
      code = code << 1 | (self[x, height / 2] & 0xFF > 127 ? 1 : 0)
    }
    return code
  }

  /// Thousandths of the pixels that are much more green than anything else.
  var green: Int {
    var (count, all) = (0, 0)
    for y in Swift.stride(from: 1, to: height, by: 3) {
      for x in Swift.stride(from: 1, to: width, by: 3) {
        let pixel = self[x, y]
        let (red, green, blue) = (pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF)
        all += 1
        if green > red + 40, green > blue + 40 { count += 1 }
      }
    }
    return 1000 * count / max(all, 1)
  }

  /// The mean of red, green and blue of a part.
  func mean(_ columns: Range<Int>, _ rows: Range<Int>) -> [Int] {
    var sums = [0, 0, 0]
    for y in rows {
      for x in columns {
        let pixel = self[x, y]
        for channel in 0..<3 { sums[channel] += Int(pixel >> UInt32(16 - 8 * channel) & 0xFF) }
      }
    }
    let count = max(columns.count * rows.count, 1)
    return sums.map { ($0 + count / 2) / count }
  }

  /// Top left, top right, bottom left, bottom right; one column or row belongs to both sides.
  var quadrants: [[Int]] {
    let (left, right) = (0..<max(width / 2, 1), min(width / 2, width - 1)..<width)
    let (top, bottom) = (0..<max(height / 2, 1), min(height / 2, height - 1)..<height)
    return [mean(left, top), mean(right, top), mean(left, bottom), mean(right, bottom)]
  }
}
