import Testing

@testable import TriptychWire

@Suite struct TextTests {
  private func request(
    _ text: String, size: UInt32 = 40, maxWidth: UInt32 = 600, centered: Bool = false,
    lines: UInt32 = 0
  ) -> TextRequest {
    TextRequest(
      text: text, size: size, color: 0xFF8000, maxWidth: maxWidth, centered: centered,
      lines: lines)
  }

  /// A worker, or nil where no font is installed.
  private func session() throws -> Session? {
    let session = try Session(.text, slotBytes: 4 << 20)
    if case .failed(.unsupported, _) = try session.text(request("a")) { return nil }
    return session
  }

  private func set(_ session: Session, _ request: TextRequest) throws -> Pixels {
    guard case .picture(let pixels) = try session.text(request) else {
      throw Session.Broken(what: "no text came")
    }
    return pixels
  }

  /// Means of alpha in the left and the right half.
  private func weights(_ pixels: Pixels) -> (left: Int, right: Int) {
    var (left, right) = (0, 0)
    for y in 0..<pixels.height {
      for x in 0..<pixels.width {
        if x < pixels.width / 2 { left += pixels.alpha(x, y) } else { right += pixels.alpha(x, y) }
      }
    }
    return (left, right)
  }

  @Test func `letters come premultiplied in their colour on a transparent ground`() throws {
    guard let session = try session() else { return }
    let pixels = try set(session, request("Hello"))
    #expect(!pixels.isOpaque)
    #expect((30...80).contains(pixels.height))
    #expect(pixels.alpha(0, 0) == 0)
    var strongest = 0
    for y in 0..<pixels.height {
      for x in 0..<pixels.width {
        let alpha = pixels.alpha(x, y)
        strongest = max(strongest, alpha)
        let color = pixels.color(x, y)
        #expect(color.allSatisfy { $0 <= alpha })
        if alpha == 255 { #expect(distance([color], [[255, 128, 0]]) <= 1) }
      }
    }
    #expect(strongest == 255)
  }

  @Test func `lines break at the width`() throws {
    guard let session = try session() else { return }
    let text = "one two three four five six seven eight nine ten"
    let wide = try set(session, request(text, size: 20, maxWidth: 2000))
    let narrow = try set(session, request(text, size: 20, maxWidth: 120))
    #expect(narrow.width <= 125)
    #expect(narrow.height > 3 * wide.height)
  }

  @Test func `what is larger than was asked is cut off`() throws {
    guard let session = try session() else { return }
    var request = request("a long table\n" + String(repeating: "a row\n", count: 90), size: 20)
    request.maxHeight = 300
    let pixels = try set(session, request)
    #expect(pixels.height == 300 && pixels.width <= 600)
    request = self.request("W", size: 200, maxWidth: 20)
    #expect(try set(session, request).width == 20)
  }

  @Test func `a line feed ends a line`() throws {
    guard let session = try session() else { return }
    let one = try set(session, request("a"))
    let two = try set(session, request("a\na"))
    #expect(two.height > one.height * 3 / 2)
  }

  @Test func `short lines stand at the start side of their script, or centred`() throws {
    guard let session = try session() else { return }
    let wide = "mmmmmmmmmmmm"
    let left = try weights(set(session, request(wide + "\n.......")))
    #expect(left.left > left.right)
    let centred = try weights(set(session, request(wide + "\n.......", centered: true)))
    #expect(abs(centred.left - centred.right) * 20 < centred.left + centred.right)
    // Hebrew: the short line hangs on the right.
    let hebrew = try weights(set(session, request("שששששששששש\nששש")))
    #expect(hebrew.right > hebrew.left)
  }

  @Test func `a text that is longer than its lines ends with an ellipsis`() throws {
    guard let session = try session() else { return }
    let long = "one two three four five six seven eight nine ten"
    let all = try set(session, request("x", size: 20))
    for (lines, text) in [(1, long), (2, long), (1, long + "\n" + long), (2, "שלום " + long)] {
      let cut = try set(
        session, request(text, size: 20, maxWidth: 120, lines: UInt32(lines)))
      #expect(cut.width <= 125 && cut.height <= all.height * lines + 4, "\(lines): \(cut.height)")
      #expect(cut.height > all.height * (lines - 1) + 4, "\(lines): \(cut.height)")
    }
    let short = try set(session, request("one", size: 20, maxWidth: 600, lines: 1))
    let free = try set(session, request("one", size: 20, maxWidth: 600))
    #expect(short.width == free.width, "what fits is not cut")
  }

  @Test func `characters that no font has are named, each once, before the text`() throws {
    guard let session = try session() else { return }
    // Never assigned to anything, and not for private use.
    let answer = try session.text(request("a\u{2FE0}b\u{2FE0}c\u{2FE1}"))
    guard case .picture = answer else { throw Session.Broken(what: "\(answer)") }
    #expect(session.missing.map(\.character) == ["\u{2FE0}", "\u{2FE1}"])
    #expect(session.missing.allSatisfy { $0.script == "Zzzz" })
    _ = try set(session, request("abc"))
    #expect(session.missing.isEmpty)
    let many = String(String.UnicodeScalarView((0x870...0x8FF).compactMap(Unicode.Scalar.init)))
    _ = try session.text(request(many + String(repeating: "\u{2FE0}", count: 500)))
    #expect(session.missing.count <= WireLimit.missingGlyphs)
  }

  @Test func `a text that is too large for the slot is refused`() throws {
    guard let session = try session() else { return }
    let answer = try session.text(request("HUGE TEXT", size: 1000, maxWidth: 16_000))
    guard case .failed(.badRequest, _) = answer else {
      Issue.record("\(answer)")
      return
    }
  }

  @Test func `a text worker decodes no pictures`() throws {
    let session = try Session(.text)
    let answer = try session.picture(
      [1, 2, 3], PixelRequest(cellWidth: 10, cellHeight: 10, fit: .contain))
    guard case .failed(.badRequest, _) = answer else {
      Issue.record("\(answer)")
      return
    }
  }

  @Test func `odd texts are set, not feared`() throws {
    guard let session = try session() else { return }
    for text in [
      "", "\n\n", "\u{0}a", "🙂👩‍👩‍👧‍👦", "e\u{301}\u{302}\u{303}", "\u{202E}abc", "ﷺ", "1\u{2028}2",
    ] {
      _ = try set(session, request(text))
    }
  }
}
