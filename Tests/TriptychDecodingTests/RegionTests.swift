import Testing

@testable import TriptychPictures
@testable import TriptychWire

/// Parts of pictures, for what is seen enlarged.
@Suite struct RegionTests {
  private func shown(_ answer: Session.Answer) throws -> Pixels {
    guard case .picture(let pixels) = answer else { throw Session.Broken(what: "\(answer)") }
    return pixels
  }

  private func code(_ answer: Session.Answer) -> FailureCode? {
    guard case .failed(let code, let message) = answer else { return nil }
    #expect(!message.isEmpty)
    return code
  }

  private func request(_ part: [Int], _ width: Int, _ height: Int, turns: UInt8 = 0)
    -> PixelRequest
  {
    let values = part.map { UInt32($0) }
    return PixelRequest(
      cellWidth: UInt32(width), cellHeight: UInt32(height), fit: .stretch, turns: turns,
      region: PixelRegion(x: values[0], y: values[1], width: values[2], height: values[3]))
  }

  @Test(arguments: 1...8 as ClosedRange<UInt16>)
  func `a part holds what the whole has there, however the picture is turned`(
    orientation: UInt16
  ) throws {
    let session = try Session(.picture)
    let exif = WrittenPictures.exif(orientation: orientation)
    let files = [
      (WrittenPictures.jpeg(StoredPictures.jpegRamp, exif: exif), 4, 256, 192),
      (WrittenPictures.jpeg(StoredPictures.jpegProgressive, exif: exif), 48, 32, 20),
      (WrittenPictures.jpeg(StoredPictures.jpegInk, exif: exif), 48, 32, 20),
      (WrittenPictures.tiff(orientation: orientation), 0, 32, 20),
    ]
    for (bytes, tolerance, width, height) in files {
      for turns in 0..<4 as Range<UInt8> {
        let isAside = (orientation >= 5) != (turns % 2 == 1)
        let (w, h) = isAside ? (height, width) : (width, height)
        let whole = try shown(
          session.picture(
            bytes,
            PixelRequest(cellWidth: UInt32(w), cellHeight: UInt32(h), fit: .none, turns: turns)))
        for part in [[0, 0, w, h], [1, 3, w / 2, h / 3], [w - 7, h - 5, 7, 5]] {
          let answer = try session.picture(
            bytes, request(part, part[2], part[3], turns: turns))
          let pixels = try shown(answer)
          #expect(pixels.source == [w, h] && pixels.width == part[2] && pixels.height == part[3])
          let both = (0..<part[3]).flatMap { y in
            (0..<part[2]).map { x in (pixels.color(x, y), whole.color(part[0] + x, part[1] + y)) }
          }
          let worst = distance(both.map(\.0), both.map(\.1))
          #expect(worst <= tolerance, "orientation \(orientation), \(turns) turns, \(part)")
        }
      }
    }
  }

  /// Reduced by the transform or not, pixel i of n shows the place (i + ½) w/n of the part.
  @Test(arguments: [1, 2, 4, 8]) func `a part lies where it is, however small`(factor: Int) throws {
    let session = try Session(.picture)
    for part in [[64, 64, 64, 64], [8, 16, 128, 96], [16, 24, 240, 168], [3, 5, 160, 160]] {
      let (width, height) = (part[2] / factor, part[3] / factor)
      let pixels = try shown(
        session.picture(StoredPictures.jpegRamp, request(part, width, height)))
      for y in stride(from: 1, to: height - 1, by: 3) {
        for x in stride(from: 1, to: width - 1, by: 3) {
          let color = pixels.color(x, y)
          let across = Double(part[0]) + (Double(x) + 0.5) * Double(factor) - 0.5
          let down = Double(part[1]) + (Double(y) + 0.5) * Double(factor) - 0.5
          // Four levels are what the file itself is wrong by; half a pixel are factor / 2.
          let most = 4 + Double(factor) / 4
          #expect(abs(Double(color[0]) - across) < most, "\(part) at \(x), \(y)")
          #expect(abs(Double(color[1]) - down) < most, "\(part) at \(x), \(y)")
        }
      }
    }
  }

  @Test func `a part that the picture does not have is refused, and the worker stays`() throws {
    let session = try Session(.picture)
    for part in [[0, 0, 257, 192], [256, 0, 1, 1], [0, 192, 1, 1], [999_999, 999_999, 1, 1]] {
      #expect(
        code(try session.picture(StoredPictures.jpegRamp, request(part, 8, 8))) == .badRequest)
    }
    #expect(code(try session.picture(WrittenPictures.png(), request([0, 0, 33, 1], 8, 8))) != nil)
    #expect(
      code(try session.picture(WrittenPictures.svg, request([0, 0, 1, 1], 8, 8))) == .unsupported)
    _ = try shown(session.picture(StoredPictures.jpegRamp, request([0, 0, 9, 9], 9, 9)))
  }

  @Test func `a file that is cut off or damaged gives grey rows or a reason`() throws {
    let session = try Session(.picture)
    let whole = StoredPictures.jpegRamp
    var answers: Set<Bool> = []
    for count in stride(from: 2, to: whole.count, by: 97) {
      let answer = try session.picture(
        Array(whole.prefix(count)), request([100, 100, 80, 80], 80, 80))
      switch answer {
      case .picture(let pixels):
        #expect(pixels.width == 80)
        answers.insert(true)
      case .failed: answers.insert(false)
      case .died(let signal): Issue.record("\(count) bytes killed it: \(signal ?? 0)")
      }
    }
    #expect(answers == [true, false])
    var random = SeededBytes(state: 7)
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<6 { bytes[random.below(bytes.count - 200) + 200] = UInt8(random.below(256)) }
      let answer = try session.picture(bytes, request([40, 50, 100, 60], 50, 30))
      if case .died(let signal) = answer { Issue.record("it died: \(signal ?? 0)") }
    }
  }

  private struct SeededBytes {
    var state: UInt64

    mutating func below(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
  }
}
