import Glibc
import Testing

/// How many frames a rendering has, and which.
@Suite struct PassesOfProgram {
  private let show: RenderedShow

  init() throws {
    show = try RenderedShow()
    show.paint(3)
  }

  private func files(_ count: Int) -> [String] { (0..<count).map { show.path("\($0 + 1).bmp") } }

  private let pace = ["--duration", "1.05", "--transition-duration", "0.5", "--easing", "linear"]

  /// The demo's film, with what `options` say of it.
  private func filmList(_ lines: String, options: String) {
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    show.write(
      "\(lines)#TRIPTYCH: \(options)\n\(root)/Playlists/demo/sea.mp4\n", to: "film.m3u")
  }

  @Test("one pass goes through the last item's dwell", arguments: [(1, 11), (2, 26), (3, 42)])
  func onePass(pictures: Int, frames: Int) throws {
    // n · 1.05 s + (n − 1) · 0.5 s, at 10 frames a second, rounded up.
    let result = try show.render(files(pictures) + pace)
    #expect((result.run.code, result.lines.count, result.frameCount) == (0, frames, frames))
    #expect(result.itemsAtRest == Array(1...pictures))
    #expect(result.run.errors == "triptych: info: \(frames) frames written\n")
  }

  @Test("frames of a longer run before are left alone, and named")
  func leftovers() throws {
    _ = try show.render(files(1) + pace)
    let shorter = try show.render(files(1) + pace + ["--frames", "8"])
    #expect(shorter.run.code == 0 && shorter.frameCount == 11)
    #expect(
      shorter.run.errors.contains("also holds frame-00008.png to frame-00010.png (3)"),
      "\(shorter.run.errors)")
    let same = try show.render(files(1) + pace)
    #expect(same.run.errors == "triptych: info: 11 frames written\n")
  }

  @Test("a pass ends whatever --loop and --at-end say")
  func endless() throws {
    for words in [["--at-end", "hold"], ["--loop"], ["--loop", "3", "--at-end=hold"]] {
      let result = try show.render(files(2) + pace + words)
      #expect((result.run.code, result.lines.count) == (0, 26), "\(words)")
    }
  }

  @Test("an item that cannot be shown takes no time and is named once")
  func failed() throws {
    show.write("not a picture", to: "bad.jpg")
    let words = [files(1)[0], show.path("none.jpg"), show.path("bad.jpg"), files(2)[1]]
    let result = try show.render(words + pace)
    #expect((result.run.code, result.lines.count) == (0, 26))
    #expect(result.itemsAtRest == [1, 4])
    let warnings = result.run.errors.split(separator: "\n").filter { $0.contains("warn") }
    #expect(warnings.count == 2)
    #expect(warnings.contains { $0.contains("skipped \(show.path("none.jpg")): no such file") })
    let first = try show.render([show.path("bad.jpg")] + files(1) + pace, to: "first")
    #expect((first.run.code, first.lines.count, first.itemsAtRest) == (0, 11, [2]))
    let last = try show.render(files(1) + [show.path("bad.jpg")] + pace, to: "last")
    #expect((last.run.code, last.lines.count, last.itemsAtRest) == (0, 11, [1]))
  }

  @Test("a film at the end of a pass plays to its end")
  func film() throws {
    // It begins with the change at 1.05 s and plays 1.5 s.
    filmList("1.bmp\n", options: "start=1 end=2.5")
    let result = try show.render([show.path("film.m3u")] + pace)
    #expect((result.run.code, result.lines.count) == (0, 26))
    #expect(result.itemsAtRest == [1, 2])
    #expect(result.frame(16) != result.frame(25))
    // Alone: once through.
    filmList("", options: "start=1 end=2.5")
    #expect(try show.render([show.path("film.m3u")] + pace, to: "alone").lines.count == 15)
    // A duration is how long, whatever the film has.
    filmList("", options: "start=6 duration=1.8")
    #expect(try show.render([show.path("film.m3u")] + pace, to: "longer").lines.count == 18)
    filmList("", options: "duration=0.6")
    #expect(try show.render([show.path("film.m3u")] + pace, to: "shorter").lines.count == 6)
  }

  @Test("a film within a pass leaves so that its end is the end of the change")
  func filmBetween() throws {
    filmList("", options: "start=1 end=2.5")
    show.write(String(decoding: show.bytes("film.m3u"), as: UTF8.self) + "1.bmp\n", to: "two.m3u")
    let result = try show.render([show.path("two.m3u")] + pace)
    // 1.5 s of film, the last 0.5 s of it the change, then 1.05 s of picture.
    #expect((result.run.code, result.lines.count) == (0, 26))
    #expect(result.lines.first { $0.x > 0 }?.frame == 11)
    #expect(result.lines.first { $0.x == 1 }?.frame == 15)
  }

  @Test("--video-duration ends films")
  func videoDuration() throws {
    filmList("", options: "start=1")
    let result = try show.render([show.path("film.m3u"), "--video-duration", "0.7"])
    #expect((result.run.code, result.lines.count) == (0, 7))
  }

  @Test("--frames beyond a linear end repeats the last frame")
  func beyond() throws {
    let words = files(2) + pace + ["--loop", "no", "--frames", "30"]
    let result = try show.render(words + ["--ken-burns"])
    #expect((result.run.code, result.frameCount, result.lines.count) == (0, 30, 30))
    #expect(result.frame(25) == result.frame(29))
    #expect(result.lines[29].x == 1 && result.lines[29].time == 2.9)
  }

  @Test("--frames in a carousel goes on with the first item")
  func carousel() throws {
    let result = try show.render(files(2) + pace + ["--frames", "40"])
    #expect((result.run.code, result.frameCount, result.itemsAtRest) == (0, 40, [1, 2, 1]))
    let rounds = try show.render(files(2) + pace + ["--loop", "2", "--frames", "70"], to: "rounds")
    #expect(rounds.itemsAtRest == [1, 2, 1, 2])
  }

  @Test("--seconds is rounded up to whole frames")
  func seconds() throws {
    let result = try show.render(files(2) + pace + ["--seconds", "1.01"])
    #expect((result.run.code, result.frameCount) == (0, 11))
    #expect(try show.render(files(2) + ["--seconds", "1"], to: "whole").frameCount == 10)
    let both = try show.render(files(1) + ["--seconds", "1", "--frames", "1"])
    #expect(both.run.code == 2)
  }

  @Test("frame k shows k/fps, for a rate that is no whole number too")
  func rate() throws {
    let result = try show.render(files(2) + pace + ["--fps", "29.97"])
    // 2.6 s · 29.97 = 77.9
    #expect((result.run.code, result.lines.count) == (0, 78))
    for line in result.lines { #expect(abs(line.time - Double(line.frame) / 29.97) < 1e-12) }
    #expect(result.lines.prefix { $0.x == 0 }.count == 32)  // up to 1.05 s · 29.97 = 31.5
  }

  @Test("a folder that stands is written into; frames of before stay where no new one comes")
  func again() throws {
    let long = try show.render(files(1) + ["--frames", "3"])
    let short = try show.render(files(1) + ["--frames", "2"])
    #expect((long.run.code, short.run.code, short.frameCount) == (0, 0, 3))
  }
}
