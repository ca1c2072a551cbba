import TriptychCore

/// The lines of `render --trace` (DESIGN section 5): `k t x current`, then for each drawn view,
/// lowest first, `place item p opacity m11 … m33`.
struct TraceLine {
  private var words: [String]

  init(frame: Int, time: Duration, x: Double, current: Int) {
    words = ["\(frame)", TraceLine.shortest(time.inSeconds), TraceLine.shortest(x), "\(current)"]
  }

  mutating func add(_ pose: ViewPose) {
    let map = pose.placement.map
    let numbers = [
      pose.p, pose.placement.opacity, map.m11, map.m12, map.m13, map.m21, map.m22, map.m23,
      map.m31, map.m32, map.m33,
    ]
    words += ["\(pose.place)", "\(pose.item + 1)"] + numbers.map(TraceLine.shortest)
  }

  var text: String { words.joined(separator: " ") + "\n" }

  /// The shortest decimal that reads back as the same number; whole numbers without a point.
  static func shortest(_ number: Double) -> String {
    if number == number.rounded(), abs(number) < 1e15 { return "\(Int(number))" }
    return "\(number)"
  }
}
