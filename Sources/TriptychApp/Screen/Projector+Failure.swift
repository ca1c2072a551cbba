import TriptychCore
import TriptychMedia

/// The card of an item that failed: its name, why, and a button that loads it again.
extension Projector {
  private struct FailureCard {
    var text: Picture
    var textPlace: Rect
    var label: Picture
    var button: Rect
  }

  /// The button says what it does, and which key does it too.
  private var label: String { "\u{21BB} \(words[.reload]) (R)" }

  func failure(_ reason: String, _ pose: ViewPose, _ settings: ItemSettings) -> [Layer] {
    guard let card = failureCard(reason, pose.item) else { return [empty(pose, settings)] }
    let text = printed(card.text, at: card.textPlace, pose, settings.background)
    if pose.awaitedSince != nil { return [text] + ring(pose, at: card.button.center) }
    let box = Size(card.button.width, card.button.height)
    let plate = Layer(
      cell: box, picture: nil, target: Rect(box), crop: Rect(box),
      backdrop: Color(red: 56, green: 58, blue: 64),
      placement: Placement(
        map: .shift(card.button.x, card.button.y).then(pose.placement.map),
        opacity: pose.placement.opacity, clips: pose.placement.clips))
    let place = Rect(
      x: card.button.center.x - Double(card.label.width) / 2,
      y: card.button.center.y - Double(card.label.height) / 2, width: Double(card.label.width),
      height: Double(card.label.height))
    return [text, plate, printed(card.label, at: place.onPixels, pose, nil)]
  }

  /// Where the button of a view at rest lies, screen pixels; nil: it shows none.
  func reloadButton(_ pose: ViewPose) -> Rect? {
    guard let reason = pose.card, pose.item >= 0, pose.awaitedSince == nil, pose.p == 0 else {
      return nil
    }
    return failureCard(reason, pose.item)?.button
  }

  /// nil until its texts have come.
  private func failureCard(_ reason: String, _ item: Int) -> FailureCard? {
    let name = String(escaping: gallery.list.fileName(item))
    let text = captions.picture(cardText("\(name)\n\(reason)"))
    guard let label = captions.picture(cardText(label)), let text else { return nil }
    let letters = max(12, size.height / 24 * textScale)
    let button = Size(
      Double(label.width) + 2 * letters, max(Double(label.height) + letters, size.height / 12))
    var place = centered(text)
    place.y = ((size.height - place.height - letters - button.height) / 2).rounded()
    let box = Rect(
      x: (size.width - button.width) / 2, y: place.maxY + letters, width: button.width,
      height: button.height)
    return FailureCard(text: text, textPlace: place, label: label, button: box.onPixels)
  }
}

extension Rect {
  var center: Point { Point(x + width / 2, y + height / 2) }

  /// Moved to whole pixels, as large as before but for fractions.
  var onPixels: Rect {
    Rect(x: x.rounded(), y: y.rounded(), width: width.rounded(), height: height.rounded())
  }

  /// True if the point lies in it, or not farther away than `margin`.
  func contains(_ point: Point, margin: Double = 0) -> Bool {
    point.x >= x - margin && point.x <= maxX + margin && point.y >= y - margin
      && point.y <= maxY + margin
  }
}
