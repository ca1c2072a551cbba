/// How far the clock on the wall is ahead of Universal Time: a time zone, with its changes.
public struct WallZone: Sendable {
  /// Seconds east of Greenwich at a moment, given in seconds since 1970-01-01 00:00 UTC.
  public let offset: @Sendable (Int64) -> Int

  public init(offset: @escaping @Sendable (Int64) -> Int) { self.offset = offset }

  /// What the clock on the wall shows at a moment.
  public func civil(_ moment: Int64) -> CivilTime {
    CivilTime(seconds: moment + Int64(offset(moment)))
  }

  /// The moment at which the wall shows a time; the first where it comes twice. What is skipped
  /// counts as the moment of the skip.
  public func moment(of time: CivilTime) -> Int64 {
    let day = CivilTime.daySeconds
    let (before, after) = (offset(time.seconds - day), offset(time.seconds + day))
    let moments = [before, after].map { time.seconds - Int64($0) }
    let right = moments.filter { civil($0) == time }
    if let first = right.min() { return first }
    // Between the two the offset changes.
    return change(after: moments.min() ?? 0, upTo: moments.max() ?? 0) ?? moments[0]
  }

  /// The first moment after one, and not after another, at which the offset is a new one; nil:
  /// it is the same at both.
  func change(after moment: Int64, upTo limit: Int64) -> Int64? {
    let old = offset(moment)
    guard moment < limit, offset(limit) != old else { return nil }
    var (low, high) = (moment, limit)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if offset(middle) == old { low = middle } else { high = middle }
    }
    return high
  }

  /// When to look again at what switches at a time: then, at the zone's next change, and within an
  /// hour, as the zone may become another one.
  public func nextLook(at due: CivilTime?, after moment: Int64) -> Int64 {
    var next = moment + 3600
    let now = civil(moment)
    if let due {
      next = min(next, moment + (due.seconds - now.seconds))
    }
    next = max(next, moment + 1)
    return change(after: moment, upTo: next) ?? next
  }
}
