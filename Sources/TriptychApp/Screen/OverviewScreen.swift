import TriptychCore
import TriptychMedia

/// The overview as it lies over the show: cells, the chosen one, and the picture that flies between
/// its cell and the whole screen. Main thread.
final class OverviewScreen {
  private enum Stage {
    /// The picture flies into its cell, or lies there.
    case closing
    /// It flies to the whole screen.
    case opening
  }

  private(set) var overview: Overview
  private let thumbnails: Thumbnails
  private var stage = Stage.closing
  /// 1: the picture fills the screen, 0: it lies in its cell.
  private var flight: ScalarCourse
  private var size: Size
  /// Nothing flies: the picture fades in and out where it lies on the screen.
  private let isCalm: Bool
  /// How far a finger has pulled the view away, pixels.
  private var pull: ScalarCourse
  private var pullAxis = Axis.vertical
  /// From where a view that was pulled away flies; nil: from where it lies on the screen.
  private var launch: Rect?

  /// Opens at the item that is shown: it flies to its cell. `isCalm`: with `--reduced-motion`.
  init(
    list: ItemList, at item: Int, size: Size, thumbnails: Thumbnails, isCalm: Bool, now: Instant
  ) {
    overview = Overview(
      grid: Grid(size: size, count: list.count), at: item, isCalm: isCalm, now: now)
    (self.size, self.thumbnails, self.isCalm) = (size, thumbnails, isCalm)
    (flight, pull) = (ScalarCourse(at: 1, now), ScalarCourse(at: 0, now))
    land(at: now)
  }

  // MARK: What happens

  /// The list or the screen is another one.
  func fit(_ list: ItemList, selected: Int, size: Size, at now: Instant) {
    self.size = size
    overview.fit(Grid(size: size, count: list.count), selected: selected, at: now)
  }

  func move(_ move: OverviewMove, at now: Instant) { overview.move(move, at: now) }

  /// Flies to the chosen cell's item.
  func fly(at now: Instant) {
    flight =
      isCalm
      ? Flight.fade(from: progress(now), to: 1, at: now)
      : Flight.open(from: progress(now), speed: flight.speed(at: now), at: now)
    launch = nil
    stage = .opening
  }

  /// Back into the cell, from wherever the picture is.
  func land(at now: Instant) {
    flight =
      isCalm
      ? Flight.fade(from: progress(now), to: 0, at: now)
      : Flight.close(from: progress(now), speed: flight.speed(at: now), at: now)
    stage = .closing
  }

  /// Flies back to the item that is shown.
  func close(to item: Int, at now: Instant) {
    if overview.selected != item { overview.choose(item, at: now) }
    fly(at: now)
  }

  /// A tap: the item of the cell at that point, chosen; nil between cells.
  func tap(_ point: Point, at now: Instant) -> Int? {
    guard let index = overview.grid.index(at: point, scroll: scroll(now)) else { return nil }
    overview.choose(index, at: now)
    return index
  }

  func drag(by way: Double, at now: Instant) {
    overview.drag(by: way, at: now)
  }

  func release(speed: Double, at now: Instant) { overview.release(speed: speed, at: now) }

  func wheel(_ notches: Double, at now: Instant) { overview.wheel(notches, at: now) }

  // MARK: What is

  var isOpening: Bool { stage == .opening }

  /// True once the picture lies on the whole screen, as far as anybody can see.
  func hasLanded(at now: Instant) -> Bool {
    isOpening && abs(flight.value(at: now) - 1) < 0.002 && abs(flight.speed(at: now)) < 0.1
      && !pull.isMoving(at: now)
  }

  func isMoving(at now: Instant) -> Bool {
    flight.isMoving(at: now) || pull.isMoving(at: now) || overview.isMoving(at: now)
  }

  private func progress(_ now: Instant) -> Double { flight.value(at: now) }
  private func scroll(_ now: Instant) -> Double { overview.scroll(at: now).rounded() }

  // MARK: What is drawn

  /// Lowest first. `whole`: the chosen item as it lies on the screen, if it is there.
  func layers(_ list: ItemList, whole: Layer?, at now: Instant) -> [Layer] {
    let (grid, scroll) = (overview.grid, scroll(now))
    want(list, scroll)
    var layers = [plain(Rect(size), Color(red: 16, green: 16, blue: 18))]
    for index in grid.visible(scroll: scroll) {
      let rect = onPixels(grid.rect(of: index, scroll: scroll))
      if index == overview.selected {
        layers.append(plain(rect.grown(by: (grid.gap / 3).rounded()), Self.mark))
      }
      layers += cell(index, rect)
    }
    let progress = progress(now)
    if flight.isMoving(at: now) || progress > 0 { layers += flying(whole, progress, scroll, now) }
    return layers
  }

  private static let mark = Color(red: 240, green: 240, blue: 240)

  /// Cells lie on whole pixels: their pictures are copied then.
  private func onPixels(_ rect: Rect) -> Rect {
    Rect(
      x: rect.x.rounded(), y: rect.y.rounded(), width: rect.width.rounded(.down),
      height: rect.height.rounded(.down))
  }

  private func want(_ list: ItemList, _ scroll: Double) {
    let grid = overview.grid
    let seen = grid.visible(scroll: scroll)
    let more = grid.visible(scroll: scroll, more: 2)
    let beside = more.filter { !seen.contains($0) }
    let cell = Size(grid.cell.width.rounded(.down), grid.cell.height.rounded(.down))
    thumbnails.want(Array(seen) + beside, cell: cell, list: list)
  }

  private func cell(_ index: Int, _ rect: Rect) -> [Layer] {
    guard case .picture(let thumbnail) = thumbnails[index] else {
      return [plain(rect, Color(red: 40, green: 40, blue: 44))]
    }
    var layer = plain(rect, .black)
    layer.picture = thumbnail.picture
    layer.crop = thumbnail.crop(for: Size(rect.width, rect.height))
    return thumbnail.isFilm ? [layer] + badge(rect) : [layer]
  }

  /// The sign of a film: a triangle on a dark disc's place, at the lower left.
  private func badge(_ rect: Rect) -> [Layer] {
    let side = (rect.height / 6).rounded()
    let ground = Rect(
      x: rect.x + side / 2, y: rect.maxY - 1.5 * side, width: side, height: side)
    var plate = plain(ground, .black)
    plate.placement.opacity = 0.6
    var sign = plain(ground, .init(red: 255, green: 255, blue: 255))
    sign.placement.clips = [
      ConvexPolygon([
        Point(ground.x + side * 0.3, ground.y + side * 0.2),
        Point(ground.x + side * 0.8, ground.y + side * 0.5),
        Point(ground.x + side * 0.3, ground.y + side * 0.8),
      ])
    ]
    return [plate, sign]
  }

  private func flying(_ whole: Layer?, _ progress: Double, _ scroll: Double, _ now: Instant)
    -> [Layer]
  {
    let start = onPixels(overview.grid.rect(of: overview.selected, scroll: scroll))
    let part = pulledPart(now)
    var backdrop = plain(Rect(size), whole?.backdrop ?? .black)
    backdrop.placement.opacity = min(Flight.backdrop(progress), 1 - part)
    guard let (picture, target, crop, isWhole) = traveller(whole) else { return [backdrop] }
    let flight = Flight(from: start, to: launch ?? pulled(target, now))
    if isCalm, part == 0 {
      let part = isWhole ? flight.crop(1, of: crop) : crop
      return [fading(picture, part, at: target, whole?.backdrop ?? .black, progress)]
    }
    var layer = plain(flight.rect(progress), whole?.backdrop ?? .black)
    layer.picture = picture
    // A small picture has the shape of the cell; it gives way to the whole one when that comes.
    layer.crop = isWhole ? flight.crop(progress, of: crop) : crop
    return [backdrop, layer]
  }

  /// The view as it lies on the screen, or where a finger has let go of it.
  private func fading(
    _ picture: Picture, _ part: Rect, at target: Rect, _ ground: Color, _ opacity: Double
  ) -> Layer {
    var layer = plain(launch ?? Rect(size), ground)
    if launch == nil { layer.target = target }
    (layer.picture, layer.crop) = (picture, part)
    layer.placement.opacity = min(max(opacity, 0), 1)
    return layer
  }

  /// What flies, where it leads, which part of it counts, and whether that has the item's shape.
  private func traveller(_ whole: Layer?) -> (Picture, Rect, Rect, Bool)? {
    if let whole, let picture = whole.picture { return (picture, whole.target, whole.crop, true) }
    guard case .picture(let thumbnail) = thumbnails[overview.selected] else { return nil }
    let picture = thumbnail.picture
    let own = Rect(Size(Double(picture.width), Double(picture.height)))
    let target = Fit.contain.target(of: thumbnail.source, in: size)
    return (picture, target, own, thumbnail.isWhole)
  }

  // MARK: Pulled away

  /// The finger pulls the view, so many pixels down (right where the show goes up and down).
  func pull(to way: Double, across axis: Axis, at now: Instant) {
    pullAxis = axis == .horizontal ? .vertical : .horizontal
    (pull, launch) = (ScalarCourse(at: way, now), nil)
    (stage, flight) = (.closing, ScalarCourse(at: 1, now))
  }

  /// It lets go: over a quarter of the screen, or by a flick, the view goes into its cell, else
  /// back. `target`: where it lies on the screen.
  func releasePull(speed: Double, from target: Rect?, at now: Instant) {
    let (way, part) = (pull.value(at: now), pulledPart(now))
    let isFlick = abs(speed) >= 0.3 * extent && speed * way > 0
    if part > 0.25 || isFlick {
      launch = pulled(target ?? Rect(size), now)
      pull = ScalarCourse(at: 0, now)
      land(at: now)
    } else {
      pull =
        isCalm
        ? ScalarCourse(at: 0, now)
        : ScalarCourse(from: way, speed: speed, to: 0, start: now, omega: 22, grain: 0.25)
      (stage, flight) = (.opening, ScalarCourse(at: 1, now))
    }
  }

  private var extent: Double { pullAxis == .vertical ? size.height : size.width }

  /// |q|: the part of the screen by which it is pulled, at most 1.
  private func pulledPart(_ now: Instant) -> Double {
    min(abs(pull.value(at: now)) / max(extent, 1), 1)
  }

  private func pulled(_ rect: Rect, _ now: Instant) -> Rect {
    let way = pull.value(at: now)
    guard way != 0 else { return rect }
    let scale = max(0.9, 1 - pulledPart(now))
    let (width, height) = (rect.width * scale, rect.height * scale)
    let middle = Point(rect.x + rect.width / 2, rect.y + rect.height / 2)
    return Rect(
      x: middle.x - width / 2 + (pullAxis == .horizontal ? way : 0),
      y: middle.y - height / 2 + (pullAxis == .vertical ? way : 0), width: width, height: height)
  }

  private func plain(_ rect: Rect, _ color: Color) -> Layer {
    let box = Size(rect.width, rect.height)
    return Layer(
      cell: box, picture: nil, target: Rect(box), crop: Rect(box), backdrop: color,
      placement: Placement(map: .shift(rect.x, rect.y)))
  }
}

extension Rect {
  fileprivate func grown(by edge: Double) -> Rect {
    Rect(x: x - edge, y: y - edge, width: width + 2 * edge, height: height + 2 * edge)
  }
}

extension Flight {
  /// The same for a part of a picture.
  fileprivate func crop(_ progress: Double, of part: Rect) -> Rect {
    let inner = crop(progress, of: Size(part.width, part.height))
    return Rect(
      x: part.x + inner.x, y: part.y + inner.y, width: inner.width, height: inner.height)
  }
}
