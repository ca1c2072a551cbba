/// Where a view stands on the screen. A view is a whole W×H cell.
public struct Placement: Hashable, Sendable {
  /// Cell pixels → screen pixels.
  public var map: Homography
  /// 0…1, for the cell as a whole.
  public var opacity: Double
  /// Screen pixels; the cell is seen within each of them and nowhere else. They must not overlap:
  /// what lies in two of them may be drawn twice. Empty: unclipped.
  public var clips: [ConvexPolygon]

  public init(map: Homography = .identity, opacity: Double = 1, clips: [ConvexPolygon] = []) {
    self.map = map
    self.opacity = opacity
    self.clips = clips
  }

  /// The view fills the screen and nothing else is seen.
  public static let identity = Placement()
}

/// The direction of the gesture that drives a transition.
public enum Axis: String, CaseIterable, Sendable { case horizontal, vertical }

/// Which of the two views at a boundary lies on top.
public enum DrawOrder: Sendable { case nextOnTop, previousOnTop }

/// Where a motion goes.
public enum Direction: String, CaseIterable, Sendable { case left, right, up, down }

/// All that a transformer may know besides the position.
public struct Scene: Hashable, Sendable {
  /// The cell and the screen, W×H pixels.
  public var size: Size
  /// The gap between views, pixels, already scaled to the display's height.
  public var gap: Double
  /// What lies under the views.
  public var background: Color
  /// The same for every frame of one boundary: hash(seed, boundary).
  public var seed: UInt64

  public init(size: Size, gap: Double = 0, background: Color = .black, seed: UInt64 = 0) {
    self.size = size
    self.gap = gap
    self.background = background
    self.seed = seed
  }
}

/// A transition: a pure function from position to placement.
///
/// −1 is the previous place, 0 the whole screen, +1 the next. `place(0)` is the identity. Views
/// with |p| ≥ 1 are never drawn, so nothing may jump there: towards ±1 a view leaves the screen,
/// becomes invisible or is covered by the other.
public protocol ContentTransformer: Sendable {
  /// The name as `--transition` takes it, with its direction: `wipe:left`.
  var name: String { get }
  /// Which gesture drives it.
  var axis: Axis { get }
  /// Where a finger goes that leads to the next: the way the pictures go.
  var direction: Direction { get }
  /// Who is on top.
  var drawOrder: DrawOrder { get }
  /// Where the view at position `p` (−1…1) stands; nil if it is not seen.
  func place(_ p: Double, in scene: Scene) -> Placement?
}

extension ContentTransformer {
  public var axis: Axis { .horizontal }
  public var direction: Direction { axis == .horizontal ? .left : .up }
  public var drawOrder: DrawOrder { .nextOnTop }
}
