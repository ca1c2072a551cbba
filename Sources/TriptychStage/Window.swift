import CSDL2
import CSDLShim
import TriptychCore

/// The one window. Whoever draws in it holds it, so it goes last, and SDL with it.
final class Window {
  let raw: OpaquePointer

  /// SDL's video is up already.
  init(_ wish: Stage.Wish) throws(StageError) {
    var flags = SDL_WINDOW_SHOWN.rawValue
    var (width, height): (Int32, Int32) = (1280, 720)
    if let size = wish.window {
      (width, height) = (Int32(size.width), Int32(size.height))
      flags |= SDL_WINDOW_RESIZABLE.rawValue
    } else {
      flags |= SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue
      var mode = SDL_DisplayMode()
      if SDL_GetDesktopDisplayMode(0, &mode) == 0 { (width, height) = (mode.w, mode.h) }
    }
    let position = shim_centered_on(0)
    guard let made = SDL_CreateWindow(wish.title, position, position, width, height, flags) else {
      let words = sdlWords()
      SDL_Quit()
      throw StageError(code: .noDisplay, description: "no window: \(words)")
    }
    raw = made
  }

  deinit {
    SDL_DestroyWindow(raw)
    SDL_Quit()
  }
}
