import Testing

@testable import TriptychCore

/// An hour on a virtual clock over a list that lives.
@Suite struct ShowHourTests {
  /// What happens, by second. Items are named by numbers; 2 is missing at first.
  private static let script: [(second: Int, act: @Sendable (inout ShowWorld) -> Void)] = [
    (360, { $0.edit([0, 1, 3, 2]) }),
    (
      720,
      {
        $0.contents[2] = .picture
        $0.edit([0, 1, 3, 2], changed: [3])
      }
    ),
    // What is shown is removed.
    (960, { $0.edit([0, 1, 3]) }),
    (1320, { $0.hear(.offSchedule([2])) }),
    (1620, { $0.hear(.offSchedule([])) }),
    // The stick is pulled, and put back.
    (1920, { $0.edit([]) }),
    (2400, { $0.edit([0, 1, 3]) }),
    (2760, { $0.edit([3, 0, 1]) }),
    // Another list in its stead, with a file that is missing.
    (3120, { $0.edit([4, 6, 5]) }),
  ]

  /// Five minutes an item, the change among them; an item is current from its middle on.
  private static let expected = [
    "00:00 shows 0", "00:00 warns of 2", "04:55 shows 1", "09:55 shows 3", "14:55 shows 2",
    "16:00 shows 0", "20:55 shows 1", "25:55 shows 0", "30:55 shows 1", "44:55 shows 3",
    "49:55 shows 0", "52:00 warns of 6", "52:00 shows 4", "56:55 shows 5",
  ]

  @Test func aScriptedHourGivesExactlyTheExpectedEvents() {
    var world = ShowWorld(
      [.picture, .picture, .bad, .picture, .picture, .picture, .bad],
      settings: .plain {
        $0.item.duration = .seconds(290)
        $0.item.transitionDuration = .seconds(10)
      }, list: .named([0, 1, 2]))
    var (events, told) = ([String](), 0)
    func note() {
      let second = Int(world.now.sinceStart.inSeconds + 1e-6)
      let clock = [second / 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
      for effect in world.log[told...] {
        switch effect {
        case .changed(_, let item):
          events.append("\(clock.joined(separator: ":")) shows \(world.show.list.number(item))")
        case .warn(let item, _):
          events.append("\(clock.joined(separator: ":")) warns of \(world.show.list.number(item))")
        default: break
        }
      }
      told = world.log.count
    }
    note()
    for tenth in 1...36_000 {
      world.go(to: Double(tenth) / 10)
      note()
      guard tenth % 10 == 0 else { continue }
      for step in Self.script where step.second == tenth / 10 { step.act(&world) }
      note()
    }
    // Both happen at once: the order says nothing.
    #expect(events.sorted() == Self.expected.sorted())
  }

  @Test func aListOfWhichMostIsMissingIsTriedAgainInMeasure() {
    let count = 3000
    var contents = [ShowWorld.Content](repeating: .bad, count: count)
    (contents[0], contents[1500]) = (.picture, .picture)
    var world = ShowWorld(contents)
    world.play(to: 30)
    let before = world.log.count { if case .load = $0 { true } else { false } }
    world.play(to: 60)
    let loads = world.log.count { if case .load = $0 { true } else { false } } - before
    #expect(loads < 11 * (Show.mostRetries + 8))
    #expect(world.names.allSatisfy { $0 == 0 || $0 == 1500 })
  }

  @Test func aFilmThatIsSoughtPastItsEndShowsItsLastFrameForAMoment() {
    var world = ShowWorld([.film(.seconds(20)), .picture])
    world.play(to: 1)
    world.press(.seek(by: .seconds(60)))
    world.play(to: 1.9)
    #expect(world.x == 0 && world.poses.first?.film?.time == .seconds(20))
    world.play(to: 3.5)
    #expect(world.current == 1)
  }
}
