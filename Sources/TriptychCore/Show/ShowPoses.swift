extension Show {
  // MARK: Settings

  /// How an item is shown: what the list says of it, over what the show says.
  public func settings(of item: Int) -> ItemSettings {
    var merged = settings.item
    guard item >= 0, item < list.count else { return merged }
    let own = list.options(item)
    merged.duration = own.duration ?? list.dwell(item) ?? merged.duration
    merged.transition = own.transition ?? merged.transition
    merged.transitionDuration = own.transitionDuration ?? merged.transitionDuration
    merged.easing = own.easing ?? merged.easing
    merged.fit = own.fit ?? merged.fit
    merged.kenBurns = own.kenBurns ?? merged.kenBurns
    merged.background = own.background ?? merged.background
    merged.mute = own.mute ?? merged.mute
    merged.volume = own.volume ?? merged.volume
    merged.subtitles = own.subtitles ?? merged.subtitles
    merged.soundLanguage = own.soundLanguage ?? merged.soundLanguage
    merged.title = own.title ?? merged.title
    merged.start = own.start ?? merged.start
    merged.end = own.end ?? merged.end
    merged.rotation = own.rotation ?? merged.rotation
    merged.repetitions = max(own.repetitions ?? merged.repetitions, 1)
    merged.speed = own.speed ?? merged.speed
    if settings.reducedMotion { merged.kenBurns = false }
    return merged
  }

  /// How long a picture stays, at least a tenth of a second.
  func pictureDwell(_ item: Int) -> Duration {
    max(settings(of: item).duration, .milliseconds(100))
  }

  // MARK: Boundaries

  /// The item whose settings rule the boundary below a place: the later one's, in both
  /// directions; beyond an end the one that is there.
  private func ruler(of boundary: Int) -> Int? { item(at: boundary) ?? item(at: boundary - 1) }

  private func transition(_ boundary: Int) -> String {
    if settings.reducedMotion { return "crossfade" }
    guard let item = ruler(of: boundary) else { return settings.item.transition }
    return list.options(item).transition ?? settings.item.transition
  }

  /// How long the change over a boundary takes.
  func transitionLength(_ boundary: Int) -> Duration {
    let length = isLeft(boundary) ? Self.leavingLength : ownLength(boundary)
    return settings.reducedMotion ? max(length, Self.leastWithReducedMotion) : length
  }

  private static let leastWithReducedMotion = Duration.milliseconds(500)

  private func ownLength(_ boundary: Int) -> Duration {
    guard let item = ruler(of: boundary), transition(boundary) != "cut" else { return .zero }
    return max(list.options(item).transitionDuration ?? settings.item.transitionDuration, .zero)
  }

  func isCut(_ boundary: Int) -> Bool { isJump || transitionLength(boundary) <= .zero }

  func easing(_ boundary: Int) -> Easing? {
    ruler(of: boundary).flatMap { list.options($0).easing } ?? settings.item.easing
  }

  private func boundarySeed(_ boundary: Int) -> UInt64 {
    SplitMix64.mix(settings.seed, boundary)
  }

  func transformer(_ boundary: Int) -> any ContentTransformer {
    let name = transition(boundary)
    if name == TransformerTable.random {
      return transformers.pick(random: boundarySeed(boundary))
    }
    return transformers.transformer(named: name) ?? Crossfade()
  }

  // MARK: What leaves the list

  /// What has left the list goes in this time, whatever comes.
  private static let leavingLength = Duration.milliseconds(300)

  /// True for a boundary over which something goes that has left the list.
  private func isLeft(_ boundary: Int) -> Bool {
    leaving.map { $0 == boundary || $0 == boundary - 1 } ?? false
  }

  /// What leaves fades and shrinks to half, above what comes as it always comes. That is whole,
  /// as what lies below always is.
  private func leavingPoses(_ low: Int, _ high: Int, _ x: Double, at now: Instant) -> [ViewPose] {
    let (gone, next) = leaving == low ? (low, high) : (high, low)
    let (away, near) = (Double(gone) - x, Double(next) - x)
    let scene = scene(high)
    let isCut = ownLength(high) <= .zero && !settings.reducedMotion
    var under = isCut ? .identity : transformer(high).place(near, in: scene) ?? .identity
    under.opacity = 1
    let over = Placement(
      map: settings.reducedMotion
        ? .identity : .scale(1 - 0.5 * abs(away), about: scene.center),
      opacity: 1 - abs(away))
    let below = isPresentable(next) ? pose(next, p: near, under, at: now) : []
    return below + pose(gone, p: away, over, at: now)
  }

  // MARK: What is drawn

  /// The views to draw now, lowest first; none while nothing can be drawn. A view that can be
  /// seen but not drawn yet is left out. `item` is −1 where a card stands for the whole show, and
  /// where nothing is on: then there is no card, and the view is the background.
  public func poses(at now: Instant) -> [ViewPose] {
    let now = max(now, last)
    let x = position(at: now)
    let here = Self.nearest(to: x)
    guard !isEmptied, !isNothingPlayable || isReady(here) else {
      return [ViewPose(place: here, item: -1, p: 0, placement: .identity, card: lastReason)]
    }
    guard !isVacant || isReady(here) && !isOff(here) else {
      return [ViewPose(place: here, item: -1, p: 0, placement: .identity)]
    }
    let (low, high) = (Int(x.rounded(.down)), Int(x.rounded(.up)))
    guard low != high else {
      return hasBegun || isReady(low) || hasPreview(low) ? pose(low, p: 0, .identity, at: now) : []
    }
    if isLeft(high) { return leavingPoses(low, high, x, at: now) }
    if isCut(high) { return pose(here, p: Double(here) - x, .identity, at: now) }
    let (transformer, scene) = (transformer(high), scene(high))
    let places = transformer.drawOrder == .nextOnTop ? [low, high] : [high, low]
    return places.flatMap { (place: Int) -> [ViewPose] in
      let p = Double(place) - x
      guard place == here || isPresentable(place) || isAwaited(place), abs(p) < 1,
        let placement = transformer.place(p, in: scene)
      else { return [] }
      return pose(place, p: p, placement, at: now)
    }
  }

  private func scene(_ boundary: Int) -> Scene {
    Scene(
      size: size, gap: settings.gap * size.height / 1080, background: settings.item.background,
      seed: boundarySeed(boundary))
  }

  private func pose(
    _ place: Int, p: Double, _ placement: Placement, at now: Instant
  ) -> [ViewPose] {
    guard let item = item(at: place) else { return [] }
    var pose = ViewPose(place: place, item: item, p: p, placement: placement)
    pose.film = filmPose(place, p: p, at: now)
    pose.zoom = zoom(of: place, at: now)
    pose.reveal = revealed(place, at: now)
    if isAwaited(place) { pose.awaitedSince = seen[place]?.since ?? now }
    if let failure = failures[item], failure.isFailing, !settings.kiosk,
      held[item]?.shows != true
    {
      pose.card = failure.reason
      if held[item]?.phase == .loading { pose.awaitedSince = failure.reloadedAt }
    } else if pose.film == nil {
      pose.drift = drift(place, item, at: now)
    }
    return [pose]
  }

  private var lastReason: String { item(at: currentPlace).flatMap { failures[$0]?.reason } ?? "" }

  /// How far the slow crop of a picture has come; nil: it has none.
  func drift(_ place: Int, _ item: Int, at now: Instant) -> Drift? {
    guard settings(of: item).kenBurns else { return nil }
    guard let showing = seen[place] else {
      let seed = SplitMix64.mix(SplitMix64.mix(settings.seed, item), place)
      return Drift(progress: 0, seed: seed)
    }
    let elapsed = min(now, stoppedAt ?? now) - showing.since
    let progress = elapsed.inSeconds / max(showing.length.inSeconds, 0.001)
    return Drift(progress: min(max(progress, 0), 1), seed: showing.seed)
  }

  /// Whether the show itself moves, and until when the loop may sleep if not. A film that plays
  /// does not count: its frames' times are known outside. What may come from outside (news,
  /// commands) has to wake the loop by itself.
  public func motion(at now: Instant) -> Motion {
    guard !isOver else { return .still(until: nil) }
    if course.isMoving || isZoomMoving(at: now) || isRevealing(at: now) { return .moving }
    if hasBegun && !isEmptied && stoppedAt == nil {
      for pose in poses(at: now) {
        if let drift = pose.drift, drift.progress < 1 { return .moving }
      }
    }
    return .still(until: nextEvent?.instant)
  }
}
