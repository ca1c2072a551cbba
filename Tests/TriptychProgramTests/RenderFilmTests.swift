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

  @Test("the bars beside a film are filled with it, each time alike")
  func blurredBars() throws {
    let words = [Self.sea, "--seconds", "1", "--fit", "blur"]
    #expect(try render(words, to: "a.mp4", size: "96x36").code == 0)
    #expect(try render(words, to: "b.mp4", size: "96x36").code == 0)
    #expect(try render(Array(words.prefix(3)), to: "c.mp4", size: "96x36").code == 0)
    #expect(show.bytes("a.mp4") == show.bytes("b.mp4"))
    #expect(show.bytes("a.mp4") != show.bytes("c.mp4"))
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

  @Test(
    "a signal ends a rendering and takes back what is not whole; what was there stays",
    arguments: ["TERM", "INT", "HUP"])
  func stopped(signal: String) throws {
    show.paint(2)
    show.write("mine", to: "old.mp4")
    mkdir(show.path("kept"), 0o700)
    let program = try #require(Run.program)
    for output in ["old.mp4", "made", "kept"] {
      // The trace is opened before the first frame, so the show has begun when it is there.
      let (fifo, path) = (show.path("\(output).fifo"), show.path(output))
      mkfifo(fifo, 0o600)
      let words = [
        "render", show.path("1.bmp"), "--size", "64x36", "--seconds", "9000", "--output", path,
        "--trace", fifo,
      ]
      // A shell's background job would ignore SIGINT; env does not.
      let command =
        "env --default-signal=INT '\(program)' "
        + words.map { "'\($0)'" }
        .joined(separator: " ")
      let script = "\(command) & p=$!; read line < '\(fifo)'; kill -\(signal) $p; wait $p; echo $?"
      let number = ["TERM": 143, "INT": 130, "HUP": 129][signal] ?? 0
      #expect(try said("sh -c \"\(script.replacing("$", with: "\\$"))\"").hasSuffix("\(number)\n"))
    }
    #expect(show.bytes("old.mp4") == Array("mine".utf8))
    #expect(access(show.path("old.mp4.part"), F_OK) != 0)
    #expect(access(show.path("kept"), F_OK) == 0)
  }

  @Test("a rendering that fails takes the folder with it that it has made, if it is empty")
  func emptyFolder() throws {
    mkdir(show.path("kept"), 0o700)
    for name in ["made", "kept", "none.mp4"] {
      let run = try render([show.path("none.jpg")], to: name)
      #expect(run.code == 1)
    }
    #expect(access(show.path("made"), F_OK) != 0)
    #expect(access(show.path("kept"), F_OK) == 0)
    #expect(access(show.path("none.mp4.part"), F_OK) != 0)
  }

  @Test("a size that cannot be is named, not the picture")
  func sizes() throws {
    show.paint(1)
    let all = [("16384x16384", "out"), ("8194x8192", "out"), ("8192x4322", "a.mp4")]
    for (size, output) in all {
      let run = try render([show.path("1.bmp")], to: output, size: size)
      #expect(run.code == 2 && run.errors.contains("--size"), "\(run.errors)")
      #expect(run.errors.contains(output == "out" ? "8192x8192" : "8192x4320"))
    }
  }

  @Test("a script that is not there, or broken, is bad usage")
  func scripts() throws {
    show.paint(1)
    show.write("return (", to: "bad.lua")
    let picture = show.path("1.bmp")
    let missing = try render([picture, "--transition", show.path("no.lua")], to: "out")
    #expect(
      missing.code == 2
        && missing.errors.contains("no such file; looked for \(show.path("no.lua"))"))
    let bad = try render([picture, "--transition", show.path("bad.lua")], to: "out")
    #expect(bad.code == 2 && bad.errors.contains("\(show.path("bad.lua")):1: "), "\(bad.errors)")
    let dummy = ["SDL_VIDEODRIVER=dummy", "SDL_AUDIODRIVER=dummy"]
    let played = try Run([picture, "--transition", show.path("no.lua")], variables: dummy)
    #expect(played.code == 2 && played.errors.contains("no such file"))
    #expect(access(show.path("out"), F_OK) != 0)
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
