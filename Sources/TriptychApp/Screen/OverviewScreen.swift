import TriptychCore
import TriptychMedia

/// The overview as it lies over the show: cells, the chosen one, and the picture that flies between
/// its cell and the whole screen. Main thread.
final class OverviewScreen {
  private(set) var overview: Overview
  private let thumbnails: Thumbnails
  private(set) var flight: HeldFlight
  private var size: Size
  private var progress = GridProgress()

  /// Opens at the item that is shown: it flies to its cell. `isCalm`: with `--reduced-motion`
  /// nothing flies, the picture fades in and out where it lies on the screen.
  init(
    list: ItemList, at item: Int, size: Size, thumbnails: Thumbnails, isCalm: Bool, now: Instant
  ) {
    overview = Overview(
      grid: Grid(size: size, count: list.count), at: item, isCalm: isCalm, now: now)
    (self.size, self.thumbnails) = (size, thumbnails)
    flight = HeldFlight(leavingAt: now, isCalm: isCalm)
  }

  // MARK: What happens

  /// The list or the screen is another one.
  func fit(_ list: ItemList, selected: Int, size: Size, at now: Instant) {
    self.size = size
    overview.fit(Grid(size: size, count: list.count), selected: selected, at: now)
  }

  /// Counting from 0; beyond the list: the nearest.
  func choose(_ index: Int, at now: Instant) { overview.choose(index, at: now) }

  func move(_ move: OverviewMove, at now: Instant) { overview.move(move, at: now) }

  /// Flies to the chosen cell's item.
  func fly(at now: Instant) { flight.fly(at: now) }

  /// Back into the cell, from wherever the picture is.
  func land(at now: Instant) { flight.land(at: now) }

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

  var isOpening: Bool { flight.goal == .screen && !flight.isHeld }

  /// True once the picture lies on the whole screen, as far as anybody can see.
  func hasLanded(at now: Instant) -> Bool { flight.hasLanded(at: now) }

  /// When something is drawn that nothing else brings; nil: nothing is.
  var due: Instant? { progress.due }

  /// True once where that has come.
  func isDue(at now: Instant) -> Bool { progress.reveal(at: now) }

  func isMoving(at now: Instant) -> Bool {
    flight.isMoving(at: now) || overview.isMoving(at: now)
  }

  private func scroll(_ now: Instant) -> Double { overview.scroll(at: now).rounded() }

  // MARK: What is drawn

  /// Lowest first. `whole`: the chosen item as it lies on the screen, if it is there.
  func layers(
    _ list: ItemList, whole: Layer?, signs: OverviewSigns, at now: Instant
  ) -> [Layer] {
    let (grid, scroll) = (overview.grid, scroll(now))
    want(list, scroll)
    let seen = grid.visible(scroll: scroll)
    progress.note(done: seen.count { thumbnails[$0] != nil }, of: seen.count, at: now)
    var layers = [plain(Rect(size), Color(red: 16, green: 16, blue: 18))]
    for index in seen {
      let rect = onPixels(grid.rect(of: index, scroll: scroll))
      if index == overview.selected {
        layers.append(plain(rect.grown(by: (grid.gap / 3).rounded()), Self.mark))
      }
      layers += cell(index, rect, signs)
    }
    if let part = progress.part { layers += signs.progress(part, on: size) }
    if flight.isInAir(at: now) || flight.progress(at: now) > 0 {
      layers += flying(whole, scroll, now)
    }
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

  private func cell(_ index: Int, _ rect: Rect, _ signs: OverviewSigns) -> [Layer] {
    let empty = plain(rect, Color(red: 40, green: 40, blue: 44))
    switch thumbnails[index] {
    case nil: return [empty]
    case .failed: return [empty] + signs.failure(in: rect)
    case .picture(let thumbnail):
      var layer = plain(rect, .black)
      layer.picture = thumbnail.picture
      layer.crop = thumbnail.crop(for: Size(rect.width, rect.height))
      return thumbnail.isFilm ? [layer] + signs.film(thumbnail.length, in: rect) : [layer]
    }
  }

  private func flying(_ whole: Layer?, _ scroll: Double, _ now: Instant) -> [Layer] {
    var backdrop = plain(Rect(size), whole?.backdrop ?? .black)
    backdrop.placement.opacity = flight.backdrop(on: size, at: now)
    guard let (picture, target, crop, isWhole) = traveller(whole) else { return [backdrop] }
    let way = Flight(from: cellOfChosen(scroll), to: target)
    let ground = whole?.backdrop ?? .black
    if flight.isFading {
      let part = isWhole ? way.crop(1, of: crop) : crop
      return [fading(picture, part, at: target, way, ground, now)]
    }
    var layer = plain(flight.rect(way, at: now), ground)
    layer.picture = picture
    // A small picture has the shape of the cell; it gives way to the whole one when that comes.
    layer.crop = isWhole ? way.crop(flight.progress(at: now), of: crop) : crop
    return [backdrop, layer]
  }

  /// The view as it lies on the screen, or where a hand has let go of it.
  private func fading(
    _ picture: Picture, _ part: Rect, at target: Rect, _ way: Flight, _ ground: Color,
    _ now: Instant
  ) -> Layer {
    let rect = flight.rect(way, at: now)
    let isInPlace = rect == way.whole
    var layer = plain(isInPlace ? Rect(size) : rect, ground)
    if isInPlace { layer.target = target }
    (layer.picture, layer.crop) = (picture, part)
    layer.placement.opacity = min(max(flight.progress(at: now), 0), 1)
    return layer
  }

  private func cellOfChosen(_ scroll: Double) -> Rect {
    onPixels(overview.grid.rect(of: overview.selected, scroll: scroll))
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

  // MARK: In the hand

  /// A touch stops the picture where it is.
  func grab(at now: Instant) { flight.grab(at: now) }

  /// Two fingers have made the view on the screen smaller than it fits: from here on they hold its
  /// picture.
  func take(_ zoom: Zoom, whole: Layer?, at now: Instant) {
    flight.grabOnScreen(at: now)
    pinch(
      by: zoom.scale, about: Point(size.width / 2, size.height / 2), movedBy: zoom.shift,
      whole: whole, at: now)
  }

  /// Two fingers over the grid: they open the cell between them. False: none lies there.
  func takeCell(at point: Point, now: Instant) -> Bool {
    guard tap(point, at: now) != nil else { return false }
    flight.grab(at: now)
    return true
  }

  /// `whole`: the chosen item as it lies on the screen, if it is there.
  func pinch(by factor: Double, about point: Point, movedBy: Point, whole: Layer?, at now: Instant)
  {
    let target = traveller(whole)?.1 ?? Rect(size)
    flight.pinch(
      by: factor, about: point, movedBy: movedBy,
      Flight(from: cellOfChosen(scroll(now)), to: target), at: now)
  }

  func pan(by way: Point) { flight.pan(by: way) }

  /// The finger pulls the view, so many pixels down (right where the show goes up and down).
  func pull(to way: Double, across axis: Axis, at now: Instant) {
    flight.pull(to: way, across: axis, on: size, at: now)
  }

  /// The hand leaves.
  func letGo(velocity: Point, at now: Instant) {
    flight.letGo(velocity: velocity, on: size, at: now)
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
