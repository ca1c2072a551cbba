/// Decoded pixels that stay the same for ever and keep their bytes alive.
///
/// Rows top to bottom. May cross threads: nobody writes to the pixels after the picture is made.
public struct Picture: @unchecked Sendable {
  /// What the bytes mean.
  public enum Layout: Hashable, Sendable {
    /// 8 bits a channel, premultiplied, sRGB.
    case bgra
    /// Frames of films for a graphics processor: 8-bit 4:2:0, BT.709, limited range, opaque.
    /// Three planes follow each other: Y with `stride` bytes a row and `planeRows` rows, then U and
    /// V with half of that, half as many rows (rounded up) each.
    case planes
  }

  public let layout: Layout
  /// Pixels.
  public let width: Int
  /// Pixels.
  public let height: Int
  /// Bytes from a row to the next; at least 4 × width, of planes at least the width, and even.
  public let stride: Int
  /// Rows from the first of Y to the first of U: the height, or more where a decoder has room for
  /// itself below. Pixels have no use for it.
  public let planeRows: Int
  /// The top left pixel; of planes, its Y.
  public let base: UnsafeRawPointer
  /// True if every alpha is 255.
  public let isOpaque: Bool
  /// The part of its source that the pixels hold, source pixels as shown; may reach a little beyond
  /// the source. nil: nobody knows.
  public let span: Rect?
  /// Keeps the bytes at `base` alive.
  public let owner: any Sendable

  /// The caller vouches that `owner` keeps all `byteCount` bytes at `base` alive and unchanged.
  public init(
    width: Int, height: Int, stride: Int, base: UnsafeRawPointer, isOpaque: Bool,
    layout: Layout = .bgra, planeRows: Int? = nil, span: Rect? = nil, owner: any Sendable
  ) {
    precondition(width > 0 && height > 0, "a picture has pixels")
    precondition(
      layout == .bgra ? stride >= 4 * width : stride >= width && stride % 2 == 0,
      "rows hold all their pixels")
    precondition(planeRows ?? height >= height, "planes hold all their rows")
    self.layout = layout
    self.width = width
    self.height = height
    self.stride = stride
    self.planeRows = planeRows ?? height
    self.base = base
    self.isOpaque = isOpaque
    self.span = span
    self.owner = owner
  }

  /// Where U begins, bytes from `base`; only planes have it.
  public var secondPlane: Int { stride * planeRows }
  /// Where V begins, bytes from `base`; only planes have it.
  public var thirdPlane: Int { secondPlane + stride / 2 * ((planeRows + 1) / 2) }

  /// The bytes of all planes.
  public var byteCount: Int {
    layout == .bgra ? stride * height : thirdPlane + stride / 2 * ((planeRows + 1) / 2)
  }
}

/// A block of memory with one owner, freed with it. What it holds is written before it is shared.
public final class PixelBlock: @unchecked Sendable {
  public let base: UnsafeMutableRawPointer
  public let byteCount: Int

  /// Memory aligned to 64 bytes, not cleared.
  public init(byteCount: Int) {
    self.byteCount = byteCount
    base = .allocate(byteCount: max(byteCount, 1), alignment: 64)
  }

  deinit { base.deallocate() }
}

extension Picture {
  /// The same pixels in memory of their own: what a film's frame lies in goes with the film.
  public func copied() -> Picture {
    let block = PixelBlock(byteCount: byteCount)
    block.base.copyMemory(from: base, byteCount: byteCount)
    return Picture(
      width: width, height: height, stride: stride, base: UnsafeRawPointer(block.base),
      isOpaque: isOpaque, layout: layout, planeRows: planeRows, span: span, owner: block)
  }

  /// A picture in memory of its own, filled in by `write` (base, stride).
  public static func make(
    width: Int, height: Int, isOpaque: Bool = true, span: Rect? = nil,
    write: (UnsafeMutableRawPointer, _ stride: Int) -> Void
  ) -> Picture {
    let stride = (width * 4 + 63) & ~63
    let block = PixelBlock(byteCount: stride * height)
    write(block.base, stride)
    return Picture(
      width: width, height: height, stride: stride, base: UnsafeRawPointer(block.base),
      isOpaque: isOpaque, span: span, owner: block)
  }
}

/// A picture of a film with its presentation time.
public struct Frame: Sendable {
  public let picture: Picture
  /// Since the film's first frame; goes on growing over loops.
  public let time: Duration
  /// What the bars beside it show, small and blurred, in the shape of the cell; nil: nothing.
  public var backdrop: Picture?
  /// What is to be read with it, of all tracks.
  public var subtitles: [Subtitle] = []
  /// How long it stands, where the stream says so; else the usual frame time.
  public let duration: Duration

  public init(picture: Picture, time: Duration, duration: Duration) {
    self.picture = picture
    self.time = time
    self.duration = duration
  }
}

/// A run of sound: 48 kHz, stereo, interleaved 32-bit floats.
public struct SampleBlock: Sendable {
  /// Presentation time of the first sample, on the film's own line as `Frame.time`.
  public let time: Duration
  /// Left, right, left, … nominally −1…1.
  public let samples: [Float]
  /// How fast the film plays with it: film time goes on by so much of a sample's time from each
  /// to the next.
  public let speed: FilmSpeed

  public init(time: Duration, samples: [Float], speed: FilmSpeed = .normal) {
    (self.time, self.samples, self.speed) = (time, samples, speed)
  }

  /// Samples a second, of each channel.
  public static let rate = 48_000
}
