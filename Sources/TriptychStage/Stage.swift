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
    /// How the display is turned against the viewer, clockwise.
    public var rotation = Rotation.none
    /// What is kept free of the show at the edges.
    public var inset = Insets.none
    /// A file that is emptied where the display server takes the program with it: nothing that is
    /// shown is to blame. −1: none.
    public var mark: Int32 = -1
    /// Who draws.
    public var renderer: Renderer

    public init(
      window: Size? = nil, kiosk: Bool = false, title: String = "Triptych",
      renderer: Renderer = .auto
    ) {
      (self.window, self.kiosk, self.title) = (window, kiosk, title)
      self.renderer = renderer
    }
  }

  private let window: Window
  /// How the display is turned against the viewer: what has a place on the display (a finger, the
  /// pointer) comes into the viewer's space by `Rotation.inView`.
  public let rotation: Rotation
  private let inset: Insets
  /// nil only where nothing draws at all for a while.
  private var canvas: (any Canvas)?
  /// Frames that were refused since the last one that was shown.
  private var refusals = 0
  private var lateWarning: String?
  /// The displays are switched off.
  private var isDark = false
  var pads: Pads?
  /// Keys that were held at the event that is being read.
  var heldModifiers: UInt16 = 0

  /// SDL's name of the video driver, in lower case: x11, wayland, kmsdrm, dummy, offscreen.
  public let driver: String
  /// The display server's descriptor, to be polled; −1 where there is none.
  public let descriptor: Int32
  public private(set) var isFullscreen: Bool
  /// Who draws, as it was found at the start.
  public let painter: PainterReport

  /// Makes the window. Throws where the display refuses it.
  public init(_ display: Display, _ wish: Wish) throws(StageError) {
    driver = display.driver
    window = try Window(display, wish)
    shim_catch_lost_display(wish.mark)
    (canvas, painter) = try PainterChoice(
      window: window, driver: driver, rotation: wish.rotation
    ).painter(wish.renderer)
    (rotation, inset) = (wish.rotation, wish.inset)
    descriptor = shim_display_descriptor(window.raw)
    isFullscreen = wish.window == nil
    SDL_ShowCursor(wish.window == nil || wish.kiosk ? SDL_DISABLE : SDL_ENABLE)
    SDL_DisableScreenSaver()
  }

  /// A line for the log about what could not be had as wished; nil: nothing.
  public var problem: String? { window.problem }

  /// The whole screen, pixels, in the viewer's space.
  public var screen: Size {
    Size(Double(canvas?.width ?? 0), Double(canvas?.height ?? 0))
  }

  /// What the show has of it: layers and pointers are in pixels of that.
  public var size: Size { Size(inner.width, inner.height) }

  /// Where that lies on the screen.
  var inner: Rect { inset.inner(of: screen) }

  /// The layers of a frame as they lie on the whole screen.
  public func frame(_ layers: [Layer], over background: Color) -> [Layer] {
    inset.frame(layers, on: screen, over: background)
  }

  /// In the units of events about the mouse.
  var windowSize: (width: Double, height: Double) {
    var (width, height): (Int32, Int32) = (0, 0)
    SDL_GetWindowSize(window.raw, &width, &height)
    return (Double(width), Double(height))
  }

  /// The display's refresh rate; 60 Hz where it does not say.
  public var refreshRate: Int {
    var mode = SDL_DisplayMode()
    let index = SDL_GetWindowDisplayIndex(window.raw)
    guard index >= 0, SDL_GetCurrentDisplayMode(index, &mode) == 0 else { return 60 }
    return (20...500).contains(mode.refresh_rate) ? Int(mode.refresh_rate) : 60
  }

  /// Draws the layers, lowest first, and shows them. False: the display refused the frame.
  public func present(_ layers: [Layer], over background: Color) -> Bool {
    if isDark { return true }
    if canvas?.show(frame(layers, over: background), over: background) == true {
      refusals = 0
      return true
    }
    refusals += 1
    if refusals >= Stage.patience { leaveGPU() }
    return false
  }

  private static let patience = 5

  /// A display must go on: a graphics processor that draws nothing any more is done without.
  private func leaveGPU() {
    guard canvas == nil || canvas is GPUCanvas else { return }
    let words = sdlWords()
    refusals = 0
    canvas = nil  // first: a window has one renderer
    do throws(StageError) {
      (canvas, _) = try PainterChoice(
        window: window, driver: driver, rotation: rotation
      ).onProcessor("")
      lateWarning = "the graphics processor refuses to draw (\(words)); the processor draws now"
    } catch {
      lateWarning =
        "neither the graphics processor (\(words)) nor the processor can draw:"
        + " \(error.description); it is tried again"
    }
  }

  /// Switches the displays on or off where they are ours: on a bare console. While they are off
  /// `present` draws nothing. False: it is not for us to do, or none followed.
  public func power(_ on: Bool) -> Bool {
    guard on == isDark else { return true }
    let followed = shim_power_displays(window.raw, on ? 1 : 0) > 0
    isDark = !on && followed
    return followed
  }

  /// On a bare console gives the display up for others, or takes it back; false: somebody else has
  /// it. Between the two nothing must be presented.
  @discardableResult
  public func hold(_ held: Bool) -> Bool { shim_hold_display(window.raw, held ? 1 : 0) >= 0 }

  /// What has gone wrong with drawing since the last call; nil: nothing.
  public func takeWarning() -> String? {
    defer { lateWarning = nil }
    return lateWarning
  }

  /// Brings pictures that will be shown soon to where they are drawn from, for at most about so
  /// long. True: all are there. Call it after each frame; what is not named any more goes.
  public func prepare(_ pictures: [Picture], within limit: Duration) -> Bool {
    canvas?.prepare(pictures, within: limit) ?? true
  }

  /// True if films are best given to it as planes.
  public var takesPlanes: Bool { canvas is GPUCanvas }

  /// True if drawing the picture will not be held up by bringing it there.
  public func isPrepared(_ picture: Picture) -> Bool { canvas?.isPrepared(picture) ?? true }

  /// The graphics processor has been reset: all goes there anew.
  func forget() { canvas?.forget() }

  /// Call when the calling thread has been given another scheduling policy: the painter's threads
  /// follow it, since each frame waits for them.
  public func adoptScheduling() { canvas?.adoptScheduling() }

  /// Call after a size change, before the next frame.
  public func resized() { canvas?.resized() }

  /// True if the screen is filled and there is a window to go back to.
  public var canLeaveFullscreen: Bool { isFullscreen && window.canBeSmall }

  /// True if the pad is ours even where the keyboard is somebody else's.
  var ownsPads: Bool { isFullscreen || !window.hasManager }

  /// Fills the screen, or goes back to a window.
  public func toggleFullscreen() {
    guard window.fill(!isFullscreen) else { return }
    isFullscreen.toggle()
    SDL_ShowCursor(isFullscreen ? SDL_DISABLE : SDL_ENABLE)
  }

  /// Shows the mouse's arrow on a screen that is filled, or hides it; a window always has it.
  public func showArrow(_ shows: Bool) {
    guard isFullscreen, shows != (SDL_ShowCursor(SDL_QUERY) == SDL_ENABLE) else { return }
    SDL_ShowCursor(shows ? SDL_ENABLE : SDL_DISABLE)
  }
}

extension Display {
  /// True if a stage that is made so will probably want films as planes.
  public func expectsPlanes(_ wish: Stage.Wish) -> Bool {
    PainterChoice.expectsGPU(wish.renderer, on: driver)
  }
}
