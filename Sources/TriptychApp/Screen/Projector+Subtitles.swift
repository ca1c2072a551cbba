import TriptychCore
import TriptychMedia

/// What is read with a film.
extension Projector {
  func subtitles(_ frame: Frame, _ pose: ViewPose, over exhibit: FilmExhibit) -> [Layer] {
    guard !frame.subtitles.isEmpty, pose.placement.clips.isEmpty,
      let track = subtitleTrack(pose.item, pose.place)
    else { return [] }
    var texts: [String] = []
    var layers: [Layer] = []
    for subtitle in frame.subtitles where subtitle.track == track {
      switch subtitle.content {
      case .text(let text): texts.append(text)
      case .picture(let picture, let place, let canvas):
        layers += drawn(picture, place, canvas, pose, exhibit)
      }
    }
    return layers + (texts.isEmpty ? [] : written(texts.joined(separator: "\n"), pose))
  }

  /// A picture of words, where it belongs on the film: it goes with what is enlarged.
  private func drawn(
    _ picture: Picture, _ place: Rect, _ canvas: Size, _ pose: ViewPose, _ exhibit: FilmExhibit
  ) -> [Layer] {
    let whole = exhibit.fit.whole(of: exhibit.source, in: size)
    let (across, down) = (whole.width / canvas.width, whole.height / canvas.height)
    let layer = Layer(
      cell: size, picture: picture,
      target: Rect(
        x: whole.x + place.x * across, y: whole.y + place.y * down,
        width: place.width * across, height: place.height * down),
      crop: Rect(Size(Double(picture.width), Double(picture.height))), backdrop: nil,
      placement: pose.placement)
    return [pose.zoom.map { layer.enlarged($0, in: size) } ?? layer]
  }

  /// On a dark plate at the foot of the view; empty until the text has come. It does not grow with
  /// what is enlarged.
  private func written(_ text: String, _ pose: ViewPose) -> [Layer] {
    guard let picture = captions.picture(subtitleText(text)) else { return [] }
    var place = centered(picture)
    place.y = max(0, size.height - place.height - max(3 * margin, foot + 2 * margin))
    return [plate(place, opacity: 1, dark: 0.55), glyphs(picture, at: place, opacity: 1)].map {
      var layer = $0
      layer.placement.map = layer.placement.map.then(pose.placement.map)
      layer.placement.opacity *= pose.placement.opacity
      return layer
    }
  }

  private func subtitleText(_ text: String) -> TextRequest {
    TextRequest(
      text: text, size: UInt32(max(10, size.height / 22 * textScale)), color: 0xFFFFFF,
      maxWidth: UInt32(max(64, size.width * 0.86)), maxHeight: mostHeight, centered: true)
  }
}
