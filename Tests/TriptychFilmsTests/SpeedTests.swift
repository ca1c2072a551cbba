import Glibc
import Testing
import TriptychWire

@testable import TriptychFilms

private let second: Int64 = 1_000_000_000

/// Films that play faster or slower: their sound.
@Suite(.enabled(if: FilmRecipe.hasEncoder && FilterChain.isThere)) struct SpeedTests {
  /// Of 3 s; the wave has 440 Hz.
  private func film(wave: @escaping @Sendable (Int) -> Float) throws -> MadeFilm {
    var recipe = FilmRecipe(frames: 90, container: "mov")
    recipe.sound = FilmRecipe.Sound(codec: "pcm_s16le", seconds: 3, wave: wave)
    return try MadeFilm(recipe)
  }

  private static let tone: @Sendable (Int) -> Float = {
    0.9 * sinf(Float($0 % 1200) * .pi * 22 / 1200)
  }

  /// Of the left side, between two places.
  private func crossings(_ samples: [Float], _ part: Range<Int>) -> Int {
    let left = part.map { samples[2 * $0] }
    return zip(left, left.dropFirst()).count { $0 < 0 && $1 >= 0 }
  }

  @Test(
    "tones keep their height, the length follows the speed",
    arguments: [250, 400, 500, 800, 1000, 1250, 2000, 3000, 4000] as [UInt32])
  func tones(speed: UInt32) throws {
    let film = try film(wave: Self.tone)
    let player = try TestPlayer()
    player.open(film.path, sound: true, speed: speed)
    let played = player.playThrough()
    #expect(played.frames.map(\.code) == Array(0..<90))
    #expect(played.end == 3 * second)
    let samples = played.sounds.flatMap(\.samples)
    let whole = 3 * 48_000 * 1000 / Int(speed)
    #expect(abs(samples.count / 2 - whole) <= 1)
    #expect(played.sounds.allSatisfy { $0.speed == speed && $0.samples.count <= 2048 })
    // Half a second in the middle has 220 rounds of the wave.
    let middle = samples.count / 4
    let found = crossings(samples, middle - 8000..<middle + 8000)
    #expect(abs(found - 147) <= 5, "\(found)")
    #expect(samples[samples.count / 4..<samples.count / 2].contains { abs($0) > 0.8 })
  }

  @Test("each block says when it is", arguments: [500, 1500, 4000] as [UInt32])
  func times(speed: UInt32) throws {
    // Silence, and a tone from 1.5 s on.
    let film = try film { $0 < 72_000 ? 0 : Self.tone($0) }
    let player = try TestPlayer()
    player.open(film.path, sound: true, speed: speed)
    let played = player.playThrough()
    #expect(played.sounds.first?.time == 0)
    for (block, next) in zip(played.sounds, played.sounds.dropFirst()) {
      let length = Int64(block.samples.count / 2) * Int64(speed) * 1_000_000 / 48_000
      #expect(abs(next.time - block.time - length) <= 1000)
    }
    let loud = try #require(played.sounds.first { $0.samples.contains { abs($0) > 0.5 } })
    let place = try #require(loud.samples.firstIndex { abs($0) > 0.5 })
    let begun = loud.time + Int64(place / 2) * Int64(speed) * 1_000_000 / 48_000
    // Of the time in which it is heard. Slow, a beginning is smeared over a window of the filter.
    let off = (begun - 3 * second / 2) * 1000 / Int64(speed)
    #expect(abs(off) < (speed < 1000 ? 40_000_000 : 20_000_000), "\(off)")
  }

  @Test("a change of speed is heard from where it was asked for, the picture goes on")
  func change() throws {
    let film = try film(wave: Self.tone)
    let player = try TestPlayer()
    player.open(film.path, sound: true)
    player.say(.run(player.mark))
    var (codes, old, new): ([Int], [Played.Sound], [Played.Sound]) = ([], [], [])
    var (isAsked, hasEnded) = (false, false)
    let wanted: Int64 = 700_000_000
    while !hasEnded || (new.last?.end ?? 0) < 3 * 48_000 - 2, let reply = player.inbox.next() {
      switch reply {
      case .frame(_, let image, _, _):
        codes.append(player.pixels(image).code)
        player.say(.free(slot: image.slot))
      case .sound(_, let time, let speed, let samples):
        let block = Played.Sound(time: time, speed: speed, samples: samples)
        if speed == 1000 { old.append(block) } else { new.append(block) }
        // Heard is what was asked for; what has been sent lies a second ahead.
        if !isAsked, time >= 900_000_000 {
          isAsked = true
          player.say(.heard(player.mark, time: wanted))
          player.say(.speed(player.mark, thousandths: 2000, from: wanted))
        } else if isAsked {
          player.say(.heard(player.mark, time: time))
        }
      case .ended: hasEnded = true
      case .failed(_, let code, let message): throw FilmError(code, message)
      default: continue
      }
    }
    #expect(codes == Array(0..<90))
    #expect(old.last.map { $0.time >= 900_000_000 } == true)
    #expect(new.first.map { abs($0.time - wanted) < 21_000 } == true)
    let samples = new.reduce(0) { $0 + $1.samples.count / 2 }
    #expect(abs(samples - (144_000 - 33_600) / 2) <= 2)
  }

  @Test("sound of another speed follows a seek and goes on over loops")
  func seekAndLoop() throws {
    let film = try film(wave: Self.tone)
    let player = try TestPlayer()
    player.open(film.path, loops: 2, sound: true, speed: 1500)
    _ = player.playThrough(frames: 3)
    player.seek(to: second)
    let played = player.playThrough()
    #expect(played.sounds.first.map { abs($0.time - second) < 40_000_000 } == true)
    for (block, next) in zip(played.sounds, played.sounds.dropFirst()) {
      let length = Int64(block.samples.count / 2) * 1500 * 1_000_000 / 48_000
      #expect(abs(next.time - block.time - length) <= 2000)
    }
    #expect(played.sounds.last.map { abs($0.end - 6 * 48_000) <= 2 } == true)
  }
}
