import Glibc

/// The sign over a view whose item is being loaded: a ring of twelve marks on a dark disc.
///
/// It fills as the work is done. Where nobody knows how much that is, a light runs round it, ten
/// marks a second; with reduced motion it stands.
public struct LoadingRing: Hashable, Sendable {
  /// How much of the work is done, 0…1; nil: nobody knows.
  public var part: Double?
  /// The mark at which the running light is.
  public var head: Int
  /// Nothing runs.
  public var isCalm: Bool

  /// What is there sooner needs no sign.
  public static let delay = Duration.milliseconds(300)
  /// No change of it is seen sooner after the one before.
  public static let pause = Duration.milliseconds(100)
  static let marks = 12
  private static let least = 0.22

  /// nil: it is too early for it. `waited`: how long the view has been looked at in vain.
  public init?(waited: Duration, part: Double?, isCalm: Bool) {
    guard waited >= Self.delay else { return nil }
    (self.part, self.isCalm) = (part, isCalm)
    let runs = part == nil && !isCalm
    let steps = (waited - Self.delay).inNanoseconds / Self.pause.inNanoseconds
    head = runs ? Int(steps % Int64(Self.marks)) : 0
  }

  /// How bright a mark is, 0…1, counted clockwise from the top.
  public func brightness(of mark: Int) -> Double {
    if let part {
      let lit = min(max(part, 0), 1) * Double(Self.marks) - Double(mark)
      return Self.least + (1 - Self.least) * min(max(lit, 0), 1)
    }
    if isCalm { return 0.6 }
    let age = (head - mark + Self.marks) % Self.marks
    return max(Self.least, 1 - Double(age) / 8)
  }

  /// The layers, lowest first. `height`: the screen's, pixels: a twelfth of it is the ring's
  /// diameter. `opacity`: that of the view.
  public func layers(about center: Point, height: Double, opacity: Double) -> [Layer] {
    let radius = max(height / 24, 6)
    let disc = layer(
      [circle(about: center, radius * 1.4)], about: center, radius * 1.4, .black, 0.5 * opacity)
    var byLight: [Double: [ConvexPolygon]] = [:]
    for mark in 0..<Self.marks {
      byLight[brightness(of: mark), default: []].append(piece(mark, about: center, radius))
    }
    let light = Color(red: 240, green: 240, blue: 240)
    return [disc]
      + byLight.sorted { $0.key < $1.key }.map { brightness, pieces in
        layer(pieces, about: center, radius, light, brightness * opacity)
      }
  }

  private func layer(
    _ pieces: [ConvexPolygon], about center: Point, _ reach: Double, _ color: Color,
    _ opacity: Double
  ) -> Layer {
    let box = Size(2 * reach + 2, 2 * reach + 2)
    return Layer(
      cell: box, picture: nil, target: Rect(box), crop: Rect(box), backdrop: color,
      placement: Placement(
        map: .shift(center.x - reach - 1, center.y - reach - 1), opacity: opacity, clips: pieces))
  }

  /// A twelfth of the ring, but for a gap at either side.
  private func piece(_ mark: Int, about center: Point, _ radius: Double) -> ConvexPolygon {
    let (inner, gap) = (radius * 0.68, 0.16)
    let (from, to) = (Double(mark) + gap, Double(mark) + 1 - gap)
    let angle = { (mark: Double) in mark / Double(Self.marks) * 2 * Double.pi }
    return ConvexPolygon([
      point(center, inner, angle(from)), point(center, radius, angle(from)),
      point(center, radius, angle(to)), point(center, inner, angle(to)),
    ])
  }

  private func circle(about center: Point, _ radius: Double) -> ConvexPolygon {
    ConvexPolygon(
      (0..<48).map { point(center, radius, Double($0) / 48 * 2 * Double.pi) })
  }

  /// Clockwise from the top.
  private func point(_ center: Point, _ radius: Double, _ angle: Double) -> Point {
    Point(center.x + radius * sin(angle), center.y - radius * cos(angle))
  }
}
