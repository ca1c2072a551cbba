import Testing

@testable import TriptychCore

/// `--reduced-motion`, and that nobody can make the screen flash without `--fast-browse`.
@Suite struct ReducedMotionTests {
  private let many = [ShowWorld.Content](repeating: .picture, count: 40)

  private func calm(_ change: (inout ShowSettings) -> Void = { _ in }) -> ShowSettings {
    .plain {
      $0.reducedMotion = true
      change(&$0)
    }
  }

  @Test("whatever the list says, nothing moves, and no change is shorter than half a second")
  func crossfades() {
    let list = ItemList.numbered(
      5,
      options: [
        1: .with { $0.transition = "cube:left" }, 2: .with { $0.transition = "cut" },
        3: .with { ($0.transition, $0.transitionDuration) = ("random", .zero) },
        4: .with { ($0.kenBurns, $0.transitionDuration) = (true, .milliseconds(100)) },
      ])
    var world = ShowWorld(
      [ShowWorld.Content](repeating: .picture, count: 5),
      settings: calm { $0.item.kenBurns = true }, list: list)
    var (began, lengths): (Double?, [Double]) = (nil, [])
    for frame in 1..<1500 {
      let time = Double(frame) / 100
      world.go(to: time)
      for pose in world.poses { #expect(pose.placement.map == .identity && pose.drift == nil) }
      if world.x != world.x.rounded() {
        began = began ?? time
      } else if let start = began {
        lengths.append(time - start)
        began = nil
      }
    }
    #expect(lengths.count >= 4 && (lengths.min() ?? 0) > 0.48, "\(lengths)")
    #expect(!world.show.settings(of: 4).kenBurns)
  }

  @Test("a key that is held goes one picture at a time")
  func heldKey() {
    var world = ShowWorld(
      many, settings: calm { ($0.item.transition, $0.item.transitionDuration) = ("cut", .zero) })
    world.press(.togglePause)
    var arrivals: [Double] = []
    var place = 0.0
    for frame in 1..<1000 {
      world.go(to: Double(frame) / 100)
      if world.x == world.x.rounded(), world.x != place {
        #expect(abs(world.x - place) == 1)
        place = world.x
        arrivals.append(Double(frame) / 100)
      }
      world.press(frame % 7 == 0 ? .go(to: 1 + (frame / 7 * 13) % 40) : .next)
    }
    #expect(arrivals.count >= 15)
    for (a, b) in zip(arrivals, arrivals.dropFirst()) { #expect(b - a > 0.48) }
  }

  @Test("a change that is taken back turns round")
  func back() {
    var world = ShowWorld(many, settings: calm())
    world.press(.next)
    world.go(to: 0.4)
    world.press(.previous)
    world.play(to: 2)
    #expect(world.x == 0)
  }

  @Test("what is enlarged is there at once, and stands where fingers leave it")
  func zoom() {
    var world = ShowWorld(many, settings: calm(), begins: false)
    for item in 0..<6 { world.hear(.measured(item: item, Size(6000, 4000))) }
    world.perform(world.show.presented(at: .zero))
    func stands(_ zoom: Zoom?, _ words: String) {
      #expect(world.poses.first?.zoom == zoom, "\(words)")
      if case .moving = world.show.motion(at: world.now) { Issue.record("it moves: \(words)") }
    }
    world.press(.toggleZoom(at: Point(960, 540)))
    stands(Zoom(scale: 2), "a double tap")
    world.press(.zoom(by: 1.5))
    stands(Zoom(scale: 3), "a key")
    world.press(.look(x: 0.1, y: 0))
    stands(Zoom(scale: 3, shift: Point(-192, 0)), "an arrow")
    world.press(.pan(by: Point(100, 0)))
    world.press(.letGo(velocity: Point(2000, 0)))
    stands(Zoom(scale: 3, shift: Point(-92, 0)), "a throw")
    world.press(.pinch(by: 0.1, about: Point(960, 540), movedBy: Point(0, 0)))
    world.press(.letGo(velocity: Point(0, 0)))
    stands(nil, "two fingers that close")
    #expect(!world.show.isZoomed)
  }

  @Test("the overview scrolls at once, and a fade never swings")
  func overview() {
    let grid = Grid(size: Size(1920, 1080), count: 1000)
    var overview = Overview(grid: grid, at: 0, isCalm: true, now: .zero)
    overview.move(columns: 0, rows: 20, at: .zero)
    let there = overview.scroll(at: .zero)
    #expect(there > 1080 && !overview.isMoving(at: .zero))
    overview.wheel(1, at: .zero)
    #expect(overview.scroll(at: .zero) > there && !overview.isMoving(at: .zero))
    overview.drag(by: 50, at: .zero)
    let dragged = overview.scroll(at: .zero)
    overview.release(speed: 5000, at: .zero)
    #expect(overview.scroll(at: .zero) == dragged && !overview.isMoving(at: .zero))
    overview.drag(by: -1e6, at: .zero)
    overview.release(speed: 0, at: .zero)
    #expect(overview.scroll(at: .zero) == 0)
    for goal in [0.0, 1] {
      let fade = Flight.fade(from: 1 - goal, to: goal, at: .zero)
      var last = 1 - goal
      for frame in 0...30 {
        let value = fade.value(at: Instant(.milliseconds(frame * 10)))
        #expect(goal > 0 ? value >= last && value <= 1 : value <= last && value >= 0)
        last = value
      }
      #expect(abs(last - goal) < 0.05)
    }
  }

  @Test("what is taken out of the show fades where it is")
  func drop() {
    var world = ShowWorld(many, settings: calm())
    world.press(.drop)
    world.go(to: 0.4)
    #expect(world.poses.count == 2 && world.poses.allSatisfy { $0.placement.map == .identity })
    #expect(world.x != world.x.rounded())
    world.go(to: 0.6)
    #expect(world.x == world.x.rounded())
  }

  /// What is seen, where changes are cuts.
  private func signature(_ world: ShowWorld) -> [Int] {
    world.show.isBlank ? [] : world.names
  }

  @Test("no mashing of any commands changes the screen more than three times in a second")
  func mashing() {
    var dice = SplitMix64(seed: 20_261_130)
    for round in 0..<8 {
      var world = ShowWorld(
        many,
        settings: .plain { ($0.fastBrowse, $0.item.transition) = (false, "cut") },
        answersAtOnce: round % 2 == 0)
      world.answerAll()
      world.perform(world.show.presented(at: .zero))
      world.press(.togglePause)
      var (changes, words): ([Double], [String]) = ([], [])
      for frame in 1..<400 {
        let time = Double(frame) / 60
        let before = signature(world)
        world.go(to: time)
        let command: Command =
          switch dice.below(8) {
          case 0: .previous
          case 1: .go(to: 1 + dice.below(40))
          case 2: .first
          case 3: .last
          case 4: .toggleBlank
          case 5: .setBlank(dice.below(2) == 0)
          default: .next
          }
        world.press(command)
        if dice.below(12) == 0 { world.answerAll() }
        if signature(world) != before {
          changes.append(time)
          words.append("\(time): \(before) → \(signature(world)) by \(command)")
        }
      }
      for start in changes {
        let count = changes.count { $0 >= start && $0 < start + 1 }
        #expect(
          count <= 3, "round \(round): \(count) changes in the second from \(start): \(words)")
      }
      #expect(changes.count > 5)
    }
  }

  @Test("a step waits for its own picture, not for calm")
  func latePicture() {
    var world = ShowWorld(
      many, settings: .plain { ($0.fastBrowse, $0.item.transition) = (false, "cut") },
      answersAtOnce: false)
    world.answerAll()
    world.perform(world.show.presented(at: .zero))
    world.press(.togglePause)
    world.press(.go(to: 20))
    world.go(to: 0.1)
    world.answerAll()
    #expect(world.current == 19)
  }

  @Test("Delete that is held takes three away in a second at most")
  func deleting() {
    var world = ShowWorld(many, settings: .plain { $0.fastBrowse = false })
    world.press(.togglePause)
    for frame in 1...300 {
      world.go(to: Double(frame) / 60)
      world.press(.drop)
    }
    #expect((25...36).contains(world.show.list.count))
    #expect(world.show.isTooSoon(.drop, at: world.now))
  }
}
