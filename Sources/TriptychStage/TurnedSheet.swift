import TriptychCore
import TriptychPaint

/// A sheet in the viewer's space on a display that is turned against it: painted on memory of its
/// own as if nothing were turned, then laid round.
final class TurnedSheet: Sheet {
  private let sheet: any Sheet
  private let rotation: Rotation
  private let painter: Painter
  /// Made when something is painted: a film that fills the screen never is.
  private var block: PixelBlock?

  /// `painter` lays the frames round.
  init(_ sheet: any Sheet, by rotation: Rotation, _ painter: Painter) {
    (self.sheet, self.rotation, self.painter) = (sheet, rotation, painter)
  }

  var width: Int { rotation.isSideways ? sheet.height : sheet.width }
  var height: Int { rotation.isSideways ? sheet.width : sheet.height }

  func show(_ paint: (UnsafeMutableRawPointer, _ stride: Int) -> Void) -> Bool {
    let stride = width * 4
    let byteCount = stride * height
    let block =
      self.block.flatMap { $0.byteCount == byteCount ? $0 : nil }
      ?? PixelBlock(byteCount: byteCount)
    self.block = block
    paint(block.base, stride)
    return turn(block.base, stride: stride)
  }

  func show(directly picture: Picture) -> Bool? {
    turn(picture.base, stride: picture.stride)
  }

  private func turn(_ pixels: UnsafeRawPointer, stride: Int) -> Bool {
    // Before the display lends its memory: a window may have changed, and nobody has said so.
    let (width, height) = (width, height)
    return sheet.show { target, targetStride in
      guard self.width == width, self.height == height else { return }
      painter.turn(
        pixels, stride: stride, width: width, height: height, by: rotation, into: target,
        stride: targetStride)
    }
  }

  func resized() {
    sheet.resized()
    block = nil
  }
}
