import TriptychCore

/// The CPU compositor: layers under homographies → pixels, sub-pixel, with smooth edges.
///
/// Edges of cells, pictures and clips cover a pixel by their exact area in it; pictures are read
/// bilinearly at the pixel's centre. A picture whose pixels fall on the screen's is copied byte
/// for byte. Used from one thread at a time; the helper threads are its own.
public final class Painter {
  private let crew: Crew
  private let weights = WeightTable()
  private var columns: [Sampler.Column] = []

  /// `threads` paint together, the caller's included; 1 and less: the caller's alone.
  public init(threads: Int) {
    crew = Crew(helpers: max(threads, 1) - 1)
  }

  /// Draws the layers, lowest first, over the background, into every pixel of a BGRX buffer
  /// (8 bits a channel, the fourth byte becomes 255).
  ///
  /// `stride` is in bytes, at least 4 × width and a multiple of 4; nothing is written between the
  /// rows. What is no number, lies behind the eye or has no area is not drawn.
  public func paint(
    _ layers: [Layer], over background: Color, into pixels: UnsafeMutableRawPointer,
    stride: Int, width: Int, height: Int
  ) {
    guard width > 0, height > 0 else { return }
    let layers = layers.map(\.inPixels)
    precondition(stride >= 4 * width && stride % 4 == 0, "rows hold whole pixels")
    var plan = Plan(layers, width: width, height: height, weights: weights)
    // The plan's samplers point into the layers' pictures, and their columns into ours.
    withExtendedLifetime(layers) {
      withColumns(for: &plan, width: width) { plan in
        plan.layers.withUnsafeBufferPointer { planned in
          plan.edges.withUnsafeBufferPointer { edges in
            crew.paint(
              FrameJob(
                layers: planned, edges: edges, background: background.bgra, pixels: pixels,
                stride: stride, width: width, height: height))
          }
        }
      }
    }
  }

  /// Turns a whole frame by quarters, clockwise: fills `target`, `height`×`width` pixels where
  /// `rotation` is sideways.
  ///
  /// Strides are in bytes, whole pixels; nothing is written between the rows, and the two do not
  /// overlap. `width` and `height`: the source's.
  public func turn(
    _ source: UnsafeRawPointer, stride: Int, width: Int, height: Int, by rotation: Rotation,
    into target: UnsafeMutableRawPointer, stride targetStride: Int
  ) {
    guard width > 0, height > 0 else { return }
    crew.turn(
      PixelTurn(
        source, stride: stride, width: width, height: height, by: rotation, into: target,
        stride: targetStride))
  }

  /// Gives the helper threads the scheduling policy and priority of the calling thread. Call it
  /// after a change of one's own: threads do not inherit a policy that is reset on fork. False if
  /// the system refuses.
  @discardableResult public func adoptScheduling() -> Bool { crew.adoptScheduling() }

  /// Fills the tables of the samplers that need one, all in one block.
  private func withColumns(for plan: inout Plan, width: Int, _ body: (Plan) -> Void) {
    let users = plan.layers.indices.filter { plan.layers[$0].sampler?.way == .upright }
    if columns.count < users.count * width {
      columns = Array(repeating: .init(offset: 0, part: 0), count: users.count * width)
    }
    columns.withUnsafeMutableBufferPointer { block in
      if let base = block.baseAddress {
        for (index, user) in users.enumerated() {
          plan.layers[user].sampler?.fill(base + index * width, count: width)
          plan.layers[user].sampler?.columns = UnsafePointer(base + index * width)
        }
      }
      body(plan)
    }
  }
}
