/// Decoded pixels that stay the same for ever and keep their bytes alive.
///
/// BGRA, 8 bits a channel, premultiplied, sRGB, rows top to bottom. May cross threads: nobody
/// writes to the pixels after the picture is made.
public struct Picture: @unchecked Sendable {
  /// Pixels.
  public let width: Int
  /// Pixels.
  public let height: Int
  /// Bytes from a row to the next; at least 4 × width.
  public let stride: Int
  /// The top left pixel.
  public let base: UnsafeRawPointer
  /// True if every alpha is 255.
  public let isOpaque: Bool
  /// Keeps the bytes at `base` alive.
  public let owner: any Sendable

  /// The caller vouches that `owner` keeps `stride × height` bytes at `base` alive and unchanged.
  public init(
    width: Int, height: Int, stride: Int, base: UnsafeRawPointer, isOpaque: Bool,
    owner: any Sendable
  ) {
    precondition(width > 0 && height > 0 && stride >= 4 * width, "a picture has pixels")
    self.width = width
    self.height = height
    self.stride = stride
    self.base = base
    self.isOpaque = isOpaque
    self.owner = owner
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
  /// A picture in memory of its own, filled in by `write` (base, stride).
  public static func make(
    width: Int, height: Int, isOpaque: Bool = true,
    write: (UnsafeMutableRawPointer, _ stride: Int) -> Void
  ) -> Picture {
    let stride = (width * 4 + 63) & ~63
    let block = PixelBlock(byteCount: stride * height)
    write(block.base, stride)
    return Picture(
      width: width, height: height, stride: stride, base: UnsafeRawPointer(block.base),
      isOpaque: isOpaque, owner: block)
  }
}

/// A picture of a film with its presentation time.
public struct Frame: Sendable {
  public let picture: Picture
  /// Since the film's first frame; goes on growing over loops.
  public let time: Duration
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

  public init(time: Duration, samples: [Float]) {
    self.time = time
    self.samples = samples
  }

  /// Samples a second, of each channel.
  public static let rate = 48_000
}
