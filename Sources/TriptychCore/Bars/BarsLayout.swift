/// A part of the bars that a pointer can use.
public enum BarPart: String, CaseIterable, Sendable {
  case close, previous, pause, next, scrubber, mute, volume, zoom, overview
}

/// What there is for the bars to show.
public struct BarsContent: Hashable, Sendable {
  /// The film that is current.
  public struct Film: Hashable, Sendable {
    /// Its length is known: there is a scrubber.
    public var hasLength: Bool
    public var hasSound: Bool
    /// An hour or more: times need more room.
    public var isLong: Bool
    /// Its speed, which stands behind the time that has passed, has so many; 0: it is not told.
    public var speedLetters: Int

    public init(hasLength: Bool, hasSound: Bool, isLong: Bool, speedLetters: Int = 0) {
      (self.hasLength, self.hasSound, self.isLong) = (hasLength, hasSound, isLong)
      self.speedLetters = speedLetters
    }
  }

  /// Items in the list.
  public var count: Int
  /// nil: a picture, or nothing.
  public var film: Film?
  public var hasCaption: Bool
  /// The show can be left.
  public var hasClose: Bool

  public init(count: Int, film: Film? = nil, hasCaption: Bool = false, hasClose: Bool = true) {
    (self.count, self.film) = (count, film)
    (self.hasCaption, self.hasClose) = (hasCaption, hasClose)
  }
}

/// Where the parts of the bars lie, pixels of the show. All sizes follow the height of the show,
/// so that they can be read from three metres; where it is narrow they follow its width.
public struct BarsLayout: Hashable, Sendable {
  /// At the top: title, counter and close button.
  public private(set) var header = Rect.empty
  /// At the foot: all the rest.
  public private(set) var footer = Rect.empty
  /// One line, cut where it is longer.
  public private(set) var title = Rect.empty
  /// `3 / 12`, at the right end of this; empty where there is nothing to count.
  public private(set) var counter = Rect.empty
  /// At most two lines.
  public private(set) var caption: Rect?
  /// A dot for each item, from 2 to 15.
  public private(set) var dots: Rect?
  /// Where the current item lies in the list, for more than 15.
  public private(set) var line: Rect?
  /// Before and behind the scrubber.
  public private(set) var elapsed: Rect?
  public private(set) var total: Rect?
  /// Where pointers count, disjoint.
  public private(set) var parts: [BarPart: Rect] = [:]
  /// Font size of the title, pixels; that of captions and numbers.
  public let titleLetters: Double
  public let letters: Double
  /// A pixel of a display 1080 high.
  public let unit: Double

  /// Up to so many items have dots.
  public static let mostDots = 15
  /// A hit area's least side on a display 1080 high, pixels.
  public static let leastSide = 60.0

  private let side: Double
  private let margin: Double

  /// `size`: of the show, pixels. `textScale`: 0.5…3.
  public init(size: Size, textScale: Double, content: BarsContent) {
    // A column of a shop window is high and narrow: six buttons must lie side by side.
    unit = max(min(size.height / 1080, size.width / 560), 0.01)
    let scale = min(max(textScale.isFinite ? textScale : 1, 0.5), 3)
    margin = (24 * unit).rounded()
    let widest = (size.width - 3 * margin) / 6
    // What is pressed need not grow as much as what is read.
    let wished = 72 * unit * min(max(scale, 1), 1.5)
    side = max(min(wished, widest), Self.leastSide * unit).rounded(.up)
    let broadest = max((size.width - 2 * margin) / 11, 1)
    titleLetters = max(min(40 * unit * scale, broadest).rounded(), 6)
    letters = max(min(34 * unit * scale, broadest).rounded(), 6)
    layHeader(size, content)
    layFooter(size, content)
  }

  /// The part at a point; nil between parts and beside the bars.
  public func part(at point: Point) -> BarPart? {
    BarPart.allCases.first { parts[$0]?.holds(point) == true }
  }

  /// How far along a slider a point lies, 0…1.
  public func fraction(_ part: BarPart, at point: Point) -> Double {
    guard let track = track(part), track.width > 0, point.x.isFinite else { return 0 }
    return min(max((point.x - track.x) / track.width, 0), 1)
  }

  /// The line of a slider; its hit area is wider.
  public func track(_ part: BarPart) -> Rect? {
    guard let area = parts[part], part == .scrubber || part == .volume else { return nil }
    let (edge, height) = ((16 * unit).rounded(), max((6 * unit).rounded(), 1))
    return Rect(
      x: area.x + edge, y: (area.y + (area.height - height) / 2).rounded(),
      width: max(area.width - 2 * edge, 1), height: height)
  }

  // MARK: Laying

  private mutating func layHeader(_ size: Size, _ content: BarsContent) {
    let height = max(side + margin, (titleLetters * 1.9).rounded())
    var right = size.width - margin
    if content.hasClose {
      right -= side
      parts[.close] = Rect(
        x: right, y: ((height - side) / 2).rounded(.down), width: side, height: side)
      right -= (margin / 2).rounded()
    }
    if content.count > 1 {
      let width = Self.width(of: 2 * Self.digits(content.count) + 3, titleLetters)
      let room = min(width, max(right - margin, 0))
      counter = Rect(x: right - room, y: 0, width: room, height: height)
      right -= room + margin
    }
    title = Rect(x: margin, y: 0, width: max(right - margin, 0), height: height)
    header = Rect(x: 0, y: 0, width: size.width, height: height)
    guard title.width < size.width / 3 else { return }
    // No room beside the counter: a row of its own.
    let row = (titleLetters * 1.6).rounded()
    title = Rect(x: margin, y: height, width: max(size.width - 2 * margin, 1), height: row)
    header.height += row
  }

  /// From the bottom upwards.
  private mutating func layFooter(_ size: Size, _ content: BarsContent) {
    var y = size.height
    if content.count > Self.mostDots {
      let height = max((6 * unit).rounded(), 1)
      line = Rect(x: 0, y: y - height, width: size.width, height: height)
      y -= height + (8 * unit).rounded()
    } else if content.count > 1 {
      let height = (36 * unit).rounded()
      dots = Rect(x: 0, y: y - height, width: size.width, height: height)
      y -= height
    } else {
      y -= (margin / 2).rounded()
    }
    y -= side
    let free = layButtons(at: y, size, content)
    if let film = content.film {
      if film.hasSound { y = laySound(at: y, free) }
      y = layTimes(at: y, size, film)
    }
    if content.hasCaption {
      let height = (2 * letters * 1.4).rounded()
      y -= height
      caption = Rect(x: margin, y: y, width: size.width - 2 * margin, height: height)
    }
    y -= (margin / 2).rounded()
    footer = Rect(x: 0, y: y, width: size.width, height: size.height - y)
  }

  /// Previous, pause and next at the left, zoom and overview at the right. What is free between.
  private mutating func layButtons(at y: Double, _ size: Size, _ content: BarsContent) -> Rect {
    var (left, right) = (margin, size.width - margin)
    let one: [BarPart] = content.count > 0 ? [.pause] : []
    for part in content.count > 1 ? [.previous, .pause, .next] : one {
      parts[part] = Rect(x: left, y: y, width: side, height: side)
      left += side
    }
    // Of nothing there is nothing to see.
    for part in content.count > 0 ? [BarPart.overview, .zoom] : [] {
      right -= side
      parts[part] = Rect(x: right, y: y, width: side, height: side)
    }
    let gap = (margin / 2).rounded()
    return Rect(x: left + gap, y: y, width: max(right - left - 2 * gap, 0), height: side)
  }

  /// Mute and volume beside the buttons, or above them where there is no room. The new top.
  private mutating func laySound(at y: Double, _ free: Rect) -> Double {
    let slider = (200 * unit).rounded()
    guard free.width < side + slider else {
      parts[.mute] = Rect(x: free.maxX - side - slider, y: y, width: side, height: side)
      parts[.volume] = Rect(x: free.maxX - slider, y: y, width: slider, height: side)
      return y
    }
    let top = y - side
    parts[.mute] = Rect(x: margin, y: top, width: side, height: side)
    parts[.volume] = Rect(x: margin + side, y: top, width: slider, height: side)
    return top
  }

  /// The scrubber with its times; without a known length only the time that has passed. The new
  /// top.
  private mutating func layTimes(
    at y: Double, _ size: Size, _ film: BarsContent.Film
  ) -> Double {
    let width = Self.width(of: film.isLong ? 7 : 5, letters)
    let first = width + Self.width(of: film.speedLetters, letters)
    let right = size.width - margin - width
    var top = y - side
    guard film.hasLength else {
      elapsed = Rect(x: margin, y: top, width: first, height: side)
      return top
    }
    if right - margin - first >= 240 * unit {
      let left = margin + first
      parts[.scrubber] = Rect(x: left, y: top, width: right - left, height: side)
    } else {
      parts[.scrubber] = Rect(x: margin, y: top, width: size.width - 2 * margin, height: side)
      top -= (letters * 1.4).rounded()
    }
    let height = parts[.scrubber]?.y == top ? side : (letters * 1.4).rounded()
    elapsed = Rect(x: margin, y: top, width: first, height: height)
    total = Rect(x: right, y: top, width: width, height: height)
    return top
  }

  /// Room for so many digits, of any usual font.
  private static func width(of digits: Int, _ letters: Double) -> Double {
    (Double(digits) * letters * 0.66).rounded(.up)
  }

  static func digits(_ number: Int) -> Int { String(max(number, 0)).count }
}

extension Rect {
  static let empty = Rect(x: 0, y: 0, width: 0, height: 0)

  /// The left and the upper edge belong to it, the others do not.
  func holds(_ point: Point) -> Bool {
    point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
  }
}
