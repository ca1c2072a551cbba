import CSDL2
import CSDLShim
import TriptychCore

/// The one window. Whoever draws in it holds it, so it goes last, and SDL with it.
final class Window {
  let raw: OpaquePointer
  private let display: Display
  /// What could not be had as wished.
  let problem: String?

  init(_ display: Display, _ wish: Stage.Wish) throws(StageError) {
    let index = try display.index(of: wish.display)
    let fills = wish.window == nil
    let (mode, problem) = fills ? display.mode(wish.mode, of: index) : (nil, nil)
    // A mode of its own needs the other kind of full screen.
    let flags: SDL_WindowFlags =
      mode != nil
      ? SDL_WINDOW_FULLSCREEN : fills ? SDL_WINDOW_FULLSCREEN_DESKTOP : SDL_WINDOW_RESIZABLE
    let size = display.expectedSize(wish)
    let position = shim_centered_on(Int32(index))
    let made = SDL_CreateWindow(
      wish.title, position, position, Int32(size.width), Int32(size.height),
      SDL_WINDOW_SHOWN.rawValue | flags.rawValue)
    guard let made else {
      throw StageError(code: .noDisplay, description: "no window: \(sdlWords())")
    }
    (raw, self.display) = (made, display)
    guard var mode else {
      self.problem = problem
      return
    }
    let isTaken = SDL_SetWindowDisplayMode(made, &mode) == 0
    self.problem = isTaken ? nil : "--mode: the display refuses it (\(sdlWords()))"
  }

  deinit { SDL_DestroyWindow(raw) }
}
