import CFFmpeg

/// Pictures that move, of flat rectangles, written here byte by byte by their specifications.
struct MovingPicture {
  /// What becomes of a frame's place before the next one.
  enum Disposal: Int { case none, background, previous }

  struct Part {
    var (x, y): (Int, Int)
    var (width, height): (Int, Int)
    /// 0xRRGGBB; nil: nothing, seen through.
    var color: UInt32?
    /// ms.
    var delay: Int
    var disposal = Disposal.none
  }

  var (width, height): (Int, Int)
  var rounds: Int
  var parts: [Part]

  private func word(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private func big(_ value: Int) -> [UInt8] { word(value, 4).reversed() }

  // MARK: GIF

  /// Colour 0 is the one that is seen through. Codes of 8 bits throughout: what is in the table is
  /// forgotten before it would need longer ones.
  var gif: [UInt8] {
    let colors = parts.compactMap(\.color)
    var bytes = Array("GIF89a".utf8) + word(width, 2) + word(height, 2) + [0xF6, 0, 0]
    for index in 0..<128 {
      let color = index > 0 && index <= colors.count ? colors[index - 1] : 0
      bytes += [16, 8, 0].map { (shift: UInt32) in UInt8(color >> shift & 0xFF) }
    }
    if rounds != 1 {
      bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + word(rounds, 2) + [0]
    }
    for part in parts {
      let index = part.color.flatMap { colors.firstIndex(of: $0) }.map { UInt8($0 + 1) } ?? 0
      bytes += [0x21, 0xF9, 4, UInt8(part.disposal.rawValue + 1) << 2 | 1]
      bytes += word(part.delay / 10, 2) + [0, 0, 0x2C]
      for value in [part.x, part.y, part.width, part.height] { bytes += word(value, 2) }
      bytes += [0, 7]
      var codes: [UInt8] = []
      for pixel in 0..<part.width * part.height {
        if pixel % 100 == 0 { codes.append(128) }
        codes.append(index)
      }
      codes.append(129)
      for start in stride(from: 0, to: codes.count, by: 255) {
        let block = codes[start...].prefix(255)
        bytes += [UInt8(block.count)] + block
      }
      bytes.append(0)
    }
    return bytes + [0x3B]
  }

  // MARK: APNG

  var png: [UInt8] {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let head: [UInt8] = big(width) + big(height) + [8, 6, 0, 0, 0]
    bytes += chunk("IHDR", head)
    bytes += chunk("acTL", big(parts.count) + big(rounds))
    var number = 0
    for (index, part) in parts.enumerated() {
      var control: [UInt8] = []
      // The first one covers all, as the specification has it.
      let lines = index == 0 ? height : part.height
      for value in [number, part.width, lines, part.x, part.y] { control += big(value) }
      control += word(part.delay, 2).reversed() + word(1000, 2).reversed()
      control += [UInt8(part.disposal.rawValue), 1]
      bytes += chunk("fcTL", control)
      number += 1
      var pixel: [UInt8] = [0, 0, 0, 0]
      if let color = part.color {
        pixel = [16, 8, 0].map { (shift: UInt32) in UInt8(color >> shift & 0xFF) } + [255]
      }
      var row: [UInt8] = [0]
      for _ in 0..<part.width { row += pixel }
      var rows: [UInt8] = []
      for _ in 0..<part.height { rows += row }
      rows += [UInt8](repeating: 0, count: row.count * (lines - part.height))
      let data = stored(rows)
      if index == 0 {
        bytes += chunk("IDAT", data)
      } else {
        bytes += chunk("fdAT", big(number) + data)
        number += 1
      }
    }
    return bytes + chunk("IEND", [])
  }

  /// A zlib stream that compresses nothing.
  private func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: bytes.count, by: 60_000) {
      let block = bytes[start...].prefix(60_000)
      stream.append(start + block.count == bytes.count ? 1 : 0)
      stream += word(block.count, 2) + word(~block.count, 2) + block
    }
    var (low, high): (Int, Int) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return stream + big(high << 16 | low)
  }

  private func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + bytes
    var crc: UInt32 = .max
    for byte in body {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return big(bytes.count) + body + big(Int(~crc))
  }

  // MARK: WebP

  var webp: [UInt8] {
    var bytes: [UInt8] = []
    let flags: [UInt8] = [0x12, 0, 0, 0]
    bytes += riff("VP8X", flags + word(width - 1, 3) + word(height - 1, 3))
    // A background that decoders are to leave alone.
    let color: [UInt8] = [0, 255, 0, 255]
    bytes += riff("ANIM", color + word(rounds, 2))
    for part in parts {
      var frame = word(part.x / 2, 3) + word(part.y / 2, 3)
      frame += word(part.width - 1, 3) + word(part.height - 1, 3) + word(part.delay, 3)
      frame.append(part.disposal == .background ? 1 : 0)
      bytes += riff("ANMF", frame + riff("VP8L", flat(part)))
    }
    return Array("RIFF".utf8) + word(bytes.count + 4, 4) + Array("WEBP".utf8) + bytes
  }

  private func riff(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    Array(name.utf8) + word(bytes.count, 4) + bytes + (bytes.count % 2 == 1 ? [0] : [])
  }

  /// A lossless picture of one colour: each of its five codes has one symbol and takes no bit.
  private func flat(_ part: Part) -> [UInt8] {
    var (bits, count): ([UInt8], Int) = ([], 0)
    func put(_ value: Int, _ length: Int) {
      for bit in 0..<length {
        if count % 8 == 0 { bits.append(0) }
        bits[count / 8] |= UInt8(value >> bit & 1) << UInt8(count % 8)
        count += 1
      }
    }
    put(0x2F, 8)
    put(part.width - 1, 14)
    put(part.height - 1, 14)
    put(1, 1)  // alpha
    put(0, 3)  // version
    put(0, 1)  // no transform
    put(0, 1)  // no cache of colours
    put(0, 1)  // one set of codes
    let color = Int(part.color ?? 0)
    let alpha = part.color == nil ? 0 : 255
    for symbol in [color >> 8 & 255, color >> 16 & 255, color & 255, alpha, 0] {
      put(1, 1)  // simple
      put(0, 1)  // of one symbol
      put(1, 1)  // of 8 bits
      put(symbol, 8)
    }
    return bits
  }
}
