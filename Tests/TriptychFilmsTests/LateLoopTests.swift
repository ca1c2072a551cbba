import Testing
import TriptychWire

@testable import TriptychFilms

/// A film that is told only while it plays, or when it has ended, that it is to go on.
@Suite(.enabled(if: FilmRecipe.hasEncoder)) struct LateLoopTests {
  private static let ms: Int64 = 1_000_000

  private func recipe(_ container: String) -> FilmRecipe {
    var recipe = FilmRecipe(container: container)
    recipe.sound = FilmRecipe.Sound()
    return recipe
  }

  @Test("it goes on with its first frame right behind its last, and so does its sound")
  func ended() throws {
    for container in ["mp4", "mkv"] {
      let film = try MadeFilm(recipe(container))
      let player = try TestPlayer()
      player.open(film.path, loops: 1, sound: true)
      let once = player.playThrough()
      #expect(once.frames.map(\.code) == Array(0..<60) && once.end == 2000 * Self.ms)
      player.say(.loop(player.mark))
      let more = player.playThrough(frames: 150)
      #expect(more.frames.map(\.code) == (0..<150).map { $0 % 60 }, "\(container)")
      let times = more.frames.map { $0.time / Self.ms }
      let due = (0..<150).map { 2000 + Int64($0) * 1000 / 30 }
      #expect(zip(times, due).allSatisfy { abs($0 - $1) <= 1 }, "\(container)")
      let sounds = once.sounds + more.sounds
      for (one, next) in zip(sounds, sounds.dropFirst()) {
        #expect(FilmTime.sample(at: next.time) == one.end, "\(container)")
      }
      #expect((sounds.last?.time ?? 0) > 3000 * Self.ms)
    }
  }

  @Test("told in the middle it does not end at all")
  func middle() throws {
    let film = try MadeFilm(recipe("mp4"))
    let player = try TestPlayer()
    player.open(film.path, loops: 1)
    let first = player.playThrough(frames: 20)
    player.say(.loop(player.mark))
    let rest = player.playThrough(frames: 130)
    #expect((first.frames + rest.frames).map(\.code) == (0..<150).map { $0 % 60 })
    #expect(rest.end == nil)
    player.seek(to: 3500 * Self.ms)
    let sought = player.playThrough(frames: 40)
    #expect(sought.frames.map(\.code) == (0..<40).map { ($0 + 45) % 60 })
  }
}
