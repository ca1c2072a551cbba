import CSDL2
import TriptychCore

/// Fingers and the mouse's left button.
extension Stage {
  /// True for what SDL tells twice: fingers as a mouse, the mouse as a finger. It is asked not to,
  /// but an environment variable goes before that.
  func isShadow(_ event: SDL_Event) -> Bool {
    switch SDL_EventType(event.type) {
    case SDL_MOUSEMOTION: event.motion.which == Self.touchMouse
    case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP: event.button.which == Self.touchMouse
    case SDL_MOUSEWHEEL: event.wheel.which == Self.touchMouse
    case SDL_FINGERDOWN, SDL_FINGERMOTION, SDL_FINGERUP: event.tfinger.touchId == Self.mouseTouch
    default: false
    }
  }

  /// SDL_TOUCH_MOUSEID and SDL_MOUSE_TOUCHID, macros with casts.
  private static let (touchMouse, mouseTouch) = (UInt32.max, SDL_TouchID(-1))

  /// What pointers do; empty for all other events.
  func pointers(_ event: SDL_Event) -> [StageEvent] {
    switch SDL_EventType(event.type) {
    case SDL_FINGERDOWN: return finger(event.tfinger) { .down($0, $1) }.filter(isInside)
    case SDL_FINGERMOTION: return finger(event.tfinger) { .moved($0, $1) }
    case SDL_FINGERUP: return finger(event.tfinger) { .up($0, $1) }
    case SDL_MOUSEBUTTONDOWN where isLeft(event.button):
      return [.pointer(.down(.mouse, point(event.button.x, event.button.y)))].filter(isInside)
    case SDL_MOUSEBUTTONUP where isLeft(event.button):
      return [.pointer(.up(.mouse, point(event.button.x, event.button.y)))]
    case SDL_MOUSEMOTION:
      let place = point(event.motion.x, event.motion.y)
      return event.motion.state & 1 != 0 ? [.pointer(.moved(.mouse, place))] : [.hover(place)]
    default: return []
    }
  }

  private func isLeft(_ event: SDL_MouseButtonEvent) -> Bool { event.button == 1 }

  /// False for what begins where the show is not.
  private func isInside(_ event: StageEvent) -> Bool {
    guard case .pointer(.down(_, let point)) = event else { return true }
    return (0..<size.width).contains(point.x) && (0..<size.height).contains(point.y)
  }

  private func finger(
    _ event: SDL_TouchFingerEvent, _ make: (Pointer, Point) -> PointerEvent
  ) -> [StageEvent] {
    // A trackpad's fingers move the mouse; what it tells of them means nothing on the screen.
    guard SDL_GetTouchDeviceType(event.touchId) != SDL_TOUCH_DEVICE_INDIRECT_RELATIVE,
      event.x.isFinite, event.y.isFinite
    else { return [] }
    let (width, height) = windowSize
    let place = scaled(Double(event.x) * width, Double(event.y) * height)
    return [.pointer(make(Pointer(finger: event.fingerId), place))]
  }

  private func point(_ x: Int32, _ y: Int32) -> Point { scaled(Double(x), Double(y)) }

  /// From the window's units, which differ from pixels where a compositor scales, to pixels of the
  /// viewer's space.
  private func scaled(_ x: Double, _ y: Double) -> Point {
    let (width, height) = windowSize
    guard width > 0, height > 0 else { return Point(x, y) }
    let display = rotation.size(screen)
    let place = Point(x * display.width / width, y * display.height / height)
    let seen = rotation.inView(place, viewer: screen)
    return Point(seen.x - inner.x, seen.y - inner.y)
  }

  /// Where the mouse is.
  public var mousePlace: Point {
    var (x, y): (Int32, Int32) = (0, 0)
    SDL_GetMouseState(&x, &y)
    return point(x, y)
  }
}
