import Testing

@testable import TriptychCore

/// Sessions of fingers, the mouse and a pad that were recorded from the running program
/// (`Tests/screen/streams`): told at other rates and unevenly, and as their mirror images, they
/// lead to the same.
@Suite struct HandRecordTests {
  /// A record of `Streams`, and what the show is after each of its deeds: the item, counting from
  /// 1, and the scale.
  struct Session: Sendable, CustomTestStringConvertible {
    var name: String
    var ends: [(number: Int, scale: Double)]

    var testDescription: String { name }
  }

  static let strokes: [(number: Int, scale: Double)] = [
    (5, 1), (6, 1), (6, 1), (5, 1), (5, 2), (5, 2), (5, 2), (5, 1),
  ]

  static let sessions = [
    Session(name: "touch", ends: strokes + [(5, 3.7), (5, 1)]),
    Session(name: "mouse", ends: strokes + [(5, 2.83), (5, 1)]),
    Session(
      name: "pad",
      ends: [
        // In the end it goes.
        (5, 1), (3, 1), (6, 1), (5, 1), (6, 1), (5, 1), (5, 3.47), (5, 3.47), (5, 3.47),
        (5, 1), (5, 1),
      ]),
  ]

  @Test("the same at 30, 60 and 240 Hz and with jitter", arguments: sessions, Manner.all)
  func rates(_ session: Session, _ manner: Manner) throws {
    let record = try RecordedHand(session.name)
    let played = record.play(manner)
    try #require(played.count == session.ends.count)
    for (index, (end, expected)) in zip(played, session.ends).enumerated() {
      #expect(end.isAtRest && end.number == expected.number, "deed \(index + 1)")
      #expect(abs(end.zoom.scale / expected.scale - 1) < 0.03, "deed \(index + 1): \(end.zoom)")
    }
    // Where one looks at, too.
    let exact = record.play(nil)
    for (index, (end, other)) in zip(played, exact).enumerated() {
      let (x, y) = (end.zoom.shift.x - other.zoom.shift.x, end.zoom.shift.y - other.zoom.shift.y)
      #expect((x * x + y * y).squareRoot() < 30, "deed \(index + 1): \(x) \(y)")
    }
  }

  @Test("the mirror image leads to the mirrored end", arguments: sessions, [nil] + Manner.all)
  func mirrored(_ session: Session, _ manner: Manner?) throws {
    var record = try RecordedHand(session.name)
    let ends = record.play(manner)
    record.mirror()
    for (index, (a, b)) in zip(ends, record.play(manner)).enumerated() {
      #expect(a.number - 4 == 4 - b.number, "deed \(index + 1)")
      #expect(abs(a.zoom.scale - b.zoom.scale) < 1e-9)
      #expect(
        abs(a.zoom.shift.x + b.zoom.shift.x) < 1e-6 && abs(a.zoom.shift.y - b.zoom.shift.y) < 1e-6)
    }
  }
}

/// The hands of a record, told anew.
struct RecordedHand {
  fileprivate enum Event {
    case pointer(PointerEvent)
    case input(Input)
  }

  fileprivate struct Moment {
    var at: Double
    var event: Event
  }

  private var moments: [Moment]
  private let size: Size
  /// Nothing happens for so long between two deeds, seconds.
  private static let pause = 1.35

  init(_ name: String, file: String = #filePath) throws {
    let folder = file.split(separator: "/").dropLast().joined(separator: "/")
    let text = contents(of: "/\(folder)/Streams/\(name).txt")
    let record = try Record(Array(text.utf8))
    size = record.size
    moments = record.moments.compactMap { moment in
      let at = moment.at.sinceStart.inSeconds
      switch moment.entry {
      case .pointer(let event): return Moment(at: at, event: .pointer(event))
      // The end of the session is none of it.
      case .input(.keyDown), .input(.keyUp): return nil
      case .input(let input): return Moment(at: at, event: .input(input))
      default: return nil
      }
    }
    try #require(!moments.isEmpty && size == Size(1920, 1080))
  }

  /// Right becomes left.
  mutating func mirror() {
    let ways: [PadButton: PadButton] = [
      .dpleft: .dpright, .dpright: .dpleft, .leftshoulder: .rightshoulder,
      .rightshoulder: .leftshoulder,
    ]
    func other(_ point: Point) -> Point { Point(size.width - point.x, point.y) }
    for index in moments.indices {
      let event: Event
      switch moments[index].event {
      case .pointer(.down(let pointer, let point)): event = .pointer(.down(pointer, other(point)))
      case .pointer(.moved(let pointer, let point)): event = .pointer(.moved(pointer, other(point)))
      case .pointer(.up(let pointer, let point)): event = .pointer(.up(pointer, other(point)))
      case .pointer(.wheel(let count, let point, let zooms)):
        event = .pointer(.wheel(zooms ? count : -count, other(point), zooms: zooms))
      case .input(.padMoved(let pad, let axis, let value)) where axis == .leftx || axis == .rightx:
        event = .input(.padMoved(pad: pad, axis, -value))
      case .input(.padDown(let pad, let button)):
        event = .input(.padDown(pad: pad, ways[button] ?? button))
      case .input(.padUp(let pad, let button)):
        event = .input(.padUp(pad: pad, ways[button] ?? button))
      default: continue
      }
      moments[index].event = event
    }
  }

  /// Plays it, and gives the world as it is after each deed. nil: as it was recorded.
  func play(_ manner: Manner?) -> [HandWorld] {
    var (hand, ends) = (HandWorld(), [HandWorld]())
    let told = manner.map(retold) ?? moments
    let offset = 3 - told[0].at
    for (index, moment) in told.enumerated() {
      let at = moment.at + offset
      hand.frames(to: at, Manner(rate: 60))
      switch moment.event {
      case .pointer(let event): hand.send(event, at: at)
      case .input(let input): hand.send(input, at: at)
      }
      let next = index + 1 < told.count ? told[index + 1].at : moment.at + 3
      guard next - moment.at > Self.pause else { continue }
      hand.frames(to: at + Self.pause, Manner(rate: 60))
      ends.append(hand)
    }
    return ends
  }

  /// With what moves told at another rate, and unevenly. Where it begins and ends stays.
  private func retold(_ manner: Manner) -> [Moment] {
    var dice = SplitMix64(seed: manner.seed)
    var told = moments.filter { !$0.isMotion }
    var tracks: [Moment.Track] = []
    for track in moments.compactMap(\.track) where !tracks.contains(track) { tracks.append(track) }
    for track in tracks {
      let ways = moments.filter { $0.track == track }
      for (index, moment) in ways.enumerated() {
        let follows = index + 1 < ways.count && moment.leads(to: ways[index + 1])
        let next = follows ? ways[index + 1] : nil
        let isLed = index > 0 && ways[index - 1].leads(to: moment)
        // Where a stick begins and ends its way is told whatever the rate.
        if case .input = moment.event, next == nil || !isLed { told.append(moment) }
        guard let next else { continue }
        // Ticks of the rate, counted from the beginning of the session.
        var tick = (moment.at * manner.rate).rounded(.up)
        while tick / manner.rate < next.at {
          let at = min(tick / manner.rate + manner.late(&dice), next.at)
          told.append(moment.between(next, at))
          tick += 1
        }
      }
    }
    return told.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      .map(\.element)
  }
}

extension RecordedHand.Moment {
  /// What one finger or one axis does.
  enum Track: Hashable {
    case pointer(Pointer)
    case axis(Int, PadAxis)
  }

  var isMotion: Bool {
    switch event {
    case .pointer(.moved), .input(.padMoved): true
    default: false
    }
  }

  var track: Track? {
    switch event {
    case .pointer(.down(let pointer, _)), .pointer(.moved(let pointer, _)),
      .pointer(.up(let pointer, _)):
      .pointer(pointer)
    case .input(.padMoved(let pad, let axis, _)): .axis(pad, axis)
    default: nil
    }
  }

  /// It moves from here to there: a finger that is down, a stick that does not rest.
  func leads(to next: Self) -> Bool {
    switch (event, next.event) {
    case (.pointer(.up), _): false
    case (.pointer, .pointer): true
    default: next.at - at < 0.1
    }
  }

  /// On the line from here to another moment.
  func between(_ next: Self, _ at: Double) -> Self {
    let part = (at - self.at) / max(next.at - self.at, 1e-9)
    var moment = self
    moment.at = at
    switch (event, next.event) {
    case (.input(.padMoved(let pad, let axis, let a)), .input(.padMoved(_, _, let b))):
      moment.event = .input(.padMoved(pad: pad, axis, a + (b - a) * part))
    case (.pointer(let from), .pointer(let to)):
      guard case .pointer(let pointer) = track, let a = from.point, let b = to.point else { break }
      let place = Point(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part)
      moment.event = .pointer(.moved(pointer, place))
    default: break
    }
    return moment
  }
}

extension PointerEvent {
  fileprivate var point: Point? {
    switch self {
    case .down(_, let point), .moved(_, let point), .up(_, let point): point
    case .wheel(_, let point, _): point
    case .cancelled: nil
    }
  }
}
