/// What has been asked for to make the enlarged view sharp.
struct CloseUp: Sendable {
  var item: Int
  /// nil: nothing, what is there is sharp enough.
  var detail: Detail?
  /// The zoom for which it was looked at last, and when.
  var zoom: Zoom
  var lookedAt: Instant
  /// The cell, and how the picture lies in it; a slow crop apart.
  var sight: Sight
  /// When it is looked at again; nil: when something happens.
  var next: Instant?
}

/// An enlarged picture is sharp (DESIGN section 4, "Zoom"): its decoder is asked for what is seen
/// of it, at the scale at which it is seen. What there was stays until that has come.
extension Show {
  /// While the view moves it is looked at so often.
  static let lookingPeriod = Duration.milliseconds(150)

  /// When the close-up is to be looked at.
  var nextLook: Instant? {
    guard closeUp != nil || enlarged != nil else { return nil }
    let arrival = enlarged.flatMap { enlarged -> Instant? in
      guard enlarged.inHand == nil, enlarged.course.isMoving(at: last) else { return nil }
      return enlarged.course.arrival
    }
    return [arrival, closeUp?.next].compactMap(\.self).min()
  }

  /// Asks for what is missing of the enlarged view, lets go of what is not wanted any more.
  mutating func lookClosely(at now: Instant, _ effects: inout [Effect]) {
    guard let enlarged, let item = item(at: enlarged.place), held[item]?.phase == .picture,
      let sight = sight(of: item)
    else { return dropCloseUp(&effects) }
    if closeUp?.item != item { dropCloseUp(&effects) }
    let zoom = zoom(of: enlarged.place, at: now) ?? .none
    let drift = drift(enlarged.place, item, at: now)
    let isMoving = !isStill(enlarged, zoom, at: now)
    if let last = closeUp, last.zoom == zoom, last.sight == sight, now < last.next ?? .never {
      // It may just begin to move.
      if isMoving, last.next == nil { closeUp?.next = now + Self.lookingPeriod }
      return
    }
    if let last = closeUp, isMoving {
      let earliest = last.lookedAt + Self.lookingPeriod
      let next = min(last.next ?? earliest, max(earliest, now + Self.lookingPeriod))
      closeUp?.next = next
      if now < next { return }
    }
    var next = closeUp ?? CloseUp(item: item, zoom: zoom, lookedAt: now, sight: sight)
    (next.zoom, next.lookedAt, next.sight) = (zoom, now, sight)
    let isCropMoving = (drift?.progress ?? 1) < 1
    next.next = isMoving ? now + Self.lookingPeriod : isCropMoving ? now + .seconds(1) : nil
    next.detail = choose(
      next.detail, item, sight.moved(by: drift), zoom, isMoving: isMoving, &effects)
    closeUp = next
  }

  private mutating func choose(
    _ old: Detail?, _ item: Int, _ sight: Sight, _ zoom: Zoom, isMoving: Bool,
    _ effects: inout [Effect]
  ) -> Detail? {
    // Places only, for a view that goes back to how it fits needs nothing new.
    if isMoving, !isZoomed { return old }
    if let old, sight.isServed(by: old, zoom, isMoving: isMoving) { return old }
    let enough = settings(of: item).kenBurns ? Drift.largestZoom : 1
    let wish = zoom.isZoomed ? sight.wish(zoom, enough: enough) : nil
    guard wish != old else { return old }
    if let wish {
      effects.append(.loadDetail(item: item, wish))
    } else if old != nil {
      effects.append(.dropDetail(item: item))
    }
    return wish
  }

  private func isStill(_ enlarged: Enlargement, _ zoom: Zoom, at now: Instant) -> Bool {
    guard enlarged.inHand != nil else { return !enlarged.course.isMoving(at: now) }
    guard let last = closeUp else { return false }
    return last.zoom == zoom && now >= last.lookedAt + Self.lookingPeriod
  }

  /// Its picture is another one, or is not wanted any more.
  mutating func dropCloseUp(_ effects: inout [Effect]) {
    guard let old = closeUp else { return }
    closeUp = nil
    if old.detail != nil, held[old.item] != nil { effects.append(.dropDetail(item: old.item)) }
  }

  /// How the picture of an item lies in its cell; nil: its size is not known.
  private func sight(of item: Int) -> Sight? {
    guard let source = sources[item], source.width >= 1, source.height >= 1 else { return nil }
    return Sight(settings(of: item).fit, of: source, in: size)
  }
}

extension Instant {
  /// Later than all that happens.
  fileprivate static let never = Instant(.seconds(Int64.max / 2))
}
