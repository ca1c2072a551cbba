import CFFmpeg
import Glibc
import Testing
import TriptychWire

@testable import TriptychDecoding
@testable import TriptychFilms

/// Pictures that move, through the same worker as films.
@Suite struct AnimationTests {
  private static let ms: Int64 = 1_000_000
  private static let (red, green, white) = (UInt32(0xFF0000), UInt32(0x00FF00), UInt32(0xFFFFFF))
  /// What lies under a picture that can be seen through.
  private static let ground: UInt32 = 0x0000FF

  /// The colours at the middle of the left, middle and right third, above and below.
  private struct Shown: Equatable, CustomStringConvertible {
    let time: Int64
    let duration: Int64
    let colors: [UInt32]

    init(_ time: Int64, _ duration: Int64, _ colors: [UInt32]) {
      (self.time, self.duration, self.colors) = (time, duration, colors)
    }

    var description: String {
      "\(time)+\(duration): " + colors.map { String($0, radix: 16) }.joined(separator: " ")
    }
  }

  private struct Result {
    var length: Int64 = 0
    var isAnimation = false
    var frames: [Shown] = []
    var end: Int64?
    var failure: String?
  }

  private func play(
    _ bytes: [UInt8], frames most: Int = .max, seek: Int64? = nil
  ) throws -> Result {
    let file = try MadeFilm(bytes)
    let player = try TestPlayer()
    var request = TestPlayer.cell
    request.background = Self.ground
    player.open(file.path, request)
    if let seek { player.seek(to: seek * Self.ms) }
    player.say(.run(player.mark))
    var result = Result()
    while result.frames.count < most, let reply = player.inbox.next() {
      switch reply {
      case .film(_, _, _, let length, _, let hasSound):
        #expect(!hasSound)
        result.length = length / Self.ms
      case .traits(_, let traits): result.isAnimation = traits.isAnimation
      case .frame(let mark, let image, let time, let duration):
        let pixels = player.pixels(image)
        #expect(pixels.width == 60 && pixels.height == 20)
        if mark == player.mark {
          let colors = [5, 15].flatMap { y in
            [10, 30, 50].map { x in pixels[x, y] & 0xFF_FFFF }
          }
          result.frames.append(Shown(time / Self.ms, duration / Self.ms, colors))
        }
        player.say(.free(slot: image.slot))
      case .ended(_, let time):
        result.end = time / Self.ms
        return result
      case .failed(_, _, let message):
        result.failure = message
        return result
      default: continue
      }
    }
    return result
  }

  private static func picture(_ rounds: Int, keeps: Bool = true) -> MovingPicture {
    MovingPicture(
      width: 60, height: 20, rounds: rounds,
      parts: [
        .init(x: 0, y: 0, width: 60, height: 10, color: red, delay: 70),
        .init(x: 0, y: 0, width: 20, height: 10, color: green, delay: 0, disposal: .background),
        .init(
          x: 20, y: 0, width: 20, height: 10, color: white, delay: 250,
          disposal: keeps ? .previous : .none),
        .init(x: 40, y: 0, width: 20, height: 20, color: nil, delay: 30),
        .init(x: 40, y: 10, width: 20, height: 10, color: green, delay: 50),
      ])
  }

  /// Worked out by hand from the formats' specifications.
  private static func expected(round: Int64, keeps: Bool = true) -> [Shown] {
    let (r, g, w, b) = (red, green, white, ground)
    let middle = keeps ? r : w
    return [
      Shown(500 * round, 70, [r, r, r, b, b, b]),
      // Without a delay: as long as browsers have it.
      Shown(500 * round + 70, 100, [g, r, r, b, b, b]),
      // The one before has left the ground.
      Shown(500 * round + 170, 250, [b, w, r, b, b, b]),
      // And this one what was there before it. It is seen through itself.
      Shown(500 * round + 420, 30, [b, middle, r, b, b, b]),
      Shown(500 * round + 450, 50, [b, middle, r, b, b, g]),
    ]
  }

  @Test("delays, disposal and rounds of GIF, APNG and WebP are those of their specifications")
  func formats() throws {
    for (name, picture, keeps) in [
      ("gif", \MovingPicture.gif, true), ("png", \.png, true), ("webp", \.webp, false),
    ] {
      let twice = try play(Self.picture(2, keeps: keeps)[keyPath: picture])
      #expect(twice.failure == nil && twice.isAnimation, "\(name)")
      #expect(twice.length == 500, "\(name)")
      let wanted = (0..<2).flatMap { Self.expected(round: $0, keeps: keeps) }
      #expect(twice.frames == wanted, "\(name)")
      #expect(twice.end == 1000, "\(name)")
      let once = try play(Self.picture(1, keeps: keeps)[keyPath: picture])
      #expect(once.frames == Self.expected(round: 0, keeps: keeps) && once.end == 500, "\(name)")
      let endless = try play(Self.picture(0, keeps: keeps)[keyPath: picture], frames: 23)
      let many = (0..<5).flatMap { Self.expected(round: $0, keeps: keeps) }
      #expect(endless.frames == Array(many.prefix(23)), "\(name)")
    }
  }

  @Test("a seek comes to the frame that stands there, whole")
  func seeking() throws {
    for (picture, keeps) in [(\MovingPicture.gif, true), (\.png, true), (\.webp, false)] {
      let sought = try play(Self.picture(1, keeps: keeps)[keyPath: picture], seek: 440)
      #expect(sought.frames == Array(Self.expected(round: 0, keeps: keeps).suffix(2)))
    }
  }

  @Test("what is cut off plays as far as it goes, and nothing is made of noise")
  func damage() throws {
    for picture in [\MovingPicture.gif, \.png, \.webp] {
      let bytes = Self.picture(1)[keyPath: picture]
      for count in stride(from: 20, to: bytes.count, by: bytes.count / 9) {
        let result = try play(Array(bytes.prefix(count)))
        #expect(result.failure != nil || result.end != nil)
        #expect(result.frames.count <= 5)
      }
    }
  }

  @Test("AVIF that moves plays round after round")
  func avif() throws {
    guard avcodec_find_encoder_by_name("libaom-av1") != nil else { return }
    var recipe = FilmRecipe(container: "avif")
    (recipe.codec, recipe.frames, recipe.rate) = ("libaom-av1", 5, 10)
    (recipe.width, recipe.height, recipe.betweenFrames) = (64, 32, 0)
    let film = try MadeFilm(recipe)
    let player = try TestPlayer()
    player.open(film.path)
    let played = player.playThrough(frames: 12)
    #expect(played.failure == nil && played.traits.isAnimation)
    #expect(played.frames.map(\.code) == (0..<12).map { $0 % 5 })
    #expect(played.frames.map(\.time) == (0..<12).map { Int64($0) * 100 * Self.ms })
  }

  @Test("the marks of motion are found, and nothing else is taken for them")
  func facts() {
    func facts(_ bytes: [UInt8]) -> AnimationFacts? {
      AnimationFacts(frames: 2) { offset, count in
        Array(bytes.dropFirst(offset).prefix(count))
      }
    }
    var still = Self.picture(1)
    still.parts = [still.parts[0]]
    for picture in [\MovingPicture.gif, \.png, \.webp] {
      #expect(facts(Self.picture(7)[keyPath: picture])?.rounds == 7)
      #expect((facts(Self.picture(7)[keyPath: picture])?.frames ?? 0) >= 2)
      #expect(facts(still[keyPath: picture])?.frames == 1)
    }
    #expect(facts(Array("nothing of the kind".utf8)) == nil)
    #expect(facts(Array("GIF89a".utf8))?.frames == 0)
  }
}
