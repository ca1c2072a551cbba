import Testing

@testable import TriptychCore

/// What fingers and keys make of one view, and what that does to the show.
@Suite struct ShowZoomTests {
  private let six = [ShowWorld.Content](repeating: .picture, count: 6)

  /// Pictures of 24 Mpx, fitted to 1620 × 1080 in the middle.
  private func world(_ contents: [ShowWorld.Content]? = nil) -> ShowWorld {
    var world = ShowWorld(contents ?? six, begins: false)
    for item in 0..<6 { world.hear(.measured(item: item, Size(6000, 4000))) }
    world.perform(world.show.presented(at: .zero))
    return world
  }

  private func zoom(_ world: ShowWorld) -> Zoom? { world.poses.first?.zoom }

  @Test("a double tap enlarges, the timer waits, another one goes back and the timer goes on")
  func doubleTap() {
    var world = world()
    world.go(to: 1.5)
    world.press(.toggleZoom(at: Point(960, 540)))
    #expect(world.show.isZoomed && zoom(world) == nil)
    world.play(to: 3)
    #expect(zoom(world) == Zoom(scale: 2) && world.current == 0)
    world.play(to: 60)
    #expect(world.current == 0 && world.x == 0)
    world.press(.toggleZoom(at: nil))
    #expect(!world.show.isZoomed)
    world.play(to: 60.4)
    #expect(world.x == 0)
    // Half a second was left.
    world.play(to: 60.8)
    #expect(world.x > 0.2 && world.x < 0.4)
  }

  @Test("fingers may go beyond the limits; when they leave, what stands is within them")
  func pinch() {
    var world = world()
    for _ in 0..<40 {
      world.press(.pinch(by: 1.2, about: Point(700, 300), movedBy: Point(3, 0)))
    }
    let most = 6000.0 / 1620
    #expect((zoom(world)?.scale ?? 0) > most && (zoom(world)?.scale ?? 0) < 1.5 * most)
    world.press(.letGo(velocity: Point(0, 0)))
    world.play(to: 1)
    #expect(abs((zoom(world)?.scale ?? 0) - most) < 1e-9)
    for _ in 0..<60 { world.press(.pinch(by: 0.9, about: Point(9, 9), movedBy: Point(0, 0))) }
    #expect((zoom(world)?.scale ?? 1) < 1 && (zoom(world)?.scale ?? 1) > 0.4)
    world.press(.letGo(velocity: Point(0, 0)))
    world.play(to: 2)
    #expect(zoom(world) == nil && !world.show.isZoomed)
  }

  @Test("what is enlarged is panned, thrown, and stops at its edge")
  func pan() {
    var world = world()
    world.press(.pan(by: Point(500, 0)))
    #expect(zoom(world) == nil)
    world.press(.toggleZoom(at: nil))
    world.play(to: 1)
    world.press(.pan(by: Point(100, 0)))
    #expect(zoom(world)?.shift == Point(100, 0))
    world.press(.letGo(velocity: Point(1000, 0)))
    world.play(to: 9)
    #expect(abs((zoom(world)?.shift.x ?? 0) - 418.5) < 1e-9)
    world.press(.look(x: -3, y: 0))
    world.play(to: 12)
    #expect(zoom(world)?.shift == Point((1620 * 2 - 1920) / 2, 0))
    world.press(.zoom(by: 100))
    world.play(to: 15)
    #expect(abs((zoom(world)?.scale ?? 0) - 6000.0 / 1620) < 1e-9)
    world.press(.leaveZoom)
    world.play(to: 16)
    #expect(zoom(world) == nil)
  }

  @Test("what fingers have made hardly larger is as it fits when they leave")
  func hardly() {
    var world = world()
    for (factor, scale) in [(1.04, 1.0), (1.06, 1.06)] {
      world.press(.pinch(by: factor, about: Point(700, 300), movedBy: Point(0, 0)))
      world.press(.letGo(velocity: Point(900, 0)))
      world.play(to: world.now.sinceStart.inSeconds + 0.7)
      let seen = zoom(world)?.scale ?? 1
      #expect(abs(seen - scale) < 1e-9 && world.show.isZoomed == (scale > 1))
    }
  }

  @Test("a picture of 33 Mpx that is thrown stands after two seconds, and nothing wakes any more")
  func stands() {
    var world = ShowWorld(six, begins: false)
    world.hear(.measured(item: 0, Size(7680, 4320)))
    world.perform(world.show.presented(at: .zero))
    world.press(.toggleZoom(at: nil))
    world.press(.zoom(by: 100))
    world.play(to: 2)
    world.press(.pan(by: Point(40, 30)))
    world.press(.letGo(velocity: Point(6000, 4000)))
    world.play(to: 2.1)
    guard case .moving = world.show.motion(at: world.now) else {
      return #expect(Bool(false), "it does not glide")
    }
    world.play(to: 4)
    guard case .still = world.show.motion(at: world.now) else {
      return #expect(Bool(false), "it still moves")
    }
    #expect(abs((zoom(world)?.shift.x ?? 0) - (40 + 5980 * 0.325)) < 1e-9)
  }

  @Test("what is enlarged bit by bit is seen alike at every instant, whatever the rate of frames")
  func bits() {
    let scales = [30, 60, 240].map { rate in
      var world = world()
      return (1...rate).map { frame in
        world.go(to: Double(frame) / Double(rate))
        world.press(.zoom(by: exponential(1.2 / Double(rate))))
        return zoom(world)?.scale ?? 1
      }
    }
    for tenth in 1...10 {
      let seen = scales.map { $0[$0.count * tenth / 10 - 1] }
      #expect(abs(seen[0] / seen[2] - 1) < 0.05 && abs(seen[1] / seen[2] - 1) < 0.03, "\(seen)")
      // It follows, a tenth of a second behind.
      #expect(seen[2] > exponential(1.2 * Double(tenth) / 10 - 0.15))
    }
  }

  @Test("a step leaves an enlarged view as it is until it is gone; then it fits again")
  func step() {
    var world = world()
    world.press(.togglePause)
    world.press(.toggleZoom(at: nil))
    world.play(to: 1)
    world.press(.next)
    world.play(to: 1.3)
    #expect(world.poses.count == 2)
    #expect(world.poses.first { $0.place == 0 }?.zoom == Zoom(scale: 2))
    #expect(world.poses.first { $0.place == 1 }?.zoom == nil)
    world.play(to: 4)
    #expect(world.current == 1 && !world.show.isZoomed)
    world.press(.previous)
    world.play(to: 7)
    #expect(world.current == 0 && zoom(world) == nil)
  }

  @Test("in a change, on a card and before the size is known nothing is enlarged")
  func refused() {
    var moving = world()
    moving.press(.next)
    moving.go(to: 0.3)
    moving.press(.pinch(by: 2, about: Point(0, 0), movedBy: Point(0, 0)))
    moving.press(.toggleZoom(at: nil))
    #expect(!moving.show.canBeZoomed && !moving.show.isZoomed)
    var bare = ShowWorld(six)
    bare.press(.toggleZoom(at: nil))
    #expect(!bare.show.isZoomed)
    bare.press(.pinch(by: .nan, about: Point(0, 0), movedBy: Point(0, 0)))
    bare.press(.letGo(velocity: Point(.infinity, 0)))
    bare.press(.pan(by: Point(.nan, 0)))
    bare.play(to: 3)
    #expect(bare.current == 1 || bare.x > 0)
  }

  @Test("a film goes on while it is enlarged, and is not left before that ends")
  func film() {
    var world = world([.film(.seconds(5)), .picture, .picture, .picture, .picture, .picture])
    world.press(.toggleZoom(at: nil))
    world.play(to: 3)
    #expect(world.poses.first?.film?.isPlaying == true && zoom(world) == Zoom(scale: 2))
    world.play(to: 9)
    #expect(world.current == 0)
    world.press(.leaveZoom)
    world.play(to: 11)
    #expect(world.current == 1)
  }

  @Test("another size of the screen keeps the scale and the middle")
  func resized() {
    var world = world()
    world.press(.toggleZoom(at: nil))
    world.play(to: 1)
    world.press(.pan(by: Point(200, 100)))
    world.press(.letGo(velocity: Point(0, 0)))
    world.hear(.resized(Size(960, 540)))
    #expect(zoom(world)?.scale == 2 && zoom(world)?.shift == Point(100, 50))
  }

  @Test("the idle reset goes back to how it fits")
  func idle() {
    var world = world()
    world.press(.toggleZoom(at: nil))
    world.play(to: 1)
    world.press(.idleReset(goTo: nil))
    world.play(to: 2)
    #expect(!world.show.isZoomed && zoom(world) == nil)
  }

  @Test("a layer that is enlarged shows the part of the picture that lies in the cell")
  func layer() {
    let picture = Picture.make(width: 200, height: 100) { _, _ in }
    let cell = Size(100, 50)
    let layer = Layer(
      cell: cell, picture: picture, target: Rect(cell), crop: Rect(Size(200, 100)),
      backdrop: .black, placement: .identity)
    let twice = layer.enlarged(Zoom(scale: 2), in: cell)
    #expect(twice.target == Rect(cell))
    #expect(twice.crop == Rect(x: 50, y: 25, width: 100, height: 50))
    let aside = layer.enlarged(Zoom(scale: 2, shift: Point(50, 25)), in: cell)
    #expect(aside.crop == Rect(x: 0, y: 0, width: 100, height: 50))
    let small = layer.enlarged(Zoom(scale: 0.5), in: cell)
    #expect(small.target == Rect(x: 25, y: 12.5, width: 50, height: 25))
    #expect(small.crop == Rect(Size(200, 100)))
    #expect(layer.enlarged(Zoom(scale: 1, shift: Point(500, 0)), in: cell).picture == nil)
  }
}
