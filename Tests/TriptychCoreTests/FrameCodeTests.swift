import Testing

@testable import TriptychCore

/// Frames with numbers, drawn here block by block.
@Suite struct FrameCodeTests {
  /// White is true.
  private func blocks(_ number: Int) -> [Bool] {
    let bits = (0..<16).map { number >> (15 - $0) & 1 == 1 }
    let isOdd = bits.filter(\.self).count % 2 == 1
    return [true, false] + bits + [!isOdd, true]
  }

  private func picture(_ blocks: [Bool], width: Int = 320, height: Int = 180) -> Picture {
    Picture.make(width: width, height: height) { base, stride in
      for y in 0..<height {
        for x in 0..<width {
          let isWhite = y < height / 16 && blocks[x * blocks.count / width]
          base.storeBytes(
            of: isWhite ? 0xFFF0_F0F0 : 0xFF10_1010, toByteOffset: y * stride + 4 * x,
            as: UInt32.self)
        }
      }
    }
  }

  @Test(arguments: [0, 1, 2, 255, 256, 21_845, 43_690, 65_534, 65_535])
  func numbers(number: Int) {
    #expect(picture(blocks(number)).frameCode == number)
    #expect(picture(blocks(number), width: 61, height: 37).frameCode == number)
  }

  @Test("black, white, grey and what is torn have no number")
  func none() {
    #expect(picture([Bool](repeating: false, count: 20)).frameCode == nil)
    #expect(picture([Bool](repeating: true, count: 20)).frameCode == nil)
    for torn in 2..<19 {
      var torn20 = blocks(1234)
      torn20[torn].toggle()
      #expect(picture(torn20).frameCode == nil)
    }
    #expect(FrameCode.read { _, _ in 128 } == nil)
  }

  @Test("in a part of a screen; outside it there is none")
  func inside() {
    let small = picture(blocks(777), width: 160, height: 90)
    let screen = Picture.make(width: 320, height: 240) { base, stride in
      for y in 0..<240 { memset4(base + y * stride, 0xFF80_8080, 320) }
      for y in 0..<90 {
        (base + (y + 60) * stride + 4 * 50).copyMemory(
          from: small.base + y * small.stride, byteCount: 640)
      }
    }
    #expect(screen.frameCode(in: Rect(x: 50, y: 60, width: 160, height: 90)) == 777)
    #expect(screen.frameCode == nil)
    #expect(screen.frameCode(in: Rect(x: 250, y: 60, width: 160, height: 90)) == nil)
  }

  @Test("from planes, limited range")
  func planes() {
    let block = PixelBlock(byteCount: 320 * 180 * 2)
    for (index, white) in blocks(4242).enumerated() {
      for y in 0..<11 {
        for x in 0..<16 {
          let byte: UInt8 = white ? 225 : 24
          block.base.storeBytes(of: byte, toByteOffset: y * 320 + index * 16 + x, as: UInt8.self)
        }
      }
    }
    let picture = Picture(
      width: 320, height: 180, stride: 320, base: UnsafeRawPointer(block.base), isOpaque: true,
      layout: .planes, owner: block)
    #expect(picture.frameCode == 4242)
  }

  private func memset4(_ base: UnsafeMutableRawPointer, _ value: UInt32, _ count: Int) {
    for index in 0..<count {
      base.storeBytes(of: value, toByteOffset: 4 * index, as: UInt32.self)
    }
  }
}
