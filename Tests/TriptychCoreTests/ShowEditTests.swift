import Testing

@testable import TriptychCore

/// A list that changes while it plays (DESIGN section 4, "Page edits").
@Suite struct ShowEditTests {
  private func world(_ count: Int, _ change: (inout ShowSettings) -> Void = { _ in }) -> ShowWorld {
    ShowWorld([ShowWorld.Content](repeating: .picture, count: count), settings: .plain(change))
  }

  @Test func anInsertBeforeTheShownLeavesItAndOneAfterItIsNext() {
    var world = world(6)
    world.press(.go(to: 3))
    world.play(to: 1.5)
    let x = world.x
    world.edit([5, 0, 1, 2, 4, 3])
    #expect(world.names == [2] && world.current == 3 && world.x == x)
    world.play(to: 3.5)
    #expect(world.names == [2, 4])
  }

  @Test func theShownThatIsRemovedFadesAndShrinksWhileTheNextComes() throws {
    var world = world(3)
    world.play(to: 1)
    world.edit([1, 2])
    #expect(world.x == 0 && world.names == [0])
    world.play(to: 1.15)
    let (under, over) = (try #require(world.poses.first), try #require(world.poses.last))
    #expect(world.names == [1, 0] && abs(over.p) > 0)
    #expect(under.placement.opacity == 1)
    #expect(over.placement.opacity == 1 - abs(over.p))
    #expect(abs(over.placement.map.m11 - (1 - 0.5 * abs(over.p))) < 1e-9)
    world.play(to: 1.31)
    #expect(world.names == [1] && world.x == 1)
    world.play(to: 3.4)
    #expect(world.names == [1, 2], "the timer goes on")
  }

  @Test func atTheEndTheOneBeforeComes() {
    var world = world(3) { $0.loop = .no }
    world.press(.last)
    world.play(to: 1.5)
    world.edit([0, 1])
    world.play(to: 2)
    #expect(world.names == [1] && world.x == 0, "a far jump puts its goal beside the first")
    world.play(to: 20)
    #expect(world.log.contains(.quit(code: 0)))
  }

  @Test func whatLeavesBesideACutFadesToo() {
    var world = world(2) { $0.item.transition = "cut" }
    world.play(to: 1)
    world.edit([1])
    world.play(to: 1.1)
    #expect(world.names == [1, 0])
    world.play(to: 1.4)
    #expect(world.names == [1])
  }

  @Test func whatIsRemovedInTheMiddleOfAChangeIsSeenToItsEnd() {
    var world = world(4)
    world.play(to: 2.5)
    #expect(world.names == [0, 1])
    let poses = world.poses.map(\.placement)
    world.edit([2, 3])
    #expect(world.names == [0, 1] && world.poses.map(\.placement) == poses)
    world.play(to: 3.2)
    #expect(world.names == [2, 1])
    world.play(to: 3.4)
    #expect(world.names == [2])
  }

  @Test func whenAllIsGoneTheLastPictureStaysUntilSomethingComes() {
    var world = world(3)
    world.play(to: 1)
    world.edit([])
    world.play(to: 60)
    #expect(world.names == [0] && world.x == 0 && world.poses[0].card == nil)
    #expect(world.show.motion(at: world.now) == .still(until: nil))
    world.edit([1, 2])
    world.play(to: 61)
    #expect(world.names == [1] && world.x == 1)
  }

  @Test func whatComesBackIsWhatItWas() {
    var world = world(3)
    world.play(to: 1)
    world.edit([])
    world.play(to: 10)
    let loads = world.log.count { if case .load = $0 { true } else { false } }
    world.edit([0, 1, 2])
    #expect(world.names == [0] && world.current == 0 && world.x == 0)
    #expect(world.log.count { if case .load = $0 { true } else { false } } == loads + 2)
    world.play(to: 12.5)
    #expect(world.names == [0, 1])
  }

  @Test func whatAPersonTookAwayLeavesACardThatSaysSo() {
    var world = world(2)
    world.press(.drop)
    world.play(to: 0.5)
    #expect(world.names == [1] && world.show.list.count == 1)
    world.press(.drop)
    #expect(world.show.isEmptied && world.poses.count == 1 && world.poses[0].card != nil)
    world.press(.next)
    world.play(to: 5)
    #expect(world.show.isEmptied)
    world.edit([0, 1])
    #expect(!world.show.isEmptied && world.names == [0])
  }

  @Test func numbersAfterDeleteAreWhatAPersonSees() {
    var world = world(3)
    world.press(.drop)
    world.play(to: 1)
    world.press(.go(to: 2))
    world.play(to: 2.5)
    #expect(world.names == [2])
    world.press(.go(to: 1))
    world.play(to: 4)
    #expect(world.names == [1])
  }

  @Test func aChangedPictureIsLoadedAnewAndStaysUntilThen() {
    var world = world(3)
    world.play(to: 1)
    world.answersAtOnce = false
    world.edit([0, 1, 2], changed: [0])
    #expect(world.waiting == [.load(item: 0, place: nil)])
    #expect(world.names == [0] && world.poses[0].card == nil)
    world.answerAll()
    #expect(world.log.last == .redraw)
  }

  @Test func aFilmThatIsSeenPlaysOnThoughItsFileHasChanged() {
    var world = ShowWorld(
      [.film(.seconds(4)), .picture, .picture], settings: .plain())
    world.play(to: 1)
    let before = world.log.count
    world.edit([0, 1, 2], changed: [0])
    #expect(!world.log.dropFirst(before).contains(.load(item: 0, place: nil)))
    world.play(to: 4.5)
    #expect(world.log.dropFirst(before).contains(.load(item: 0, place: nil)))
  }

  @Test func theFailureOfWhatHasChangedIsForgotten() {
    var world = ShowWorld([.picture, .bad, .picture])
    world.play(to: 1)
    world.contents[1] = .picture
    world.edit([0, 1, 2], changed: [1])
    world.play(to: 2.5)
    #expect(world.names == [0, 1])
  }

  @Test func aGoalThatIsGoneGivesItsPlaceToWhatFollows() {
    var world = world(9)
    world.answersAtOnce = false
    world.press(.go(to: 6))
    world.edit([0, 1, 2, 3, 4, 6, 7, 8])
    world.answersAtOnce = true
    world.answerAll()
    world.play(to: 1.5)
    #expect(world.names == [6])
  }

  @Test func aDeckDealsEveryItemOnceThoughTheListChanges() {
    for seed in 0..<60 {
      var dice = SplitMix64(seed: UInt64(seed))
      var world = world(40) {
        $0.shuffle = true
        $0.seed = UInt64(seed)
        $0.item.transition = "cut"
      }
      var (names, seen) = (Array(0..<6), [Int]())
      world.edit(names)
      world.play(to: 1)
      let settled = world.names
      for step in 0..<5 {
        seen += world.names
        if step == 1 { names = names.filter { seen.contains($0) || dice.below(4) > 0 } + [10, 11] }
        if step == 1 { world.edit(names) }
        world.play(to: world.now.sinceStart.inSeconds + 2)
      }
      #expect(Set(seen).count == seen.count, "seed \(seed), from \(settled): \(seen)")
    }
  }

  @Test func tenThousandEditsLeaveNothingBehind() {
    var world = world(8)
    var names = Array(0..<5)
    for round in 0..<10_000 {
      let new =
        round % 3 == 0
        ? world.show.list.inserting(.named([5 + round % 3]), at: round % 5)
        : world.show.list.removing([round % max(world.show.list.count, 1)])
      world.hear(.edited(new))
      if round % 50 == 0 {
        names.append(names.removeFirst())
        world.edit(names)
      }
      world.log = []
      if round % 10 == 0 { world.play(to: world.now.sinceStart.inSeconds + 0.2) }
    }
    let list = world.show.list
    #expect(list.sources.count <= 80 && list.departed.count <= 2)
    #expect(list.sources.reduce(0) { $0 + $1.text.count } < 2000)
    #expect(world.show.held.count <= 8 && world.show.failures.count <= 8)
    #expect(world.show.outdated.isEmpty && world.show.films.isEmpty)
  }
}

/// Lists and what leads from one to another.
@Suite struct ListEditTests {
  @Test func anItemIsKnownByItsPathAndItsOccurrence() {
    let old = ItemList.named([1, 2, 1, 3, 1])
    let edit = ListEdit.between(old, .named([3, 1, 4, 1, 2]))
    #expect(edit.origin == [3, 0, -1, 2, 1] && edit.changed.isEmpty)
    #expect(ListEdit.between(old, old).isTrivial)
  }

  @Test func theFolderOfARelativePathCounts() {
    let relative = ItemList(locations: [Array("a.png".utf8)], base: Array("/b".utf8))
    let absolute = ItemList(locations: [Array("/b/a.png".utf8)], base: Array("/c".utf8))
    let other = ItemList(locations: [Array("a.png".utf8)], base: Array("/c".utf8))
    #expect(ListEdit.between(relative, other).origin == [-1])
    #expect(ListEdit.between(relative, relative).origin == [0])
    var elsewhere = absolute
    elsewhere.sources[0].base = Array("/d".utf8)
    #expect(ListEdit.between(absolute, elsewhere).origin == [0])
  }

  @Test func otherOptionsAreAChange() {
    let old = ItemList.numbered(2)
    let new = ItemList.numbered(2, options: [1: .with { $0.fit = .cover }])
    #expect(ListEdit.between(old, new).changed == [1])
    #expect(ListEdit.between(new, old).changed == [1])
  }

  @Test func makersSayWhereEveryItemWas() {
    let list = ItemList.named([0, 1, 2, 3])
    let inserted = list.inserting(.named([7, 8]), at: 1)
    #expect(inserted.list.names == [0, 7, 8, 1, 2, 3] && inserted.origin == [0, -1, -1, 1, 2, 3])
    let removed = list.removing([0, 2, 99])
    #expect(removed.list.names == [1, 3] && removed.origin == [1, 3])
    let moved = list.moving(0, to: 2)
    #expect(moved.list.names == [1, 2, 0, 3] && moved.origin == [1, 2, 0, 3])
    #expect(list.moving(9, to: 0).isTrivial && list.moving(3, to: 99).isTrivial)
    let updated = list.updating(2, with: .named([9]))
    #expect(updated.list.names == [0, 1, 9, 3] && updated.changed == [2])
    #expect(list.inserting(.named([5]), at: -3).list.names == [5, 0, 1, 2, 3])
    #expect(list.inserting(.named([5]), at: 99).list.names == [0, 1, 2, 3, 5])
  }

  @Test func whatWasDoneByHandOutlivesAnotherReading() {
    let base = ItemList.named([0, 1, 2, 3])
    let byHand = base.inserting(.named([9]), at: 2).list.removing([4]).list
    #expect(byHand.names == [0, 1, 9, 2])
    let read = ItemList.named([5, 0, 1, 2, 3, 4])
    #expect(read.keeping(editsOf: byHand, since: base).names == [5, 0, 1, 9, 2, 4])
    #expect(read.keeping(editsOf: base, since: base).names == read.names)
  }
}
