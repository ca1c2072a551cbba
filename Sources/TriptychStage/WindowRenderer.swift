import CSDL2

/// SDL's renderer of the window. Whoever draws with it holds it; textures go before it.
final class WindowRenderer {
  let raw: OpaquePointer
  private let window: Window

  /// `driver`: SDL's name of the renderer. `waits`: showing a frame waits for the display's
  /// refresh. nil: there is none; SDL has the words.
  init?(window: Window, driver: String, waits: Bool) {
    SDL_SetHint(SDL_HINT_RENDER_DRIVER, driver)
    // A renderer that is asked for by name draws each call on its own unless it is told not to.
    SDL_SetHint(SDL_HINT_RENDER_BATCHING, "1")
    let wishes =
      SDL_RENDERER_ACCELERATED.rawValue | (waits ? SDL_RENDERER_PRESENTVSYNC.rawValue : 0)
    guard let made = SDL_CreateRenderer(window.raw, -1, wishes) else { return nil }
    (raw, self.window) = (made, window)
  }

  deinit { SDL_DestroyRenderer(raw) }
}
