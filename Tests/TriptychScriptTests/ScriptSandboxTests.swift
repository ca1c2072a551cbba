import Testing
import TriptychCore

@testable import TriptychScript

/// What a transition in Lua may say, and what it may not do.
@Suite struct ScriptSandboxTests {
  private let scene = Scene(size: Size(1920, 1080), gap: 50, seed: 0x8000_0000_0000_0000)

  private func script(_ body: String) throws -> ScriptTransformer {
    try ScriptTransformer(name: "t.lua", file: "t.lua", program: Array(body.utf8))
  }

  /// A script whose `place` is that.
  private func placing(_ body: String, _ more: String = "") throws -> ScriptTransformer {
    try script("return { api = 1, \(more) place = function(p, scene)\n\(body)\nend }")
  }

  private func words(_ body: String) -> String {
    do {
      _ = try script(body)
      return ""
    } catch let error as ScriptError {
      return error.words
    } catch {
      return "another error"
    }
  }

  @Test("numbers become a placement: scale and rotation about the anchor, then the shift")
  func placement() throws {
    let turned = try placing("return { x = 10, rotation = 90, scale = 0.5 }").place(0.3, in: scene)
    let map = try #require(turned).map
    // Clockwise, y down: what is right of the middle comes below it.
    let right = map.apply(Point(1920, 540))
    #expect(abs(right.x - 970) < 1e-9 && abs(right.y - (540 + 480)) < 1e-9)
    let corner = try #require(
      try placing("return { scale = 0.5, anchor_x = 0, anchor_y = 1 }").place(0.3, in: scene))
    #expect(corner.map.apply(Point(0, 1080)) == Point(0, 1080))
    #expect(corner.map.apply(Point(1920, 0)) == Point(960, 540))
  }

  @Test("corners make a perspective, clips a convex part, and nil hides the view")
  func shapes() throws {
    let leaning = try #require(
      try placing("return { corners = { 0, 0, 1000, 200, 1000, 900, 0, 1080 }, opacity = 0.5 }")
        .place(0.5, in: scene))
    #expect(leaning.opacity == 0.5)
    for (cell, screen) in [
      (Point(0, 0), Point(0, 0)), (Point(1920, 0), Point(1000, 200)),
      (Point(1920, 1080), Point(1000, 900)), (Point(0, 1080), Point(0, 1080)),
    ] {
      let found = leaning.map.apply(cell)
      #expect(abs(found.x - screen.x) < 1e-6 && abs(found.y - screen.y) < 1e-6)
    }
    let clipped = try #require(
      try placing("return { clip = { 10, 20, 100, 50 } }").place(0.5, in: scene))
    #expect(clipped.clips == [ConvexPolygon(Rect(x: 10, y: 20, width: 100, height: 50))])
    #expect(try placing("return nil").place(0.5, in: scene) == nil)
    #expect(try placing("return { scale = 0 }").place(0.5, in: scene) == nil)
  }

  @Test("a script says its axis, who is on top, and hears of the scene")
  func declarations() throws {
    let plain = try placing("return {}")
    #expect(plain.axis == .horizontal && plain.drawOrder == .nextOnTop)
    let other = try placing("return {}", "axis = 'vertical', top = 'previous',")
    #expect(other.axis == .vertical && other.drawOrder == .previousOnTop)
    let heard = try placing(
      "return { x = scene.width + scene.gap, y = scene.height, opacity = scene.chance }")
    let placement = try #require(heard.place(0.25, in: scene))
    #expect(placement.map == .shift(1970, 1080) && placement.opacity == 0.5)
  }

  @Test("what a program lacks is said with its file and line")
  func mistakes() {
    #expect(words("return 1").contains("gives back no table"))
    #expect(words("return { place = function() end }").contains("'api' must be 1"))
    #expect(words("return { api = 2, place = function() end }").contains("'api' must be 1"))
    #expect(words("return { api = 1 }").contains("'place' must be a function"))
    #expect(words("return { api = 1, axis = 3, place = function() end }").contains("'axis'"))
    #expect(words("local a = 1\nlocal b = = 2").hasPrefix("t.lua:2:"))
    #expect(words("\n\nerror('no')").hasPrefix("t.lua:3: no"))
    #expect(words("\u{1B}Lua").contains("binary"))
  }

  @Test(
    "a script that fails is a crossfade from then on, and says why once",
    arguments: [
      ("local a = nil + 1", "t.lua:2:"), ("return 7", "gives back a table"),
      ("return { x = 'far' }", "'x' must be a number"), ("return { x = 0/0 }", "out of all bounds"),
      ("return { x = 1e300 }", "out of all bounds"), ("return { clip = { 1, 2, 3 } }", "'clip'"),
      ("return { clip = { 0, 0, 100, 0, 10, 10, 0, 100 } }", "convex"),
      ("return { corners = { 0, 0, 1, 1 } }", "8 numbers"),
      ("return { corners = { 0, 0, 100, 100, 100, 0, 0, 100 } }", "convex"),
      ("error({})", "without a word"), ("error()", "without a word"),
    ])
  func failures(body: String, words: String) throws {
    let script = try placing(body, "axis = 'vertical', top = 'previous',")
    let crossfade = try #require(ScriptTransformer.fallback)
    #expect(script.place(0.5, in: scene) == crossfade.place(0.5, in: scene))
    #expect(script.drawOrder == .nextOnTop)
    let failure = try #require(script.takeFailure())
    #expect(failure.words.contains(words), "\(failure.words)")
    #expect(failure.words.hasPrefix("t.lua"), "\(failure.words)")
    #expect(script.place(-0.5, in: scene) == crossfade.place(-0.5, in: scene))
    #expect(script.takeFailure() == nil)
  }

  @Test(
    "no script goes on for ever, eats the memory or reaches outside",
    arguments: [
      "while true do end", "local function f() return f() end f()",
      "local function f() f() end f()", "repeat until false",
      "local t = {} for i = 1, 1e9 do t[i] = i end", "local s = 'x' while true do s = s .. s end",
      "for i = 1, 1e9 do local t = { i, { i } } end",
      "local t = {} t.t = t for k, v in pairs(t) do while true do end end",
      "pcall(function() while true do end end)", "setmetatable({}, { __gc = function() end })",
      "io.write('x')", "os.exit(1)", "os.execute('true')", "require('os')", "dofile('/etc/passwd')",
      "loadfile('/etc/passwd')", "load('return 1')()", "string.rep('x', 1e9)", "('x'):rep(1e9)",
      "string.find(('a'), '.-.-.-b')", "('a'):gsub('a', 'b')", "table.move({}, 1, 1e9, 2)",
      "return { x = math.random() }", "collectgarbage('stop')", "string.dump(print)",
      "debug.sethook()", "coroutine.create(print)", "package.loadlib('x', 'y')",
      "table.concat({}, 'x', 1, 1e9)", "table.unpack({}, 1, 1e8)", "string.format('%99999d', 1)",
      "error(setmetatable)", "goto top ::top:: goto top",
    ])
  func attacks(body: String) throws {
    let script: ScriptTransformer
    do {
      script = try placing(body)
    } catch is ScriptError {
      return  // refused when it was read: as good
    }
    _ = script.place(0.5, in: scene)
    #expect(script.takeFailure() != nil)
  }

  @Test("a program that does not end while it is read is refused")
  func endlessStart() {
    #expect(words("while true do end").contains("too many steps"))
    #expect(words("local s = 'x' while true do s = s .. s end").contains("memory"))
  }

  @Test("bytes at random are no program, and no harm")
  func garbage() {
    var generator = Generator(state: 5)
    let pieces = [
      "return", "{", "}", "api = 1", ",", "place", "=", "function(p)", "end", "(", ")", "\n", "p",
      "for", "do", "while", "..", "'", "[[", "--", "1e9", "local", "\0", "\u{FF}", "nil", "#", "~",
    ]
    for _ in 0..<3000 {
      let count = Int(generator.next() % 30)
      let text = (0..<count).map { _ in pieces[Int(generator.next() % UInt64(pieces.count))] }
      if let script = try? script(text.joined(separator: " ")) {
        _ = script.place(0.5, in: scene)
      }
    }
  }
}

/// xorshift64* (Marsaglia 2003; Vigna 2016).
private struct Generator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return (state &* 0x2545_F491_4F6C_DD1D) >> 16
  }
}
