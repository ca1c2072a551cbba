import CSDL2
import Testing
import TriptychCore
import TriptychStage

/// Fingers and the mouse, from SDL's events to where the viewer sees them.
@Suite(.serialized) @MainActor struct PointerTests {
  /// A display 640 × 360 that hangs so, and where a finger at 0.75, 0.1 of it lies for who looks
  /// at it upright.
  struct Hanging: Sendable, CustomTestStringConvertible {
    var rotation: Rotation
    var size: Size
    var place: Point
    /// What the viewer calls to the right is so on the display, fractions of it.
    var right: Point

    var testDescription: String { "\(rotation)" }
  }

  nonisolated static let hangings = [
    Hanging(
      rotation: .none, size: Size(640, 360), place: Point(480, 36), right: Point(0.2, 0)),
    Hanging(
      rotation: .quarter, size: Size(360, 640), place: Point(36, 160), right: Point(0, 0.2)),
    Hanging(
      rotation: .half, size: Size(640, 360), place: Point(160, 324), right: Point(-0.2, 0)),
    Hanging(
      rotation: .threeQuarters, size: Size(360, 640), place: Point(324, 480),
      right: Point(0, -0.2)),
  ]

  @Test("a finger and the mouse are where the viewer sees them", arguments: hangings)
  func place(_ hanging: Hanging) throws {
    let bench = try PointerBench(hanging.rotation)
    #expect(bench.stage.size == hanging.size)
    bench.finger(SDL_FINGERDOWN, 0.75, 0.1)
    bench.mouse(SDL_MOUSEBUTTONDOWN, 480, 36)
    let finger = Pointer(finger: 7)
    #expect(bench.near(.down(finger, hanging.place), .down(.mouse, hanging.place)))
    bench.finger(SDL_FINGERMOTION, 0.75, 0.1)
    bench.mouse(SDL_MOUSEMOTION, 480, 36, held: true)
    #expect(bench.near(.moved(finger, hanging.place), .moved(.mouse, hanging.place)))
    bench.finger(SDL_FINGERUP, 0.75, 0.1)
    bench.mouse(SDL_MOUSEBUTTONUP, 480, 36)
    #expect(bench.near(.up(finger, hanging.place), .up(.mouse, hanging.place)))
  }

  @Test("a swipe to the viewer's right is one on every display", arguments: hangings)
  func swipe(_ hanging: Hanging) throws {
    let bench = try PointerBench(hanging.rotation)
    var (reader, way, pulled) = (GestureReader(), 0.0, 0.0)
    let scene = GestureScene(size: bench.stage.size, axis: .horizontal)
    for step in 0...10 {
      let part = Double(step) / 10
      bench.finger(
        step == 0 ? SDL_FINGERDOWN : SDL_FINGERMOTION, 0.5 + hanging.right.x * part,
        0.5 + hanging.right.y * part)
      for event in bench.pointers() {
        let now = Instant(.milliseconds(20 * step))
        for gesture in reader.read(event, at: now, in: scene) {
          if case .drag(let by) = gesture { way += by }
          if case .pull(let to) = gesture { pulled = to }
        }
      }
    }
    // A fifth of the display is a fifth of the viewer's width; what goes right leads back.
    #expect(abs(way + 0.2) < 1e-6 && pulled == 0)
  }

  @Test("two fingers that part enlarge about the same point", arguments: hangings)
  func pinch(_ hanging: Hanging) throws {
    let bench = try PointerBench(hanging.rotation)
    let scene = GestureScene(size: bench.stage.size, axis: .horizontal)
    var (reader, factor) = (GestureReader(), 1.0)
    var about: Point?
    bench.finger(SDL_FINGERDOWN, 0.70, 0.1, number: 1)
    bench.finger(SDL_FINGERDOWN, 0.80, 0.1, number: 2)
    bench.finger(SDL_FINGERMOTION, 0.65, 0.1, number: 1)
    bench.finger(SDL_FINGERMOTION, 0.85, 0.1, number: 2)
    for event in bench.pointers() {
      for gesture in reader.read(event, at: .zero, in: scene) {
        guard case .pinch(let by, let point, _) = gesture else { continue }
        (factor, about) = (factor * by, point)
      }
    }
    let middle = try #require(about)
    #expect(abs(factor - 2) < 1e-5)
    #expect(
      abs(middle.x - hanging.place.x) < 0.01 && abs(middle.y - hanging.place.y) < 0.01)
  }

  @Test("a window of another size: what is touched is what is drawn there", arguments: hangings)
  func resized(_ hanging: Hanging) throws {
    let bench = try PointerBench(hanging.rotation)
    bench.resize(400, 800)
    // In the same breath: what stands there is still what was drawn for the old size.
    bench.finger(SDL_FINGERDOWN, 0.75, 0.1)
    let events = bench.stage.events()
    #expect(events.contains(.resized))
    let early = events.compactMap { if case .pointer(let event) = $0 { event } else { nil } }
    #expect(PointerBench.isNear(early, [.down(Pointer(finger: 7), hanging.place)]))
    bench.stage.resized()
    #expect(bench.stage.size == hanging.rotation.size(Size(400, 800)))
    bench.finger(SDL_FINGERMOTION, 0.75, 0.1)
    bench.mouse(SDL_MOUSEBUTTONDOWN, 300, 80)
    let place =
      switch hanging.rotation {
      case .none: Point(300, 80)
      case .quarter: Point(80, 100)
      case .half: Point(100, 720)
      case .threeQuarters: Point(720, 300)
      }
    #expect(bench.near(.moved(Pointer(finger: 7), place), .down(.mouse, place)))
  }

  @Test("what is kept free is the viewer's edge, and nothing begins there", arguments: hangings)
  func inset(_ hanging: Hanging) throws {
    // A tenth of the viewer's height.
    let bench = try PointerBench(hanging.rotation, inset: Insets(top: 108))
    let top = hanging.size.height / 10
    #expect(bench.stage.size == Size(hanging.size.width, hanging.size.height - top))
    bench.finger(SDL_FINGERDOWN, 0.75, 0.1)
    let place = Point(hanging.place.x, hanging.place.y - top)
    #expect(
      place.y < 0
        ? bench.pointers().isEmpty : bench.near(.down(Pointer(finger: 7), place)))
    // 5 % of the viewer's height below the upper edge, in the middle.
    let edge =
      switch hanging.rotation {
      case .none: Point(0.5, 0.05)
      case .quarter: Point(0.95, 0.5)
      case .half: Point(0.5, 0.95)
      case .threeQuarters: Point(0.05, 0.5)
      }
    bench.finger(SDL_FINGERDOWN, edge.x, edge.y, number: 8)
    bench.mouse(SDL_MOUSEBUTTONDOWN, Int32(edge.x * 640), Int32(edge.y * 360))
    #expect(bench.pointers() == [])
  }

  // MARK: Once

  @Test("touch is not heard a second time as a mouse, nor the mouse as touch")
  func once() throws {
    let bench = try PointerBench(.none)
    // What SDL makes of fingers where an environment variable asks for it.
    let shadow = touchMouse
    bench.finger(SDL_FINGERDOWN, 0.5, 0.5)
    bench.mouse(SDL_MOUSEMOTION, 320, 180, of: shadow)
    bench.mouse(SDL_MOUSEBUTTONDOWN, 320, 180, of: shadow)
    bench.finger(SDL_FINGERMOTION, 0.25, 0.5)
    bench.mouse(SDL_MOUSEMOTION, 160, 180, of: shadow, held: true)
    bench.finger(SDL_FINGERUP, 0.25, 0.5)
    bench.mouse(SDL_MOUSEBUTTONUP, 160, 180, of: shadow)
    bench.wheel(of: shadow)
    let finger = Pointer(finger: 7)
    let touched = bench.stage.events()
    #expect(
      touched == [
        .pointer(.down(finger, Point(320, 180))), .pointer(.moved(finger, Point(160, 180))),
        .pointer(.up(finger, Point(160, 180))),
      ])
    // And of the mouse where another one does.
    let touch = mouseTouch
    bench.mouse(SDL_MOUSEBUTTONDOWN, 320, 180)
    bench.finger(SDL_FINGERDOWN, 0.5, 0.5, of: touch)
    bench.mouse(SDL_MOUSEMOTION, 160, 180, held: true)
    bench.finger(SDL_FINGERMOTION, 0.25, 0.5, of: touch)
    bench.mouse(SDL_MOUSEBUTTONUP, 160, 180)
    bench.finger(SDL_FINGERUP, 0.25, 0.5, of: touch)
    let clicked = bench.stage.events()
    #expect(
      clicked == [
        .input(.mouseDown(.left)), .pointer(.down(.mouse, Point(320, 180))),
        .pointer(.moved(.mouse, Point(160, 180))), .pointer(.up(.mouse, Point(160, 180))),
      ])
  }

  @Test("SDL is asked for no shadows")
  func hints() throws {
    let bench = try PointerBench(.none)
    defer { withExtendedLifetime(bench) {} }  // with its display the hints go
    for name in [SDL_HINT_TOUCH_MOUSE_EVENTS, SDL_HINT_MOUSE_TOUCH_EVENTS] {
      let value: UnsafePointer<CChar>? = SDL_GetHint(name)
      #expect(value.map { String(cString: $0) } == "0", "\(name)")
    }
  }

  /// SDL_touch.h and SDL_mouse.h: both are −1, of types that Swift does not take from macros.
  private let touchMouse = UInt32.max
  private let mouseTouch = SDL_TouchID(-1)
}
