import CSDL2
import Testing
import TriptychCore
import TriptychStage

/// A stage of 640 × 360 that nobody sees, and fingers and a mouse of SDL's events.
@MainActor final class PointerBench {
  let stage: Stage
  private let window: OpaquePointer

  init(_ rotation: Rotation, inset: Insets = .none) throws {
    SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen")
    var wish = Stage.Wish(window: Size(640, 360), renderer: .cpu)
    (wish.rotation, wish.inset) = (rotation, inset)
    stage = try Stage(try Display(), wish)
    let windows = (1...64).compactMap { number -> OpaquePointer? in SDL_GetWindowFromID(number) }
    window = try #require(windows.first)
    _ = stage.events()
  }

  /// As somebody who pulls at its corner does it.
  func resize(_ width: Int32, _ height: Int32) { SDL_SetWindowSize(window, width, height) }

  /// Fractions of the window.
  func finger(
    _ type: SDL_EventType, _ x: Double, _ y: Double, number: SDL_FingerID = 7,
    of touch: SDL_TouchID = 3
  ) {
    var event = SDL_Event()
    event.tfinger.type = type.rawValue
    (event.tfinger.touchId, event.tfinger.fingerId) = (touch, number)
    (event.tfinger.x, event.tfinger.y) = (Float(x), Float(y))
    SDL_PushEvent(&event)
  }

  /// The window's own pixels.
  func mouse(
    _ type: SDL_EventType, _ x: Int32, _ y: Int32, of which: UInt32 = 0, held: Bool = false
  ) {
    var event = SDL_Event()
    if type == SDL_MOUSEMOTION {
      event.motion.type = type.rawValue
      (event.motion.which, event.motion.state) = (which, held ? 1 : 0)
      (event.motion.x, event.motion.y) = (x, y)
    } else {
      event.button.type = type.rawValue
      (event.button.which, event.button.button) = (which, 1)
      (event.button.x, event.button.y) = (x, y)
    }
    SDL_PushEvent(&event)
  }

  /// One notch.
  func wheel(of which: UInt32) {
    var event = SDL_Event()
    event.wheel.type = SDL_MOUSEWHEEL.rawValue
    (event.wheel.which, event.wheel.y) = (which, 1)
    SDL_PushEvent(&event)
  }

  /// What pointers do, as the stage tells it.
  func pointers() -> [PointerEvent] {
    stage.events().compactMap { if case .pointer(let event) = $0 { event } else { nil } }
  }

  /// True if just that is what they do, to a hundredth of a pixel: SDL's fractions are floats.
  func near(_ expected: PointerEvent...) -> Bool { Self.isNear(pointers(), expected) }

  static func isNear(_ events: [PointerEvent], _ expected: [PointerEvent]) -> Bool {
    guard events.count == expected.count else { return false }
    return zip(events, expected).allSatisfy { event, other in
      switch (event, other) {
      case (.down(let a, let p), .down(let b, let q)), (.moved(let a, let p), .moved(let b, let q)),
        (.up(let a, let p), .up(let b, let q)):
        a == b && abs(p.x - q.x) < 0.01 && abs(p.y - q.y) < 0.01
      default: event == other
      }
    }
  }
}
