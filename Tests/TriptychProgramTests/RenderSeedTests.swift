import Glibc
import Testing

/// DESIGN section 4, "Seed transitions", written once more: where a view at p stands.
private struct Formula {
  /// As given to `--transition`.
  let name: String
  let isVertical: Bool
  let kind: String

  init(_ name: String) {
    self.name = name
    isVertical = name.hasPrefix("vertical-")
    kind = String(name.drop { $0 != "-" }.dropFirst())
  }

  var previousOnTop: Bool { kind == "slide-in" }

  /// Scale about the centre, and the shift along the axis.
  func stand(_ p: Double, length: Double, gap: Double) -> (scale: Double, shift: Double) {
    let page = (length + gap) * p
    switch kind {
    case "slide-out": return p >= 0 ? (1, page) : (p < -0.5 ? 0.9 : 1 + 0.2 * p, 0)
    case "slide-in": return p <= 0 ? (1, page) : (p > 0.5 ? 0.9 : 1 - 0.2 * p, 0)
    case "zoom-in-out": return (max(0.5, 1 - 0.5 * abs(p)), (0.75 * length + gap) * p)
    default: return (1, page)
    }
  }

  /// m11 … m33.
  func map(_ p: Double, width: Double, height: Double) -> [Double] {
    let gap = 50 * height / 1080
    let (s, shift) = stand(p, length: isVertical ? height : width, gap: gap)
    let dx = width / 2 * (1 - s) + (isVertical ? 0 : shift)
    let dy = height / 2 * (1 - s) + (isVertical ? shift : 0)
    return [s, 0, dx, 0, s, dy, 0, 0, 1]
  }
}

private let seeds = ["horizontal", "vertical"].flatMap { axis in
  ["move-in-out", "slide-out", "slide-in", "zoom-in-out"].map { axis + "-" + $0 }
}

/// The path of the `ffmpeg` program, which reads frames for the tests; nil: not installed.
private let ffmpeg: String? = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"].first { (path: String) in
  access(path, X_OK) == 0
}

@Suite struct SeedTransitionsOfProgram {
  private let show: RenderedShow
  private let width = 192
  private let height = 108

  init() throws {
    show = try RenderedShow()
    // Slopes, so that a shift by a part of a pixel shows; as large as the cell, so that nothing
    // is scaled on the way.
    show.picture("a.bmp", width, height) { (UInt8($0), UInt8(2 * $1), 20) }
    show.picture("b.bmp", width, height) { (UInt8(255 - $0), UInt8(2 * $1), 220) }
    show.paint(1)
  }

  private func render(_ transition: String, to name: String = "out") throws -> Rendering {
    let files = ["a.bmp", "b.bmp", "1.bmp"].map { show.path($0) }
    return try show.render(
      files + [
        "--easing", "linear", "--duration", "2", "--transition", transition,
        "--transition-duration", "1", "--size", "\(width)x\(height)", "--frames", "30",
      ], to: name)
  }

  @Test("every line of a seed transition's trace is what its formula says", arguments: seeds)
  func formulas(name: String) throws {
    let formula = Formula(name)
    let result = try render(name)
    #expect((result.run.code, result.lines.count) == (0, 30))
    #expect(result.lines.map(\.frame) == Array(0..<30))
    for line in result.lines {
      let t = Double(line.frame) / 10
      let x = line.frame <= 20 ? 0 : t - 2
      #expect(line.time == t && abs(line.x - x) < 1e-12)
      #expect(line.current == (x < 0.5 ? 0 : 1))
      let order = line.frame <= 20 ? [0] : formula.previousOnTop ? [1, 0] : [0, 1]
      #expect(line.views.map(\.place) == order)
      for view in line.views {
        #expect(view.item == view.place + 1 && view.opacity == 1)
        #expect(abs(view.p - (Double(view.place) - x)) < 1e-12)
        let wanted = formula.map(view.p, width: Double(width), height: Double(height))
        for (number, want) in zip(view.map, wanted) { #expect(abs(number - want) < 1e-9) }
      }
    }
    #expect(result.lines[25].words[1...3] == ["2.5", "0.5", "1"])
    if ffmpeg != nil { try comparePixels(result, formula, frame: 25) }
  }

  @Test("frames are read by the ffmpeg program", .enabled(if: ffmpeg != nil))
  func reader() throws {
    let result = try render("cut")
    let pixels = try decode(result.name(0))
    #expect(pixels.count == width * height * 3)
    #expect(Array(pixels.prefix(6)) == [0, 0, 20, 1, 0, 20])
  }

  /// Each pixel that no edge touches shows the topmost view's own at that point, ±1.
  private func comparePixels(_ result: Rendering, _ formula: Formula, frame: Int) throws {
    let pixels = try decode(result.name(frame))
    try #require(pixels.count == width * height * 3)
    let (w, h) = (Double(width), Double(height))
    var (wrong, compared) = (0, 0)
    for index in 0..<(width * height) {
      let (column, row) = (Double(index % width) + 0.5, Double(index / width) + 0.5)
      guard
        let want = color(
          at: (column, row),
          result.lines[frame].views.reversed().map { view in
            (view.item, formula.map(view.p, width: w, height: h))
          })
      else { continue }
      compared += 1
      let got = (0..<3).map { Double(pixels[3 * index + $0]) }
      if zip(got, want).contains(where: { abs($0 - $1) > 1 }) { wrong += 1 }
    }
    #expect(wrong == 0, "\(wrong) of \(compared) pixels of frame \(frame)")
    #expect(compared > width * height * 9 / 10)
  }

  /// What a point shows, the topmost view first; nil within a pixel of a view's edge.
  private func color(at point: (Double, Double), _ views: [(item: Int, map: [Double])]) -> [Double]?
  {
    let (w, h) = (Double(width), Double(height))
    for (item, map) in views {
      let (u, v) = ((point.0 - map[2]) / map[0], (point.1 - map[5]) / map[4])
      let depth = min(min(u, w - u), min(v, h - v))
      // Two pixels: a smaller picture mixes its own neighbours.
      if abs(depth) < 2 { return nil }
      if depth < 0 { continue }
      return item == 1 ? [u - 0.5, 2 * v - 1, 20] : [255 - u + 0.5, 2 * v - 1, 220]
    }
    return [0, 0, 0]
  }

  private func decode(_ path: String) throws -> [UInt8] {
    let program = try #require(ffmpeg)
    let raw = path + ".rgb"
    let words = [
      program, "-nostdin", "-loglevel", "error", "-y", "-i", path, "-f", "rawvideo", "-pix_fmt",
      "rgb24", raw,
    ]
    var arguments = words.map { strdup($0) } + [nil]
    defer { for text in arguments { free(text) } }
    var child: pid_t = 0
    try #require(posix_spawn(&child, program, nil, nil, &arguments, environ) == 0)
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1, errno == EINTR {}
    return readFile(raw)
  }

  @Test("two runs give the same files")
  func same() throws {
    let first = try render("horizontal-zoom-in-out", to: "first")
    let second = try render("horizontal-zoom-in-out", to: "second")
    #expect(first.trace == second.trace && !first.trace.isEmpty)
    for frame in 0..<30 {
      #expect(first.frame(frame) == second.frame(frame) && !first.frame(frame).isEmpty)
    }
  }

  @Test("at 1920x1080 half of the change is at t = 2.5 exactly, and the gap is 50 pixels")
  func fullSize() throws {
    let result = try show.render([
      show.path("a.bmp"), show.path("b.bmp"), "--easing", "linear", "--duration", "2",
      "--transition", "horizontalMoveInOut", "--transition-duration", "1", "--size", "1920x1080",
      "--fps", "0.4", "--frames", "2",
    ])
    #expect(result.run.code == 0)
    #expect(
      result.trace == """
        0 0 0 0 0 1 0 1 1 0 0 0 1 0 0 0 1
        1 2.5 0.5 1 0 1 -0.5 1 1 0 -985 0 1 0 0 0 1 1 2 0.5 1 1 0 985 0 1 0 0 0 1

        """)
  }

  @Test("numbers of a trace are the shortest that read back alike")
  func numbers() throws {
    let result = try render("vertical-slide-out")
    for word in result.lines.flatMap(\.words) {
      let number = try #require(Double(word))
      let shortest = "\(number)"
      #expect(word == (shortest.hasSuffix(".0") ? String(shortest.dropLast(2)) : shortest))
      #expect(word != "-0")
    }
  }
}
