/// A row of a layer that covers the screen's row and needs no sampling: backdrop, pixels as they
/// stand in the picture, backdrop.
struct StillRow {
  /// The pixels of the row that show the picture.
  var pixels: Range<Int>
  /// The first of them; nil if there are none.
  var source: UnsafePointer<UInt32>?
  var backdrop: UInt32

  /// What is seen from column `x` on, and up to where it is alike. `source` nil: the backdrop.
  func piece(at x: Int, width: Int) -> (source: UnsafePointer<UInt32>?, end: Int) {
    if x < pixels.lowerBound { return (nil, pixels.lowerBound) }
    if x < pixels.upperBound {
      return (source.map { $0 + (x - pixels.lowerBound) }, pixels.upperBound)
    }
    return (nil, width)
  }
}

extension RowPainter {
  /// True if the frame's middle row is one that `copy` takes: most probably all are.
  var isCopy: Bool {
    guard let top = job.layers.last, top.weight(covered: 1) == 256 else { return false }
    return still(top, row: job.height / 2) != nil
  }

  /// A picture at rest, or a film's frame, that hides all below: copied. False if the row is
  /// anything else.
  @inline(__always)
  func copy(_ top: PlannedLayer?, row y: Int) -> Bool {
    guard let top, top.weight(covered: 1) == 256, let row = still(top, row: y) else {
      return false
    }
    let line = (job.pixels + y * job.stride).assumingMemoryBound(to: UInt32.self)
    let (start, end) = (row.pixels.lowerBound, row.pixels.upperBound)
    Blending.fill(line, count: start, with: row.backdrop)
    if let source = row.source { (line + start).update(from: source, count: end - start) }
    Blending.fill(line + end, count: job.width - end, with: row.backdrop)
    return true
  }

  /// A crossfade at rest: two opaque layers over the whole row, pixel for pixel, with bars or
  /// without. Mixed in one go they cost a copy of the frame less. False if the row is anything
  /// else.
  func blendBoth(row y: Int, _ line: UnsafeMutablePointer<UInt32>) -> Bool {
    guard job.layers.count == 2 else { return false }
    let weight = job.layers[1].weight(covered: 1)
    guard job.layers[0].weight(covered: 1) == 256, weight > 0, weight < 256,
      let under = still(job.layers[0], row: y), let over = still(job.layers[1], row: y)
    else { return false }
    var x = 0
    while x < job.width {
      let lower = under.piece(at: x, width: job.width)
      let upper = over.piece(at: x, width: job.width)
      let count = min(lower.end, upper.end) - x
      let bottom = lower.source ?? filled(scratch.content, under.backdrop, count)
      let top = upper.source ?? filled(scratch.picture, over.backdrop, count)
      Blending.both(top, bottom, into: line + x, count: count, weight: weight)
      x += count
    }
    return true
  }

  private func filled(
    _ room: UnsafeMutablePointer<UInt32>, _ color: UInt32, _ count: Int
  ) -> UnsafePointer<UInt32> {
    Blending.fill(room, count: count, with: color)
    return UnsafePointer(room)
  }

  /// The row of the layer where it is that simple.
  private func still(_ layer: PlannedLayer, row y: Int) -> StillRow? {
    guard layer.rows.contains(y), layer.isOpaque, solidPart(of: layer, row: y) == 0..<job.width
    else { return nil }
    let nothing = StillRow(pixels: 0..<0, source: nil, backdrop: layer.backdrop ?? 0)
    guard let sampler = layer.sampler else { return nothing }
    guard sampler.isOpaque else { return nil }
    var pixels = 0..<job.width
    if layer.target != nil {
      guard let area = layer.targetArea else { return nil }
      guard area.rows.contains(y), !area.columns.isEmpty else { return nothing }
      pixels = area.columns
    }
    guard let source = sampler.direct(pixels.lowerBound, pixels.upperBound, row: y) else {
      return nil
    }
    return StillRow(pixels: pixels, source: source, backdrop: layer.backdrop ?? 0)
  }
}
