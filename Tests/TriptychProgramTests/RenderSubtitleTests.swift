import Glibc
import Testing

/// What is read with a film, pictures that move, and films that turn out to be alone, as `render`
/// writes them.
@Suite struct RenderSubtitleTests {
  private let show: RenderedShow

  init() throws { show = try RenderedShow() }

  private func film(_ name: String, fps: Int = 10, frames: Int = 20) -> CodedFilm {
    CodedFilm(name: name, fps: fps, frames: frames)
  }

  private func render(_ words: [String], to name: String, fps: Int = 10) throws {
    let run = try Run(
      ["render"] + words
        + ["--size", "320x180", "--fps", "\(fps)", "--output", show.path(name)])
    try #require(run.code == 0, "\(run.errors)")
  }

  /// Of all frames, one after another.
  private func grays(_ name: String) throws -> [UInt8] {
    try output(
      of: "ffmpeg -v error -i '\(show.path(name))/frame-%05d.png' -f rawvideo -pix_fmt gray -"
        + " </dev/null")
  }

  /// How many pixels of a frame's upper and lower half differ.
  private func differences(_ one: [UInt8], _ two: [UInt8], frame: Int) -> (upper: Int, lower: Int) {
    let (size, start) = (320 * 180, frame * 320 * 180)
    guard one.count >= start + size, two.count >= start + size else { return (-1, -1) }
    let differs = (0..<size).map { one[start + $0] != two[start + $0] }
    return (differs.prefix(size / 2).count { $0 }, differs.suffix(size / 2).count { $0 })
  }

  @Test("a file beside the film is read while it is muted, at its time, at the foot")
  func beside() throws {
    let path = try film("a.mp4").make(in: show.folder)
    show.write(
      "1\n00:00:00,500 --> 00:00:01,000\nIst das die Nordsee?\n", to: "a.de.srt")
    show.write("1\n00:00:00,500 --> 00:00:01,000\nno\n", to: "ab.srt")
    let words = [path, "--seconds", "1.5"]
    try render(words + ["--mute"], to: "muted")
    try render(words + ["--mute", "--subtitles", "off"], to: "off")
    try render(words, to: "loud")
    try render(words + ["--subtitles", "de"], to: "asked")
    let (muted, off) = (try grays("muted"), try grays("off"))
    for frame in 0..<15 {
      let seen = differences(muted, off, frame: frame)
      #expect(seen.upper == 0)
      #expect((5..<10).contains(frame) ? seen.lower > 300 : seen.lower == 0, "frame \(frame)")
    }
    #expect(try grays("loud") == off)
    #expect(try grays("asked") == muted)
  }

  @Test("GIFs play with their delays, for their time, as often as they say")
  func moving() throws {
    for (loop, name) in [("-loop 0", "a.gif"), ("-loop -1", "b.gif")] {
      var film = film(name, fps: 5, frames: 4)
      film.encoder = loop
      film.pixels = "gray"
      let path = try film.make(in: show.folder)
      try render([path, "--seconds", "2"], to: name + "-out")
      let codes = try frameCodes(of: show.path(name + "-out"))
      let once = (0..<20).map { min($0 / 2, 3) }
      #expect(codes == (loop == "-loop 0" ? (0..<20).map { $0 / 2 % 4 } : once), "\(name)")
    }
    show.paint(1)
    try render(
      [
        show.path("a.gif"), show.path("1.bmp"), "--duration", "1", "--transition", "cut",
        "--seconds", "1.5",
      ], to: "list")
    let codes = try frameCodes(of: show.path("list"))
    #expect(codes.prefix(10) == ArraySlice((0..<10).map { $0 / 2 % 4 }))
    #expect(codes.dropFirst(10).allSatisfy { $0 == nil })
  }

  @Test("a film whose neighbours all fail goes on from its last frame to its first")
  func alone() throws {
    let path = try film("a.mp4", fps: 25, frames: 30).make(in: show.folder)
    show.write("no film at all", to: "broken.mp4")
    try render([path, show.path("broken.mp4"), "--seconds", "4"], to: "out", fps: 25)
    #expect(try frameCodes(of: show.path("out")) == (0..<100).map { $0 % 30 })
  }
}
