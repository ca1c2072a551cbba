import TriptychCore

extension Projector {
  /// A sign, and perhaps a number, on a dark plate near the foot of the screen: needs no words.
  func toast(_ icon: BarIcon, _ number: String, opacity: Double) -> [Layer] {
    let side = (size.height / 12 * min(max(textScale, 1), 1.5)).rounded()
    let picture = number.isEmpty ? nil : words(number, letters: size.height / 30 * textScale)
    let text = Size(Double(picture?.width ?? 0), Double(picture?.height ?? 0))
    let gap = picture == nil ? 0 : (side / 6).rounded()
    let box = Size(side + gap + text.width, max(side, text.height))
    let ground = Rect(
      x: ((size.width - box.width) / 2).rounded(.down),
      y: max(0, size.height - box.height - max(4 * margin, foot + 2 * margin)),
      width: box.width, height: box.height)
    let square = Rect(
      x: ground.x, y: ground.y + ((box.height - side) / 2).rounded(), width: side, height: side)
    var layers = [plate(ground, opacity: opacity)]
    layers += icon.coats.map { coat in
      var layer = Layer(
        filling: square, with: coat.isLight ? BarsScreen.light : .black, opacity: opacity)
      layer.placement.clips = coat.pieces.map { $0.placed(in: square) }
      return layer
    }
    guard let picture else { return layers }
    let place = Rect(
      x: square.maxX + gap, y: ground.y + ((box.height - text.height) / 2).rounded(),
      width: text.width, height: text.height)
    return layers + [glyphs(picture, at: place, opacity: opacity)]
  }
}
