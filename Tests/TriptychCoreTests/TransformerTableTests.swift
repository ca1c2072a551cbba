import Testing

@testable import TriptychCore

/// Names, spellings and the formulas of DESIGN section 4.
@Suite struct TransformerTableTests {
  let table = TransformerTable.builtIn

  @Test func everyNameLeadsToATransformerOfThatName() throws {
    #expect(Set(table.names).count == table.names.count)
    for name in table.names {
      #expect(try #require(table.transformer(named: name)).name == name)
    }
  }

  @Test func everyTransitionThatIsPromisedIsThere() {
    let promised = [
      "cut", "crossfade", "fade", "zoom-fade", "cover", "uncover:up", "wipe:down",
      "horizontal-move-in-out", "horizontal-slide-out", "horizontal-slide-in",
      "horizontal-zoom-in-out", "vertical-move-in-out", "vertical-slide-out",
      "vertical-slide-in", "vertical-zoom-in-out", "random", "flip", "flip:up", "cube:down",
      "carousel:right", "iris", "blinds:up", "doors", "doors:vertical",
    ]
    for name in promised { #expect(table.accepts(name), "\(name)") }
  }

  @Test func theAncestorsSpellingsAreTaken() {
    #expect(table.transformer(named: "horizontalMoveInOut")?.name == "horizontal-move-in-out")
    #expect(table.transformer(named: "verticalZoomInOut")?.name == "vertical-zoom-in-out")
  }

  @Test func leftIsMeantWhereNoDirectionIsGiven() {
    #expect(table.transformer(named: "wipe")?.name == "wipe:left")
    #expect(table.transformer(named: "doors")?.name == "doors:horizontal")
  }

  @Test(arguments: [
    "", ":", "wipe:", "wipe:north", "wipe:left:up", "crossfade:left", "random", "doors:left",
    "iris:up", "cube:horizontal",
  ])
  func whatIsNoNameGivesNothing(name: String) {
    #expect(table.transformer(named: name) == nil)
  }

  @Test(arguments: [
    ("crosfade", "crossfade"), ("wipe:lft", "wipe:left"), ("randon", "random"), ("wip", "wipe"),
    ("verticalSlideOt", "vertical-slide-out"),
  ])
  func theNearestWordIsFound(typed: String, meant: String) {
    #expect(table.nearest(to: typed) == meant)
  }

  @Test func randomNeverCutsAndComesToAllOthers() {
    var picked: Set<String> = []
    for seed in 0..<2000 { picked.insert(table.pick(random: UInt64(seed)).name) }
    #expect(picked == Set(table.names).subtracting(["cut"]))
  }

  @Test func theSameSeedPicksTheSame() {
    #expect(table.pick(random: 42).name == table.pick(random: 42).name)
  }

  @Test(arguments: [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1])
  func theSeedTransitionsFollowTheirFormulas(p: Double) throws {
    let (width, height, gap) = (1920.0, 1080.0, 50.0)
    for axis in [Axis.horizontal, .vertical] {
      let length = axis == .horizontal ? width : height
      let page = (length + gap) * p
      let expected: [(String, scale: Double, shift: Double, DrawOrder)] = [
        ("move-in-out", 1, page, .nextOnTop),
        ("slide-out", p >= 0 ? 1 : max(0.9, 1 + 0.2 * p), p >= 0 ? page : 0, .nextOnTop),
        ("slide-in", p <= 0 ? 1 : max(0.9, 1 - 0.2 * p), p <= 0 ? page : 0, .previousOnTop),
        ("zoom-in-out", max(0.5, 1 - 0.5 * abs(p)), (0.75 * length + gap) * p, .nextOnTop),
      ]
      for (name, scale, shift, order) in expected {
        let full = (axis == .horizontal ? "horizontal-" : "vertical-") + name
        let transformer = try #require(table.transformer(named: full))
        let scene = Scene(size: Size(width, height), gap: gap)
        let placement = try #require(transformer.place(p, in: scene))
        let (x, y) = axis == .horizontal ? (shift, 0) : (0, shift)
        let middle = placement.map.apply(Point(960, 540))
        let corner = placement.map.apply(Point(0, 0))
        #expect(near(middle, Point(960 + x, 540 + y)), "\(full) at \(p)")
        #expect(near(corner, Point(960 - 960 * scale + x, 540 - 540 * scale + y)))
        #expect(placement.opacity == 1 && placement.clips.isEmpty)
        #expect(transformer.axis == axis && transformer.drawOrder == order)
      }
    }
  }

  @Test func crossfadeKeepsTheLowerViewWhole() throws {
    let crossfade = try #require(table.transformer(named: "crossfade"))
    let scene = Scene(size: Size(160, 90))
    #expect(crossfade.drawOrder == .nextOnTop)
    #expect(crossfade.place(-0.25, in: scene)?.opacity == 1)
    #expect(crossfade.place(0.75, in: scene)?.opacity == 0.25)
  }

  @Test(arguments: Direction.allCases)
  func directionsSayWhereTheMotionGoes(direction: Direction) throws {
    let scene = Scene(size: Size(160, 90), gap: 5)
    let toward = direction.shift(1).apply(Point(0, 0))
    for name in ["cover", "uncover"] {
      let transformer = try #require(
        table.transformer(named: name + ":" + direction.rawValue))
      let p = name == "cover" ? 0.5 : -0.5
      let early = try #require(transformer.place(p, in: scene)).map.apply(Point(0, 0))
      let later = try #require(transformer.place(p - 0.1, in: scene)).map.apply(Point(0, 0))
      let moved = Point(later.x - early.x, later.y - early.y)
      #expect(moved.x * toward.x + moved.y * toward.y > 1)
      #expect(transformer.axis == direction.axis)
    }
  }

  @Test func aWipeToTheLeftShowsTheNextAtTheRight() throws {
    let wipe = try #require(table.transformer(named: "wipe:left"))
    let placement = try #require(wipe.place(0.25, in: Scene(size: Size(160, 90))))
    #expect(placement.clips == [ConvexPolygon(Rect(x: 40, y: 0, width: 120, height: 90))])
  }
}

private func near(_ a: Point, _ b: Point) -> Bool {
  abs(a.x - b.x) < 1e-9 && abs(a.y - b.y) < 1e-9
}
