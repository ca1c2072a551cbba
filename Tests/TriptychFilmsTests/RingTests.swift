import CFFmpeg
import TestChance
import Testing
import TriptychWire

@testable import TriptychFilms

/// Films whose frames are shown where they were decoded.
@Suite struct RingTests {
  private static let cell = PixelRequest(
    cellWidth: 640, cellHeight: 480, fit: .none, takesPlanes: true)

  /// Of the colours that graphics processors take, so that nothing is converted.
  private static func recipe(frames: Int = 60) -> FilmRecipe {
    var recipe = FilmRecipe(frames: frames)
    recipe.matrix = AVCOL_SPC_BT709
    return recipe
  }

  /// A player that keeps frames for a while, and looks whether they stay as they were.
  private struct Keeper {
    let player: TestPlayer
    let keeps: Int
    var kept: [(image: SlotImage, bytes: [UInt8])] = []
    var codes: [Int] = []
    /// Frames that lay where the decoder has room below them.
    var lentCount = 0
    var spoiltCount = 0

    init(_ player: TestPlayer, keeps: Int) { (self.player, self.keeps) = (player, keeps) }

    mutating func take(_ image: SlotImage) {
      let bytes = player.luma(image)
      codes.append(code(bytes, width: Int(image.width)))
      if image.planeRows > image.height { lentCount += 1 }
      kept.append((image, bytes))
      while kept.count > keeps { giveOldest() }
    }

    mutating func giveOldest() {
      let (image, bytes) = kept.removeFirst()
      if player.luma(image) != bytes { spoiltCount += 1 }
      player.say(.free(slot: image.slot))
    }

    mutating func giveAll() { while !kept.isEmpty { giveOldest() } }

    /// As `Pixels.code`, of the first row and the last: a frame is that of one moment.
    private func code(_ luma: [UInt8], width: Int) -> Int {
      func read(_ row: Int) -> Int {
        (0..<16).reduce(0) { code, bit in
          code << 1 | (luma[row * width + (2 * bit + 1) * width / 32] > 127 ? 1 : 0)
        }
      }
      let rows = luma.count / width
      let first = read(0)
      return first == read(rows - 1) && first == read(rows / 2) ? first : -1
    }

    /// Until the film's end, or so many frames.
    mutating func play(frames most: Int = .max) {
      let already = codes.count
      while codes.count - already < most, let reply = player.inbox.next() {
        switch reply {
        case .frame(let mark, let image, _, _):
          if mark == player.mark { take(image) } else { player.say(.free(slot: image.slot)) }
        case .ended(let mark, _) where mark == player.mark: return
        case .failed(_, let code, let message):
          Issue.record("\(code): \(message)")
          return
        default: continue
        }
      }
    }
  }

  @Test("frames lie where they were decoded, and nobody writes to what is shown", arguments: 1...5)
  func lent(keeps: Int) throws {
    guard FilmRecipe.hasEncoder else { return }
    let film = try MadeFilm(Self.recipe())
    let player = try TestPlayer(slots: 16)
    player.open(film.path, Self.cell)
    player.say(.run(player.mark))
    var keeper = Keeper(player, keeps: keeps)
    keeper.play()
    keeper.giveAll()
    #expect(keeper.codes == Array(0..<60))
    // The first ones are decoded before it is known what they look like.
    #expect(keeper.lentCount >= 50)
    #expect(keeper.spoiltCount == 0)
  }

  @Test("where there is room for copies only, frames are copied", arguments: [2, 4, 6, 7])
  func narrow(slots: Int) throws {
    guard FilmRecipe.hasEncoder else { return }
    let film = try MadeFilm(Self.recipe(frames: 30))
    let player = try TestPlayer(slots: slots)
    player.open(film.path, Self.cell)
    player.say(.run(player.mark))
    var keeper = Keeper(player, keeps: 1)
    keeper.play()
    keeper.giveAll()
    #expect(keeper.codes == Array(0..<30) && keeper.lentCount == 0 && keeper.spoiltCount == 0)
  }

  /// Frames in slots and frames elsewhere refer to each other: their rows are of one length.
  @Test(
    "a few slots for the decoder are used as far as they go",
    arguments: [98, 160, 176, 322, 400, 640])
  func few(width: Int32) throws {
    guard FilmRecipe.hasEncoder else { return }
    var recipe = Self.recipe()
    recipe.width = width
    let film = try MadeFilm(recipe)
    let player = try TestPlayer(slots: 8)
    player.open(film.path, Self.cell)
    player.say(.run(player.mark))
    var keeper = Keeper(player, keeps: 5)
    keeper.play()
    keeper.giveAll()
    #expect(keeper.codes == Array(0..<60) && keeper.spoiltCount == 0)
    #expect(keeper.lentCount > 0 && keeper.lentCount < 60)
  }

  @Test("seeks, and films that follow on films that are still looked at")
  func seeks() throws {
    guard FilmRecipe.hasEncoder else { return }
    let film = try MadeFilm(Self.recipe())
    let player = try TestPlayer(slots: 14)
    var keeper = Keeper(player, keeps: 4)
    var random = SeededRandom(state: 5)
    for _ in 0..<3 {
      player.open(film.path, Self.cell)
      player.say(.run(player.mark))
      keeper.play(frames: 12)
      for _ in 0..<8 {
        let target = Int.random(in: 0..<50, using: &random)
        player.seek(to: Int64(target) * FilmTime.second / 30 + 1_000_000)
        keeper.codes = []
        keeper.play(frames: 6)
        #expect(keeper.codes == Array(target..<target + 6))
      }
      player.say(.close(player.mark))
    }
    keeper.giveAll()
    #expect(keeper.lentCount > 50 && keeper.spoiltCount == 0)
  }

  @Test("a size that changes in the middle")
  func resized() throws {
    guard FilmRecipe.hasEncoder else { return }
    var small = Self.recipe(frames: 24)
    small.container = "ts"
    var large = small
    (large.width, large.height) = (320, 192)
    let film = try MadeFilm(
      MadeFilm(small).bytes + MadeFilm(large).bytes + MadeFilm(small).bytes)
    let player = try TestPlayer(slots: 16)
    player.open(film.path, Self.cell)
    player.say(.run(player.mark))
    var keeper = Keeper(player, keeps: 3)
    keeper.play()
    keeper.giveAll()
    // What the joints cost is the container's matter; none is torn, and of each kind some are lent.
    #expect(!keeper.codes.contains(-1) && keeper.codes.count > 48)
    #expect(keeper.lentCount > 30 && keeper.spoiltCount == 0)
  }

  @Test("what has to be converted is copied")
  func converted() throws {
    guard FilmRecipe.hasEncoder else { return }
    let film = try MadeFilm(Self.recipe(frames: 30))
    let player = try TestPlayer(slots: 16)
    var wider = Self.cell
    wider.fit = .stretch
    for request in [wider, TestPlayer.cell] {
      player.open(film.path, request)
      player.say(.run(player.mark))
      var keeper = Keeper(player, keeps: 2)
      keeper.play()
      keeper.giveAll()
      #expect(keeper.lentCount == 0 && keeper.codes.count == 30)
    }
  }

  /// Random takings and givings: what is shown is never given to anybody, and a copy finds room.
  @Test("the table", arguments: [1, 3, 6, 7, 8, 12, 18])
  func table(count: Int) throws {
    var random = SeededRandom(state: UInt64(count))
    let table = SlotTable(count: count)
    var (shown, decoding): (Set<UInt32>, [UInt32: Bool]) = ([], [:])
    for _ in 0..<5000 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let taken = table.take()
        #expect((taken != nil) == (shown.count < min(count, SlotTable.usualAhead)))
        guard let taken else { continue }
        #expect(!shown.contains(taken) && decoding[taken] == nil)
        let lendable = decoding.keys.sorted().first { !shown.contains($0) }
        if let lendable, Bool.random(using: &random) {
          #expect(table.lend(lendable, try DecodedFrame(), insteadOf: taken))
          #expect(!table.lend(lendable, try DecodedFrame(), insteadOf: taken))
          shown.insert(lendable)
        } else {
          shown.insert(taken)
        }
      case 1:
        guard let slot = table.takeForDecoder() else { continue }
        #expect(!shown.contains(slot) && decoding[slot] == nil)
        decoding[slot] = true
      case 2:
        guard let slot = decoding.keys.sorted().randomElement(using: &random) else { continue }
        // While it is lent the frame refers to it, so the decoder cannot be the last to let go.
        guard !shown.contains(slot) else { continue }
        table.freeFromDecoder(slot)
        decoding[slot] = nil
      default:
        guard let slot = shown.sorted().randomElement(using: &random) else { continue }
        table.free(slot)
        shown.remove(slot)
      }
    }
    #expect(table.hasRoomForDecoders == (count > 7))
  }
}
