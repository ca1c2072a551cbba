import Glibc
import Testing

/// What is heard in `render`, sample by sample.
@Suite struct RenderSoundTests {
  private let show: RenderedShow

  init() throws { show = try RenderedShow() }

  private func film(
    _ name: String, _ wave: String, frames: Int = 75, codec: String = "pcm_s16le"
  ) throws -> String {
    try CodedFilm(name: name, frames: frames, wave: wave, soundCodec: codec).make(in: show.folder)
  }

  /// The first sample that is off, with what it is.
  private func firstOff(
    _ samples: [Float], by tolerance: Float, _ ideal: (Int) -> Float
  ) -> String? {
    let index = samples.indices.first { abs(samples[$0] - ideal($0)) > tolerance }
    return index.map { "\($0) of \(samples.count): \(samples[$0]), not \(ideal($0))" }
  }

  /// Two films on two sides; the change begins at 1.8 s, which is no frame's instant at 7 a second.
  @Test(
    "two films cross with a gain of 1 − |p| at each sample",
    arguments: [("linear", "30"), ("linear", "7"), ("ease-in-out", "25")])
  func crossing(easing: String, fps: String) throws {
    let list = [
      try film("a.mov", "0.5|0", frames: 70), try film("b.mov", "0|0.25", frames: 70),
    ]
    let heard = try HeardShow(list + ["--easing", easing, "--seconds", "3"], fps: fps)
    func p(_ sample: Int) -> Float {
      let t = min(max((Float(sample) / 48_000 - 1.8), 0), 1)
      if easing == "linear" { return t }
      return t < 0.5 ? 4 * t * t * t : 1 - 4 * (1 - t) * (1 - t) * (1 - t)
    }
    let tolerance: Float = easing == "linear" ? 0.0002 : 0.001
    let (left, right) = (heard.left, heard.right)
    #expect(firstOff(left, by: tolerance) { 0.5 * (1 - p($0)) } == nil)
    #expect(firstOff(right, by: tolerance) { 0.25 * p($0) } == nil)
  }

  @Test(
    "a film that is cut to is heard from its first sample on, wherever that falls",
    arguments: ["25", "7"])
  func begins(fps: String) throws {
    show.paint(1)
    let film = try film("a.mov", "if(lt(t,0.001),0.75,0.25)|0.5")
    let words = [show.path("1.bmp"), film, "--duration", "0.5", "--transition", "cut"]
    let heard = try HeardShow(words + ["--seconds", "2"], fps: fps)
    let off = firstOff(heard.left, by: 0.0002) { sample in
      sample < 24_000 ? 0 : sample < 24_048 ? 0.75 : 0.25
    }
    #expect(off == nil)
    let alone = try HeardShow([film, "--seconds", "1"], fps: fps)
    #expect(firstOff(alone.left, by: 0.0002) { $0 < 48 ? 0.75 : 0.25 } == nil)
  }

  @Test("the first tenth of a second of a film in AAC is there, too")
  func firstOfAAC() throws {
    let film = try film("a.mp4", "0.5*sin(2*PI*480*t)|0", codec: "aac -b:a 256k")
    let heard = try HeardShow([film, "--seconds", "1"], fps: "25")
    // As the library's own tool gives it, which leaves out what the encoder puts before.
    let bytes = try output(of: "ffmpeg -v error -i '\(film)' -f f32le - </dev/null")
    let ideal = bytes.withUnsafeBytes { raw in
      (0..<4800).map { raw.loadUnaligned(fromByteOffset: 8 * $0, as: Float.self) }
    }
    #expect(ideal.contains { abs($0) > 0.4 })
    #expect(firstOff(Array(heard.left.prefix(4800)), by: 0.001) { ideal[$0] } == nil)
  }

  @Test("a film is heard to its last sample, and the next from its first")
  func cutBetween() throws {
    let list = [
      try film("a.mov", "0.5|0", frames: 20), try film("b.mov", "0.25|0.125", frames: 20),
    ]
    let heard = try HeardShow(list + ["--transition", "cut", "--seconds", "1.5"], fps: "30")
    #expect(firstOff(heard.left, by: 0.0002) { $0 < 38_400 ? 0.5 : 0.25 } == nil)
    #expect(firstOff(heard.right, by: 0.0002) { $0 < 38_400 ? 0 : 0.125 } == nil)
  }

  @Test("a film that plays round and round neither clicks nor drifts")
  func rounds() throws {
    let film = try film("a.mov", "0.5*sin(2*PI*480*t)|0", frames: 25)
    let heard = try HeardShow([film, "--seconds", "8"], fps: "30")
    let off = firstOff(heard.left, by: 0.0002) {
      0.5 * Float(sin(Double($0 % 100) * 960 * .pi / 48_000))
    }
    #expect(off == nil)
  }
}
