import Glibc
import Testing

/// How the program ends, and what it says.
@Suite struct EndsOfProgram {
  private let show: RenderedShow

  init() throws {
    show = try RenderedShow()
    show.paint(2)
  }

  /// Code and standard error with the folder's path as `DIR`.
  private func end(_ words: [String], _ variables: [String] = []) throws -> String {
    let run = try Run(words, variables: variables)
    var text = ""
    var rest = run.errors[...]
    while let found = rest.firstRange(of: show.folder) {
      text += rest[..<found.lowerBound] + "DIR"
      rest = rest[found.upperBound...]
    }
    return "\(run.code) \(text)\(rest)"
  }

  private func render(_ words: [String]) throws -> String {
    try end(["render", "--size", "32x18", "--frames", "1"] + words)
  }

  @Test("1: nothing playable")
  func nothing() throws {
    let (none, out) = (show.path("none.jpg"), ["--output", show.path("out")])
    let skipped = "1 triptych: warn: skipped DIR/none.jpg: no such file\n"
    let error = "triptych: error: nothing of the list can be shown\n"
    #expect(try render([none] + out) == skipped + error)
    #expect(
      try end(["--log-level", "error", none], dummy)
        == "1 triptych: error: ending: nothing of the list can be shown\n")
    show.write("", to: "empty.m3u")
    #expect(
      try render([show.path("empty.m3u")] + out).hasSuffix(
        "triptych: error: nothing to show: the list is empty\n"))
  }

  @Test("1: what is to be written cannot be")
  func unwritable() throws {
    let picture = show.path("1.bmp")
    #expect(
      try render([picture, "--output", show.path("none/out")])
        == "1 triptych: error: --output DIR/none/out: No such file or directory\n")
    #expect(
      try render([picture, "--output", picture])
        == "1 triptych: error: --output DIR/1.bmp: Not a directory\n")
    #expect(
      try render([picture, "--output", show.path("out"), "--trace", show.path("none/t")])
        == "1 triptych: error: --trace DIR/none/t: No such file or directory\n")
    #expect(
      try render([picture, "--output", show.path("out"), "--trace", "/dev/full"])
        == "1 triptych: error: --trace /dev/full: No space left on device\n")
    mkdir(show.path("taken"), 0o700)
    mkdir(show.path("taken/frame-00000.png"), 0o700)
    #expect(
      try render([picture, "--output", show.path("taken")])
        == "1 triptych: error: DIR/taken/frame-00000.png: Is a directory\n")
  }

  @Test("1: a script that fails while frames are rendered; they stay")
  func script() throws {
    let text = """
      return { api = 1, place = function(p, scene)
        if math.abs(p) > 0.5 then error("no further") end
        return { x = p * scene.width }
      end }
      """
    show.write(text, to: "bad.lua")
    show.write("1.bmp\n#TRIPTYCH: transition=bad.lua\n2.bmp\n", to: "list.m3u")
    let timing = ["--duration", "0.2", "--transition-duration", "1"]
    let failed = try show.render(timing + [show.path("list.m3u")])
    #expect(failed.run.code == 1)
    let errors = failed.run.errors.split(separator: "\n").filter { $0.contains("error: ") }
    #expect(errors.count == 1, "\(errors)")
    #expect(errors.allSatisfy { $0.contains("bad.lua:2: ") && $0.contains("no further") })
    show.write("1.bmp\n2.bmp\n", to: "list.m3u")
    let good = try show.render(timing + [show.path("list.m3u")], to: "good")
    #expect(good.run.code == 0 && good.frameCount > 10)
    #expect(failed.frameCount == good.frameCount)
  }

  @Test("1: a check that failed")
  func check() throws {
    show.write("1.bmp\nnone.jpg\n", to: "list.m3u")
    let good = try Run(["check", show.path("list.m3u")])
    #expect(
      good.code == 0 && good.output.hasSuffix("list.m3u:2:1: warning: none.jpg: no such file\n"))
    let bad = try Run(["check", show.path("none.m3u")])
    #expect((bad.code, bad.output) == (1, "\(show.path("none.m3u")):1:1: error: no such file\n"))
  }

  @Test("2: bad usage")
  func usage() throws {
    let error = "2 triptych: error: "
    #expect(
      try render([show.path("1.bmp"), "--output", "o", "--transition", "crosfade"])
        == error
        + "--transition: 'crosfade' is not a transition (triptych transitions lists them) or a "
        + "file that ends in .lua; did you mean crossfade?\n")
    #expect(
      try render([show.path("1.bmp")])
        == error + "render needs --output DIR: a folder for the pictures\n")
    #expect(
      try render(["--output", "o"]) == error + "render needs a PATH: what is to be rendered\n")
    show.write("\ntransition = wype\n", to: "bad.conf")
    #expect(
      try end(["--config", show.path("bad.conf"), show.path("1.bmp")], dummy)
        == error + "DIR/bad.conf:2: transition: 'wype' is not a transition (triptych transitions "
        + "lists them) or a file that ends in .lua; did you mean wipe?\n")
  }

  @Test("3: no display")
  func noDisplay() throws {
    #expect(
      try end([show.path("1.bmp")], ["SDL_VIDEODRIVER=x11"])
        == "3 triptych: error: no display: x11 not available. Start it in an X or Wayland session "
        + "(DISPLAY or WAYLAND_DISPLAY set), or on a console as a user in the groups video and "
        + "input, with a /dev/dri/card*\n")
    let named = try end([show.path("1.bmp")], ["SDL_VIDEODRIVER=x11", "DISPLAY=:999"])
    #expect(
      named.hasPrefix("3 triptych: error: no display at DISPLAY=:999: x11 not available. Start"),
      "\(named)")
  }

  private let dummy = ["SDL_VIDEODRIVER=dummy", "SDL_AUDIODRIVER=dummy"]
}
