import CFFmpeg
import Glibc
import Testing
import TriptychWire

@testable import TriptychFilms

@Suite struct PNGTests {
  private func encoded(_ pixels: [UInt32], width: Int) throws -> [UInt8] {
    let file = try MadeFilm([])
    let descriptor = Descriptor(owning: open(file.path, O_WRONLY | O_CLOEXEC))
    let count = try pixels.withUnsafeBytes { bytes -> Int in
      guard let base = bytes.baseAddress else { return 0 }
      return try PNGEncoder().write(
        base, width: width, height: pixels.count / width, stride: width * 4, to: descriptor)
    }
    #expect(file.bytes.count == count)
    return file.bytes
  }

  private let width = 37
  private var pixels: [UInt32] {
    (0..<UInt32(37 * 23)).map { 0xFF00_0000 | ($0 &* 2_654_435_761) >> 8 }
  }

  @Test("a PNG holds the pixels it was made of")
  func roundTrip() throws {
    let bytes = try encoded(pixels, width: width)
    let codec = try #require(avcodec_find_decoder(AV_CODEC_ID_PNG))
    var context = avcodec_alloc_context3(codec)
    defer { avcodec_free_context(&context) }
    #expect(avcodec_open2(context, codec, nil) == 0)
    let packet = try Packet()
    #expect(av_new_packet(packet.raw, Int32(bytes.count)) == 0)
    packet.raw.pointee.data.update(from: bytes, count: bytes.count)
    #expect(avcodec_send_packet(context, packet.raw) == 0)
    let frame = try DecodedFrame()
    #expect(avcodec_receive_frame(context, frame.raw) == 0)
    #expect(frame.raw.pointee.format == AV_PIX_FMT_RGB24.rawValue)
    #expect(Int(frame.raw.pointee.width) == width)
    let data = try #require(frame.raw.pointee.data.0)
    for (index, pixel) in pixels.enumerated() {
      let at = index / width * Int(frame.raw.pointee.linesize.0) + index % width * 3
      let seen = UInt32(data[at]) << 16 | UInt32(data[at + 1]) << 8 | UInt32(data[at + 2])
      #expect(seen == pixel & 0xFF_FFFF)
    }
  }

  @Test("the same pixels give the same bytes")
  func deterministic() throws {
    #expect(try encoded(pixels, width: width) == encoded(pixels, width: width))
  }
}
