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
    if Display.unseen.contains(driver), SDL_getenv("SDL_VIDEODRIVER") == nil {
      SDL_Quit()
      throw StageError(code: .noDisplay, description: Display.whyNone("none was found"))
    }
  }

  private static let unseen = ["offscreen", "dummy", "evdev"]

  deinit { SDL_Quit() }

  /// The size that a window will most probably have, pixels.
  public func expectedSize(_ wish: Stage.Wish) -> Size {
    if let window = wish.window { return window }
    var mode = SDL_DisplayMode()
    guard SDL_GetDesktopDisplayMode(0, &mode) == 0, mode.w > 0, mode.h > 0 else {
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
    // Without that folder there is no compositor, and libwayland would write so into our log.
    if SDL_GetHint(SDL_HINT_VIDEODRIVER) == nil, SDL_getenv("XDG_RUNTIME_DIR") == nil {
      SDL_SetHint(SDL_HINT_VIDEODRIVER, "x11,kmsdrm")
    }
  }

  private static func whyNone(_ words: String) -> String {
    "no display: \(words). Start it in an X or Wayland session (DISPLAY or WAYLAND_DISPLAY"
      + " set), or on a console as a user in the groups video and input, with a /dev/dri/card*"
  }
}
