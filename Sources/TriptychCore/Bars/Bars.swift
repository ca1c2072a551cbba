/// When bars are shown.
public enum BarsMode: String, CaseIterable, Sendable {
  /// When a person asks for them, for a while.
  case auto
  /// As long as nothing is enlarged.
  case always
  case never
}

/// Whether the bars are to be seen, and how much of them. A value without a clock: what people do
/// comes in with its instant, and the opacity at any later instant is known at once.
///
/// Bars come by a tap, a key or the mouse, and go `timeout` after the last input. What lies over
/// the show (an enlarged view, the overview, help) hides them; when it is gone they are back, if
/// they were shown before.
public struct Bars: Hashable, Sendable {
  public let mode: BarsMode
  /// From the last input until they go; in `auto` mode, and over what is enlarged.
  public let timeout: Duration
  /// The time of the way from nothing to all.
  public static let fade = Duration.milliseconds(300)

  /// Opacity at `since`, from where it goes to 1 or to 0.
  private var from = 0.0
  private var since = Instant.zero
  private var isWanted: Bool
  /// When they go by themselves; nil: they stay.
  private var hidesAt: Instant?
  private var isCovered = false
  /// They were shown when something came to lie over the show.
  private var returns = false
  /// A finger is on them.
  private var isHeld = false

  public init(mode: BarsMode, timeout: Duration) {
    (self.mode, self.timeout) = (mode, timeout)
    isWanted = mode == .always
    if mode == .always { from = 1 }
  }

  // MARK: What is

  /// 0…1.
  public func opacity(at now: Instant) -> Double {
    guard let hidesAt, isWanted, now > hidesAt else {
      return Self.course(from: from, rising: isWanted, for: now - since)
    }
    let then = Self.course(from: from, rising: true, for: hidesAt - since)
    return Self.course(from: then, rising: false, for: now - hidesAt)
  }

  /// True while they are shown or come; false while they go: then they take no tap any more.
  public func isShown(at now: Instant) -> Bool {
    isWanted && (hidesAt.map { now < $0 } ?? true)
  }

  /// Whether they change, and until when they stand if they do not.
  public func motion(at now: Instant) -> Motion {
    let opacity = opacity(at: now)
    if isShown(at: now) {
      return opacity < 1 ? .moving : .still(until: hidesAt)
    }
    return opacity > 0 ? .moving : .still(until: nil)
  }

  private static func course(from: Double, rising: Bool, for time: Duration) -> Double {
    let way = max(time.inSeconds, 0) / fade.inSeconds
    return rising ? min(from + way, 1) : max(from - way, 0)
  }

  // MARK: What happens

  /// Shows them, or hides them: a tap, or the key.
  public mutating func toggle(at now: Instant) {
    switch mode {
    case .never: return
    case .always where !isCovered: return
    case .auto, .always: turn(!isShown(at: now), at: now)
    }
    if !isWanted { returns = false }
  }

  /// The mouse has moved: they come, unless something lies over the show.
  public mutating func wake(at now: Instant) {
    if mode == .auto, !isCovered { turn(true, at: now) }
    used(at: now)
  }

  /// A person has done something: what is shown stays for a while longer.
  public mutating func used(at now: Instant) {
    if isShown(at: now), hidesAt != nil { hidesAt = now + timeout }
  }

  /// A finger holds a part of them, or has left it: meanwhile they stay.
  public mutating func hold(_ isHeld: Bool, at now: Instant) {
    guard isHeld != self.isHeld else { return }
    self.isHeld = isHeld
    guard isShown(at: now) else { return }
    hidesAt = isHeld || stands ? nil : now + timeout
  }

  /// Something lies over the show, or does no longer. Call it whenever that may have changed.
  public mutating func cover(_ isCovered: Bool, at now: Instant) {
    guard isCovered != self.isCovered else { return }
    if isCovered { returns = isShown(at: now) }
    self.isCovered = isCovered
    if isCovered {
      turn(false, at: now)
    } else if returns || mode == .always {
      turn(true, at: now)
    }
  }

  /// Puts them away at once: nobody is there any more.
  public mutating func reset(at now: Instant) {
    (returns, isHeld) = (false, false)
    if mode == .auto || isCovered { turn(false, at: now) }
  }

  /// They do not go by themselves.
  private var stands: Bool { mode == .always && !isCovered }

  private mutating func turn(_ isWanted: Bool, at now: Instant) {
    guard mode != .never else { return }
    (from, since) = (opacity(at: now), now)
    self.isWanted = isWanted
    hidesAt = isWanted && !isHeld && !stands ? now + timeout : nil
  }
}
