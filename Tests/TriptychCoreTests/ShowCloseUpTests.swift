import Testing

@testable import TriptychCore

/// What the show asks for to make an enlarged view sharp.
@Suite struct ShowCloseUpTests {
  private func world(_ contents: [ShowWorld.Content]? = nil) -> ShowWorld {
    let six = [ShowWorld.Content](repeating: .picture, count: 6)
    var world = ShowWorld(contents ?? six, begins: false)
    for item in 0..<6 { world.hear(.measured(item: item, Size(12_000, 8400))) }
    world.perform(world.show.presented(at: .zero))
    return world
  }

  private func wishes(_ world: ShowWorld) -> [Detail] {
    world.log.compactMap { if case .loadDetail(_, let detail) = $0 { detail } else { nil } }
  }

  private func drops(_ world: ShowWorld) -> Int {
    world.log.count { if case .dropDetail = $0 { true } else { false } }
  }

  @Test("a zoom that has come to rest has asked for what is seen, once; leaving drops it")
  func rest() throws {
    var world = world()
    world.play(to: 1)
    #expect(wishes(world).isEmpty)
    world.press(.toggleZoom(at: nil))
    world.play(to: 4)
    let last = try #require(wishes(world).last)
    // 1 / 3.9 of the pixels.
    #expect(abs(last.density.width - 2.0 * 1543 / 12_000) < 0.001)
    let count = wishes(world).count
    #expect(count <= 4)
    world.play(to: 20)
    #expect(wishes(world).count == count)
    if case .still(let until) = world.show.motion(at: world.now) { #expect(until == nil) }
    world.press(.toggleZoom(at: nil))
    world.play(to: 22)
    #expect(wishes(world).count == count && drops(world) == 1)
  }

  @Test("in motion it asks every 150 ms at the most, and where that is served not at all")
  func motion() {
    var world = world()
    world.press(.toggleZoom(at: nil))
    world.play(to: 2)
    let before = wishes(world).count
    for step in 0..<120 {
      world.go(to: 2 + Double(step) / 60)
      world.press(.pan(by: Point(step < 60 ? 12 : -12, 0)))
    }
    let asked = wishes(world).count - before
    #expect(asked >= 2 && asked <= 14)
    world.press(.letGo(velocity: Point(0, 0)))
    world.play(to: 7)
    let sight = Sight(.contain, of: Size(12_000, 8400), in: Size(1920, 1080))
    let zoom = world.poses.first?.zoom ?? .none
    #expect(wishes(world).last.map { sight.isServed(by: $0, zoom, isMoving: false) } == true)
  }

  @Test("fingers that rest on the picture see it sharp")
  func heldStill() throws {
    var world = world()
    for step in 0..<20 {
      world.go(to: Double(step) / 60)
      world.press(.pinch(by: 1.1, about: Point(700, 300), movedBy: Point(1, 0)))
    }
    world.play(to: 2)
    let zoom = try #require(world.poses.first?.zoom)
    let sight = Sight(.contain, of: Size(12_000, 8400), in: Size(1920, 1080))
    let last = try #require(wishes(world).last)
    #expect(sight.isServed(by: last, zoom, isMoving: false))
    let count = wishes(world).count
    world.play(to: 9)
    #expect(wishes(world).count == count)
  }

  @Test("a step drops the detail once the view has left the screen, and asks for no other")
  func step() {
    var world = world()
    world.press(.togglePause)
    world.press(.toggleZoom(at: nil))
    world.play(to: 2)
    let count = wishes(world).count
    world.press(.next)
    world.play(to: 2.3)
    #expect(drops(world) == 0)
    world.play(to: 5)
    #expect(drops(world) == 1 && wishes(world).count == count)
  }

  @Test("a picture that is loaded anew may be another: its detail goes, and is asked for again")
  func reload() {
    var world = world()
    world.press(.toggleZoom(at: nil))
    world.play(to: 3)
    let count = wishes(world).count
    world.press(.reload)
    #expect(drops(world) == 1)
    world.play(to: 4)
    #expect(wishes(world).count == count + 1)
  }

  @Test("a list that changes keeps the detail of what is seen, under its new number")
  func edited() {
    var world = world()
    world.press(.toggleZoom(at: nil))
    world.play(to: 3)
    let count = wishes(world).count
    world.edit([9, 0, 1, 2, 3, 4, 5].map { $0 == 9 ? 5 : $0 })
    world.play(to: 4)
    #expect(wishes(world).count == count)
    world.press(.zoom(by: 1.5))
    world.play(to: 6)
    guard
      case .loadDetail(let item, _)? = world.log.last(where: { effect in
        if case .loadDetail = effect { true } else { false }
      })
    else {
      Issue.record("nothing was asked for")
      return
    }
    #expect(item == 1)
  }

  @Test("films, and a kiosk without anybody, ask for nothing")
  func nothing() {
    var film = world([.film(.seconds(50))] + [ShowWorld.Content](repeating: .picture, count: 5))
    film.press(.toggleZoom(at: nil))
    film.play(to: 3)
    #expect(wishes(film).isEmpty)
    var alone = world()
    alone.play(to: 30)
    #expect(wishes(alone).isEmpty && drops(alone) == 0)
  }
}
