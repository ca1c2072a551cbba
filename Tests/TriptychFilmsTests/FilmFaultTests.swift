import Testing
import TriptychWire

@testable import TriptychFilms

/// Films that do not begin, go on or end as films should.
@Suite(.enabled(if: FilmRecipe.hasEncoder)) struct FilmFaultTests {
  private static let packet = 188

  private func play(_ bytes: [UInt8], loops: UInt32 = 1) throws -> Played {
    let film = try MadeFilm(bytes)
    let player = try TestPlayer()
    player.open(film.path, loops: loops)
    return player.playThrough()
  }

  @Test("a film whose size changes goes on without a gap, each frame at its own size")
  func sizes() throws {
    var small = FilmRecipe(frames: 24, container: "ts")
    let first = try MadeFilm(small)
    (small.width, small.height) = (240, 128)
    let second = try MadeFilm(small)
    let played = try play(first.bytes + second.bytes, loops: 2)
    #expect(played.frames.map(\.code) == (0..<96).map { $0 % 24 })
    #expect(played.frames.map(\.width) == (0..<96).map { $0 / 24 % 2 == 0 ? 160 : 240 })
    #expect(played.frames.map(\.height) == (0..<96).map { $0 / 24 % 2 == 0 ? 96 : 128 })
    let steps = zip(played.frames, played.frames.dropFirst()).map { $1.time - $0.time }
    #expect(steps.allSatisfy { $0 > 15_000_000 && $0 < 120_000_000 }, "\(steps)")
  }

  @Test("a film that begins within a group of frames is shown from its first key frame on")
  func noKeyFrame() throws {
    let whole = try MadeFilm(FilmRecipe(betweenFrames: 0, container: "ts"))
    let packets = whole.bytes.count / Self.packet
    for part in [5, 7, 9] {
      let played = try play(Array(whole.bytes.dropFirst(packets / part * Self.packet)))
      let codes = played.frames.map(\.code)
      #expect(codes.first.map { $0 > 0 && $0 % 12 == 0 } == true, "\(codes.prefix(3))")
      #expect(codes == codes.first.map { Array($0..<60) })
      #expect(played.frames.first?.time == 0)
      #expect(played.frames.allSatisfy { $0.green == 0 })
    }
  }

  @Test("what an edit list hides is not shown, in no round", arguments: ["mp4", "mov"])
  func editList(container: String) throws {
    // Times before 0 become an edit list.
    var recipe = FilmRecipe(container: container, offset: -10)
    recipe.sound = FilmRecipe.Sound(codec: "aac")
    let film = try MadeFilm(recipe)
    let player = try TestPlayer()
    player.open(film.path, loops: 2)
    let played = player.playThrough()
    #expect(played.frames.map(\.code) == Array(10..<60) + Array(10..<60))
    #expect(played.frames.first?.time == 0)
  }

  @Test("without an index a film plays, loops and seeks", arguments: ["avi", "mkv"])
  func noIndex(container: String) throws {
    var recipe = FilmRecipe(betweenFrames: 0, container: container)
    if container == "avi" { recipe.codec = "mpeg4" }
    var bytes = try MadeFilm(recipe).bytes
    // AVI: the index at the end; Matroska: the element Cues (1C53BB6B).
    let name: [UInt8] = container == "avi" ? Array("idx1".utf8) : [0x1C, 0x53, 0xBB, 0x6B]
    let found = bytes.indices.dropLast(4).last { Array(bytes[$0..<$0 + 4]) == name }
    let index = try #require(found)
    bytes.removeSubrange(index...)
    let film = try MadeFilm(bytes)
    let player = try TestPlayer()
    player.open(film.path, loops: 2)
    #expect(player.playThrough().frames.map(\.code) == (0..<120).map { $0 % 60 })
    player.seek(to: 41 * 33_333_333 + 2_000_000)
    #expect(player.playThrough(frames: 3).frames.map(\.code) == [41, 42, 43])
  }

  @Test("an index that points anywhere costs the film, not the worker")
  func wrongIndex() throws {
    var bytes = try MadeFilm(FilmRecipe()).bytes
    let name = Array("stco".utf8)
    let found = bytes.indices.dropLast(24).first { Array(bytes[$0..<$0 + 4]) == name }
    let index = try #require(found)
    for byte in index + 12..<index + 20 { bytes[byte] = 0x7F }
    let broken = try MadeFilm(bytes)
    let whole = try MadeFilm(FilmRecipe(frames: 5))
    let player = try TestPlayer()
    player.open(broken.path)
    let played = player.playThrough()
    #expect(played.failure != nil || played.end != nil)
    player.open(whole.path)
    #expect(player.playThrough().frames.map(\.code) == Array(0..<5))
  }
}
