/// How fast a pointer moves: what it has covered over the last 80 ms (DESIGN section 4,
/// "Release of a finger"). A value; the outcome does not depend on how many events a second come.
struct SpeedMeter: Sendable {
  static let span = Duration.milliseconds(80)
  private var samples: [(at: Instant, point: Point)] = []

  mutating func add(_ point: Point, at now: Instant) {
    if let last = samples.last, last.at == now { samples.removeLast() }
    samples.append((now, point))
    // One sample before the span begins stays: the way is measured from there.
    while samples.count > 2, now - samples[1].at >= Self.span { samples.removeFirst() }
  }

  /// Pixels a second at an instant; a pointer that has rested is slow.
  func velocity(at now: Instant) -> Point {
    guard let last = samples.last, samples.count > 1 else { return Point(0, 0) }
    let since = max(now - Self.span, samples[0].at)
    let from = place(at: since)
    let seconds = max((now - since).inSeconds, 0.008)
    return Point((last.point.x - from.x) / seconds, (last.point.y - from.y) / seconds)
  }

  /// Where the pointer was; between two samples on the line from one to the other.
  private func place(at then: Instant) -> Point {
    guard let next = samples.firstIndex(where: { $0.at > then }) else {
      return samples.last?.point ?? Point(0, 0)
    }
    guard next > 0 else { return samples[0].point }
    let (a, b) = (samples[next - 1], samples[next])
    let part = (then - a.at).inSeconds / (b.at - a.at).inSeconds
    return Point(
      a.point.x + (b.point.x - a.point.x) * part, a.point.y + (b.point.y - a.point.y) * part)
  }
}
