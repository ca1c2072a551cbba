/// Settings that change while the show runs.
extension Show {
  mutating func set(_ change: SettingChange, at now: Instant, _ effects: inout [Effect]) {
    if change.isSeenAtOnce, !acceptsSeenChange(at: now) { return }
    guard change.waitsForRest, !course.isRest else { return adopt(change, at: now, &effects) }
    // Of each option the last word counts, so there are never more than there are options.
    postponed.removeAll { $0.option == change.option }
    postponed.append(change)
  }

  /// What waited for rest, once there is rest.
  mutating func adoptPostponed(at now: Instant, _ effects: inout [Effect]) {
    guard !postponed.isEmpty, course.isRest else { return }
    let changes = postponed
    postponed = []
    for change in changes { adopt(change, at: now, &effects) }
  }

  private mutating func adopt(
    _ change: SettingChange, at now: Instant, _ effects: inout [Effect]
  ) {
    let before = settings
    let time = item(at: currentPlace).map(pictureDwell)
    change.apply(to: &settings)
    switch change.option {
    case "mute": isMuted = settings.item.mute
    case "volume": volume = settings.item.volume
    case "subtitles", "audio":
      subtitlesByHand = nil
      if settings != before { loadAnew(&effects) }
    case "duration":
      if let time, let item = item(at: currentPlace) { stretchDwell(by: pictureDwell(item) - time) }
    case "loop", "shuffle": if settings != before { reorder() }
    case "speed": renewSpeeds(at: now, &effects)
    case "fit", "background", "ken-burns": if settings != before { loadAnew(&effects) }
    default: break
    }
    effects.append(.redraw)
  }

  /// What the current picture has stood counts.
  private mutating func stretchDwell(by more: Duration) {
    switch dwell {
    case .until(let instant): dwell = .until(max(instant + more, last))
    case .held(let left): dwell = .held(max(left + more, .zero))
    case .none: break
    }
  }

  /// The workers bring a picture to its shape, so another shape needs another picture.
  private mutating func loadAnew(_ effects: inout [Effect]) {
    for want in wants() where held[want.item]?.phase == .picture {
      effects.append(.load(item: want.item, place: want.place))
    }
  }

  /// The current item stays; what comes before and after it follows the new order.
  private mutating func reorder() {
    guard let turn = track?.turn(at: currentPlace, in: order) else {
      order.follow(settings)
      return
    }
    let item = order.item(at: turn)
    let shuffled = order.shuffles
    order.follow(settings)
    upcoming = .unknown
    let same = shuffled == order.shuffles
    // What has left the list stands in a gap, wherever that is.
    guard let again = same || turn.departed != nil ? turn : order.turn(of: item, round: 0) else {
      return
    }
    track = Track(place: currentPlace, turn: again)
    order.prepare(around: again)
  }

  // MARK: Flash safety

  /// True if flash safety keeps the show from doing that now.
  public func isTooSoon(_ command: Command, at now: Instant) -> Bool {
    guard !settings.fastBrowse, let from = stepsFrom, now < from else { return false }
    switch command {
    case .next, .previous, .go, .first, .last, .toggleBlank, .drop: return true
    case .setBlank(let blank): return blank != isBlank
    case .set(let change): return change.isSeenAtOnce
    default: return false
    }
  }

  /// Takes a change of the whole screen by command, unless it comes too soon.
  mutating func acceptsChange(at now: Instant) -> Bool {
    guard !settings.fastBrowse else { return true }
    if let from = stepsFrom, now < from { return false }
    stepsFrom = now + Self.calm
    return true
  }

  /// Takes a change that is seen at this instant, as that of a step may not be: its picture may
  /// have to be loaded first.
  mutating func acceptsSeenChange(at now: Instant) -> Bool {
    guard acceptsChange(at: now) else { return false }
    changesFrom = now + Self.calm
    return true
  }

  /// Three changes in a second at most.
  static let calm = Duration.milliseconds(334)

  /// True if x may not leave its place yet: its picture came late, and something else has changed
  /// the screen meanwhile.
  func isHeldBack(at now: Instant) -> Bool {
    guard !settings.fastBrowse, !isTimed, course.isRest, let from = changesFrom else {
      return false
    }
    // What changes at this very instant is one change.
    return now < from && from != now + Self.calm
  }

  /// When what is held back may go.
  var releaseFromCalm: Instant? {
    guard hasBegun, course.end != Double(targetPlace), isHeldBack(at: last) else { return nil }
    return changesFrom
  }

  mutating func setBlank(_ blank: Bool, at now: Instant) {
    guard blank != isBlank, acceptsSeenChange(at: now) else { return }
    isBlank = blank
  }
}
