/// A finger on a touch screen, or the mouse with its left button held: both are pointers.
public struct Pointer: Hashable, Sendable {
  /// The display's own number of the finger.
  public var number: Int64
  public var isMouse: Bool

  public init(finger: Int64) { (number, isMouse) = (finger, false) }

  private init() { (number, isMouse) = (-1, true) }

  /// The mouse, left button.
  public static let mouse = Pointer()
}

/// What pointers do. Points are pixels of the viewer's space.
public enum PointerEvent: Hashable, Sendable {
  case down(Pointer, Point)
  case moved(Pointer, Point)
  case up(Pointer, Point)
  /// The system has taken the pointer away (a window in front, a lost device): nothing it has
  /// begun counts as a tap or a flick.
  case cancelled(Pointer)
  /// Notches of the wheel, fractions too; positive towards the next item (down, right).
  case wheel(Double, Point, zooms: Bool)
}

/// What pointers mean, as it is recognised.
public enum Gesture: Hashable, Sendable {
  /// One notch or more of the wheel: towards the next, or back.
  case step(Int)
  /// A drag along the transformer's axis: view widths (heights), positive towards the next.
  case drag(by: Double)
  /// Its end, view widths a second.
  case release(velocity: Double)
  /// A drag over what is zoomed: pixels.
  case pan(by: Point)
  /// Its end, pixels a second.
  case panEnded(velocity: Point)
  /// Two fingers, or the wheel: larger by a factor about a point, which moves.
  case pinch(by: Double, about: Point, movedBy: Point)
  /// The fingers have left, or one of them has.
  case pinchEnded
  /// A drag across the axis, pixels across it in all, positive down (right).
  case pull(to: Double)
  /// Its end, pixels a second across the axis.
  case pullEnded(velocity: Double)
  /// Once it is known that no second tap follows.
  case tap(Point)
  case doubleTap(Point)
  case longPress(Point)
}

/// What the recogniser has to know of the show.
public struct GestureScene: Hashable, Sendable {
  /// The viewer's space, pixels.
  public var size: Size
  /// That of the transformer which a drag would drive.
  public var axis: Axis
  /// The current item is larger than it fits: a drag pans.
  public var isZoomed: Bool
  /// A drag across the axis pulls the view away.
  public var canBePulled: Bool
  /// Two fingers zoom: the show is at rest on an item that can be zoomed.
  public var canBeZoomed: Bool

  public init(
    size: Size, axis: Axis, isZoomed: Bool = false, canBePulled: Bool = true,
    canBeZoomed: Bool = true
  ) {
    (self.size, self.axis, self.isZoomed) = (size, axis, isZoomed)
    (self.canBePulled, self.canBeZoomed) = (canBePulled, canBeZoomed)
  }
}
