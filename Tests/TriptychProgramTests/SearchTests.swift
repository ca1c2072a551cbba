import Testing
import TriptychCore
import TriptychFiles

@testable import TriptychApp

@Suite struct SearchTests {
  private func at(_ seconds: Int) -> Instant { Instant(.seconds(seconds)) }

  @Test(
    "a kiosk with nothing to show looks again after 5 s, then less often, down to once a minute")
  func pauses() {
    var search = Search()
    var looked: [Int] = []
    for second in 0...300 where search.looks(at: at(second)) { looked.append(second) }
    #expect(looked == [5, 15, 35, 75, 135, 195, 255])
    search.rest()
    #expect(search.due == nil)
    let looks = search.looks(at: at(400))
    #expect(!looks && search.due == at(405))
  }

  @Test("a search does not tell again what is wrong with the list; a person who asks is told")
  func problems() {
    var search = Search()
    var told = ["a", "b"].map { search.tells($0) }
    search.isReading = true
    told += ["a", "c", "c"].map { search.tells($0) }
    search.isReading = false
    told += ["a"].map { search.tells($0) }
    #expect(told == [true, true, false, true, false, true])
  }

  @Test("who sets a display up is told why nothing is shown, and which stick to use")
  func firstCard() {
    let paths = ["/media", "/more", "/file.png"].map { NamedPath(bytes: Array($0.utf8)) }
    let kinds: [ItemList.Finding.Kind] = [.empty, .missing]
    let findings = zip(paths, kinds).map { ItemList.Finding(path: $0.bytes, kind: $1) }
    let lines = nothingToShow(
      paths, reason: "damaged", Words(language: .de), findings: findings, takesSticks: true
    ).split(separator: "\n").map { String($0) }
    #expect(
      lines[2...4] == [
        "/media: kein Bild und kein Film darin", "/more: nicht vorhanden", "/file.png",
      ])
    #expect(lines.last?.contains("USB-Stick") == true && !lines.contains { $0.contains("damaged") })
    let other = nothingToShow(paths, reason: "damaged", Words(), takesSticks: false)
    #expect(other.hasSuffix("The last one tried: damaged.") && !other.contains("USB"))
  }

  @Test("the first run is over once something was shown, for good")
  func firstRun() throws {
    let folder = try TemporaryFolder()
    var (settings, environment) = (ProgramSettings(), Environment())
    environment.stateDirectory = Array(folder.path.utf8)
    #expect(FirstRun(settings, environment) == nil)
    settings.show.kiosk = true
    #expect(FirstRun(settings, Environment()) == nil)
    let first = try #require(FirstRun(settings, environment))
    #expect(first.isFirst)
    first.shown()
    #expect(!first.isFirst)
    first.finish()
    #expect(try #require(FirstRun(settings, environment)).isFirst == false)
  }

  @Test("the card says where pictures were looked for, three places at most")
  func card() {
    let paths = ["/a", "b\u{1B}", "-", "/d", "/e"].map { NamedPath(bytes: Array($0.utf8)) }
    let lines = nothingToShow(paths, reason: "damaged", Words()).split(separator: "\n").map {
      String($0)
    }
    #expect(lines.contains("/a") && lines.contains("b\\x1B") && lines.contains("standard input"))
    #expect(lines.contains("and 2 more.") && !lines.contains("/d"))
    #expect(lines.last == "The last one tried: damaged.")
    #expect(nothingToShow([], reason: "", Words()).contains("No folder"))
    let relative = NamedPath(bytes: Array("pictures/./new".utf8)).absolute
    #expect(String(escaping: relative.bytes).hasSuffix("/pictures/new"))
    #expect(relative.bytes.first == 0x2F)
    #expect(NamedPath(bytes: [0x2D]).absolute.isStandardInput)
  }

  @Test("a long path is shortened in the middle, at the ends of names")
  func longPath() {
    let path = "/srv/exhibition" + String(repeating: "/a folder", count: 30) + "/pictures of 2026"
    let words = shortened(Array(path.utf8))
    #expect(words.hasPrefix("/srv/exhibition/") && words.hasSuffix("/a folder/pictures of 2026"))
    #expect(words.contains("/ ... /") && words.count <= 100)
    #expect(shortened(Array("/srv".utf8)) == "/srv")
    let name = "/" + String(repeating: "x", count: 300)
    #expect(shortened(Array(name.utf8)).count == 100)
  }

  @Test("lists are the same only if their entries come from the same text in the same place")
  func sameness() {
    func list(_ text: String, _ path: String) -> ItemList {
      var list = ItemList()
      list.sources = [
        .init(path: Array(path.utf8), base: Array("/".utf8), text: Array(text.utf8))
      ]
      list.entries = [.init(source: 0, start: 0, count: UInt32(text.utf8.count))]
      return list
    }
    #expect(list("a.png", "/x").hasSameEntries(as: list("a.png", "/x")))
    #expect(!list("a.png", "/x").hasSameEntries(as: list("b.png", "/x")))
    #expect(!list("a.png", "/x").hasSameEntries(as: list("a.png", "/y")))
    #expect(!list("a.png", "/x").hasSameEntries(as: ItemList()))
  }
}
