import Glibc
import Testing

/// `render` to a film, read again with FFmpeg's own tools.
@Suite struct RenderFilmTests {
  private let show: RenderedShow

  init() throws { show = try RenderedShow() }

  /// The demo's film, 7 s at 30 frames a second, with sound.
  private static let sea =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    + "/Playlists/demo/sea.mp4"

  private func said(_ command: String) throws -> String {
    let pipe = try #require(popen(command + " 2>&1", "r"))
    defer { pclose(pipe) }
    var text = ""
    var line = [CChar](repeating: 0, count: 4096)
    while fgets(&line, Int32(line.count), pipe) != nil {
      let end = line.firstIndex(of: 0) ?? line.count
      text += String(decoding: line[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return text
  }

  private func probe(_ name: String) throws -> [String] {
    try said(
      "ffprobe -v error -count_frames -show_entries"
        + " stream=codec_name,nb_read_frames,duration,color_space -of csv=p=0 '\(show.path(name))'"
    ).split(separator: "\n").map(String.init)
  }

  private func render(_ words: [String], to name: String, size: String = "64x36") throws -> Run {
    try Run(
      ["render"] + words + ["--size", size, "--fps", "30", "--output", show.path(name)])
  }

  @Test("a film has each frame, and sound to the sample")
  func lengths() throws {
    show.paint(2)
    let words = [show.path("1.bmp"), Self.sea, show.path("2.bmp"), "--duration", "1"]
    let run = try render(words + ["--transition-duration", "0.5"], to: "show.mp4")
    #expect(run.code == 0, "\(run.errors)")
    // 1 s, 0.5 s of change, 7 s of film of which each change takes a half, 1 s.
    let streams = try probe("show.mp4")
    let frames = try #require(streams.first?.split(separator: ",").last.flatMap { Int($0) })
    let seconds = Double(frames) / 30
    #expect(streams.first == "h264,bt709,\(seconds.formatted),\(frames)")
    #expect(streams.last?.hasPrefix("aac,\(seconds.formatted)") == true)
    #expect(access(show.path("show.mp4.part"), F_OK) != 0)
  }

  @Test("the same show gives the same film")
  func same() throws {
    let words = [Self.sea, "--seconds", "1"]
    #expect(try render(words, to: "a.mp4").code == 0)
    #expect(try render(words, to: "b.mp4").code == 0)
    #expect(show.bytes("a.mp4") == show.bytes("b.mp4"))
    #expect(show.bytes("a.mp4").count > 1000)
  }

  @Test("- is a film on standard output that can be read while it comes")
  func stream() throws {
    let program = try #require(Run.program)
    let count = try said(
      "'\(program)' render '\(Self.sea)' --seconds 1 --size 64x36 --fps 30 --output - --log-level"
        + " error | ffprobe -v error -count_frames -select_streams v"
        + " -show_entries stream=nb_read_frames -of csv=p=0 -")
    #expect(count == "30\n")
  }

  @Test("what cannot be a film is named, and what stood there stays")
  func refusals() throws {
    show.paint(1)
    show.write("mine", to: "old.mp4")
    let odd = try render([show.path("1.bmp")], to: "old.mp4", size: "63x36")
    #expect(odd.code == 1 && odd.errors.contains("even"), "\(odd.errors)")
    #expect(show.bytes("old.mp4") == Array("mine".utf8))
    #expect(access(show.path("old.mp4.part"), F_OK) != 0)
    let nowhere = try render([show.path("1.bmp")], to: "none/old.mp4")
    #expect(nowhere.code == 1 && nowhere.errors.contains("No such file"), "\(nowhere.errors)")
    let other = try render([show.path("1.bmp")], to: "film.mkv")
    #expect(other.code == 2 && other.errors.contains(".mp4"), "\(other.errors)")
  }
}

extension Double {
  /// Six digits after the point, as ffprobe writes seconds.
  fileprivate var formatted: String {
    let millionths = Int((self * 1_000_000).rounded())
    let rest = String(millionths % 1_000_000)
    return "\(millionths / 1_000_000)." + String(repeating: "0", count: 6 - rest.count) + rest
  }
}
