import CSDL2
import CSDLShim
import TriptychCore
import TriptychPaint

/// The display: one window, its pixels and its events. Made and used on the main thread.
public final class Stage {
  /// How the window is wanted.
  public struct Wish: Sendable {
    /// Pixels; nil: the whole display.
    public var window: Size?
    /// A kiosk hides the pointer for good and takes no window keys.
    public var kiosk: Bool
    public var title: String
    /// nil: the first display.
    public var display: DisplayChoice?
    /// nil: the display's own. Counts where there is no `window`.
    public var mode: ModeChoice?

    public init(window: Size? = nil, kiosk: Bool = false, title: String = "Triptych") {
      (self.window, self.kiosk, self.title) = (window, kiosk, title)
    }
  }

  private let window: Window
  private let canvas: any Canvas
  private let painter: Painter

  /// SDL's name of the video driver, in lower case: x11, wayland, kmsdrm, dummy, offscreen.
  public let driver: String
  /// The display server's descriptor, to be polled; −1 where there is none.
  public let descriptor: Int32
  public private(set) var isFullscreen: Bool

  /// Makes the window. Throws where the display refuses it.
  public init(_ display: Display, _ wish: Wish) throws(StageError) {
    driver = display.driver
    window = try Window(display, wish)
    shim_catch_lost_display()
    canvas =
      driver == "kmsdrm" ? try TextureCanvas(window: window) : try SurfaceCanvas(window: window)
    descriptor = shim_display_descriptor(window.raw)
    isFullscreen = wish.window == nil
    painter = Painter(threads: 2)
    SDL_ShowCursor(wish.window == nil || wish.kiosk ? SDL_DISABLE : SDL_ENABLE)
    SDL_DisableScreenSaver()
  }

  /// A line for the log about what could not be had as wished; nil: nothing.
  public var problem: String? { window.problem }

  /// Pixels.
  public var size: Size { Size(Double(canvas.width), Double(canvas.height)) }

  /// The display's refresh rate; 60 Hz where it does not say.
  public var refreshRate: Int {
    var mode = SDL_DisplayMode()
    let index = SDL_GetWindowDisplayIndex(window.raw)
    guard index >= 0, SDL_GetCurrentDisplayMode(index, &mode) == 0 else { return 60 }
    return (20...500).contains(mode.refresh_rate) ? Int(mode.refresh_rate) : 60
  }

  /// Paints the layers, lowest first, and shows them. False: the display refused the frame.
  public func present(_ layers: [Layer], over background: Color) -> Bool {
    let (width, height) = (canvas.width, canvas.height)
    return canvas.show { pixels, stride in
      painter.paint(
        layers, over: background, into: pixels, stride: stride, width: width, height: height)
    }
  }

  /// Call when the calling thread has been given another scheduling policy: the painter's threads
  /// follow it, since each frame waits for them.
  public func adoptScheduling() { painter.adoptScheduling() }

  /// Call after a size change, before the next frame.
  public func resized() { canvas.resized() }

  /// Fills the screen, or goes back to a window.
  public func toggleFullscreen() {
    let flag = isFullscreen ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue
    guard SDL_SetWindowFullscreen(window.raw, flag) == 0 else { return }
    isFullscreen.toggle()
    SDL_ShowCursor(isFullscreen ? SDL_DISABLE : SDL_ENABLE)
  }
}
