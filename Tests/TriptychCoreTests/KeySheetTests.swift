import Testing

@testable import TriptychCore

@Suite("the table of keys on a screen") struct KeySheetTests {
  private var rows: [(keys: String, summary: String)] {
    let bindings = Bindings.builtIn
    return (bindings.rows() + bindings.rows(of: .pad)).map { ($0.keys, $0.summary) }
  }

  private static let sizes = [
    Size(1280, 720), Size(1000, 700), Size(800, 600), Size(640, 480), Size(720, 1280),
    Size(1920, 1080), Size(3840, 2160), Size(3840, 600), Size(400, 3000), Size(64, 64),
  ]

  @Test("all of it fits, with letters as large as can be", arguments: sizes)
  func fits(_ size: Size) {
    let most = size.height / 34
    let sheet = KeySheet(rows, in: size, most: most)
    #expect(sheet.letters > 0 && sheet.letters <= most)
    let lines = sheet.blocks.map(\.keys.count).max() ?? 0
    #expect(Double(lines) * sheet.letters * 1.4 <= size.height + 1e-6)
    #expect(sheet.blocks.allSatisfy { $0.keys.count == $0.summaries.count && $0.keys.count > 0 })
    let widest = sheet.blocks.reduce(0) { sum, block in
      sum + (block.keys + block.summaries).map(\.count).reduce(0, max)
    }
    #expect(Double(widest) * sheet.letters * 0.56 <= size.width)
  }

  @Test("no row is lost or torn apart", arguments: sizes)
  func whole(_ size: Size) {
    let sheet = KeySheet(rows, in: size, most: 1000)
    let words = sheet.blocks.map { $0.summaries.filter { !$0.isEmpty }.joined(separator: " ") }
    #expect(words.joined(separator: " ") == rows.map(\.summary).joined(separator: " "))
    let keys = sheet.blocks.map { $0.keys.filter { !$0.isEmpty }.joined(separator: " ") }
    #expect(keys.joined(separator: " ") == rows.map(\.keys).joined(separator: " "))
    #expect(sheet.blocks.allSatisfy { $0.keys.first?.isEmpty == false })
  }

  @Test("letters of less than a fiftieth of the height are given more blocks")
  func blocks() {
    for size in [Size(1280, 720), Size(1920, 1080), Size(3840, 2160)] {
      let sheet = KeySheet(rows, in: size, most: size.height / 34)
      #expect(sheet.blocks.count > 1)
      #expect(sheet.letters >= size.height / 60)
    }
    let few = KeySheet(Array(rows.prefix(4)), in: Size(1280, 720), most: 20)
    #expect(few.blocks.count == 1 && few.letters == 20)
  }

  @Test("in pages letters can be read from 640 × 480 on, and nothing is lost", arguments: sizes)
  func pages(_ size: Size) {
    // Without the rim of a screen, as the panel has it.
    let room = Size(size.width - 4 * size.height / 60, size.height * 14 / 15)
    for scale in [0.5, 1, 3] {
      let most = size.height / 34 * scale
      let pages = KeySheet.pages(rows, in: room, most: most, next: "on")
      let letters = pages.map(\.letters)
      #expect(Set(letters).count == 1 && letters[0] <= most)
      if size.width >= 640, size.height >= 480 {
        #expect(letters[0] >= min(14, most), "\(letters) on \(pages.count) pages")
        #expect(pages.count <= 4)
      }
      var words = pages.map { page in
        page.blocks.flatMap(\.summaries).filter { !$0.isEmpty }.joined(separator: " ")
      }
      if pages.count > 1 {
        #expect(words.allSatisfy { $0.hasSuffix(" on") })
        words = words.map { String($0.dropLast(3)) }
      }
      #expect(words.joined(separator: " ") == rows.map(\.summary).joined(separator: " "))
    }
  }

  @Test("one page where that does, with no line that leads on")
  func onePage() {
    let pages = KeySheet.pages(rows, in: Size(1900, 1000), most: 1080.0 / 34, next: "on")
    #expect(pages.count == 1 && !pages[0].blocks.flatMap(\.summaries).contains("on"))
  }

  @Test("an empty table has nothing")
  func empty() {
    #expect(KeySheet.pages([], in: Size(9, 9), most: 20, next: "on").count == 1)
    let sheet = KeySheet([], in: Size(1280, 720), most: 20)
    #expect(sheet.blocks.allSatisfy { $0.keys.isEmpty })
  }
}
