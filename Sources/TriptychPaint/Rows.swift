/// A frame as the threads see it: bare pointers that hold until the last row is painted.
struct FrameJob {
  var layers: UnsafeBufferPointer<PlannedLayer>
  var edges: UnsafeBufferPointer<Edge>
  var background: UInt32
  var pixels: UnsafeMutableRawPointer
  var stride: Int
  var width: Int
  var height: Int

  func edges(_ range: Range<Int>) -> UnsafeBufferPointer<Edge> {
    UnsafeBufferPointer(rebasing: edges[range])
  }
}

/// Paints rows of a frame, one at a time; each thread has one of its own.
struct RowPainter {
  let job: FrameJob
  let scratch: Scratch

  func paint(_ rows: Range<Int>) {
    let top = job.layers.last
    for y in rows where !copy(top, row: y) { paint(row: y) }
  }

  private func paint(row y: Int) {
    let line = (job.pixels + y * job.stride).assumingMemoryBound(to: UInt32.self)
    if blendBoth(row: y, line) { return }
    let hiding = findHiding(row: y)
    let ground = visible(0..<job.width, above: -1, hiding)
    Blending.fill(line + ground.lowerBound, count: ground.count, with: job.background)
    for index in job.layers.indices where job.layers[index].rows.contains(y) {
      paint(job.layers[index], index, row: y, line, hiding)
    }
  }

  // MARK: What covers what

  /// The covered part of a row that shows the layer.
  private func cover(of layer: PlannedLayer, row y: Int) -> RowCover? {
    if let columns = layer.columns { return RowCover(whole: columns) }
    return RowCover.of(row: y, edges: job.edges(layer.outline), areas: scratch.areas)
  }

  func solidPart(of layer: PlannedLayer, row y: Int) -> Range<Int>? {
    layer.columns ?? RowCover.solidPart(row: y, edges: job.edges(layer.outline))
  }

  // MARK: What hides what

  /// A run of pixels that an opaque layer fills.
  struct Hiding {
    var layer: Int
    var pixels: Range<Int>
  }

  /// At most so many are looked at: in practice two views and a card.
  static let mostHiding = 8

  private func findHiding(row y: Int) -> UnsafeBufferPointer<Hiding> {
    var count = 0
    for index in job.layers.indices.reversed() where count < Self.mostHiding {
      let layer = job.layers[index]
      guard layer.rows.contains(y), layer.isOpaque, layer.weight(covered: 1) == 256,
        let pixels = solidPart(of: layer, row: y)
      else { continue }
      scratch.hiding[count] = Hiding(layer: index, pixels: pixels)
      count += 1
    }
    return UnsafeBufferPointer(start: scratch.hiding, count: count)
  }

  /// What is left of a run when the layers above have hidden its ends.
  private func visible(
    _ pixels: Range<Int>, above layer: Int, _ hiding: UnsafeBufferPointer<Hiding>
  ) -> Range<Int> {
    var (start, end) = (pixels.lowerBound, pixels.upperBound)
    // A second time, for one end may be freed by two layers.
    for _ in 0..<2 {
      for upper in hiding where upper.layer > layer {
        if upper.pixels.lowerBound <= start { start = max(start, upper.pixels.upperBound) }
        if upper.pixels.upperBound >= end { end = min(end, upper.pixels.lowerBound) }
        if start >= end { return pixels.lowerBound..<pixels.lowerBound }
      }
    }
    return start..<end
  }

  // MARK: A layer

  private func paint(
    _ layer: PlannedLayer, _ index: Int, row y: Int, _ line: UnsafeMutablePointer<UInt32>,
    _ hiding: UnsafeBufferPointer<Hiding>
  ) {
    guard let cover = cover(of: layer, row: y) else { return }
    let seen = visible(cover.start..<cover.end, above: index, hiding)
    paintEdge(layer, seen.clamped(to: cover.start..<cover.solidStart), row: y, line)
    paintEdge(layer, seen.clamped(to: cover.solidEnd..<cover.end), row: y, line)
    let solid = seen.clamped(to: cover.solidStart..<cover.solidEnd)
    let weight = layer.weight(covered: cover.solid)
    guard !solid.isEmpty, weight > 0 else { return }
    let target = line + solid.lowerBound
    if layer.isOpaque && weight == 256 {
      compose(layer, solid, row: y, into: target)
      return
    }
    let source: UnsafePointer<UInt32>
    if layer.target == nil, let sampler = layer.sampler,
      sampler.isOpaque || layer.backdrop == nil,
      let direct = sampler.direct(solid.lowerBound, solid.upperBound, row: y)
    {
      source = direct
    } else {
      compose(layer, solid, row: y, into: scratch.content)
      source = UnsafePointer(scratch.content)
    }
    if layer.isOpaque {
      Blending.opaque(source, over: target, count: solid.count, weight: weight)
    } else {
      Blending.premultiplied(source, over: target, count: solid.count, weight: weight)
    }
  }

  private func paintEdge(
    _ layer: PlannedLayer, _ pixels: Range<Int>, row y: Int,
    _ line: UnsafeMutablePointer<UInt32>
  ) {
    guard !pixels.isEmpty else { return }
    compose(layer, pixels, row: y, into: scratch.content)
    Blending.edge(
      scratch.content, isOpaque: layer.isOpaque, over: line + pixels.lowerBound,
      count: pixels.count, areas: scratch.areas + pixels.lowerBound, opacity: layer.opacity)
  }

  // MARK: What a cell shows

  /// The picture on its backdrop, without the cell's edges and opacity.
  private func compose(
    _ layer: PlannedLayer, _ pixels: Range<Int>, row y: Int,
    into out: UnsafeMutablePointer<UInt32>
  ) {
    guard let sampler = layer.sampler else {
      return Blending.fill(out, count: pixels.count, with: layer.backdrop ?? 0)
    }
    guard let backdrop = layer.backdrop else {
      return sampler.read(pixels.lowerBound, pixels.upperBound, row: y, into: out)
    }
    guard let target = layer.target else {
      if !sampler.isOpaque { Blending.fill(out, count: pixels.count, with: backdrop) }
      return put(sampler, pixels, row: y, into: out)
    }
    guard
      let cover = RowCover.of(row: y, edges: job.edges(target), areas: scratch.innerAreas)
    else { return Blending.fill(out, count: pixels.count, with: backdrop) }
    let start = pixels.lowerBound
    let inside = pixels.clamped(to: cover.solidStart..<cover.solidEnd)
    // The bars, and the ground for edges and transparent pixels.
    if sampler.isOpaque && cover.solid == 1 && !inside.isEmpty {
      Blending.fill(out, count: inside.lowerBound - start, with: backdrop)
      let rest = inside.upperBound - start
      Blending.fill(out + rest, count: pixels.count - rest, with: backdrop)
    } else {
      Blending.fill(out, count: pixels.count, with: backdrop)
    }
    let rising = pixels.clamped(to: cover.start..<cover.solidStart)
    let falling = pixels.clamped(to: cover.solidEnd..<cover.end)
    putEdge(sampler, rising, row: y, into: out + (rising.lowerBound - start))
    putEdge(sampler, falling, row: y, into: out + (falling.lowerBound - start))
    put(sampler, inside, row: y, into: out + (inside.lowerBound - start), covered: cover.solid)
  }

  private func put(
    _ sampler: Sampler, _ pixels: Range<Int>, row y: Int,
    into out: UnsafeMutablePointer<UInt32>, covered: Double = 1
  ) {
    guard !pixels.isEmpty else { return }
    let weight = Int((256 * covered).rounded())
    if sampler.isOpaque && weight == 256 {
      return sampler.read(pixels.lowerBound, pixels.upperBound, row: y, into: out)
    }
    sampler.read(pixels.lowerBound, pixels.upperBound, row: y, into: scratch.picture)
    if !sampler.isOpaque {
      Blending.premultiplied(scratch.picture, over: out, count: pixels.count, weight: weight)
    } else if weight > 0 {
      Blending.opaque(scratch.picture, over: out, count: pixels.count, weight: weight)
    }
  }

  private func putEdge(
    _ sampler: Sampler, _ pixels: Range<Int>, row y: Int,
    into out: UnsafeMutablePointer<UInt32>
  ) {
    guard !pixels.isEmpty else { return }
    sampler.read(pixels.lowerBound, pixels.upperBound, row: y, into: scratch.picture)
    Blending.edge(
      scratch.picture, isOpaque: sampler.isOpaque, over: out, count: pixels.count,
      areas: scratch.innerAreas + pixels.lowerBound, opacity: 1)
  }
}

/// What a thread writes between; as wide as the screen.
final class Scratch {
  let width: Int
  /// Areas of a cell's edge pixels, and of a picture's within it.
  let areas: UnsafeMutablePointer<Float>
  let innerAreas: UnsafeMutablePointer<Float>
  /// A row of a cell's content, and of a picture.
  let content: UnsafeMutablePointer<UInt32>
  let picture: UnsafeMutablePointer<UInt32>
  let hiding: UnsafeMutablePointer<RowPainter.Hiding>

  init(width: Int) {
    self.width = width
    areas = .allocate(capacity: width + 2)
    innerAreas = .allocate(capacity: width + 2)
    content = .allocate(capacity: width)
    picture = .allocate(capacity: width)
    hiding = .allocate(capacity: RowPainter.mostHiding)
  }

  deinit {
    areas.deallocate()
    innerAreas.deallocate()
    content.deallocate()
    picture.deallocate()
    hiding.deallocate()
  }
}
