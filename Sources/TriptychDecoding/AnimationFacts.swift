/// What a picture file's own marks say of motion: how many frames it has, and how often they are
/// shown. Nothing is decoded (GIF89a specification; PNG Third Edition, "acTL"; WebP Container
/// Specification, "ANIM").
public struct AnimationFacts: Hashable, Sendable {
  /// Counted up to what was asked for.
  public private(set) var frames = 0
  /// How often it plays, 0: for ever.
  public private(set) var rounds: UInt32 = 1

  /// Reads bytes of the file: at an offset, so many or fewer.
  public typealias Reading = (_ offset: Int, _ count: Int) -> [UInt8]

  /// nil: none of the formats that can move. No more is read than is needed to find so many frames.
  public init?(frames most: Int, reading: Reading) {
    let head = reading(0, 16)
    if head.starts(with: "GIF8".utf8) {
      readGIF(most, reading)
    } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      readPNG(reading)
    } else if head.starts(with: "RIFF".utf8), head.dropFirst(8).starts(with: "WEBP".utf8) {
      readWebP(most, reading)
    } else {
      return nil
    }
  }

  private mutating func readGIF(_ most: Int, _ reading: Reading) {
    func table(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
    let head = reading(0, 13)
    guard head.count == 13 else { return }
    var offset = 13 + table(head[10])
    while frames < most {
      let mark = reading(offset, 10)
      switch mark.first {
      case 0x21 where mark.count > 1:
        readExtension(at: offset, reading)
        offset = Self.end(ofBlocksAt: offset + 2, reading)
      case 0x2C where mark.count == 10:
        frames += 1
        // Behind the table comes the size of the codes.
        guard frames < most else { return }
        offset = Self.end(ofBlocksAt: offset + 11 + table(mark[9]), reading)
      default: return
      }
    }
  }

  private mutating func readExtension(at offset: Int, _ reading: Reading) {
    let block = reading(offset, 19)
    guard block.count == 19, block[1] == 0xFF, block[2] == 11, block[14] >= 3, block[15] == 1
    else { return }
    let name = block[3..<14]
    guard name.elementsEqual("NETSCAPE2.0".utf8) || name.elementsEqual("ANIMEXTS1.0".utf8) else {
      return
    }
    rounds = UInt32(block[16]) | UInt32(block[17]) << 8
  }

  /// Behind a row of blocks, each after its length, and the empty one that ends it.
  private static func end(ofBlocksAt start: Int, _ reading: Reading) -> Int {
    var offset = start
    while let length = reading(offset, 1).first {
      offset += 1 + Int(length)
      if length == 0 { break }
    }
    return offset
  }

  private mutating func readPNG(_ reading: Reading) {
    frames = 1
    var offset = 8
    while true {
      let chunk = reading(offset, 16)
      guard chunk.count == 16 else { return }
      func number(_ at: Int) -> UInt32 { chunk[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) } }
      let kind = chunk[4..<8]
      if kind.elementsEqual("IDAT".utf8) { return }
      if kind.elementsEqual("acTL".utf8) {
        (frames, rounds) = (Int(number(8)), number(12))
        return
      }
      offset += 12 + Int(number(0))
    }
  }

  private mutating func readWebP(_ most: Int, _ reading: Reading) {
    frames = 1
    let head = reading(12, 9)
    guard head.count == 9, head.starts(with: "VP8X".utf8), head[8] & 2 != 0 else { return }
    frames = 0
    var offset = 12
    while frames < most {
      let chunk = reading(offset, 14)
      guard chunk.count >= 8 else { return }
      let length = chunk[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
      if chunk.starts(with: "ANMF".utf8) { frames += 1 }
      if chunk.starts(with: "ANIM".utf8), chunk.count == 14 {
        rounds = UInt32(chunk[12]) | UInt32(chunk[13]) << 8
      }
      offset += 8 + length + length & 1
    }
  }
}
