import Testing

@testable import TriptychCore

private func pls(_ text: String) -> PlaylistText { read(Array(text.utf8), named: "a.pls") }

@Suite struct PlaylistPLSTests {
  @Test(arguments: ["\n", "\r\n", "\r"]) func entriesStandInTheOrderOfTheirNumbers(_ end: String) {
    let lines = [
      "[playlist]", "File2=b.png", "Title2=Two", "File10=c.png", "", "; a remark", "# another",
      "FILE1 = a.png ", "length1=2.5", "Length2=-1", "NumberOfEntries=3", "Version=2",
    ]
    let result = pls(lines.joined(separator: end))
    #expect(result.locations == ["a.png", "b.png", "c.png"])
    #expect(result.lines == [])
    let list = result.list
    #expect((0..<3).map(list.dwell) == [.milliseconds(2500), nil, nil])
    #expect(list.title(1) == Array("Two".utf8) && list.title(0) == nil)
    #expect(result.entries.map(\.line) == [8, 2, 4])
  }

  @Test("NumberOfEntries that is not the number of entries is named; who leaves it out is right")
  func countOfEntries() {
    #expect(pls("[playlist]\nFile1=a\nnumberofentries = 1\n").lines == [])
    #expect(pls("[playlist]\nFile1=a\n").lines == [])
    #expect(
      pls("[playlist]\nNumberOfEntries=2\nFile1=a\n").lines == [
        "2:1: warning: NumberOfEntries is 2, the list has 1"
      ])
    #expect(
      pls("[playlist]\nFile1=a\n NumberOfEntries=many\n").lines == [
        "3:2: warning: NumberOfEntries is no number, the list has 1"
      ])
  }

  @Test func whatCannotBeRightIsNamedWithItsPlace() {
    let result = pls(
      """
      [Playlist]
      File1=a.png
      File1=b.png
      File2=
      File=c.png
      File0=d.png
      just words
        Fille3=e.png
      Genre1=Pop
      Length1=soon
      File4=http://x/y
      """)
    #expect(result.locations == ["a.png", "http://x/y"])
    #expect(
      result.lines == [
        "3:1: warning: File1 stands in line 2 already; that one counts",
        "4:1: warning: File2 is empty, it is skipped",
        "5:1: warning: 'File' has no number from 1 to 999999999, passed over",
        "6:1: warning: 'File0' has no number from 1 to 999999999, passed over",
        "7:1: warning: 'just words' is neither a comment nor a line such as File1=a.jpg, "
          + "passed over",
        "8:3: warning: 'fille' is not known here; did you mean file?",
        "10:9: warning: Length1: a number of seconds is missing",
        "11:7: warning: http://x/y: network addresses are not read, skipped",
      ])
  }

  @Test func otherSectionsAreNotThePlaylists() {
    let result = pls("File1=a.png\n[desktop]\nFile2=b.png\nnoise\n[PLAYLIST]\nFile3=c.png")
    #expect(result.locations == ["a.png", "c.png"])
    #expect(result.lines == [])
  }

  @Test func blanksBelongToANameThatHasThem() {
    let result = pls("[playlist]\nFile1= a b.png \n")
    #expect(
      result.list.candidates(0).paths.map { String(decoding: $0, as: UTF8.self) }
        == ["/list/ a b.png ", "/list/a b.png"])
  }

  @Test func whatIsNoTextIsRefused() {
    #expect(read([0x5B, 0, 0x5D], named: "a.pls").isRefused)
    #expect(read([0x89, 0x50, 0x4E, 0x47], named: "a.pls").isRefused)
    #expect(pls("").entries.isEmpty)
  }

  @Test func anEntryTooLongIsSkipped() {
    let long = String(repeating: "x", count: 65_537)
    let result = pls("File1=\(long)\nFile2=b.png")
    #expect(result.locations == ["b.png"])
    #expect(result.lines == ["1:1: warning: File1 of 65537 bytes is no entry, it is skipped"])
  }

  @Test func aLargeListInAnyOrderIsSorted() {
    let count = 20_000
    let lines = (1...count).reversed().map { "File\($0)=\($0).png" }
    let result = pls(lines.joined(separator: "\n"))
    #expect(result.locations == (1...count).map { "\($0).png" })
  }
}
