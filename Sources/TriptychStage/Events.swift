import CSDL2
import TriptychCore

/// What the display and its input devices say.
public enum StageEvent: Hashable, Sendable {
  case input(Input)
  /// A finger, or the mouse with its left button. Pixels.
  case pointer(PointerEvent)
  /// The mouse moves without its left button.
  case hover(Point)
  case resized
  /// What was shown is gone; draw again.
  case exposed
  /// A game controller is there; `isKnown`: SDL knows which button is which.
  case padCame(String, isKnown: Bool)
  case padWent(String)
  /// A sound device is gone; SDL's number of it.
  case soundWent(UInt32)
  /// One is there that was not.
  case soundCame
  /// The window's close button, or the session ends.
  case closed
}

extension Stage {
  /// The events that wait, oldest first.
  public func events() -> [StageEvent] {
    var found: [StageEvent] = []
    var event = SDL_Event()
    while SDL_PollEvent(&event) != 0 {
      // What SDL says of them is true of the end of the queue, not of the events before.
      let type = SDL_EventType(event.type)
      if type == SDL_KEYDOWN || type == SDL_KEYUP { heldModifiers = event.key.keysym.mod }
      if !isShadow(event) { found += translate(event) + pointers(event) }
    }
    heldModifiers = UInt16(truncatingIfNeeded: SDL_GetModState().rawValue)
    return found
  }

  /// True if events wait that the display's descriptor does not tell of any more: drawing reads
  /// them along with the display's answers.
  public var hasEvents: Bool {
    SDL_PumpEvents()
    return SDL_HasEvents(SDL_FIRSTEVENT.rawValue, SDL_LASTEVENT.rawValue) == SDL_TRUE
  }

  private func translate(_ event: SDL_Event) -> [StageEvent] {
    switch SDL_EventType(event.type) {
    case SDL_KEYDOWN:
      let symbol = event.key.keysym
      return [
        .input(
          .keyDown(key(symbol), modifiers(symbol.mod), isRepeat: event.key.repeat != 0))
      ]
    case SDL_KEYUP: return [.input(.keyUp(key(event.key.keysym)))]
    case SDL_MOUSEBUTTONDOWN:
      guard let button = button(event.button.button) else { return [] }
      return [.input(.mouseDown(button, modifiers(heldModifiers)))]
    case SDL_MOUSEWHEEL: return wheel(event.wheel)
    case SDL_WINDOWEVENT: return window(event.window)
    case SDL_RENDER_TARGETS_RESET: return [.exposed]
    case SDL_RENDER_DEVICE_RESET:
      forget()
      return [.exposed]
    case SDL_AUDIODEVICEREMOVED where event.adevice.iscapture == 0:
      return [.soundWent(event.adevice.which)]
    case SDL_AUDIODEVICEADDED where event.adevice.iscapture == 0: return [.soundCame]
    case SDL_QUIT: return [.closed]
    default: return pads?.translate(event) ?? []
    }
  }

  /// Starts game controllers and joysticks, those that are there and those that come. `mappings`:
  /// lines in the form of gamecontrollerdb. False: SDL has none.
  public func startPads(mappings: [String]) -> Bool {
    // Where the screen is filled or nobody gives the focus, none is needed.
    pads = pads ?? Pads(mappings: mappings, inBackground: ownsPads)
    return pads != nil
  }

  /// The game controllers and joysticks that are there.
  public var padNames: [String] { pads?.names ?? [] }

  private func key(_ symbol: SDL_Keysym) -> Key {
    Key(
      String(cString: SDL_GetKeyName(symbol.sym)),
      position: String(cString: SDL_GetScancodeName(symbol.scancode)))
  }

  private func button(_ number: UInt8) -> MouseButton? {
    switch number {
    case 1: .left
    case 2: .middle
    case 3: .right
    case 4: .back
    case 5: .forward
    default: nil
    }
  }

  /// One input a notch. `up` is away from the person.
  private func wheel(_ event: SDL_MouseWheelEvent) -> [StageEvent] {
    let turned: Int32 = event.direction == SDL_MOUSEWHEEL_FLIPPED.rawValue ? -1 : 1
    let (x, y) = (event.x * turned, event.y * turned)
    let direction: Direction = y != 0 ? (y > 0 ? .up : .down) : (x > 0 ? .right : .left)
    let notches = min(3, max(abs(x), abs(y)))
    let held = modifiers(heldModifiers)
    return (0..<notches).map { _ in .input(.wheel(direction, held)) }
  }

  private func window(_ event: SDL_WindowEvent) -> [StageEvent] {
    switch SDL_WindowEventID(UInt32(event.event)) {
    case SDL_WINDOWEVENT_SIZE_CHANGED: [.resized]
    case SDL_WINDOWEVENT_EXPOSED: [.exposed]
    case SDL_WINDOWEVENT_FOCUS_LOST: [.input(.allReleased)]
    default: []
    }
  }

  private func modifiers(_ mask: UInt16) -> Modifiers {
    var held: Modifiers = []
    let bits = UInt32(mask)
    if bits & KMOD_SHIFT.rawValue != 0 { held.insert(.shift) }
    if bits & KMOD_CTRL.rawValue != 0 { held.insert(.control) }
    if bits & KMOD_ALT.rawValue != 0 { held.insert(.alt) }
    if bits & KMOD_GUI.rawValue != 0 { held.insert(.meta) }
    return held
  }
}
