import Testing

@testable import TriptychCore

/// A screen and what the bars have to show on it.
struct BarsCase: Sendable, CustomTestStringConvertible {
  let size: Size
  let scale: Double
  let content: BarsContent
  var testDescription: String { "\(size.width)x\(size.height) ×\(scale), \(content)" }

  var layout: BarsLayout { BarsLayout(size: size, textScale: scale, content: content) }

  static let sizes = [
    Size(320, 240), Size(640, 480), Size(1280, 720), Size(1920, 1080), Size(3840, 2160),
    Size(1080, 1920), Size(2160, 3840), Size(1024, 1280), Size(3840, 1080),
    // What `--inset` may leave.
    Size(1920, 700), Size(1000, 1080), Size(500, 1080),
  ]

  static let films: [BarsContent.Film?] = [
    nil, .init(hasLength: true, hasSound: true, isLong: false),
    .init(hasLength: true, hasSound: false, isLong: true),
    .init(hasLength: false, hasSound: true, isLong: false),
  ]

  static let all: [BarsCase] = sizes.flatMap { size in
    [0.5, 1, 1.7, 3].flatMap { scale in
      [1, 2, 15, 16, 100_000].flatMap { count in
        films.map { film in
          BarsCase(
            size: size, scale: scale,
            content: BarsContent(
              count: count, film: film, hasCaption: count != 2, hasClose: count != 16))
        }
      }
    }
  }
}

@Suite("where the parts of the bars lie") struct BarsLayoutTests {
  private func lies(_ inner: Rect, within outer: Rect) -> Bool {
    inner.x >= outer.x && inner.y >= outer.y && inner.maxX <= outer.maxX + 1e-9
      && inner.maxY <= outer.maxY + 1e-9
  }

  private func meet(_ a: Rect, _ b: Rect) -> Bool {
    a.x < b.maxX && b.x < a.maxX && a.y < b.maxY && b.y < a.maxY
  }

  @Test("hit areas are at least 60 pixels of a display 1080 high, and none overlaps another")
  func hitAreas() {
    for one in BarsCase.all {
      let (layout, parts) = (one.layout, one.layout.parts)
      for (part, area) in parts {
        #expect(area.width >= 60 * layout.unit - 1e-6, "\(one): \(part) is \(area.width) wide")
        #expect(area.height >= 60 * layout.unit - 1e-6, "\(one): \(part)")
        #expect(lies(area, within: Rect(one.size)), "\(one): \(part) leaves the screen")
        for (other, beside) in parts where other != part {
          #expect(!meet(area, beside), "\(one): \(part) and \(other) overlap")
        }
      }
      if one.size.width >= one.size.height { #expect(layout.unit == one.size.height / 1080) }
    }
  }

  @Test("all that is there lies in its bar, the bars apart from each other where there is room")
  func bars() {
    for one in BarsCase.all {
      let layout = one.layout
      #expect(lies(layout.title, within: layout.header), "\(one): title")
      #expect(lies(layout.counter, within: layout.header), "\(one): counter")
      #expect(!meet(layout.title, layout.counter), "\(one): title and counter")
      for (part, area) in layout.parts {
        let bar = part == .close ? layout.header : layout.footer
        #expect(lies(area, within: bar), "\(one): \(part)")
      }
      let rows = [layout.caption, layout.dots, layout.line, layout.elapsed, layout.total]
      for row in rows.compactMap(\.self) {
        #expect(lies(row, within: layout.footer), "\(one): a row leaves the footer")
        #expect(!layout.parts.values.contains { meet($0, row) }, "\(one): a row under a button")
      }
      if one.scale <= 1, one.size.height >= 480 {
        #expect(layout.header.maxY <= layout.footer.y, "\(one): the bars meet")
      }
    }
  }

  @Test("what there is decides what is laid")
  func contents() throws {
    for one in BarsCase.all {
      let (layout, content) = (one.layout, one.content)
      #expect((layout.dots != nil) == (2...15).contains(content.count), "\(one): dots")
      #expect((layout.line != nil) == (content.count > 15), "\(one): line")
      #expect((layout.parts[.close] != nil) == content.hasClose)
      #expect((layout.parts[.next] != nil) == (content.count > 1))
      #expect((layout.parts[.scrubber] != nil) == (content.film?.hasLength == true))
      #expect((layout.parts[.volume] != nil) == (content.film?.hasSound == true))
      #expect((layout.elapsed != nil) == (content.film != nil))
      for part in [BarPart.pause, .zoom, .overview] { #expect(layout.parts[part] != nil) }
    }
  }

  @Test("a point is on the part whose area holds it, and on none between them")
  func hits() {
    for one in BarsCase.all {
      let layout = one.layout
      for (part, area) in layout.parts {
        let middle = Point(area.x + area.width / 2, area.y + area.height / 2)
        #expect(layout.part(at: middle) == part)
        #expect(layout.part(at: Point(area.x, area.y)) == part, "its corner belongs to it")
        #expect(layout.part(at: Point(area.maxX, area.y)) != part, "its right edge does not")
      }
      #expect(
        layout.part(at: Point(one.size.width / 2, one.size.height / 2)) == nil || one.scale > 1)
    }
    let layout = BarsCase.all[0].layout
    for point in [Point(.nan, 5), Point(.infinity, .infinity), Point(-1, -1), Point(1e9, 3)] {
      #expect(layout.part(at: point) == nil)
    }
  }

  @Test("a slider is 0 at its left end and 1 at its right, also beyond them")
  func sliders() throws {
    let content = BarsContent(count: 3, film: BarsCase.films[1])
    let layout = BarsLayout(size: Size(1920, 1080), textScale: 1, content: content)
    for part in [BarPart.scrubber, .volume] {
      let track = try #require(layout.track(part))
      func at(_ x: Double) -> Double { layout.fraction(part, at: Point(x, 0)) }
      #expect(at(track.x) == 0 && at(track.maxX) == 1 && at(track.x + track.width / 2) == 0.5)
      #expect(at(-500) == 0 && at(5000) == 1 && at(.nan) == 0)
    }
    #expect(layout.track(.next) == nil && layout.fraction(.next, at: Point(9, 9)) == 0)
  }

  @Test("where there is no item nothing can be done with one")
  func nothing() {
    let layout = BarsLayout(
      size: Size(1280, 720), textScale: 1, content: BarsContent(count: 0))
    #expect(Array(layout.parts.keys) == [.close] && layout.caption == nil)
  }

  @Test("sizes follow the height, and the letters the text scale")
  func scales() {
    let content = BarsContent(count: 3)
    func layout(_ size: Size, _ scale: Double = 1) -> BarsLayout {
      BarsLayout(size: size, textScale: scale, content: content)
    }
    let (full, double) = (layout(Size(1920, 1080)), layout(Size(3840, 2160)))
    #expect(double.titleLetters == 2 * full.titleLetters)
    #expect(double.header.height == 2 * full.header.height)
    #expect(layout(Size(1920, 1080), 2).letters == 2 * full.letters)
    #expect(layout(Size(1920, 1080), 0.5).parts == full.parts, "buttons do not shrink")
    for nonsense in [Double.nan, .infinity, -3, 0, 99] {
      #expect(layout(Size(1920, 1080), nonsense).parts[.pause] != nil)
      #expect((6...200).contains(layout(Size(1920, 1080), nonsense).letters))
    }
    for size in [Size(0, 0), Size(1, 1), Size(5, 4000), Size(4000, 3)] {
      #expect(layout(size).titleLetters >= 6)
    }
  }
}

@Suite("what is kept free at the edges") struct InsetTests {
  @Test("the inner part is on whole pixels, in proportion to the height")
  func inner() {
    let inset = Insets(top: 10, right: 20, bottom: 120, left: 30)
    #expect(
      inset.inner(of: Size(1920, 1080)) == Rect(x: 30, y: 10, width: 1870, height: 950))
    #expect(
      inset.inner(of: Size(3840, 2160)) == Rect(x: 60, y: 20, width: 3740, height: 1900))
    let small = inset.inner(of: Size(641, 359))
    #expect(small == Rect(x: 10, y: 3, width: 624, height: 316))
    #expect(Insets.none.inner(of: Size(7, 5)) == Rect(x: 0, y: 0, width: 7, height: 5))
  }

  @Test("however much is asked for, a pixel is left, and it lies on the screen")
  func tooMuch() {
    for value in [500.0, 1080, 2000, 1e9] {
      for size in [Size(1920, 1080), Size(16, 16), Size(1, 1), Size(1080, 1920)] {
        let inset = Insets(top: value, right: value, bottom: value, left: value)
        let inner = inset.inner(of: size)
        #expect(inner.width >= 1 && inner.height >= 1 && inner.x >= 0 && inner.y >= 0)
        #expect(inner.maxX <= size.width && inner.maxY <= size.height, "\(value) of \(size)")
      }
    }
  }

  @Test("layers and their clips move with it, and nothing of them is seen in the zone")
  func frames() throws {
    let inset = Insets(top: 108, right: 0, bottom: 0, left: 216)
    var layer = Layer(filling: Rect(x: -50, y: -50, width: 900, height: 900), with: .black)
    layer.placement.clips = [ConvexPolygon(Rect(x: 0, y: 0, width: 10, height: 10))]
    let white = Color(red: 255, green: 255, blue: 255)
    let frame = inset.frame([layer], on: Size(1920, 1080), over: white)
    try #require(frame.count == 3)
    #expect(frame[0].placement.map.apply(Point(0, 0)) == Point(166, 58))
    #expect(frame[0].placement.clips[0].points[0] == Point(216, 108))
    #expect(frame[1].backdrop == white && frame[1].cell == Size(1920, 108))
    #expect(frame[2].cell == Size(216, 972))
    #expect(Insets.none.frame([layer], on: Size(1920, 1080), over: white).count == 1)
  }
}
