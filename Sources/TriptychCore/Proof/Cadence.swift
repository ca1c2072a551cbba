/// The display's refreshes as a grid of instants, and where on it a film's frames should fall.
///
/// A value without a clock. Where SDL's present waits for the display the grid follows the instants
/// at which it returned, slowly, so that what jitters in them is not seen; else it is a grid of
/// its own at the display's rate.
///
/// A film's frames that fall due near a refresh would be seen now with that one, now with the next,
/// as the loop wakes a little sooner or later. Frames of a rate that goes evenly into the display's
/// (24, 25, 30, 50 and 60 on 60 and 50 Hz do, with at most 12 different places between two
/// refreshes) fall on a finer grid; its clock is moved until that lies in the middle between the
/// refreshes. From then on each frame is seen with the refresh that its time gives, in an even
/// pattern: 24 on 60 Hz for 3 and 2 refreshes in turn. Without sound the display's clock is so the
/// film's.
public struct Cadence: Sendable {
  /// A refresh, as it has turned out to be.
  public private(set) var period: Duration
  private let follows: Bool
  private var phase: Instant?
  private var last: Instant?
  /// The nominal period may be so much off: a display that says 60 Hz has 59.94.
  private static let tolerance = 0.005
  /// Of a frame's time a film may be slower or faster than it says.
  private static let detune = 0.002
  private static let mostPlaces = 12

  /// `follows`: what `presented` is told are instants of refreshes.
  public init(period: Duration, follows: Bool = false) {
    (self.period, self.follows, nominal) = (period, follows, period)
  }

  private let nominal: Duration

  /// Present returned, having been asked for at `tick`.
  public mutating func presented(meant tick: Instant, returned: Instant) {
    guard follows else {
      phase = phase ?? tick
      return
    }
    defer { last = returned }
    guard let phase, let last, returned - last < period * 8 else {
      self.phase = returned
      return
    }
    let nearest = refresh(nearestTo: returned, from: phase)
    let error = returned - nearest
    self.phase = nearest + error / 16
    let count = max((nearest - last).inSeconds / period.inSeconds, 1).rounded()
    let limit = nominal.inSeconds * Self.tolerance
    let wish = period.inSeconds + error.inSeconds / 256 / count
    let bound = min(max(wish, nominal.inSeconds - limit), nominal.inSeconds + limit)
    period = .seconds(bound)
  }

  /// The first refresh at an instant or after it; the instant itself while none is known.
  public func refresh(from instant: Instant) -> Instant {
    guard let phase else { return instant }
    let nearest = refresh(nearestTo: instant, from: phase)
    return nearest < instant ? nearest + period : nearest
  }

  /// The last refresh at an instant or before it; the instant itself while none is known.
  public func refresh(before instant: Instant) -> Instant {
    guard let phase else { return instant }
    let nearest = refresh(nearestTo: instant, from: phase)
    return nearest > instant ? nearest - period : nearest
  }

  private func refresh(nearestTo instant: Instant, from phase: Instant) -> Instant {
    let count = ((instant - phase).inSeconds / period.inSeconds).rounded()
    return phase + .seconds(count * period.inSeconds)
  }

  /// How far a film's clock is to go on, or back, so that its frames lie evenly between refreshes:
  /// one of them is due at `due` and stands for `frame`. Less than a refresh; zero where frames
  /// and refreshes have no common measure.
  public func error(due: Instant, frame: Duration) -> Duration {
    guard let phase, let places = places(of: frame) else { return .zero }
    let step = period.inSeconds / Double(places)
    let offset = (due - phase).inSeconds / step
    let inside = offset - offset.rounded(.down)
    return .seconds((inside - 0.5) * step)
  }

  /// In how many places between two refreshes such frames fall due; nil: in too many.
  private func places(of frame: Duration) -> Int? {
    let ratio = frame.inSeconds / period.inSeconds
    guard ratio > 0.05 else { return nil }
    return (1...Self.mostPlaces).first { places in
      let whole = (ratio * Double(places)).rounded()
      return whole >= 1 && abs(ratio * Double(places) / whole - 1) <= Self.detune
    }
  }
}
