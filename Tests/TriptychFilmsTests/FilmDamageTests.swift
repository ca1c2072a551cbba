import Glibc
import Testing
import TriptychWire

@testable import TriptychFilms

/// Damaged films, and players that do not do what is expected.
@Suite(.enabled(if: FilmRecipe.hasEncoder)) struct FilmDamageTests {
  @Test("a file that is cut off is played as far as it goes")
  func truncated() throws {
    let whole = try MadeFilm(FilmRecipe(container: "mkv"))
    let film = try MadeFilm(Array(whole.bytes.prefix(whole.bytes.count / 2)))
    let player = try TestPlayer()
    player.open(film.path)
    let played = player.playThrough()
    #expect(played.frames.count > 10 && played.frames.count < 60)
    #expect(played.frames.map(\.code).prefix(10) == Array(0..<10)[...])
    #expect(played.end != nil)
  }

  @Test("a damaged middle is passed over")
  func damagedMiddle() throws {
    let whole = try MadeFilm(FilmRecipe(betweenFrames: 0, container: "ts"))
    var bytes = whole.bytes
    let middle = bytes.count / 2
    for index in middle..<middle + 2000 { bytes[index] = 0x55 }
    let film = try MadeFilm(bytes)
    let player = try TestPlayer()
    player.open(film.path)
    let played = player.playThrough()
    #expect(played.frames.first?.code == 0)
    #expect(played.frames.last?.code == 59)
    #expect(played.frames.allSatisfy { $0.green == 0 })
    #expect(zip(played.frames, played.frames.dropFirst()).allSatisfy { $0.time < $1.time })
  }

  @Test("garbage and nothing fail")
  func garbage() throws {
    var state: UInt64 = 1
    let noise = (0..<100_000).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    for bytes in [noise, []] {
      let file = try MadeFilm(bytes)
      let player = try TestPlayer()
      player.open(file.path)
      #expect(player.playThrough().failure?.code == .unknownFormat)
    }
  }

  @Test("after a failure the worker plays the next film")
  func nextAfterFailure() throws {
    let empty = try MadeFilm([])
    let film = try MadeFilm(FilmRecipe(frames: 5))
    let player = try TestPlayer()
    for _ in 0..<5 {
      player.open(empty.path)
      #expect(player.playThrough().failure != nil)
      player.open(film.path)
      #expect(player.playThrough().frames.map(\.code) == Array(0..<5))
    }
  }

  @Test("only one frame is decoded until the film runs, and never more than there are slots")
  func pacing() throws {
    let film = try MadeFilm(FilmRecipe())
    let player = try TestPlayer(slots: 3)
    player.open(film.path)
    var held: [SlotImage] = []
    while held.isEmpty, let reply = player.inbox.next() {
      if case .frame(_, let image, _, _) = reply { held.append(image) }
    }
    player.say(.run(player.mark))
    while held.count < 3, let reply = player.inbox.next() {
      if case .frame(_, let image, _, _) = reply { held.append(image) }
    }
    #expect(Set(held.map(\.slot)).count == 3)
    #expect(held.map { player.pixels($0).code } == [0, 1, 2])
    // One slot back, one frame more: had others been decoded, they would have to lie somewhere.
    player.say(.free(slot: held[0].slot))
    guard case .frame(_, let image, _, _)? = player.inbox.next() else {
      Issue.record("no frame for the free slot")
      return
    }
    #expect(image.slot == held[0].slot)
    #expect(held[1...].map { player.pixels($0).code } == [1, 2])
  }

  @Test("a film that is closed in the middle says so and nothing more")
  func closeInTheMiddle() throws {
    var recipe = FilmRecipe()
    recipe.sound = FilmRecipe.Sound()
    let film = try MadeFilm(recipe)
    let player = try TestPlayer()
    for round in 0..<20 {
      player.open(film.path, loops: 0, sound: true)
      var left = round
      player.say(.run(player.mark))
      while left > 0, let reply = player.inbox.next() {
        if case .frame(_, let image, _, _) = reply { player.say(.free(slot: image.slot)) }
        left -= 1
      }
      player.say(.close(player.mark))
      var last: Reply?
      repeat {
        last = player.inbox.next()
        if case .frame(_, let image, _, _)? = last { player.say(.free(slot: image.slot)) }
      } while last != nil && last != .closed(player.mark)
      #expect(player.inbox.waiting.isEmpty)
    }
  }

  @Test("no message of an older seek follows one of a newer")
  func generations() throws {
    var recipe = FilmRecipe()
    recipe.sound = FilmRecipe.Sound()
    let film = try MadeFilm(recipe)
    let player = try TestPlayer()
    player.open(film.path, loops: 0, sound: true)
    player.say(.run(player.mark))
    var newest: UInt32 = 0
    for round in 0..<60 {
      player.seek(to: Int64(round * 37 % 60) * 33_333_333)
      var isHere = false
      while !isHere, let reply = player.inbox.next() {
        guard case .frame(let mark, let image, _, _) = reply else { continue }
        #expect(mark.generation >= newest)
        newest = mark.generation
        isHere = mark == player.mark
        player.say(.free(slot: image.slot))
      }
    }
    #expect(newest == 60)
  }
}
