/// A picture between its cell in the overview and the whole screen (DESIGN section 4,
/// "Overview"; SEEDS 1.5). A value; `progress` 0: in the cell, 1: fills the screen.
public struct Flight: Hashable, Sendable {
  public static let opening = Duration.milliseconds(500)
  public static let closing = Duration.milliseconds(300)
  /// Where nothing may fly, the picture fades in where it lies on the screen, or out.
  public static let fading = Duration.milliseconds(300)
  /// The backdrop is there after this part of the way.
  static let backdropPart = 4.0 / 9

  /// Where the picture lies in the overview: it fills the cell, cut at two sides. Pixels.
  public var cell: Rect
  /// Where it lies on the screen. Pixels.
  public var whole: Rect

  public init(from cell: Rect, to whole: Rect) { (self.cell, self.whole) = (cell, whole) }

  /// Where the picture lies at a progress, which a spring may lead a little beyond 1.
  public func rect(_ progress: Double) -> Rect {
    func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * progress }
    return Rect(
      x: between(cell.x, whole.x), y: between(cell.y, whole.y),
      width: max(between(cell.width, whole.width), 1),
      height: max(between(cell.height, whole.height), 1))
  }

  /// The part of a picture (`width × height` pixels) that is seen: at 0 what fills the cell in
  /// its shape, at 1 all of it, `part` of it where the fit cuts.
  public func crop(_ progress: Double, of picture: Size) -> Rect {
    let shape = rect(progress)
    let whole = max(picture.width, 1) / max(picture.height, 1)
    let wanted = shape.width / shape.height
    if wanted > whole {
      let height = picture.width / wanted
      return Rect(
        x: 0, y: (picture.height - height) / 2, width: picture.width, height: height)
    }
    let width = picture.height * wanted
    return Rect(x: (picture.width - width) / 2, y: 0, width: width, height: picture.height)
  }

  /// 0…1: how much of the overview the backdrop hides.
  public static func backdrop(_ progress: Double) -> Double {
    min(max(progress / backdropPart, 0), 1)
  }

  /// The way to the screen, from a progress with a speed (a second): damping 0.9.
  public static func open(
    from progress: Double = 0, speed: Double = 0, at now: Instant
  ) -> ScalarCourse {
    ScalarCourse(
      from: progress, speed: speed, to: 1, start: now, omega: 6.6 / opening.inSeconds,
      damping: 0.9, grain: 0.0005)
  }

  /// Instead of both ways: how much is seen of the picture, never more than all of it.
  public static func fade(from opacity: Double, to goal: Double, at now: Instant) -> ScalarCourse {
    ScalarCourse(from: opacity, to: goal, start: now, omega: 6.6 / fading.inSeconds, grain: 0.0005)
  }

  /// The way back.
  public static func close(
    from progress: Double = 1, speed: Double = 0, at now: Instant
  ) -> ScalarCourse {
    ScalarCourse(
      from: progress, speed: speed, to: 0, start: now, omega: 6.6 / closing.inSeconds,
      grain: 0.0005)
  }
}
