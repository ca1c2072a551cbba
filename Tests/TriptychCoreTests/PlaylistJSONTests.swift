import Testing

@testable import TriptychCore

private func json(_ text: String) -> PlaylistText { read(Array(text.utf8), named: "a.json") }

@Suite struct PlaylistJSONTests {
  @Test func itemsAreLocationsOrObjects() {
    let result = json(
      """
      {"$schema": "schema.json", "name": "Lobby", "items": [
        "a.png",
        {"location": "b.png", "title": "B \\"b\\"", "duration": 2.5, "mute": true},
        {"location": ["c.png", "d.png"], "fit": "cover", "start": null}
      ]}
      """)
    #expect(result.locations == ["a.png", "b.png", "c.png"])
    #expect(result.lines == [])
    #expect(result.name == Array("Lobby".utf8))
    let list = result.list
    #expect(list.title(1) == Array("B \"b\"".utf8) && list.title(0) == nil)
    #expect(list.options(1).duration == .milliseconds(2500) && list.options(1).mute == true)
    #expect(list.options(2).fit == .cover && list.options(2).start == nil)
    #expect(
      list.candidates(2).paths == [Array("/list/c.png".utf8), Array("/list/d.png".utf8)])
    #expect(result.entries.map(\.line) == [2, 3, 4])
  }

  @Test func theArrayAloneWillDo() {
    let result = json(" [ \"a.png\" , \"b\\u00e9\\ud83d\\ude00.png\" ] ")
    #expect(result.locations == ["a.png", "bé😀.png"])
    #expect(json("[]").entries.isEmpty && !json("[]").isRefused)
  }

  @Test func defaultsCountWhereverTheyStand() {
    let result = json(
      """
      {"items": ["a.png", {"location": "b.png", "fit": "none"}],
       "defaults": {"fit": "cover", "volume": 30}}
      """)
    #expect(result.list.options(0).fit == .cover)
    #expect(result.list.options(1).fit == Fit.none && result.list.options(1).volume == 30)
  }

  @Test(arguments: [
    ("", "1:1: error: no JSON: a value is missing"),
    ("{", "1:2: error: no JSON: a key in quotation marks is missing"),
    (
      "{\"items\": [\n  \"a\" \"b\"]}",
      "2:7: error: no JSON: a comma or ] is expected here, not '\"'"
    ),
    ("[\"a\",]", "1:6: error: no JSON: a value is expected here, not ']'"),
    ("{\"a\":1,}", "1:8: error: no JSON: a key in quotation marks is expected here, not '}'"),
    ("[\"a]", "1:2: error: no JSON: the closing quotation mark is missing"),
    (
      "[\"a\nb\"]",
      "1:4: error: no JSON: control character '\\x0A' in a string; write it with \\"
    ),
    ("[\"\\x\"]", "1:3: error: no JSON: \\ is followed by none of \" \\ / b f n r t u"),
    (
      "[\"\\u12\"]",
      "1:3: error: no JSON: \\u is not followed by four hexadecimal digits"
    ),
    ("[01]", "1:2: error: no JSON: '01' is no JSON value"),
    ("[1.]", "1:2: error: no JSON: '1.' is no JSON value"),
    ("[nul]", "1:2: error: no JSON: 'nul' is no JSON value"),
    ("[\"a\"] x", "1:7: error: no JSON: the end of the file is expected here, not 'x'"),
    ("\u{FEFF}[x]", "1:2: error: no JSON: 'x' is no JSON value"),
    ("\"a.png\"", "1:1: error: the list is neither an object with \"items\" nor an array"),
  ])
  func whatIsNoJSONIsRefusedWithItsPlace(_ text: String, _ line: String) {
    let result = json(text)
    #expect(result.isRefused && result.entries.isEmpty)
    #expect(result.lines == [line])
  }

  @Test func nestingHasAnEnd() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(json(deep).lines == ["1:64: error: no JSON: nested more than 64 deep"])
    let well = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
    #expect(!json("{\"x\":\(well),\"items\":[]}").isRefused)
  }

  @Test func whatIsWrongIsNamedByItsPath() {
    let result = json(
      """
      {"nmae": 1, "items": [
        {"location": "a.png", "duration": 0},
        {"location": "b.png", "fitt": "cover", "trnsition": "x"},
        {"location": "c.png", "fit": ["cover"]},
        {"location": "d.png", "loop": 3},
        {"location": 7}, {"fit": "cover"}, 7,
        {"location": ""}, {"location": "x\\u0000"}, {"location": ["e.png", 1]},
        "http://x/y"
      ]}
      """)
    #expect(result.locations == ["a.png", "b.png", "c.png", "d.png", "e.png", "http://x/y"])
    let lines = result.lines
    #expect(
      lines.map { $0.split(separator: ";")[0] } == [
        "1:3: warning: 'nmae' is not known here, it is passed over",
        "2:37: error: items[0].duration: '0' is not a time from 0.1 to 366d, such as 10, 2.5, "
          + "500ms, 90s, 5m or 1h",
        "3:26: error: items[1]: 'fitt' is not known here, it is passed over",
        "3:43: error: items[1]: 'trnsition' is not known here, it is passed over",
        "4:32: error: items[2].fit: a text, a number, true or false is expected",
        "5:26: error: items[3]: loop is not for one item",
        "6:16: warning: items[4].location: text in quotation marks is expected",
        "6:3: warning: items[4]: no location, it is skipped",
        "6:20: warning: items[5]: no location, it is skipped",
        "6:38: warning: items[6]: neither a location nor an object, it is skipped",
        "7:17: warning: items[7].location: it is empty",
        "7:3: warning: items[7]: no location, it is skipped",
        "7:35: warning: items[8].location: no name of a file has NUL in it",
        "7:21: warning: items[8]: no location, it is skipped",
        "7:69: warning: items[9].location: text in quotation marks is expected",
        "8:4: warning: http://x/y: network addresses are not read, skipped",
      ])
    #expect(lines[0].hasSuffix("; did you mean name?"))
    #expect(lines[2].hasSuffix("; did you mean fit?"))
  }

  @Test(arguments: ["{}", "{\"items\": 1}", "{\"name\": 1, \"items\": []}"])
  func aListWithoutItemsIsAnError(_ text: String) {
    #expect(json(text).diagnostics.map(\.severity) == [.error])
  }

  @Test func aHundredThousandItemsKeepTheirPlaces() {
    let items = (0..<100_000).map { "{\"location\":\"\($0).png\",\"fit\":\"cover\"}" }
    let result = json("{\"items\":[" + items.joined(separator: ",") + "]}")
    #expect(result.entries.count == 100_000 && result.lines == [])
    #expect(result.source.options.count == 1)
    #expect(String(decoding: result.list.location(99_999), as: UTF8.self) == "99999.png")
    #expect(result.source.column(of: result.entries[1].start) == 59)
  }
}
