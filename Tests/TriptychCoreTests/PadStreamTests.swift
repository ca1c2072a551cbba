import Testing

@testable import TriptychCore

/// Whole pushes of a pad's sticks, triggers and buttons, from their events to what the show is
/// afterwards: told 30, 60 or 240 times a second and unevenly it is the same.
@Suite struct PadStreamTests {
  /// One axis that is pushed to a value within `rise` seconds, held, and let go as quickly.
  private struct Push: Sendable {
    var axis: PadAxis
    var to: Double
    var hold: Double
    var rise = 0.15

    var length: Double { 2 * rise + hold }

    func value(_ time: Double) -> Double {
      to * min(max(min(time, length - time) / rise, 0), 1)
    }
  }

  /// Plays pushes that begin together, with turns of the loop at 60 Hz and at each event.
  private func play(_ groups: [[Push]], _ manner: Manner) -> HandWorld {
    var (hand, dice) = (HandWorld(), SplitMix64(seed: manner.seed))
    var start = 3.0
    for pushes in groups {
      let length = pushes.map(\.length).max() ?? 0
      var events: [(at: Double, input: Input?)] = (0...Int(length * 60)).map {
        (Double($0) / 60, nil)
      }
      for step in 0...Int((length * manner.rate).rounded(.up)) {
        let time = min(Double(step) / manner.rate + manner.late(&dice), length)
        for push in pushes where time <= push.length + 1 / manner.rate {
          events.append((time, .padMoved(pad: 0, push.axis, push.value(time))))
        }
      }
      for push in pushes { events.append((length + 0.001, .padMoved(pad: 0, push.axis, 0))) }
      for event in events.sorted(by: { $0.at < $1.at }) {
        if let input = event.input {
          hand.send(input, at: start + event.at)
        } else {
          hand.frame(at: start + event.at)
        }
      }
      hand.frames(to: start + length + 2, Manner(rate: 60))
      start = hand.world.now.sinceStart.inSeconds
    }
    return hand
  }

  @Test("a trigger enlarges equally far, and the other one leads back", arguments: Manner.all)
  func triggers(_ manner: Manner) {
    let pull = Push(axis: .righttrigger, to: 1, hold: 0.5)
    let end = play([[pull]], manner)
    let ideal = play([[pull]], Manner(rate: 1000))
    #expect(ideal.zoom.scale > 1.9 && ideal.zoom.scale < 2.6, "\(ideal.zoom)")
    #expect(abs(end.zoom.scale / ideal.zoom.scale - 1) < 0.06, "\(end.zoom) \(ideal.zoom)")
    // About the middle.
    #expect(end.zoom.shift == Point(0, 0) && end.isAtRest)
    let half = play([[Push(axis: .righttrigger, to: 0.6, hold: 0.5)]], manner)
    #expect(half.zoom.scale > 1.05 && half.zoom.scale < 0.7 * end.zoom.scale)
    var back = pull
    (back.axis, back.hold) = (.lefttrigger, 0.8)
    let both = play([[pull], [back]], manner)
    #expect(both.zoom == .none && !both.world.show.isZoomed && both.isAtRest)
  }

  @Test("the right stick looks round equally far, aslant too", arguments: Manner.all)
  func looks(_ manner: Manner) {
    let near = [Push(axis: .righttrigger, to: 1, hold: 2)]
    let look = [Push(axis: .rightx, to: 0.7, hold: 0.3), Push(axis: .righty, to: -0.8, hold: 0.3)]
    let (end, ideal) = (play([near, look], manner), play([near, look], Manner(rate: 1000)))
    #expect(ideal.zoom.shift.x < -150 && ideal.zoom.shift.y > 100, "\(ideal.zoom)")
    #expect(abs(end.zoom.shift.x / ideal.zoom.shift.x - 1) < 0.15)
    #expect(abs(end.zoom.shift.y / ideal.zoom.shift.y - 1) < 0.15)
    #expect(end.isAtRest && end.number == 4)
    let mirrored = look.map { Push(axis: $0.axis, to: -$0.to, hold: $0.hold) }
    let other = play([near, mirrored], manner)
    #expect(abs(other.zoom.shift.x + end.zoom.shift.x) < 1e-6)
    #expect(abs(other.zoom.shift.y + end.zoom.shift.y) < 1e-6)
  }

  @Test("the right stick leads to the same item, and its mirror image to the mirrored one")
  func drags() {
    // Far and gently, quickly to and fro, a little and back.
    let pushes: [(Double, Double, Int)] = [
      (0.6, 1.2, 1), (1, 0.3, 1), (1, 0.9, 2), (0.5, 0.3, 0), (0.25, 2, 0),
    ]
    for (to, hold, way) in pushes {
      for manner in Manner.all {
        for sign in [1.0, -1] {
          let push = Push(axis: .rightx, to: sign * to, hold: hold)
          let end = play([[push]], manner)
          #expect(end.isAtRest)
          #expect(end.number == 4 + Int(sign) * way, "\(to * sign) for \(hold) s, \(manner)")
        }
      }
    }
  }

  @Test(
    "one push of the left stick is one step, and one that is held as many", arguments: Manner.all)
  func steps(_ manner: Manner) {
    for (hold, steps) in [(0.0, 1), (0.15, 1), (0.4, 2)] {
      for sign in [1.0, -1] {
        let push = Push(axis: .leftx, to: sign, hold: hold, rise: 0.08)
        let end = play([[push]], manner)
        #expect(end.isAtRest && end.number == 4 + Int(sign) * steps, "\(sign) for \(hold) s")
      }
    }
  }

  @Test("a button that is held repeats equally often, however the turns of the loop fall")
  func buttons() {
    for manner in Manner.all {
      for (button, way) in [(PadButton.dpright, 1), (.dpleft, -1), (.rightshoulder, 1)] {
        var hand = HandWorld()
        hand.send(.padDown(pad: 0, button), at: 3)
        hand.frames(to: 3.58, manner)
        hand.send(.padUp(pad: 0, button), at: 3.58)
        hand.frames(to: 8, manner)
        // At once, after 0.4 s and 0.525 s.
        #expect(hand.number == 4 + 3 * way && hand.isAtRest, "\(button) \(manner)")
      }
    }
  }
}
