/// Why bytes are no message. Whoever sent them is broken or hostile.
public enum WireError: Error, Hashable, Sendable {
  /// The message ends too early.
  case tooShort
  /// Bytes follow the end.
  case trailingBytes
  /// More than `WireLimit.messageBytes`.
  case tooLong
  case unknownTag(UInt8)
  /// A value outside its range; the field's name.
  case badValue(WireField)
  /// Another number of descriptors than the message has.
  case wrongDescriptors
}

/// The fields whose values can be out of range.
public enum WireField: Hashable, Sendable {
  case flag, text, fit, turns, region, failure, layers
  case slotCount, slotBytes, cell, scale, color, letterSize, width, height, stride
  case sourceSize, time, duration, samples, rate, part, preview, lines, speed, tracks
}

/// The largest values that the wire carries. What is beyond them is refused as malformed.
public enum WireLimit {
  /// Bytes of a whole message.
  public static let messageBytes = 65_536
  /// Slots of one worker.
  public static let slots: UInt32 = 256
  /// Bytes of one slot.
  public static let slotBytes: UInt64 = 1 << 30
  /// Bytes of all slots of one worker.
  public static let memoryBytes: UInt64 = 1 << 32
  /// Width or height of a cell or an image in a slot, pixels.
  public static let side: UInt32 = 16_384
  /// Width or height of a source, pixels.
  public static let sourceSide: UInt32 = 1_000_000
  /// Pixels of a preview: 3 bytes for each fit in a message.
  public static let previewPixels: UInt32 = 21_000
  /// `PixelRequest.scale`, thousandths.
  public static let scale: ClosedRange<UInt32> = 1000...8000
  /// UTF-8 bytes of a text to be set.
  public static let textBytes = 16_384
  /// Font size, pixels.
  public static let letterSize: ClosedRange<UInt32> = 4...1000
  /// UTF-8 bytes of each of a picture's facts.
  public static let factBytes = 160
  /// `TextRequest.lines`.
  public static let textLines: UInt32 = 1000
  /// Characters that are named as missing in one text.
  public static let missingGlyphs = 16
  /// UTF-8 bytes of a failure's message.
  public static let failureBytes = 500
  /// Labels of a PNG, and bytes of one of them: a path of 4096 bytes, percent-encoded.
  public static let labels: UInt32 = 8
  public static let labelBytes = 12_400
  /// When a picture can have been taken, ns since 1970: the years 1800 to 2200.
  public static let dates: ClosedRange<Int64> =
    -5_400_000_000_000_000_000...7_300_000_000_000_000_000
  /// Floats in a block of sound: 4096 of each channel.
  public static let samples = 8192
  /// UTF-8 bytes of a language's name, and of a subtitle.
  public static let languageBytes = 32
  public static let subtitleBytes = 4096
  /// Tracks of subtitles of one film, and files beside it that hold some.
  public static let tracks = 32
  public static let filesBeside = 8
  /// Of a subtitle that is a picture: a side of its canvas, all of its pixels, and those that a
  /// message has room for.
  public static let subtitleSide: UInt32 = 8192
  public static let subtitleArea = 1 << 22
  public static let subtitlePixels = 60_000
  /// How fast a film plays, thousandths.
  public static let speed: ClosedRange<UInt32> = 250...4000
  /// Film time, ns (146 years: sums of two still fit in 64 bits).
  public static let time: Int64 = 1 << 62
}

/// How an image lies in a slot. Player and workers agree on this, so that the player can make
/// slots large enough.
public enum SlotLayout {
  /// Bytes from a row to the next for BGRA `width` pixels wide: whole cache lines.
  public static func stride(width: Int) -> Int { (width * 4 + 63) & ~63 }

  /// Bytes of an image in a slot. A slot of this size always holds it.
  public static func bytes(width: Int, height: Int) -> Int { stride(width: width) * height }

  /// Bytes from a row of Y to the next: those of U and V, half as long, are whole cache lines too.
  public static func planeStride(width: Int) -> Int { (width + 127) & ~127 }

  /// Bytes of an image as planes; of a few narrow ones more than as BGRA.
  public static func planeBytes(width: Int, height: Int) -> Int {
    planeStride(width: width) * (height + (height + 1) / 2)
  }
}
