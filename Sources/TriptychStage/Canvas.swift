import CSDL2
import TriptychCore
import TriptychPaint

/// Draws layers and shows them: one of the two painters (DESIGN section 2). Main thread.
protocol Canvas: AnyObject {
  /// Pixels.
  var width: Int { get }
  var height: Int { get }
  /// Draws the layers, lowest first, and shows them. False: the display refused the frame.
  func show(_ layers: [Layer], over background: Color) -> Bool
  /// Brings the pictures to where they are drawn from, for at most so long. True: all are there.
  /// Those that are neither among them nor drawn are let go of.
  func prepare(_ pictures: [Picture], within limit: Duration) -> Bool
  /// True if the picture can be drawn without a delay.
  func isPrepared(_ picture: Picture) -> Bool
  /// The graphics processor has forgotten everything that it was given.
  func forget()
  /// The window has changed.
  func resized()
  /// The calling thread has been given another scheduling policy.
  func adoptScheduling()
}

/// The processor paints, into memory that the display takes over.
final class PaintedCanvas: Canvas {
  private let sheet: any Sheet
  private let painter = Painter(threads: 2)

  /// `rotation`: how the display is turned against what is painted.
  init(_ sheet: any Sheet, turnedBy rotation: Rotation = .none) {
    self.sheet = rotation == .none ? sheet : TurnedSheet(sheet, by: rotation, painter)
  }

  var width: Int { sheet.width }
  var height: Int { sheet.height }

  func show(_ layers: [Layer], over background: Color) -> Bool {
    let (width, height) = (sheet.width, sheet.height)
    if let layer = layers.last, let picture = layer.picture,
      layer.isWhole(of: Size(Double(width), Double(height))),
      let isShown = sheet.show(directly: picture)
    {
      return isShown
    }
    return sheet.show { pixels, stride in
      painter.paint(
        layers, over: background, into: pixels, stride: stride, width: width, height: height)
    }
  }

  func prepare(_ pictures: [Picture], within limit: Duration) -> Bool { true }
  func isPrepared(_ picture: Picture) -> Bool { true }
  func forget() {}
  func resized() { sheet.resized() }
  func adoptScheduling() { painter.adoptScheduling() }
}

extension Layer {
  /// True if the layer shows its picture and nothing else, pixel for pixel, all over a screen of
  /// that size.
  func isWhole(of screen: Size) -> Bool {
    guard let picture, picture.isOpaque, picture.layout == .bgra, placement == .identity,
      cell == screen
    else {
      return false
    }
    let whole = Rect(screen)
    return target == whole && crop == whole && Double(picture.width) == screen.width
      && Double(picture.height) == screen.height
  }
}

/// SDL's own words for the last failure on this thread.
func sdlWords() -> String {
  guard let words = SDL_GetError() else { return "SDL gives no reason" }
  let text = String(cString: words)
  return text.isEmpty ? "SDL gives no reason" : text
}
