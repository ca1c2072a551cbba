import TriptychCore
import TriptychMedia

/// Turns the show's poses into layers that a painter can draw. Main thread.
struct Projector {
  let gallery: Gallery
  let captions: Captions
  /// Pixels, as seen.
  var size: Size

  /// The layers of a frame, lowest first.
  func layers(_ poses: [ViewPose], settings: (Int) -> ItemSettings) -> [Layer] {
    poses.map { pose in
      let settings = settings(pose.item)
      if let reason = pose.card { return card(reason, pose, settings) }
      return pose.film == nil ? still(pose, settings) : film(pose, settings)
    }
  }

  private func still(_ pose: ViewPose, _ settings: ItemSettings) -> Layer {
    guard let exhibit = gallery.exhibit(pose.item) else { return empty(pose, settings) }
    let picture = exhibit.picture
    let whole = Rect(Size(Double(picture.width), Double(picture.height)))
    return Layer(
      cell: size, picture: picture, target: settings.fit.target(of: exhibit.source, in: size),
      crop: pose.drift?.crop(width: whole.width, height: whole.height) ?? whole,
      backdrop: settings.background, placement: pose.placement)
  }

  private func film(_ pose: ViewPose, _ settings: ItemSettings) -> Layer {
    guard let time = pose.film?.time, let exhibit = gallery.films[pose.place],
      let frame = gallery.media.frame(exhibit.film, at: time)
    else { return empty(pose, settings) }
    let picture = frame.picture
    return Layer(
      cell: size, picture: picture, target: settings.fit.target(of: exhibit.source, in: size),
      crop: Rect(Size(Double(picture.width), Double(picture.height))),
      backdrop: settings.background, placement: pose.placement)
  }

  private func empty(_ pose: ViewPose, _ settings: ItemSettings) -> Layer {
    Layer(
      cell: size, picture: nil, target: Rect(size), crop: Rect(size),
      backdrop: settings.background, placement: pose.placement)
  }

  /// A card says why an item cannot be seen. Readable from three metres: the letters are a
  /// twenty-fourth of the height.
  private func card(_ text: String, _ pose: ViewPose, _ settings: ItemSettings) -> Layer {
    let request = TextRequest(
      text: text, size: UInt32(max(12, size.height / 24)), color: 0xD0D0D0,
      maxWidth: UInt32(max(64, size.width * 0.8)), centered: true)
    var layer = empty(pose, settings)
    guard let picture = captions.picture(request) else { return layer }
    layer.picture = picture
    layer.target = centered(picture)
    layer.crop = Rect(Size(Double(picture.width), Double(picture.height)))
    return layer
  }

  private func centered(_ picture: Picture) -> Rect {
    let (w, h) = (Double(picture.width), Double(picture.height))
    return Rect(
      x: ((size.width - w) / 2).rounded(.down), y: ((size.height - h) / 2).rounded(.down),
      width: w, height: h)
  }

  /// A message on a dark plate: one line near the foot of the screen, a table in its middle, with
  /// letters small enough that all of it can be seen. Empty until the text has come.
  func message(_ text: String, opacity: Double) -> [Layer] {
    let lines = Double(text.split(separator: "\n", omittingEmptySubsequences: false).count)
    let letters = min(size.height / 30, size.height * 0.9 / (lines * 1.2))
    let request = TextRequest(
      text: text, size: UInt32(max(6, letters)), color: 0xFFFFFF,
      maxWidth: UInt32(max(64, size.width * 0.86)), centered: false)
    guard let picture = captions.picture(request) else { return [] }
    let margin = (size.height / 60).rounded()
    var plate = centered(picture)
    let lowest = size.height - plate.height - 4 * margin
    plate.y = text.contains("\n") ? plate.y : max(0, lowest)
    let box = Size(plate.width + 2 * margin, plate.height + 2 * margin)
    let ground = Layer(
      cell: box, picture: nil, target: Rect(box), crop: Rect(box), backdrop: .black,
      placement: Placement(
        map: .shift(plate.x - margin, plate.y - margin), opacity: 0.72 * opacity))
    let words = Layer(
      cell: Size(plate.width, plate.height), picture: picture,
      target: Rect(Size(plate.width, plate.height)),
      crop: Rect(Size(plate.width, plate.height)), backdrop: nil,
      placement: Placement(map: .shift(plate.x, plate.y), opacity: opacity))
    return [ground, words]
  }
}

extension Fit {
  var onTheWire: WireFit {
    switch self {
    case .contain: .contain
    case .cover: .cover
    case .auto: .auto
    case .stretch: .stretch
    case .none: .none
    }
  }
}
