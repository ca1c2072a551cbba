import Testing

@testable import TriptychCore

/// What a person sees of items that are not there yet, and what the timer makes of it.
@Suite struct ShowLoadingTests {
  /// Item 0 is on the screen, nothing else has come.
  private func world(
    _ contents: [ShowWorld.Content] = Array(repeating: .picture, count: 5),
    _ change: (inout ShowSettings) -> Void = { _ in }
  ) -> ShowWorld {
    var world = ShowWorld(
      contents, settings: .plain(change), answersAtOnce: false, begins: false)
    world.hear(.picture(item: 0))
    world.perform(world.show.presented(at: .zero))
    return world
  }

  @Test("a finger goes at once where nothing has come yet, and sees that it is awaited")
  func finger() {
    var world = world()
    world.press(.drag(by: 0.4))
    #expect(world.x == 0.4)
    #expect(world.poses.map(\.item) == [0, 1])
    #expect(world.poses[0].awaitedSince == nil && world.poses[1].awaitedSince != nil)
    world.go(to: 0.1)
    world.press(.drag(by: 0.3))
    #expect(world.current == 1 && abs(world.x - 0.7) < 1e-9)
    world.press(.release(velocity: 0))
    world.play(to: 1.6)
    #expect(world.x == 1 && world.poses.map(\.item) == [1])
    #expect(world.poses[0].awaitedSince == .zero)
  }

  @Test("the time of what was waited for begins when it comes, and it fades in")
  func time() {
    var world = world()
    world.press(.drag(by: 1))
    world.press(.release(velocity: 0))
    world.play(to: 9)
    #expect(world.x == 1 && world.poses[0].awaitedSince != nil && world.poses[0].reveal == nil)
    world.hear(.picture(item: 1))
    world.hear(.picture(item: 2))
    #expect(world.poses[0].awaitedSince == nil && world.poses[0].reveal == 0)
    #expect(world.show.motion(at: world.now) == .moving)
    world.go(to: 9.1)
    #expect(abs((world.poses[0].reveal ?? 0) - 0.5) < 1e-9)
    world.go(to: 9.21)
    #expect(world.poses[0].reveal == nil && world.show.motion(at: world.now) != .moving)
    world.play(to: 10.99)
    #expect(world.x == 1)
    world.play(to: 11.5)
    #expect(world.x > 1)
  }

  @Test("what is there already does not fade in")
  func atOnce() {
    var world = world()
    world.hear(.picture(item: 1))
    world.press(.next)
    world.play(to: 0.5)
    #expect(world.poses.count == 2 && world.poses.allSatisfy { $0.reveal == nil })
  }

  @Test("a step goes to a preview at once, else after half a second")
  func step() {
    var world = world()
    world.press(.next)
    world.play(to: 0.49)
    #expect(world.x == 0)
    world.hear(.preview(item: 1))
    world.play(to: 0.9)
    #expect(world.x > 0 && world.poses.last?.awaitedSince != nil)
    world = self.world()
    world.press(.next)
    world.play(to: 0.49)
    #expect(world.x == 0)
    world.play(to: 0.6)
    #expect(world.x > 0)
    world = self.world()
    world.press(.previous)
    world.play(to: 2)
    #expect(world.x == -1 && world.current == 4)
  }

  @Test("the timer never leads to what has not come, be there a preview or not")
  func timer() {
    var world = world()
    world.hear(.preview(item: 1))
    world.play(to: 60)
    #expect(world.x == 0)
    world.hear(.picture(item: 1))
    world.play(to: 61.5)
    #expect(world.x == 1 && world.poses[0].reveal == nil)
  }

  @Test("a preview stands on the screen before the first picture, and counts for nothing")
  func first() {
    var world = ShowWorld(
      [.picture, .picture], settings: .plain(), answersAtOnce: false, begins: false)
    #expect(world.poses.isEmpty)
    world.hear(.preview(item: 0))
    #expect(world.poses.map(\.item) == [0] && world.poses[0].awaitedSince != nil)
    world.perform(world.show.presented(at: .zero))
    world.go(to: 5)
    #expect(!world.show.hasBegun)
    world.hear(.picture(item: 0))
    world.hear(.picture(item: 1))
    #expect(world.show.hasBegun && world.poses[0].reveal == 0)
    world.play(to: 6.99)
    #expect(world.x == 0)
    world.play(to: 7.5)
    #expect(world.x > 0)
  }

  @Test("what was waited for in vain shows its card for a whole turn; a kiosk goes on")
  func failure() {
    var world = world()
    world.press(.next)
    world.play(to: 9)
    #expect(world.x == 1)
    world.hear(.failed(item: 1, reason: "bad"))
    world.hear(.picture(item: 2))
    #expect(world.poses[0].card == "bad" && world.poses[0].awaitedSince == nil)
    world.play(to: 10.9)
    #expect(world.x == 1)
    world.play(to: 13)
    #expect(world.x == 2)
    for isPaused in [false, true] {
      var kiosk = self.world { $0.kiosk = true }
      if isPaused { kiosk.press(.togglePause) }
      kiosk.press(.next)
      kiosk.play(to: 9)
      #expect(kiosk.x == 1)
      kiosk.hear(.failed(item: 1, reason: "bad"))
      kiosk.hear(.picture(item: 2))
      kiosk.play(to: 11)
      #expect(kiosk.current == 2)
    }
  }

  @Test("a late preview, or one of nobody's item, does no harm")
  func strayPreview() {
    var world = world()
    world.hear(.preview(item: 0))
    world.hear(.preview(item: 77))
    #expect(world.poses[0].awaitedSince == nil && world.poses[0].reveal == nil)
  }

  @Test("a film that is waited for begins when it has come")
  func lateFilm() {
    var world = world([.picture, .film(.seconds(9)), .picture])
    world.press(.drag(by: 1))
    world.press(.release(velocity: 0))
    world.hear(.isFilm(item: 1))
    world.play(to: 3)
    #expect(world.poses[0].awaitedSince != nil)
    world.hear(.film(place: 1, length: .seconds(9)))
    #expect(world.poses[0].reveal == 0 && world.poses[0].film?.time == .zero)
    world.go(to: 4)
    #expect(world.poses[0].film?.time == .seconds(1))
  }

  @Test("two layers of which one fades in are together as opaque as one")
  func opacity() {
    let whole = Layer(
      cell: Size(2, 2), picture: nil, target: Rect(Size(2, 2)), crop: Rect(Size(2, 2)),
      backdrop: .black, placement: Placement(opacity: 0.6))
    for part in [-1, 0, 0.25, 0.5, 1, 2] {
      let layers = whole.revealed(part, over: whole)
      let (below, above) = (layers[0].placement.opacity, layers[1].placement.opacity)
      #expect(abs((1 - below) * (1 - above) - 0.4) < 1e-9)
      #expect(abs(above - 0.6 * min(max(part, 0), 1)) < 1e-9)
    }
  }
}
