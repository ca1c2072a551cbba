import TriptychCore
import TriptychMedia

/// What the bars say at an instant.
struct BarsFacts {
  var title: String
  var caption: String?
  /// Counting from 1; 0: there is none.
  var number: Int
  var count: Int
  var isPlaying: Bool
  var isMuted = false
  /// Percent.
  var volume = 100
  var isZoomed = false
  /// Since the film's start, and how long it is; nil: not known.
  var elapsed: Duration?
  var length: Duration?
  /// Of the film; nil: it needs no words.
  var speed: String?
}

/// The bars as layers, lowest first. Main thread.
struct BarsScreen {
  let layout: BarsLayout
  /// A text's bitmap, once it has come.
  let text: (TextRequest) -> Picture?
  let scrim: Scrim
  let opacity: Double
  static let light = Color(red: 255, green: 255, blue: 255)
  /// What is there but not meant now: 3:1 against the scrim over a white picture.
  static let faint = Color(red: 170, green: 170, blue: 170)

  func layers(_ facts: BarsFacts) -> [Layer] {
    scrims + header(facts) + indicator(facts) + buttons(facts) + film(facts) + caption(facts)
  }

  // MARK: Parts

  /// Dark beneath the bars, and softly out beyond them.
  private var scrims: [Layer] {
    let (header, footer) = (layout.header, layout.footer)
    let below = (header.height * Scrim.soft).rounded()
    let above = (footer.height * Scrim.soft).rounded()
    return [
      layer(
        scrim.top,
        in: Rect(x: 0, y: 0, width: header.width, height: header.height + below)),
      layer(
        scrim.bottom,
        in: Rect(
          x: 0, y: footer.y - above, width: footer.width, height: footer.height + above)),
    ]
  }

  private func header(_ facts: BarsFacts) -> [Layer] {
    var layers = words(facts.title, letters: layout.titleLetters, lines: 1, in: layout.title)
    if layout.counter.width > 0, facts.number > 0 {
      layers += figures(
        "\(facts.number) / \(facts.count)", letters: layout.titleLetters, in: layout.counter,
        atEnd: true)
    }
    return layers
  }

  private func caption(_ facts: BarsFacts) -> [Layer] {
    guard let place = layout.caption, let caption = facts.caption else { return [] }
    return words(caption, letters: layout.letters, lines: 2, in: place)
  }

  /// Dots, or the thin line: where in the list.
  private func indicator(_ facts: BarsFacts) -> [Layer] {
    if let row = layout.dots { return dots(facts, in: row) }
    guard let line = layout.line, facts.number > 0, facts.count > 0 else { return [] }
    let part = Double(facts.number) / Double(facts.count)
    var done = line
    done.width = max((line.width * part).rounded(), line.height)
    return [
      Layer(filling: line, with: BarsScreen.light, opacity: 0.3 * opacity),
      Layer(filling: done, with: BarsScreen.light, opacity: opacity),
    ]
  }

  private func dots(_ facts: BarsFacts, in row: Rect) -> [Layer] {
    let (pitch, radius) = (28 * layout.unit, 6 * layout.unit)
    let start = row.x + row.width / 2 - pitch * Double(facts.count - 1) / 2
    let discs = (0..<facts.count).map { index in
      ConvexPolygon.disc(
        about: Point(start + pitch * Double(index), row.y + row.height / 2),
        radius: index + 1 == facts.number ? radius * 1.4 : radius)
    }
    let current = discs.indices.contains(facts.number - 1) ? [discs[facts.number - 1]] : []
    let others = discs.enumerated().filter { $0.offset + 1 != facts.number }.map(\.element)
    return [shape(row, BarsScreen.faint, others), shape(row, BarsScreen.light, current)]
  }

  private func buttons(_ facts: BarsFacts) -> [Layer] {
    layout.parts.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { part, area in
      icon(of: part, facts).map { icon($0, in: area) } ?? []
    }
  }

  private func icon(of part: BarPart, _ facts: BarsFacts) -> BarIcon? {
    switch part {
    case .close: .close
    case .previous: .previous
    case .pause: facts.isPlaying ? .pause : .play
    case .next: .next
    case .mute: facts.isMuted || facts.volume == 0 ? .silence : .sound
    case .zoom: facts.isZoomed ? .zoomOut : .zoomIn
    case .overview: .overview
    case .scrubber, .volume: nil
    }
  }

  private func icon(_ icon: BarIcon, in area: Rect) -> [Layer] {
    let side = min(area.width, area.height)
    let square = Rect(
      x: area.x + ((area.width - side) / 2).rounded(),
      y: area.y + ((area.height - side) / 2).rounded(), width: side, height: side)
    return icon.coats.map { coat in
      shape(
        square, coat.isLight ? BarsScreen.light : .black,
        coat.pieces.map { $0.placed(in: square) })
    }
  }

  private func film(_ facts: BarsFacts) -> [Layer] {
    var layers: [Layer] = []
    if layout.parts[.volume] != nil {
      layers += slider(.volume, at: facts.isMuted ? 0 : Double(facts.volume) / 100)
    }
    guard let place = layout.elapsed, let elapsed = facts.elapsed else { return layers }
    let time = elapsed.clock + (facts.speed.map { "  " + $0 } ?? "")
    layers += figures(time, letters: layout.letters, in: place, atEnd: false)
    guard let end = layout.total, let length = facts.length, length > .zero else { return layers }
    layers += figures(length.clock, letters: layout.letters, in: end, atEnd: true)
    return layers + slider(.scrubber, at: min(elapsed.inSeconds / length.inSeconds, 1))
  }

  private func slider(_ part: BarPart, at value: Double) -> [Layer] {
    guard let track = layout.track(part), let area = layout.parts[part] else { return [] }
    let at = track.x + track.width * min(max(value, 0), 1)
    var done = track
    done.width = at - track.x
    let knob = ConvexPolygon.disc(
      about: Point(at, track.y + track.height / 2), radius: 12 * layout.unit)
    return [
      Layer(filling: track, with: BarsScreen.faint, opacity: opacity),
      Layer(filling: done, with: BarsScreen.light, opacity: opacity),
      shape(area, BarsScreen.light, [knob]),
    ]
  }

  // MARK: Layers

  private func layer(_ picture: Picture, in place: Rect) -> Layer {
    let box = Size(place.width, place.height)
    return Layer(
      cell: box, picture: picture, target: Rect(box),
      crop: Rect(Size(Double(picture.width), Double(picture.height))), backdrop: nil,
      placement: Placement(map: .shift(place.x, place.y), opacity: opacity))
  }

  /// Pieces of one colour; what has none is not seen at all.
  private func shape(_ area: Rect, _ color: Color, _ pieces: [ConvexPolygon]) -> Layer {
    var layer = Layer(filling: area, with: color, opacity: pieces.isEmpty ? 0 : opacity)
    layer.placement.clips = pieces
    return layer
  }

  /// A text of as many lines as fit; nothing until it has come.
  private func words(_ text: String, letters: Double, lines: UInt32, in place: Rect) -> [Layer] {
    guard !text.isEmpty, place.width >= letters else { return [] }
    let request = TextRequest(
      text: text, size: UInt32(letters), color: 0xFFFFFF, maxWidth: UInt32(place.width),
      centered: false, lines: lines)
    guard let picture = self.text(request) else { return [] }
    let height = Double(picture.height)
    let y = place.y + ((place.height - height) / 2).rounded()
    return [glyphs(picture, x: place.x, y: y)]
  }

  private func glyphs(_ picture: Picture, x: Double, y: Double) -> Layer {
    layer(
      picture,
      in: Rect(x: x, y: y, width: Double(picture.width), height: Double(picture.height)))
  }

  /// Nothing until all of it is there.
  private func figures(_ text: String, letters: Double, in place: Rect, atEnd: Bool) -> [Layer] {
    guard let figures = Figures(text, letters: letters, set: self.text) else { return [] }
    let start = atEnd ? place.maxX - figures.width : place.x
    return figures.signs.map { sign in
      let y = place.y + ((place.height - Double(sign.picture.height)) / 2).rounded()
      return glyphs(sign.picture, x: start + sign.x, y: y)
    }
  }
}

extension Duration {
  /// `1:05`, `1:02:03`.
  var clock: String {
    let seconds = max(Int(inSeconds), 0)
    let (minutes, rest) = (seconds / 60, seconds % 60)
    let two = rest < 10 ? "0\(rest)" : "\(rest)"
    guard minutes >= 60 else { return "\(minutes):\(two)" }
    return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60):\(two)"
  }
}

/// What makes white letters readable over a white picture: black of so much opacity that they have
/// 7:1, ending softly. Two small pictures that are drawn large.
struct Scrim {
  let top: Picture
  let bottom: Picture
  /// The soft part, of the height of the bar.
  static let soft = 1.0 / 3
  private static let darkness = 0.68
  private static let rows = 64

  init() {
    top = Scrim.picture { Scrim.alpha($0) }
    bottom = Scrim.picture { Scrim.alpha(Scrim.rows - 1 - $0) }
  }

  /// Of a row, counting from the edge of the screen.
  private static func alpha(_ row: Int) -> UInt8 {
    let solid = Int(Double(rows) / (1 + soft)) + 1
    guard row > solid else { return UInt8(255 * darkness) }
    let left = Double(rows - 1 - row) / Double(rows - 1 - solid)
    return UInt8(255 * darkness * left * left * (3 - 2 * left))
  }

  private static func picture(_ alpha: (Int) -> UInt8) -> Picture {
    Picture.make(width: 4, height: rows, isOpaque: false) { base, stride in
      for row in 0..<rows {
        for column in 0..<4 {
          base.storeBytes(
            of: UInt32(alpha(row)) << 24, toByteOffset: row * stride + column * 4,
            as: UInt32.self)
        }
      }
    }
  }
}
