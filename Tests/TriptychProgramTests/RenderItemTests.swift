import Glibc
import Testing

/// What a list says of a film, seen in the numbers of its frames and heard in its sound, whose
/// value says which tenth of a second it is from.
@Suite struct RenderItemTests {
  private let show: RenderedShow

  init() throws { show = try RenderedShow() }

  /// 2 s at 25 frames a second, then a picture.
  private func render(
    _ options: String, _ words: [String] = [], seconds: String, fps: String = "25"
  ) throws -> HeardShow {
    show.paint(1)
    let film = try CodedFilm(name: "a.mov", frames: 50, wave: "floor(t*10+0.001)/32|0.25").make(
      in: show.folder)
    show.write("\(options)\n\(film)\n\(show.path("1.bmp"))\n", to: "list.m3u")
    return try HeardShow(
      [show.path("list.m3u"), "--transition", "cut", "--seconds", seconds] + words, fps: fps)
  }

  /// The tenths of a second that are heard, each once.
  private func tenths(_ heard: HeardShow) -> [Int] {
    stride(from: 2400, to: heard.left.count, by: 4800).map { Int((heard.left[$0] * 32).rounded()) }
  }

  @Test("start, end and repeat: these frames with their sound, so often, then the next")
  func parts() throws {
    let heard = try render("#TRIPTYCH: start=0.4 end=0.8 repeat=3", seconds: "1.4")
    let round = Array(10..<20)
    #expect(heard.codes == round + round + round + [Int?](repeating: nil, count: 5))
    #expect(tenths(heard) == [4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7, 0, 0])
    #expect(heard.right.prefix(57_600).allSatisfy { abs($0 - 0.25) < 0.0002 })
    #expect(heard.right.dropFirst(57_600).allSatisfy { $0 == 0 })
  }

  @Test("--video-duration: so long, from its start; full: to its end")
  func limits() throws {
    let part = try render("#TRIPTYCH: start=1", ["--video-duration", "0.6"], seconds: "0.8")
    #expect(part.codes == Array(25..<40) + [Int?](repeating: nil, count: 5))
    #expect(tenths(part) == [10, 11, 12, 13, 14, 15, 0, 0])
    let full = try render("", ["--video-duration", "full"], seconds: "2.2")
    #expect(full.codes == Array(0..<50) + [Int?](repeating: nil, count: 5))
    #expect(tenths(full) == Array(0..<20) + [0, 0])
  }

  @Test("duration on a film loops it without a seam, or ends it")
  func durations() throws {
    let heard = try render("#TRIPTYCH: start=1.6 duration=0.9", seconds: "1")
    let round = Array(40..<50)
    #expect(heard.codes == Array((round + round + round).prefix(23)) + [nil, nil])
    #expect(tenths(heard) == [16, 17, 18, 19, 16, 17, 18, 19, 16, 0])
  }

  @Test(
    "volume and mute are those of the item times those of the show",
    arguments: [
      ("volume=50", [], 0.125), ("volume=50", ["--volume", "40"], 0.05), ("mute=yes", [], 0),
      ("volume=100", ["--mute"], 0), ("mute=no", [], 0.25), ("volume=0", [], 0),
    ] as [(String, [String], Float)])
  func loudness(options: String, words: [String], level: Float) throws {
    let heard = try render("#TRIPTYCH: \(options)", words, seconds: "0.4")
    #expect(heard.right.allSatisfy { abs($0 - level) < 0.0002 })
    #expect(heard.codes == Array(0..<10))
  }

  @Test("at twice the speed every second frame is seen, and the next comes after half the time")
  func fast() throws {
    let heard = try render("#TRIPTYCH: speed=2", seconds: "1.2")
    #expect(
      heard.codes == stride(from: 0, to: 50, by: 2).map { $0 } + [Int?](repeating: nil, count: 5))
    // A window of the filter smears the steps.
    let steady = heard.right[4800..<43_000]
    #expect(steady.allSatisfy { abs($0 - 0.25) < 0.01 })
    #expect(heard.right.dropFirst(48_000).allSatisfy { $0 == 0 })
    let again = try render("#TRIPTYCH: speed=2", seconds: "1.2")
    #expect(again.samples == heard.samples && again.codes == heard.codes)
  }

  @Test("at half the speed each frame is seen twice; start, end and repeat are film time")
  func slow() throws {
    let options = "#TRIPTYCH: speed=0.5 start=0.4 end=0.8 repeat=2"
    let heard = try render(options, seconds: "1.8")
    let round = (10..<20).flatMap { [$0, $0] }
    #expect(heard.codes == round + round + [Int?](repeating: nil, count: 5))
    #expect(heard.right[2400..<74_000].allSatisfy { abs($0 - 0.25) < 0.01 })
    #expect(heard.right.dropFirst(76_800).allSatisfy { $0 == 0 })
  }

  @Test(
    "a tone is as high at every speed, and lasts as long as the film does",
    arguments: ["0.25", "0.8", "1.5", "4"])
  func pitch(speed: String) throws {
    show.paint(1)
    let film = try CodedFilm(name: "b.mov", frames: 50, wave: "0.5*sin(2*PI*480*t)|0").make(
      in: show.folder)
    show.write("\(film)\n\(show.path("1.bmp"))\n", to: "list.m3u")
    let factor = try #require(Double(speed))
    let length = Int(96_000 / factor)
    let heard = try HeardShow(
      [show.path("list.m3u"), "--transition", "cut", "--speed", speed, "--duration", "0.5"],
      fps: "25")
    let tone = heard.left.prefix(length)
    let middle = tone[length / 4..<length / 4 + length / 2]
    let crossings = zip(middle, middle.dropFirst()).count { $0 < 0 && $1 >= 0 }
    let hertz = Double(crossings) / (Double(length / 2) / 48_000)
    #expect(abs(hertz - 480) < 6, "\(hertz)")
    #expect(tone.suffix(4800).contains { abs($0) > 0.2 })
    #expect(heard.left.dropFirst(length + 480).allSatisfy { abs($0) < 0.01 })
  }

  @Test("a record's changes of speed, a pause and a seek are rendered, twice alike")
  func replayed() throws {
    let film = try CodedFilm(name: "c.mov", frames: 250, wave: "0.5|0.25").make(in: show.folder)
    let record = show.path("record")
    let common = [film, "--size", "320x180", "--fps", "25", "--seed", "0"]
    let made = try Run(
      ["render"] + common + ["--record", record, "--seconds", "0.2", "--output", show.path("made")])
    try #require(made.code == 0, "\(made.errors)")
    // What the show heard while nobody did anything, and then what somebody did.
    var text = String(decoding: readFile(record), as: UTF8.self)
    text = text.split(separator: "\n").filter { !$0.hasSuffix(" end") }.joined(separator: "\n")
    text += """

      0.4 show speed 2000
      0.8 show pause yes
      1.2 show pause no
      1.6 show seek 2
      2 show faster -1750
      2.4 end

      """
    let heard = try HeardShow(common.filter { $0 == film }, fps: "25", record: text)
    let codes = heard.codes.compactMap(\.self)
    try #require(codes.count == heard.codes.count && codes.count >= 60)
    #expect(Array(codes[0..<10]) == Array(0..<10))
    #expect(Array(codes[10..<20]) == (0..<10).map { 10 + 2 * $0 })
    #expect(codes[20..<30].allSatisfy { $0 == 30 })
    #expect(Array(codes[30..<40]) == (0..<10).map { 30 + 2 * $0 })
    #expect(Array(codes[40..<50]) == (0..<10).map { 100 + 2 * $0 })
    #expect(Array(codes[50..<58]) == (0..<8).map { 120 + $0 / 4 })
    let again = try HeardShow(common.filter { $0 == film }, fps: "25", record: text)
    #expect(again.samples == heard.samples && again.codes == heard.codes)
    #expect(heard.right[88_000..<95_000].allSatisfy { abs($0 - 0.25) < 0.02 })
  }
}
