import Testing

@testable import TriptychCore

/// A show in somebody's hand: pointers, keys and pads lead to it as in the player.
struct HandWorld {
  var world: ShowWorld
  private var reader = GestureReader()
  private var keys = InputReader(bindings: .builtIn, isKiosk: false)
  private var scene: GestureScene?
  /// What taps, long presses and pulls there were.
  private(set) var others: [Gesture] = []

  /// Seven pictures of 24 Mpx that change sideways, with the fourth in view at second 2.
  init() {
    let settings = ShowSettings.plain { settings in
      settings.item.transition = "horizontal-move-in-out"
      settings.item.duration = .seconds(60)
    }
    world = ShowWorld(
      [ShowWorld.Content](repeating: .picture, count: 7), settings: settings, begins: false)
    world.perform(world.show.presented(at: .zero))
    world.press(.go(to: 4))
    world.play(to: 2)
    rest(pad: 0)
  }

  /// Numbers count from 1.
  var number: Int { world.current + 1 }
  var zoom: Zoom { world.poses.first?.zoom ?? .none }
  /// Nothing is held, and the show stands on a place.
  var isAtRest: Bool { world.x == world.x.rounded() && !keys.isDragging && !reader.isBusy }

  mutating func send(_ event: PointerEvent, at seconds: Double) {
    frame(at: seconds)
    for gesture in reader.read(event, at: world.now, in: currentScene()) { obey(gesture) }
  }

  mutating func send(_ input: Input, at seconds: Double) {
    frame(at: seconds)
    (keys.isZoomed, keys.isInOverview) = (world.show.isZoomed, world.show.isInOverview)
    for action in keys.read(input, at: world.now, axis: world.show.axis) { obey(action) }
  }

  /// A turn of the loop.
  mutating func frame(at seconds: Double) {
    world.go(to: max(seconds, world.now.sinceStart.inSeconds))
    if world.show.sourceSize(of: world.current) == nil {
      world.hear(.measured(item: world.current, Size(6000, 4000)))
    }
    for action in keys.advance(to: world.now, axis: world.show.axis) { obey(action) }
    for gesture in reader.advance(to: world.now) { obey(gesture) }
  }

  /// Turns at a rate, each up to `jitter` of a period late.
  mutating func frames(to end: Double, _ manner: Manner) {
    var (dice, time) = (SplitMix64(seed: manner.seed), world.now.sinceStart.inSeconds)
    while time < end {
      frame(at: min(time + manner.late(&dice), end))
      time += 1 / manner.rate
    }
    frame(at: end)
  }

  private mutating func rest(pad: Int) {
    for axis in PadAxis.allCases { send(.padMoved(pad: pad, axis, 0), at: 2) }
  }

  /// As PlayLoop has it: the axis is that of when the first pointer went down.
  private mutating func currentScene() -> GestureScene {
    let show = world.show
    if !reader.isBusy { scene = GestureScene(size: show.size, axis: show.axis) }
    var now = scene ?? GestureScene(size: show.size, axis: show.axis)
    (now.isZoomed, now.canBeZoomed) = (show.isZoomed, show.canBeZoomed)
    now.canBePulled = show.canBeZoomed && !show.isZoomed
    return now
  }

  private mutating func obey(_ action: UserAction) {
    if case .command(let command) = action { world.press(command) }
  }

  private mutating func obey(_ gesture: Gesture) {
    switch gesture {
    case .drag(let way): world.press(.drag(by: way))
    case .release(let velocity): world.press(.release(velocity: velocity))
    case .pan(let way): world.press(.pan(by: way))
    case .panEnded(let velocity): world.press(.letGo(velocity: velocity))
    case .pinch(let factor, let point, let way):
      world.press(.pinch(by: factor, about: point, movedBy: way))
    case .pinchEnded: world.press(.letGo(velocity: Point(0, 0)))
    case .doubleTap(let point): world.press(.toggleZoom(at: point))
    case .step(let count):
      for _ in 0..<min(abs(count), 3) { world.press(count > 0 ? .next : .previous) }
    case .pull, .pullEnded, .tap, .longPress: others.append(gesture)
    }
  }
}

/// How a device tells what is done with it: so many times a second, and how unevenly.
struct Manner: Sendable, CustomTestStringConvertible {
  var rate: Double
  /// Up to this part of a period late.
  var jitter = 0.0
  var seed: UInt64 = 1

  var testDescription: String { "\(rate) Hz, jitter \(jitter)" }

  /// Seconds, for one event.
  func late(_ dice: inout SplitMix64) -> Double {
    jitter * Double(dice.below(1000)) / 1000 / rate
  }

  static let all =
    [30.0, 60, 240].map { Manner(rate: $0) }
    + [30.0, 60, 240].flatMap { rate in
      [0.3, 0.8].map { Manner(rate: rate, jitter: $0, seed: UInt64(rate)) }
    }
}
