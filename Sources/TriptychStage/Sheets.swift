import CSDL2
import TriptychCore
import TriptychPaint

/// Memory that the processor paints on, and its way to the screen.
protocol Sheet: AnyObject {
  /// Pixels.
  var width: Int { get }
  var height: Int { get }
  /// Lends memory for one frame, BGRX rows `stride` bytes apart, and shows it when `paint` is
  /// done. False: the display refused.
  func show(_ paint: (UnsafeMutableRawPointer, _ stride: Int) -> Void) -> Bool
  /// Shows an opaque BGRA picture of the sheet's size without painting it first; nil: it cannot.
  func show(directly picture: Picture) -> Bool?
  /// The window has changed; the memory lent next has its new size.
  func resized()
}

/// X11, Wayland, dummy: the window's own surface, in shared memory where the server can.
final class WindowSheet: Sheet {
  private let window: Window
  private var surface: UnsafeMutablePointer<SDL_Surface>?
  /// For displays whose pixels are not 32-bit BGRX: painted here, converted by SDL.
  private var detour: PixelBlock?

  init(window: Window) throws(StageError) {
    self.window = window
    surface = SDL_GetWindowSurface(window.raw)
    if surface == nil {
      throw StageError(code: .cannotDraw, description: "no window surface: \(sdlWords())")
    }
  }

  var width: Int { surface.map { Int($0.pointee.w) } ?? 0 }
  var height: Int { surface.map { Int($0.pointee.h) } ?? 0 }

  func show(_ paint: (UnsafeMutableRawPointer, _ stride: Int) -> Void) -> Bool {
    if surface == nil { surface = SDL_GetWindowSurface(window.raw) }
    guard let surface, let pixels = surface.pointee.pixels else { return false }
    if takesBGRX(surface) {
      paint(pixels, Int(surface.pointee.pitch))
    } else {
      convert(into: surface, paint)
    }
    if SDL_UpdateWindowSurface(window.raw) == 0 { return true }
    self.surface = nil  // the window changed under us: another surface next time
    return false
  }

  /// The pixels have to come to the surface anyway, and the painter copies them no slower.
  func show(directly picture: Picture) -> Bool? { nil }

  func resized() { surface = SDL_GetWindowSurface(window.raw) }

  private func takesBGRX(_ surface: UnsafeMutablePointer<SDL_Surface>) -> Bool {
    let format = surface.pointee.format.pointee.format
    return format == SDL_PIXELFORMAT_RGB888.rawValue
      || format == SDL_PIXELFORMAT_ARGB8888.rawValue
  }

  private func convert(
    into surface: UnsafeMutablePointer<SDL_Surface>,
    _ paint: (UnsafeMutableRawPointer, _ stride: Int) -> Void
  ) {
    let stride = width * 4
    let needed = stride * height
    let block: PixelBlock
    if let detour, detour.byteCount == needed {
      block = detour
    } else {
      block = PixelBlock(byteCount: needed)
      detour = block
    }
    paint(block.base, stride)
    SDL_ConvertPixels(
      Int32(width), Int32(height), SDL_PIXELFORMAT_RGB888.rawValue, block.base, Int32(stride),
      surface.pointee.format.pointee.format, surface.pointee.pixels, surface.pointee.pitch)
  }
}

/// KMSDRM: a texture of the opengles2 renderer. SDL's default there, `opengl`, shows black, and a
/// window surface goes through it (KIOSK section 6).
final class TextureSheet: Sheet {
  private let owner: WindowRenderer
  private var texture: OpaquePointer?
  /// Made when something is painted: a film that fills the screen never is.
  private var block: PixelBlock?
  private(set) var width: Int
  private(set) var height: Int

  convenience init(window: Window) throws(StageError) {
    guard let made = WindowRenderer(window: window, driver: "opengles2", waits: true) else {
      throw StageError(
        code: .cannotDraw,
        description: "no opengles2 renderer: \(sdlWords()); install libgles2 and libgl1-mesa-dri")
    }
    self.init(made)
  }

  init(_ renderer: WindowRenderer) {
    owner = renderer
    (width, height) = (0, 0)
    resized()
  }

  deinit {
    if let texture { SDL_DestroyTexture(texture) }
  }

  private var renderer: OpaquePointer { owner.raw }

  func resized() {
    var (w, h): (Int32, Int32) = (0, 0)
    SDL_GetRendererOutputSize(renderer, &w, &h)
    (width, height) = (Int(w), Int(h))
    if let texture { SDL_DestroyTexture(texture) }
    texture = SDL_CreateTexture(
      renderer, SDL_PIXELFORMAT_RGB888.rawValue, Int32(SDL_TEXTUREACCESS_STATIC.rawValue), w, h)
    block = nil
  }

  func show(_ paint: (UnsafeMutableRawPointer, _ stride: Int) -> Void) -> Bool {
    // Not SDL_LockTexture: it is never faster (STACK section 3), and may lend unreadable memory.
    let block = self.block ?? PixelBlock(byteCount: width * height * 4)
    self.block = block
    paint(block.base, width * 4)
    return show(block.base, stride: width * 4)
  }

  func show(directly picture: Picture) -> Bool? {
    show(picture.base, stride: picture.stride)
  }

  private func show(_ pixels: UnsafeRawPointer, stride: Int) -> Bool {
    guard let texture, SDL_UpdateTexture(texture, nil, pixels, Int32(stride)) == 0 else {
      return false
    }
    SDL_RenderCopy(renderer, texture, nil, nil)
    SDL_RenderPresent(renderer)
    return true
  }
}
