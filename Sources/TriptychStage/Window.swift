import CSDL2
import CSDLShim
import TriptychCore

/// The one window. Whoever draws in it holds it, so it goes last, and SDL with it.
final class Window {
  let raw: OpaquePointer
  private let display: Display
  private let wish: Size?
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
    (raw, self.display, self.wish) = (made, display, wish.window)
    guard var mode else {
      self.problem = problem
      return
    }
    let isTaken = SDL_SetWindowDisplayMode(made, &mode) == 0
    self.problem = isTaken ? nil : "--mode: the display refuses it (\(sdlWords()))"
  }

  /// Fills the screen, or makes a window of it; false: neither was done.
  func fill(_ fills: Bool) -> Bool {
    guard fills || canBeSmall || isX11 else { return false }
    if hasManager || !isX11 {
      let flag = fills ? SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue : 0
      guard SDL_SetWindowFullscreen(raw, flag) == 0 else { return false }
      if !fills, wish == nil { shrink() }
      return true
    }
    // Nobody makes it large: SDL would believe in a size that it has not.
    SDL_SetWindowFullscreen(raw, 0)
    guard fills else {
      shrink()
      return true
    }
    var bounds = SDL_Rect()
    guard SDL_GetDisplayBounds(max(0, SDL_GetWindowDisplayIndex(raw)), &bounds) == 0 else {
      return false
    }
    SDL_SetWindowSize(raw, bounds.w, bounds.h)
    SDL_SetWindowPosition(raw, bounds.x, bounds.y)
    return true
  }

  /// To the size that was wished for, else two thirds of the screen, in its middle.
  private func shrink() {
    var bounds = SDL_Rect()
    let index = max(0, SDL_GetWindowDisplayIndex(raw))
    guard SDL_GetDisplayBounds(index, &bounds) == 0 else { return }
    let size = wish ?? Size(Double(bounds.w) * 2 / 3, Double(bounds.h) * 2 / 3)
    SDL_SetWindowResizable(raw, SDL_TRUE)
    SDL_SetWindowSize(raw, Int32(size.width), Int32(size.height))
    let middle = shim_centered_on(index)
    SDL_SetWindowPosition(raw, middle, middle)
  }

  private var isX11: Bool { display.driver == "x11" }

  /// Somebody makes windows large and small.
  var hasManager: Bool { shim_has_window_manager(raw) != 0 }

  /// There is a window to go back to, with room beside it for others.
  var canBeSmall: Bool { hasManager || wish != nil }

  deinit { SDL_DestroyWindow(raw) }
}
