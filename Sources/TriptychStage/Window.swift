import CSDL2
import CSDLShim
import TriptychCore

/// The one window. Whoever draws in it holds it, so it goes last, and SDL with it.
final class Window {
  let raw: OpaquePointer
  private let display: Display

  init(_ display: Display, _ wish: Stage.Wish) throws(StageError) {
    let flags: SDL_WindowFlags =
      wish.window == nil ? SDL_WINDOW_FULLSCREEN_DESKTOP : SDL_WINDOW_RESIZABLE
    let size = display.expectedSize(wish)
    let position = shim_centered_on(0)
    let made = SDL_CreateWindow(
      wish.title, position, position, Int32(size.width), Int32(size.height),
      SDL_WINDOW_SHOWN.rawValue | flags.rawValue)
    guard let made else {
      throw StageError(code: .noDisplay, description: "no window: \(sdlWords())")
    }
    (raw, self.display) = (made, display)
  }

  deinit { SDL_DestroyWindow(raw) }
}
