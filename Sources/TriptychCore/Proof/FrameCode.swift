/// The number that a film made for tests carries in each frame (docs/proof.md).
///
/// A band of 20 equal blocks along the top edge, a sixteenth of the height: white, black, 16 bits
/// with the highest first (white is 1), a block that makes the number of white ones among these 17
/// odd, and white. So a frame that is all black, all white or torn across the band has no number.
public enum FrameCode {
  /// How many blocks there are across the picture.
  public static let blocks = 20
  private static let bits = 16

  /// Reads a number. `luma`: the brightness, 0…255, at a place of the picture, each 0…1; nil: the
  /// picture does not reach there. nil: no number stands there.
  public static func read(_ luma: (_ x: Double, _ y: Double) -> Int?) -> Int? {
    var whites: [Bool] = []
    for block in 0..<blocks {
      // The middle of the block: its edges are blurred.
      let x = (Double(block) + 0.5) / Double(blocks)
      guard let light = luma(x, 1.0 / 32), light >= 160 || light <= 96 else { return nil }
      whites.append(light >= 160)
    }
    guard whites[0], !whites[1], whites[blocks - 1],
      whites[2..<(blocks - 1)].filter(\.self).count % 2 == 1
    else { return nil }
    return whites[2..<(2 + bits)].reduce(0) { $0 * 2 + ($1 ? 1 : 0) }
  }
}

extension Picture {
  /// The number that the frame carries, from its own pixels; nil: none.
  public var frameCode: Int? {
    frameCode(in: Rect(Size(Double(width), Double(height))))
  }

  /// The number of a frame that lies in a part of this picture, pixels.
  public func frameCode(in area: Rect) -> Int? {
    FrameCode.read { x, y in
      luma(
        Int((area.x + x * area.width).rounded(.down)),
        Int((area.y + y * area.height).rounded(.down)))
    }
  }

  /// Of a pixel, 0…255; nil: it lies outside.
  private func luma(_ x: Int, _ y: Int) -> Int? {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return nil }
    switch layout {
    case .bgra:
      // Green is two thirds of what is bright, and enough for black and white.
      return Int(base.load(fromByteOffset: y * stride + 4 * x + 1, as: UInt8.self))
    case .planes:
      let byte = Int(base.load(fromByteOffset: y * stride + x, as: UInt8.self))
      return min(max((byte - 16) * 255 / 219, 0), 255)
    }
  }
}
