import Testing

@testable import TriptychWire

/// `--fit blur`: the picture with its bars, filled with itself.
@Suite struct BackdropTests {
  private func picture(
    _ width: UInt32, _ height: UInt32, _ bytes: [UInt8], scale: UInt32 = 1000, turns: UInt8 = 0,
    fit: WireFit = .blur
  ) throws -> Pixels {
    let session = try Session(.picture)
    let request = PixelRequest(
      cellWidth: width, cellHeight: height, fit: fit, scale: scale, background: 0xFF_00FF,
      turns: turns)
    guard case .picture(let pixels) = try session.picture(bytes, request) else {
      throw Session.Broken(what: "no picture")
    }
    return pixels
  }

  @Test("the whole cell comes, with the picture as it fits in its middle")
  func middle() throws {
    for bytes in [WrittenPictures.png(), StoredPictures.jpeg420] {
      let whole = try picture(160, 50, bytes)
      let alone = try picture(160, 50, bytes, fit: .contain)
      #expect(whole.width == 160 && whole.height == 50 && whole.isOpaque)
      #expect(whole.source == [32, 20] && alone.width == 80)
      for (x, y) in [(0, 0), (79, 0), (40, 25), (0, 49), (79, 49)] {
        #expect(whole.color(40 + x, y) == alone.color(x, y))
      }
    }
  }

  @Test("the bars are the picture, dark and without an edge, and nothing of the background")
  func bars() throws {
    let pixels = try picture(160, 50, WrittenPictures.png())
    // Red above blue on the left, green above yellow on the right; each darker than itself.
    let (red, blue) = (pixels.color(2, 2), pixels.color(2, 47))
    #expect(red[0] > 2 * red[2] && (40...140).contains(red[0]))
    #expect(blue[2] > 2 * blue[0] && (40...140).contains(blue[2]))
    let (green, yellow) = (pixels.color(157, 2), pixels.color(157, 47))
    #expect(green[1] > 2 * green[0] && yellow[0] > 2 * yellow[2])
    for y in 1..<50 {
      #expect(distance([pixels.color(5, y)], [pixels.color(5, y - 1)]) <= 12)
    }
    #expect((0..<160).allSatisfy { pixels.alpha($0, 25) == 255 })
  }

  @Test("turned, larger, tiny or without bars: always the whole cell", arguments: [0, 1, 2, 3])
  func shapes(_ turns: UInt8) throws {
    let exif = WrittenPictures.exif(orientation: 6)
    for bytes in [
      WrittenPictures.png(), WrittenPictures.jpeg(StoredPictures.jpeg444, exif: exif),
    ] {
      for (width, height) in [(160, 50), (50, 160), (32, 20), (1, 1), (3, 200), (199, 2)] {
        for scale in [1000, 1150] as [UInt32] {
          let (w, h) = (UInt32(width), UInt32(height))
          let pixels = try picture(w, h, bytes, scale: scale, turns: turns)
          let large = Double(scale) / 1000
          #expect(pixels.width == Int((Double(width) * large).rounded()))
          #expect(pixels.height == Int((Double(height) * large).rounded()))
        }
      }
    }
  }
}
