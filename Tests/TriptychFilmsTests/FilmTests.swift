import Glibc
import Testing
import TriptychWire

@testable import TriptychFilms

private let second: Int64 = 1_000_000_000

/// Frame k of a film of 30 frames a second is due then.
private func time(_ frame: Int, rate: Int64 = 30) -> Int64 {
  (Int64(frame) * second * 2 + rate) / (2 * rate)
}

/// The film worker as the player sees it, on films made here.
@Suite(.enabled(if: FilmRecipe.hasEncoder)) struct FilmTests {
  @Test("all frames come in order, each at its time, though stored in another order")
  func order() throws {
    let film = try MadeFilm(FilmRecipe())
    let player = try TestPlayer()
    player.open(film.path)
    let played = player.playThrough()
    #expect(played.frames.map(\.code) == Array(0..<60))
    #expect(played.frames.map(\.time) == (0..<60).map { time($0) })
    #expect(played.end == 2 * second)
    #expect(played.film?.length == 2 * second)
    #expect(played.film?.frameTime == time(1))
    #expect(played.film?.hasSound == false)
  }

  @Test("a film loops a hundred times without a seam", arguments: ["mp4", "mkv", "ts", "avi"])
  func loops(container: String) throws {
    var recipe = FilmRecipe(container: container)
    if container == "avi" { recipe.codec = "mpeg4" }
    let film = try MadeFilm(recipe)
    let player = try TestPlayer()
    player.open(film.path, loops: 100)
    let played = player.playThrough()
    #expect(played.frames.map(\.code) == (0..<6000).map { $0 % 60 })
    // Matroska's and broadcast time stamps are rounded; the error does not grow.
    let most: Int64 = container == "mkv" ? 1_000_000 : container == "ts" ? 20_000 : 0
    let worst = played.frames.enumerated().map { abs($1.time - time($0)) }.max()
    #expect((worst ?? .max) <= most)
    #expect(played.end.map { abs($0 - 200 * second) <= most } == true)
  }

  @Test("sound goes on over the seams to the sample", arguments: ["aac", "pcm_s16le"])
  func soundOverLoops(codec: String) throws {
    var recipe = FilmRecipe(container: "mov")
    recipe.sound = FilmRecipe.Sound(codec: codec, rate: codec == "aac" ? 44_100 : 48_000)
    let film = try MadeFilm(recipe)
    let player = try TestPlayer()
    player.open(film.path, loops: 20, sound: true)
    let played = player.playThrough()
    #expect(played.film?.hasSound == true)
    #expect(played.frames.map(\.code) == (0..<1200).map { $0 % 60 })
    var next: Int64 = 0
    for block in played.sounds {
      #expect(FilmTime.sample(at: block.time) == next)
      #expect(block.samples.count <= 2048)
      next = block.end
    }
    #expect(next == 20 * 96_000)
  }

  @Test("uncompressed sound is the same samples in every round")
  func exactSound() throws {
    var recipe = FilmRecipe(container: "mov")
    recipe.sound = FilmRecipe.Sound(codec: "pcm_s16le", wave: { Float($0 % 30_000) / 32_768 })
    let film = try MadeFilm(recipe)
    let player = try TestPlayer()
    player.open(film.path, loops: 3, sound: true)
    let samples = player.playThrough().sounds.flatMap(\.samples)
    #expect(samples.count == 2 * 3 * 96_000)
    let wrong = samples.indices.first { index in
      abs(samples[index] - Float((index / 2 % 96_000) % 30_000) / 32_768) > 1e-4
    }
    #expect(wrong == nil)
  }

  @Test("sound longer than the picture decides how long a round lasts")
  func longSound() throws {
    var recipe = FilmRecipe(frames: 30, container: "mov")
    recipe.sound = FilmRecipe.Sound(codec: "pcm_s16le", seconds: 2.5)
    let film = try MadeFilm(recipe)
    let player = try TestPlayer()
    player.open(film.path, loops: 2, sound: true)
    let played = player.playThrough()
    #expect(played.end == 5 * second)
    #expect(played.film?.length == 5 * second / 2)
    #expect(played.frames.count == 60)
    #expect(played.frames[30].time == 5 * second / 2)
    #expect(played.sounds.last.map { $0.end == 240_000 } == true)
  }

  @Test("picture longer than the sound is followed by silence")
  func shortSound() throws {
    var recipe = FilmRecipe(container: "mov")
    recipe.sound = FilmRecipe.Sound(codec: "pcm_s16le", seconds: 0.5, wave: { _ in 0.25 })
    let film = try MadeFilm(recipe)
    let player = try TestPlayer()
    player.open(film.path, sound: true)
    let samples = player.playThrough().sounds.flatMap(\.samples)
    #expect(samples.count == 2 * 96_000)
    #expect(samples[..<48_000].allSatisfy { abs($0 - 0.25) < 0.001 })
    #expect(samples[48_000...].allSatisfy { $0 == 0 })
  }

  @Test("one channel goes to both sides as it is, six stay within bounds", arguments: [1, 6])
  func channels(count: Int32) throws {
    var recipe = FilmRecipe(frames: 30, container: "mov")
    recipe.sound = FilmRecipe.Sound(
      codec: "pcm_s16le", channels: count, seconds: 1, wave: { _ in 0.5 })
    let film = try MadeFilm(recipe)
    let player = try TestPlayer()
    player.open(film.path, sound: true)
    let samples = player.playThrough().sounds.flatMap(\.samples)
    let middle = samples[20_000..<70_000]
    #expect(middle.allSatisfy { abs($0 - 0.5) < 0.01 })
  }

  @Test("start and end cut the film to the frame, round after round")
  func trimmed() throws {
    let film = try MadeFilm(FilmRecipe())
    let player = try TestPlayer()
    player.open(film.path, start: second / 2, end: 3 * second / 2, loops: 2)
    let played = player.playThrough()
    #expect(played.frames.map(\.code) == Array(15..<45) + Array(15..<45))
    #expect(played.frames.map(\.time) == (15..<75).map { time($0) })
    #expect(played.end == 5 * second / 2)
  }

  @Test("frames of uneven length come at their own times")
  func uneven() throws {
    let times: [Int64] = [0, 1, 5, 6, 20, 21, 22, 40, 41, 59]
    let recipe = FilmRecipe(
      frames: times.count, betweenFrames: 0, container: "mkv", times: { times[$0] })
    let film = try MadeFilm(recipe)
    let player = try TestPlayer()
    player.open(film.path)
    let played = player.playThrough()
    #expect(played.frames.map(\.code) == Array(0..<times.count))
    for (frame, due) in zip(played.frames, times) {
      #expect(abs(frame.time - time(Int(due))) <= 1_000_000)
    }
  }

  @Test("a film whose times begin late begins at 0", arguments: ["mp4", "ts"])
  func offset(container: String) throws {
    let film = try MadeFilm(FilmRecipe(container: container, offset: 300))
    let player = try TestPlayer()
    player.open(film.path, loops: 2)
    let played = player.playThrough()
    #expect(played.frames.map(\.code) == (0..<120).map { $0 % 60 })
    #expect(played.frames.first?.time == 0)
    #expect(played.end.map { abs($0 - 4 * second) < 20_000 } == true)
  }

  @Test("seek shows the frame that stands there, then those that follow", arguments: ["mp4", "ts"])
  func seek(container: String) throws {
    let film = try MadeFilm(FilmRecipe(container: container))
    let player = try TestPlayer()
    player.open(film.path)
    #expect(player.playThrough(frames: 3).frames.map(\.code) == [0, 1, 2])
    player.seek(to: time(41) + 1_000_000)
    #expect(player.playThrough().frames.map(\.code) == Array(41..<60))
    player.seek(to: time(7) + 1_000_000)
    let again = player.playThrough()
    #expect(again.frames.map(\.code) == Array(7..<60))
    #expect(again.frames.first.map { abs($0.time - time(7)) < 20_000 } == true)
  }

  @Test("seek beyond the end shows the last frame")
  func seekBeyond() throws {
    let film = try MadeFilm(FilmRecipe())
    let player = try TestPlayer()
    player.open(film.path)
    _ = player.playThrough(frames: 3)
    player.seek(to: 9 * second)
    #expect(player.playThrough().frames.map(\.code) == [59])
  }

  @Test("seek beyond the end of a film in a loop goes to its place in a later round, at any time")
  func seekRounds() throws {
    let film = try MadeFilm(FilmRecipe())
    for already in [1, 65] {
      let player = try TestPlayer()
      player.open(film.path, loops: 0)
      _ = player.playThrough(frames: already)
      player.seek(to: 1400 * second + time(50) + 1_000_000)
      let played = player.playThrough(frames: 15)
      #expect(played.frames.map(\.code) == Array(50..<60) + Array(0..<5))
      let first = try #require(played.frames.first)
      #expect(abs(first.time - 1400 * second - time(50)) < second / 25)
    }
  }
}
