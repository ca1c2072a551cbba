import TriptychCore

/// When the signs over views that are awaited change next: the loop sleeps until then.
struct Rings {
  private var drawnAt = Instant.zero
  /// How much was done of each item that was awaited, as it was drawn.
  private var drawn: [Int: Double] = [:]

  mutating func drew(_ poses: [ViewPose], _ arrivals: Arrivals, at now: Instant) {
    drawnAt = now
    drawn = [:]
    for pose in poses where pose.awaitedSince != nil {
      drawn[pose.item] = arrivals.parts[pose.item]
    }
  }

  /// nil: not by themselves.
  func due(show: Show, _ arrivals: Arrivals, at now: Instant) -> Instant? {
    // Nothing of the views is seen.
    guard !show.isBlank, !show.isInOverview else { return nil }
    var earliest: Instant?
    for pose in show.poses(at: now) {
      guard let since = pose.awaitedSince else { continue }
      let first = since + LoadingRing.delay
      let due: Instant
      if drawnAt < first {
        due = first
      } else if arrivals.parts[pose.item] != drawn[pose.item]
        || arrivals.parts[pose.item] == nil && !show.settings.reducedMotion
      {
        due = drawnAt + LoadingRing.pause
      } else {
        continue
      }
      earliest = min(earliest ?? due, due)
    }
    return earliest
  }
}
