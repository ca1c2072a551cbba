import CSDL2
import TriptychCore

/// SDL's video, from its start to its end. Made and used on the main thread; the stage that is
/// made with it keeps it.
public final class Display {
  /// SDL's name of the video driver, in lower case: x11, wayland, kmsdrm, dummy, offscreen.
  public let driver: String

  /// Finds the display. Throws where there is none, with what to do.
  public init() throws(StageError) {
    Display.setHints()
    guard SDL_Init(SDL_INIT_VIDEO) == 0 else {
      throw StageError(code: .noDisplay, description: Display.whyNone(sdlWords()))
    }
    driver = String(cString: SDL_GetCurrentVideoDriver()).lowercased()
    // SDL falls back on drivers that show nothing to anybody; they count where they were asked for.
    if Display.unseen.contains(driver), !Display.asksFor(driver) {
      SDL_Quit()
      throw StageError(code: .noDisplay, description: Display.whyNone("none was found"))
    }
  }

  private static let unseen = ["offscreen", "dummy", "evdev"]

  private static func asksFor(_ driver: String) -> Bool {
    guard let names = SDL_GetHint(SDL_HINT_VIDEODRIVER) else { return false }
    return String(cString: names).lowercased().split(separator: ",").contains { $0 == driver }
  }

  deinit { SDL_Quit() }

  /// The size that a window will most probably have on the display, pixels.
  public func expectedSize(_ wish: Stage.Wish) -> Size {
    if let window = wish.window { return window }
    let index = (try? index(of: wish.display)) ?? 0  // the window will say what is wrong
    if let found = mode(wish.mode, of: index).mode { return Size(Double(found.w), Double(found.h)) }
    var mode = SDL_DisplayMode()
    guard SDL_GetDesktopDisplayMode(Int32(index), &mode) == 0, mode.w > 0, mode.h > 0 else {
      return Size(1280, 720)
    }
    return Size(Double(mode.w), Double(mode.h))
  }

  private static func setHints() {
    SDL_SetMainReady()
    // Through OpenGL a window surface costs 60 ms of start and 100 MB (STACK section 1).
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0")
    // Signals are ours: SDL would turn them into events that a stuck loop never reads.
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1")
    SDL_SetHint(SDL_HINT_APP_NAME, "Triptych")
    SDL_SetHint(SDL_HINT_VIDEO_MINIMIZE_ON_FOCUS_LOSS, "0")
    SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0")
    SDL_SetHint(SDL_HINT_MOUSE_TOUCH_EVENTS, "0")
    if !canHaveCompositor { avoidWayland() }
  }

  /// Without a compositor, libwayland would write into our log that there is none. Somebody who
  /// asks for nothing but Wayland hears it from us.
  private static func avoidWayland() {
    let wish = SDL_GetHint(SDL_HINT_VIDEODRIVER).map { String(cString: $0) } ?? "x11,kmsdrm"
    let others = wish.split(separator: ",").filter { $0.lowercased() != "wayland" }
    // A name that no driver has is refused by SDL itself.
    let drivers = others.isEmpty ? "wayland-without-compositor" : others.joined(separator: ",")
    SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, drivers, SDL_HINT_OVERRIDE)
  }

  /// False without an absolute path to its socket.
  private static var canHaveCompositor: Bool {
    for name in ["XDG_RUNTIME_DIR", "WAYLAND_DISPLAY"] {
      if let value = SDL_getenv(name), value[0] == CChar(0x2F) { return true }
    }
    return false
  }

  /// The one that was asked for.
  private static var named: String {
    for name in ["WAYLAND_DISPLAY", "DISPLAY"] {
      if let value = SDL_getenv(name), value[0] != 0 {
        return " at \(name)=\(String(cString: value))"
      }
    }
    return ""
  }

  private static func whyNone(_ words: String) -> String {
    "no display\(named): \(words). Start it in an X or Wayland session (DISPLAY or WAYLAND_DISPLAY"
      + " set), or on a console as a user in the groups video and input, with a /dev/dri/card*"
  }
}
