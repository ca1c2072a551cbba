import TriptychCore
import TriptychMedia

/// Turns the show's poses into layers that a painter can draw. Main thread.
struct Projector {
  let gallery: Gallery
  let captions: Captions
  /// Hears what is drawn of each view.
  var witness: Witness?
  /// Pixels, as seen.
  var size: Size
  /// When the frame is seen; nil: nobody waits for pictures, and no sign says that they are coming.
  var tick: Instant?
  /// Nothing may run round and round.
  var isCalm = false
  /// Of letters.
  var textScale = 1.0
  /// So many pixels at the foot belong to the bars.
  var foot = 0.0
  /// Which of the subtitles of an item's film at a place are shown.
  var subtitleTrack: (_ item: Int, _ place: Int) -> Int? = { _, _ in nil }
  /// What visitors read.
  var words = Words()
  /// The words of the card for the whole show, from the last reason; nobody may have one.
  var nothing: (String) -> String = { $0 }
  /// The words of the card that stands where nothing is on at this time; nil: none does.
  var vacant: String?

  /// The layers of a frame, lowest first.
  func layers(_ poses: [ViewPose], settings: (Int) -> ItemSettings) -> [Layer] {
    poses.flatMap { pose -> [Layer] in
      let settings = settings(pose.item)
      if pose.card != nil || pose.awaitedSince != nil { witness?.saw(pose, .standIn) }
      if let reason = pose.card {
        return pose.item < 0
          ? [card(nothing(reason), pose, settings)] : failure(reason, pose, settings)
      }
      if pose.item < 0, let vacant { return [card(vacant, pose, settings)] }
      if pose.awaitedSince != nil { return [awaited(pose, settings)] + ring(pose) }
      let layers = pose.film == nil ? [still(pose, settings)] : film(pose, settings)
      if let reveal = pose.reveal { return revealed(layers, reveal, over: awaited(pose, settings)) }
      return layers + [detail(pose, settings)].compactMap(\.self)
    }
  }

  /// What has come to make an enlarged view sharp.
  private func detail(_ pose: ViewPose, _ settings: ItemSettings) -> Layer? {
    guard let zoom = pose.zoom, let exhibit = gallery.exhibit(pose.item),
      // With blurred bars the slow crop is one of the whole cell.
      exhibit.fit != .blur || pose.drift == nil,
      let shown = gallery.details[pose.item], shown.detail.source == exhibit.source
    else { return nil }
    let sight = Sight(exhibit.fit, of: exhibit.source, in: size)
      .moved(by: pose.drift)
    let layer = empty(pose, settings).detail(
      shown.picture, of: shown.detail.region, in: sight)?.enlarged(zoom, in: size)
    return layer?.picture == nil ? nil : layer
  }

  /// What stands in the stead of what is coming.
  private func awaited(_ pose: ViewPose, _ settings: ItemSettings) -> Layer {
    gallery.preview(pose.item).map { still($0, pose, settings) } ?? empty(pose, settings)
  }

  /// Says that the view's item is coming, over the view's middle or another place. What a
  /// transition cuts to pieces has none.
  func ring(_ pose: ViewPose, at place: Point? = nil) -> [Layer] {
    guard let since = pose.awaitedSince, let tick, pose.placement.clips.isEmpty,
      let ring = LoadingRing(
        waited: tick - since, part: gallery.arrivals.parts[pose.item], isCalm: isCalm)
    else { return [] }
    let middle = Point(size.width / 2, size.height / 2)
    let center = pose.placement.map.apply(place ?? middle)
    guard center.x.isFinite, center.y.isFinite else { return [] }
    return ring.layers(about: center, height: size.height, opacity: pose.placement.opacity)
  }

  private func still(_ pose: ViewPose, _ settings: ItemSettings) -> Layer {
    guard let exhibit = gallery.exhibit(pose.item) else { return missing(pose, settings) }
    witness?.saw(pose, .picture)
    return still(exhibit, pose, settings)
  }

  /// Nothing can be drawn of what should be seen.
  private func missing(_ pose: ViewPose, _ settings: ItemSettings) -> Layer {
    // Where nothing is on, nothing is meant to be seen.
    witness?.saw(pose, pose.item < 0 ? .standIn : .nothing)
    return empty(pose, settings)
  }

  private func still(_ exhibit: Exhibit, _ pose: ViewPose, _ settings: ItemSettings) -> Layer {
    let picture = exhibit.picture
    let whole = Rect(Size(Double(picture.width), Double(picture.height)))
    // With blurred bars the picture comes with them.
    let target =
      exhibit.fit == .blur ? Rect(size) : exhibit.fit.target(of: exhibit.source, in: size)
    let layer = Layer(
      cell: size, picture: picture, target: target,
      crop: pose.drift?.crop(width: whole.width, height: whole.height) ?? whole,
      backdrop: settings.background, placement: pose.placement)
    guard let zoom = pose.zoom else { return layer }
    let sight = Sight(exhibit.fit, of: exhibit.source, in: size).moved(by: pose.drift)
    return (exhibit.fit == .blur ? layer : layer.exact(in: sight)).enlarged(zoom, in: size)
  }

  /// The first is the film itself; others lie beside it.
  private func film(_ pose: ViewPose, _ settings: ItemSettings) -> [Layer] {
    guard let time = pose.film?.time, let exhibit = gallery.films[pose.place],
      let frame = gallery.media.frame(exhibit.film, at: time)
    else { return [missing(pose, settings)] }
    let picture = frame.picture
    var layer = Layer(
      cell: size, picture: picture, target: exhibit.fit.target(of: exhibit.source, in: size),
      crop: Rect(Size(Double(picture.width), Double(picture.height))),
      backdrop: settings.background, placement: pose.placement)
    if let zoom = pose.zoom { layer = layer.enlarged(zoom, in: size) }
    witness?.saw(pose, frame, of: exhibit, gallery.media, at: layer.target)
    let text = subtitles(frame, pose, over: exhibit)
    guard let backdrop = frame.backdrop else { return [layer] + text }
    layer.backdrop = nil
    return [layer] + layer.bars(backdrop, in: size) + text
  }

  /// Layers that lie side by side fade in over one that lies under them all.
  private func revealed(_ layers: [Layer], _ part: Double, over other: Layer) -> [Layer] {
    guard let first = layers.first?.revealed(part, over: other) else { return [] }
    return first
      + layers.dropFirst().map { layer in
        var faded = layer
        faded.placement.opacity *= min(max(part, 0), 1)
        return faded
      }
  }

  func empty(_ pose: ViewPose, _ settings: ItemSettings) -> Layer {
    Layer(
      cell: size, picture: nil, target: Rect(size), crop: Rect(size),
      backdrop: settings.background, placement: pose.placement)
  }

  /// A card says why an item cannot be seen. Readable from three metres: the letters are a
  /// twenty-fourth of the height.
  private func card(_ text: String, _ pose: ViewPose, _ settings: ItemSettings) -> Layer {
    guard let picture = captions.picture(cardText(text)) else { return empty(pose, settings) }
    return printed(picture, at: centered(picture), pose, settings.background)
  }

  func cardText(_ text: String) -> TextRequest {
    TextRequest(
      text: text, size: UInt32(max(12, size.height / 24 * textScale)), color: 0xD0D0D0,
      maxWidth: UInt32(max(64, size.width * 0.8)), maxHeight: mostHeight, centered: true)
  }

  /// A text in the view's cell.
  func printed(_ picture: Picture, at place: Rect, _ pose: ViewPose, _ ground: Color?) -> Layer {
    Layer(
      cell: size, picture: picture, target: place,
      crop: Rect(Size(Double(picture.width), Double(picture.height))), backdrop: ground,
      placement: pose.placement)
  }

  func centered(_ picture: Picture) -> Rect {
    let (w, h) = (Double(picture.width), Double(picture.height))
    return Rect(
      x: ((size.width - w) / 2).rounded(.down), y: ((size.height - h) / 2).rounded(.down),
      width: w, height: h)
  }

  /// A line of text on a dark plate near the foot of the screen; empty until the text has come.
  func message(_ text: String, opacity: Double) -> [Layer] {
    guard let picture = words(text, letters: size.height / 30 * textScale) else { return [] }
    var place = centered(picture)
    place.y = max(0, size.height - place.height - max(4 * margin, foot + 2 * margin))
    return [plate(place, opacity: opacity), glyphs(picture, at: place, opacity: opacity)]
  }

  /// Lines on a dark plate at the lower left; empty until the text has come.
  func information(_ lines: [String]) -> [Layer] {
    let text = lines.joined(separator: "\n")
    guard let picture = words(text, letters: size.height / 34 * textScale) else { return [] }
    var place = centered(picture)
    place.x = 4 * margin
    place.y = max(0, size.height - place.height - max(4 * margin, foot + 2 * margin))
    return [plate(place, opacity: 1), glyphs(picture, at: place, opacity: 1)]
  }

  var margin: Double { (size.height / 60).rounded() }

  func words(_ text: String, letters: Double) -> Picture? {
    captions.picture(
      TextRequest(
        text: text, size: UInt32(max(6, letters)), color: 0xFFFFFF,
        maxWidth: UInt32(max(64, size.width * 0.86)), maxHeight: mostHeight, centered: false))
  }

  /// Of a text, pixels: what is higher than the screen is cut off.
  var mostHeight: UInt32 { UInt32(max(64, size.height)) }

  /// `dark` 1: nothing is seen through it.
  func plate(_ place: Rect, opacity: Double, dark: Double = 0.72) -> Layer {
    let box = Size(place.width + 2 * margin, place.height + 2 * margin)
    return Layer(
      cell: box, picture: nil, target: Rect(box), crop: Rect(box), backdrop: .black,
      placement: Placement(
        map: .shift(place.x - margin, place.y - margin), opacity: dark * opacity))
  }

  func glyphs(_ picture: Picture, at place: Rect, opacity: Double) -> Layer {
    let box = Size(Double(picture.width), Double(picture.height))
    return Layer(
      cell: box, picture: picture, target: Rect(box), crop: Rect(box), backdrop: nil,
      placement: Placement(map: .shift(place.x, place.y), opacity: opacity))
  }
}

extension Rotation {
  /// Quarter turns clockwise.
  var quarters: UInt8 {
    switch self {
    case .none: 0
    case .quarter: 1
    case .half: 2
    case .threeQuarters: 3
    }
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
    case .blur: .blur
    }
  }
}
