import Glibc
import Testing

@testable import TriptychFilms

/// A layout of loudspeakers, and what each side gets of each of its channels.
struct Downmix: Sendable, CustomTestStringConvertible {
  var name: String
  /// Parts of left and right, before all are made so small that the sum stays within ±1.
  var parts: [(left: Float, right: Float)]

  var testDescription: String { name }
  /// What makes the fullest sound fit.
  var scale: Float { 1 / max(parts.reduce(0) { $0 + $1.left }, 1) }

  private static let half = Float(0.5).squareRoot()
  private static let front: [(Float, Float)] = [(1, 0), (0, 1), (half, half)]
  private static let pair: [(Float, Float)] = [(half, 0), (0, half)]

  /// ITU-R BS.775: centre and surround 3 dB less, no low frequencies. In the order of the channels.
  static let all = [
    Downmix(name: "mono", parts: [(1, 1)]), Downmix(name: "stereo", parts: [(1, 0), (0, 1)]),
    Downmix(name: "5.1", parts: front + [(0, 0)] + pair),
    Downmix(name: "7.1", parts: front + [(0, 0)] + pair + pair),
  ]
}

/// The sound of films, sample by sample.
@Suite(.enabled(if: FilmRecipe.hasEncoder)) struct SoundTests {
  private func samples(_ recipe: FilmRecipe, loops: UInt32 = 1) throws -> [Float] {
    let film = try MadeFilm(recipe)
    let player = try TestPlayer()
    player.open(film.path, loops: loops, sound: true)
    return player.playThrough().sounds.flatMap(\.samples)
  }

  @Test("each channel alone has its part, and all of them together fit", arguments: Downmix.all)
  func channels(layout: Downmix) throws {
    for channel in -1..<layout.parts.count {
      var recipe = FilmRecipe(frames: 15, container: "mov")
      recipe.sound = FilmRecipe.Sound(
        codec: "pcm_s16le", channels: Int32(layout.parts.count), seconds: 0.5, wave: { _ in 0.75 })
      recipe.sound?.levels = layout.parts.indices.map { channel < 0 || $0 == channel ? 1 : 0 }
      let heard = try samples(recipe)
      try #require(heard.count == 48_000)
      let sum =
        channel < 0
        ? layout.parts.reduce((left: 0, right: 0)) { ($0.left + $1.left, $0.right + $1.right) }
        : layout.parts[channel]
      let (left, right) = (sum.left * layout.scale, sum.right * layout.scale)
      for frame in 0..<24_000
      where abs(heard[2 * frame] - 0.75 * left) > 1e-4
        || abs(heard[2 * frame + 1] - 0.75 * right) > 1e-4
      {
        Issue.record("channel \(channel): \(heard[2 * frame]) \(heard[2 * frame + 1])")
        break
      }
    }
  }

  /// 480 Hz: whole periods in each round of 1 s.
  private func sine(_ codec: String, _ container: String, rate: Int32) -> FilmRecipe {
    var recipe = FilmRecipe(frames: 30, container: container)
    recipe.sound = FilmRecipe.Sound(
      codec: codec, rate: rate, seconds: 1,
      wave: { 0.5 * Float(sin(Double($0) * 960 * .pi / Double(rate))) })
    return recipe
  }

  @Test(
    "a film's sound begins with its first sample, and goes on over the seam of its rounds",
    arguments: [
      ("pcm_s16le", "mov", 48_000, 0.0001), ("pcm_s16le", "mov", 44_100, 0.002),
      ("pcm_s16le", "mkv", 44_100, 0.002), ("flac", "mkv", 48_000, 0.0001),
      ("aac", "mp4", 48_000, 0.05), ("aac", "mp4", 44_100, 0.05),
    ] as [(String, String, Int32, Float)])
  func seams(codec: String, container: String, rate: Int32, tolerance: Float) throws {
    let heard = try samples(sine(codec, container, rate: rate), loops: 5)
    #expect(heard.count == 10 * 48_000)
    var (worst, place): (Float, Int) = (0, 0)
    for frame in 0..<heard.count / 2 {
      let ideal = 0.5 * Float(sin(Double(frame % 100) * 960 * .pi / 48_000))
      let off = abs(heard[2 * frame] - ideal)
      if off > worst { (worst, place) = (off, frame) }
    }
    #expect(worst <= tolerance, "\(worst) at \(place % 48_000) of round \(place / 48_000)")
  }
}
