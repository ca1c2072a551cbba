import Testing
import TriptychCore

@testable import TriptychStage

/// What the processor's canvas paints, and what it hands on as it is.
@Suite struct SheetTests {
  private final class Spy: Sheet {
    let (width, height) = (32, 18)
    var painted = 0
    var direct: [Picture] = []

    func show(_ paint: (UnsafeMutableRawPointer, _ stride: Int) -> Void) -> Bool {
      let block = PixelBlock(byteCount: width * height * 4)
      paint(block.base, width * 4)
      painted += 1
      return true
    }

    func show(directly picture: Picture) -> Bool? {
      direct.append(picture)
      return true
    }

    func resized() {}
  }

  private func picture(_ width: Int, _ height: Int, isOpaque: Bool = true) -> Picture {
    Picture.make(width: width, height: height, isOpaque: isOpaque) { base, stride in
      base.initializeMemory(as: UInt8.self, repeating: 200, count: stride * height)
    }
  }

  private func layer(_ picture: Picture) -> Layer {
    let whole = Rect(Size(32, 18))
    return Layer(
      cell: Size(32, 18), picture: picture, target: whole, crop: whole, backdrop: .black,
      placement: .identity)
  }

  @Test func aPictureThatIsTheScreenIsNotPaintedFirst() {
    let spy = Spy()
    let canvas = PaintedCanvas(spy)
    let (under, over) = (layer(picture(32, 18)), layer(picture(32, 18)))
    #expect(canvas.show([under, over], over: .black))
    #expect(spy.painted == 0 && spy.direct.map(\.base) == [over.picture?.base])
  }

  @Test func whatIsNotQuiteTheScreenIsPainted() {
    let spy = Spy()
    let canvas = PaintedCanvas(spy)
    var others = [layer(picture(32, 18, isOpaque: false)), layer(picture(31, 18))]
    let changes: [(inout Layer) -> Void] = [
      { $0.placement.opacity = 0.99 }, { $0.placement.map = .shift(0.5, 0) },
      { $0.placement.clips = [ConvexPolygon(Rect(Size(32, 18)))] },
      { $0.target.width = 31 }, { $0.crop.x = 1 }, { $0.cell.width = 33 },
      { $0.picture = nil },
    ]
    for change in changes {
      var other = layer(picture(32, 18))
      change(&other)
      others.append(other)
    }
    for other in others { #expect(canvas.show([other], over: .black)) }
    // A message over the picture.
    let small = picture(8, 8, isOpaque: false)
    #expect(canvas.show([layer(picture(32, 18)), layer(small)], over: .black))
    #expect(canvas.show([], over: .black))
    #expect(spy.direct.isEmpty && spy.painted == others.count + 2)
  }

  @Test func planesAreNeverHandedOnAsPixels() {
    let spy = Spy()
    let block = PixelBlock(byteCount: 32 * 18 * 3 / 2)
    block.base.initializeMemory(as: UInt8.self, repeating: 128, count: block.byteCount)
    let planes = Picture(
      width: 32, height: 18, stride: 32, base: UnsafeRawPointer(block.base), isOpaque: true,
      layout: .planes, owner: block)
    #expect(PaintedCanvas(spy).show([layer(planes)], over: .black))
    #expect(spy.direct.isEmpty && spy.painted == 1)
  }
}
