import Glibc
import Testing

/// Options and lists, by what they change in a rendering.
@Suite struct OptionsOfProgram {
  private let show: RenderedShow

  init() throws {
    show = try RenderedShow()
    show.paint(4)
  }

  private func path(_ index: Int) -> String { show.path("\(index).bmp") }

  private var four: [String] { (1...4).map { path($0) } }

  private let pace = [
    "--duration", "0.4", "--transition-duration", "0.2", "--easing", "linear",
  ]

  /// The colour that fills most of a frame is decided by the picture, so equal frames mean equal
  /// settings.
  private func frame(_ words: [String], _ index: Int = 0) throws -> [UInt8] {
    let result = try show.render(words + ["--frames", "\(index + 1)"], to: "frame")
    #expect(result.run.code == 0, "\(result.run.errors)")
    return result.frame(index)
  }

  @Test("--shuffle deals each item once, by the seed alone")
  func shuffle() throws {
    let words = four + pace + ["--shuffle", "--seed"]
    let first = try show.render(words + ["1"])
    #expect(first.itemsAtRest.sorted() == [1, 2, 3, 4])
    #expect(try show.render(words + ["1"], to: "again").trace == first.trace)
    let orders = try (2...6).map { try show.render(words + ["\($0)"]).itemsAtRest }
    #expect(Set(orders).count > 1)
    // Without a seed: 0, so that the same words give the same files.
    let plain = try show.render(four + pace + ["--shuffle"])
    #expect(try show.render(words + ["0"], to: "again").trace == plain.trace)
  }

  @Test("--transition random is another at each change, by the seed alone")
  func random() throws {
    let words = four + pace + ["--transition", "random", "--seed"]
    let first = try show.render(words + ["1"])
    #expect(try show.render(words + ["1"], to: "again").trace == first.trace)
    #expect(try show.render(words + ["2"], to: "other").trace != first.trace)
  }

  @Test("--screen-rotate lays the show out upright and writes what the display would get")
  func screenRotate() throws {
    let color: (Int, Int) -> (UInt8, UInt8, UInt8) = { x, y in
      (UInt8(13 * x), UInt8(7 * y), UInt8((5 * x + 3 * y) % 256))
    }
    // Upright for the viewer, and as it lies on the display.
    show.picture("upright.bmp", 18, 32, color)
    show.picture("quarter.bmp", 32, 18) { x, y in color(y, 31 - x) }
    show.picture("three.bmp", 32, 18) { x, y in color(17 - y, x) }
    show.picture("half.bmp", 18, 32) { x, y in color(17 - x, 31 - y) }
    let upright = [show.path("upright.bmp")]
    let turned = try frame(upright + ["--screen-rotate", "90"])
    let quarter = try frame([show.path("quarter.bmp")])
    #expect(!turned.isEmpty && turned == quarter)
    let three = try frame(upright + ["--screen-rotate", "270"])
    #expect(try three == frame([show.path("three.bmp")]))
    let tall = ["--size", "18x32"]
    let half = try frame(upright + tall + ["--screen-rotate", "180"])
    #expect(try half == frame([show.path("half.bmp")] + tall))
    let traced = try show.render(
      four + pace + ["--screen-rotate", "90", "--transition", "cover:left", "--frames", "6"])
    // Half way the next one is half a viewer's width away, not half of the display's.
    let next = try #require(traced.lines[5].views.last)
    #expect(abs(next.map[2] - (18 + 50 * 32 / 1080.0) * next.p) < 1e-9)
  }

  @Test("--start-at takes a number or a name, and a pass goes from there to the end")
  func startAt() throws {
    #expect(try show.render(four + pace + ["--start-at", "3"]).itemsAtRest == [3, 4])
    #expect(try show.render(four + pace + ["--start-at", "2.bmp"]).itemsAtRest == [2, 3, 4])
    let result = try show.render(four + pace + ["--start-at", "3", "--frames", "2"])
    #expect(result.lines[0].views[0].place == 0 && result.lines[0].current == 0)
  }

  @Test("an item's own options stand above those of the list, and those above the show's")
  func itemOptions() throws {
    show.write(
      """
      #EXTM3U
      #TRIPTYCH-DEFAULTS: duration=0.5 transition-duration=0.3
      1.bmp
      #TRIPTYCH: transition=cut duration=0.2
      2.bmp
      #TRIPTYCH: transition=horizontal-move-in-out transition-duration=0.4 easing=linear
      3.bmp
      #EXTINF:0.7,Four
      4.bmp
      """, to: "list.m3u")
    let result = try show.render([
      show.path("list.m3u"), "--duration", "9", "--transition-duration", "2", "--gap", "0",
    ])
    // 0.5, cut, 0.2, 0.4, 0.5, 0.3, and the default of the list stands before EXTINF's dwell:
    // both are the item's, the option by name comes first.
    #expect(result.run.code == 0)
    #expect(result.itemsAtRest == [1, 2, 3, 4])
    #expect(result.lines.first { $0.x > 0 }?.frame == 5)
    #expect(result.lines[5].x == 1)
    #expect(result.lines.first { $0.x > 1 }?.frame == 8)
    #expect(result.lines[9].views.map { $0.map[2] } == [-16, 16])
    #expect(result.lines.first { $0.x == 2 }?.frame == 11)
    #expect(result.lines.first { $0.x > 2 }?.frame == 17)
    #expect(result.lines[17].views.map(\.opacity)[1] < 1)
  }

  @Test("EXTINF is a picture's dwell")
  func dwell() throws {
    show.write("#EXTINF:0.3,One\n1.bmp\n#EXTINF:0,Two\n2.bmp\n", to: "list.m3u")
    let result = try show.render([show.path("list.m3u")] + pace)
    // 0.3, 0.2, 0.4.
    #expect((result.lines.count, result.itemsAtRest) == (9, [1, 2]))
  }

  @Test("lists within lists are unrolled at their place")
  func nested() throws {
    show.write("2.bmp\n3.bmp\n", to: "inner.m3u")
    show.write("1.bmp\ninner.m3u\n4.bmp\n", to: "outer.m3u")
    let result = try show.render([show.path("outer.m3u")] + pace)
    #expect(result.itemsAtRest == [1, 2, 3, 4])
    #expect(result.frame(result.lines.count - 1) == (try frame([path(4)])))
  }

  @Test("a list comes by standard input, with line ends or NUL between its entries")
  func standardInput() throws {
    let lines = try show.render(["-"] + pace, input: "\(path(2))\n\(path(1))\n")
    #expect((lines.run.code, lines.itemsAtRest) == (0, [1, 2]))
    #expect(lines.frame(0) == (try frame([path(2)])))
    show.write(show.bytes("3.bmp"), to: "a\nb.bmp")
    let nul = try show.render(
      ["-0", "-"] + pace, input: "\(show.path("a\nb.bmp"))\u{0}\(path(1))\u{0}")
    #expect((nul.run.code, nul.itemsAtRest) == (0, [1, 2]))
    #expect(nul.frame(0) == (try frame([path(3)])))
  }

  @Test("--playlist reads a file as a list whatever its name; a folder is shown in its order")
  func kinds() throws {
    show.write("4.bmp\n1.bmp\n", to: "list.data")
    let list = try show.render(["--playlist", show.path("list.data")] + pace)
    #expect((list.run.code, list.itemsAtRest) == (0, [1, 2]))
    #expect(list.frame(0) == (try frame([path(4)])))
    let other = try RenderedShow()
    other.paint(2)
    other.write(show.bytes("3.bmp"), to: "10.bmp")
    // By time of change: 10.bmp, which is older than all.
    let old = [timespec](repeating: timespec(tv_sec: 1_000_000_000, tv_nsec: 0), count: 2)
    utimensat(AT_FDCWD, other.path("10.bmp"), old, 0)
    let aged = try show.render([other.folder, "--order", "mtime"] + pace)
    #expect(aged.frame(0) == (try frame([path(3)])))
    let folder = try show.render([other.folder] + pace)
    #expect((folder.run.code, folder.itemsAtRest) == (0, [1, 2, 3]))
    #expect(folder.frame(folder.lines.count - 1) == (try frame([path(3)])))
  }

  @Test("--ken-burns moves a picture, each time alike; films and the rest stand")
  func kenBurns() throws {
    show.picture("slope.bmp", 64, 36) { (UInt8(4 * $0), UInt8(7 * $1), 0) }
    let words = [show.path("slope.bmp"), "--duration", "1"]
    let first = try show.render(words + ["--ken-burns"])
    let second = try show.render(words + ["--ken-burns"], to: "second")
    #expect(first.lines.count == 10 && first.frame(0) != first.frame(9))
    for index in 0..<10 { #expect(first.frame(index) == second.frame(index)) }
    // The trace is the transformer's alone.
    #expect(first.lines.allSatisfy { $0.views[0].map == [1, 0, 0, 0, 1, 0, 0, 0, 1] })
    let other = try show.render(words + ["--ken-burns", "--seed", "9"], to: "other")
    #expect(other.frame(9) != first.frame(9))
    let still = try show.render(words, to: "still")
    #expect(still.frame(0) == still.frame(9))
  }

  @Test("--fit, --background and --gap change the picture")
  func looks() throws {
    show.picture("tall.bmp", 10, 40) { (UInt8(20 * $0), UInt8(6 * $1), 90) }
    let tall = [show.path("tall.bmp")]
    let modes = ["contain", "cover", "stretch", "none", "blur"]
    #expect(Set(try modes.map { try frame(tall + ["--fit", $0]) }).count == 5)
    // With blurred bars nothing of the background is seen.
    let blurred = tall + ["--fit", "blur"]
    #expect(try frame(blurred + ["--background", "#ffffff"]) == (try frame(blurred)))
    show.write("#TRIPTYCH: fit=blur\ntall.bmp\n", to: "blur.m3u")
    #expect(try frame([show.path("blur.m3u")]) == (try frame(blurred)))
    #expect(try frame(tall + ["--fit", "auto"]) == (try frame(tall)))
    #expect(try frame(tall + ["--background", "#204060"]) != (try frame(tall)))
    show.write("#TRIPTYCH: fit=cover\ntall.bmp\n", to: "fit.m3u")
    #expect(try frame([show.path("fit.m3u")]) == (try frame(tall + ["--fit", "cover"])))
    show.write("#TRIPTYCH: background=#204060\ntall.bmp\n", to: "ground.m3u")
    #expect(
      try frame([show.path("ground.m3u")]) == (try frame(tall + ["--background", "#204060"])))
    let push = [path(1), path(2)] + pace + ["--transition", "horizontal-move-in-out"]
    let half = try show.render(push + ["--gap", "108"]).lines[5]
    // 108 pixels of 1080 are 1.8 of 18.
    #expect(half.views.map { $0.map[2] } == [-16.9, 16.9])
  }

  @Test("--easing shapes the change")
  func easing() throws {
    let words = [path(1), path(2), "--duration", "1", "--transition-duration", "0.4", "--easing"]
    func middle(_ name: String) throws -> Double { try show.render(words + [name]).lines[11].x }
    // A quarter of the time; cubic.
    #expect(abs(try middle("linear") - 0.25) < 1e-12)
    #expect(abs(try middle("ease-in") - 0.015625) < 1e-12)
    #expect(abs(try middle("ease-out") - 0.578125) < 1e-12)
    #expect(abs(try middle("ease-in-out") - 0.0625) < 1e-12)
  }

  @Test("a configuration file says the same as the command line, which wins")
  func configuration() throws {
    show.write("size = 48x27\nduration = 0.5\nfps = 20\n", to: "my.conf")
    let run = try Run([
      "render", path(1), "--config", show.path("my.conf"), "--output", show.path("c"), "--trace",
      show.path("c.trace"), "--fps", "10",
    ])
    #expect(run.code == 0 && run.errors == "triptych: info: 5 frames written\n")
  }
}
