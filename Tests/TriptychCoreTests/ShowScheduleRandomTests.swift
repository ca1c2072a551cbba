import Testing

@testable import TriptychCore

/// Random schedules, commands and failures by seed: what is off is never at rest on the screen.
@Suite struct ShowScheduleRandomTests {
  @Test func whatIsOffIsNeverAtRestOnTheScreen() {
    for seed in 0..<400 {
      var dice = SplitMix64(seed: SplitMix64.mix(UInt64(seed), 77))
      let complaint = complaint(&dice)
      #expect(complaint == nil, "seed \(seed): \(complaint ?? "")")
      if complaint != nil { return }
    }
  }

  private func complaint(_ dice: inout SplitMix64) -> String? {
    let count = 1 + dice.below(6)
    let contents = (0..<count).map { _ -> ShowWorld.Content in
      switch dice.below(10) {
      case 0: .bad
      case 1, 2: .film(.seconds(4))
      default: .picture
      }
    }
    let settings = ShowSettings.plain {
      $0.shuffle = dice.below(3) == 0
      $0.kiosk = dice.below(2) == 0
      $0.item.transition = ["crossfade", "cut", "wipe:left"][dice.below(3)]
      $0.seed = UInt64(dice.below(1000))
    }
    var world = ShowWorld(contents, settings: settings)
    var off: Set<Int> = []
    for step in 0..<60 {
      switch dice.below(7) {
      case 0, 1:
        off = Set((0..<count).filter { _ in dice.below(2) == 0 })
        if dice.below(2) == 0 { world.hear(.offSoon(off)) }
        world.hear(.offSchedule(off))
      case 2: world.press(.next)
      case 3: world.press(.previous)
      case 4: world.press(.go(to: 1 + dice.below(count)))
      case 5: world.press(.togglePause)
      default: break
      }
      if let words = wrong(world, off) { return "step \(step): \(words)" }
      world.play(to: world.now.sinceStart.inSeconds + Double(dice.below(2500)) / 1000)
      if let words = wrong(world, off) { return "step \(step), later: \(words)" }
      if world.log.contains(where: { if case .quit = $0 { true } else { false } }) { return nil }
    }
    return nil
  }

  private func wrong(_ world: ShowWorld, _ off: Set<Int>) -> String? {
    var (copy, more) = (world.show, [Effect]())
    copy.align(at: world.now, &more)
    if !more.isEmpty { return "not all consequences were drawn: \(more)" }
    // Shows end where nothing can be played.
    guard !world.show.isOver, world.show.isAtRest, world.poses.count == 1,
      let pose = world.poses.first
    else {
      return nil
    }
    if pose.p == 0, pose.item >= 0, off.contains(pose.item) {
      return "\(pose.item) is shown, and \(off.sorted()) are off"
    }
    return nil
  }
}
