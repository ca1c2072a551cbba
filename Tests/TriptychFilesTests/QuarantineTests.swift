import Glibc
import Testing

@testable import TriptychFiles

/// `#expect` takes no call that changes a value.
private final class Ward {
  var value = Quarantine()
  func died(with items: [WorkItem], at now: Int64) -> Quarantine.Verdict {
    value.died(with: items, at: now)
  }
  func hold(_ item: WorkItem, at now: Int64) { value.hold(item, at: now) }
  func lift(_ path: [UInt8]) -> Bool { value.lift(path) }
  func liftAll() -> Bool { value.liftAll() }
  func tidy(at now: Int64, age: Int64) { value.tidy(at: now, age: age) }
  func holds(_ item: WorkItem, at now: Int64, age: Int64) -> Bool {
    value.holds(item, at: now, age: age)
  }
  func rest(at now: Int64) -> Int64? { value.rest(at: now) }
  var items: [WorkItem] { value.items }
  var isEmpty: Bool { value.isEmpty }
  var text: [UInt8] { value.text }
}

@Suite struct QuarantineTests {
  private func item(_ name: String, size: Int64 = 9) -> WorkItem {
    WorkItem(path: Array("/media/\(name)".utf8), byteCount: size, modified: 1_700_000_000)
  }

  @Test("three deaths in ten minutes put what they have in common into quarantine, for a day")
  func threeDeaths() {
    let quarantine = Ward()
    let (a, b, c, d) = (item("a"), item("b"), item("c"), item("d"))
    #expect(quarantine.died(with: [a, b], at: 1000) == .counted(1))
    #expect(quarantine.died(with: [b, c], at: 1300) == .counted(2))
    #expect(quarantine.died(with: [d, b], at: 1599) == .held([b]))
    #expect(quarantine.items == [b])
    #expect(quarantine.holds(b, at: 1599, age: 0))
    #expect(quarantine.holds(b, at: 1599 + 86_399, age: 5))
    #expect(!quarantine.holds(b, at: 1599 + 86_400, age: 5))
    #expect(!quarantine.holds(a, at: 1600, age: 0))
    quarantine.tidy(at: 1599 + 86_400, age: 5)
    #expect(quarantine.items.isEmpty)
  }

  @Test("deaths that lie farther apart, and deaths with other files, are not held against one")
  func tooFew() {
    let slow = Ward()
    for minute in 0..<20 {
      #expect(slow.died(with: [item("a")], at: Int64(minute) * 301) != .held([item("a")]))
    }
    #expect(slow.items.isEmpty && slow.rest(at: 6000) == nil)
    let others = Ward()
    for number in 1...5 {
      #expect(others.died(with: [item("\(number)")], at: Int64(number)) == .counted(number))
    }
    #expect(others.died(with: [], at: 6) == .rests, "six with nothing in common: it is no file")
    #expect(others.rest(at: 6) == 3600 && others.rest(at: 3605) == 1)
    #expect(others.rest(at: 3606) == nil)
  }

  @Test("three more deaths within the hour are not about a file: the show rests, and again")
  func threeMore() {
    let quarantine = Ward()
    for second in 0..<3 { _ = quarantine.died(with: [item("a")], at: Int64(second)) }
    #expect(quarantine.items == [item("a")])
    #expect(quarantine.died(with: [item("b")], at: 10) == .counted(1))
    #expect(quarantine.died(with: [item("b")], at: 11) == .counted(2))
    #expect(quarantine.died(with: [item("b")], at: 12) == .rests)
    #expect(quarantine.items == [item("a")] && quarantine.rest(at: 12) == 3600)
    // While it rests it dies, too: the rest is not made longer by one or two.
    #expect(quarantine.died(with: [], at: 100) == .counted(1))
    #expect(quarantine.rest(at: 100) == 3512)
    // After the rest, three more within an hour.
    for second in 0..<2 { _ = quarantine.died(with: [item("c")], at: 3700 + Int64(second)) }
    #expect(quarantine.died(with: [item("d")], at: 3702) == .rests)
    // A day later it is about a file again.
    for second in 0..<2 { _ = quarantine.died(with: [item("e")], at: 90_000 + Int64(second)) }
    #expect(quarantine.died(with: [item("e")], at: 90_002) == .held([item("e")]))
  }

  @Test("a file that has changed is another one; reload lifts it")
  func lifted() {
    let quarantine = Ward()
    quarantine.hold(item("a"), at: 50)
    #expect(!quarantine.holds(item("a", size: 10), at: 60, age: 0))
    #expect(quarantine.holds(item("a"), at: 60, age: 0))
    let (first, second) = (quarantine.lift(item("a").path), quarantine.lift(item("a").path))
    #expect(first && !second && quarantine.isEmpty)
    quarantine.hold(item("b"), at: 50)
    let (all, again) = (quarantine.liftAll(), quarantine.liftAll())
    #expect(all && !again)
  }

  @Test("a clock that is not set, or goes back, neither lifts nor holds for ever")
  func clock() {
    let quarantine = Ward()
    quarantine.hold(item("a"), at: 1_800_000_000)
    #expect(quarantine.holds(item("a"), at: 0, age: 10))
    #expect(!quarantine.holds(item("a"), at: 90_000, age: 86_400))
    for _ in 0..<6 { _ = quarantine.died(with: [], at: 1_800_000_000) }
    #expect(quarantine.rest(at: 0) == 3600, "not for decades")
  }

  @Test("it is read as it was written; a damaged text is none")
  func text() {
    let quarantine = Ward()
    #expect(Quarantine(text: quarantine.text) == quarantine.value)
    quarantine.hold(
      WorkItem(path: Array("/a b/\n%".utf8) + [0xFF], byteCount: 0, modified: -5), at: 77)
    _ = quarantine.died(with: [item("x"), item("y")], at: 100)
    _ = quarantine.died(with: [], at: 120)
    #expect(Quarantine(text: quarantine.text) == quarantine.value)
    for _ in 0..<4 { _ = quarantine.died(with: [], at: 130) }
    #expect(
      quarantine.rest(at: 130) != nil && Quarantine(text: quarantine.text) == quarantine.value)
    let text = quarantine.text
    for count in 0..<text.count { #expect(Quarantine(text: Array(text[..<count])) == nil) }
    for line in ["death", "at-work 1 2 /a", "held x 1 2 /a", "held 1 1 2", " ", "other 3"] {
      #expect(Quarantine(text: SealedText.seal(["triptych quarantine 1", line])) == nil)
    }
  }

  @Test("it does not grow without end")
  func bounds() {
    let quarantine = Ward()
    for number in 0..<500 { quarantine.hold(item("\(number)"), at: Int64(number)) }
    #expect(quarantine.items.count == 64 && quarantine.items.last == item("499"))
    let many = (0..<100).map { item("\($0)") }
    _ = quarantine.died(with: many, at: 0)
    #expect(quarantine.value.deaths[0].items.count == 8)
  }
}

@Suite struct WorkMarkTests {
  private func folder() throws -> [UInt8] {
    var template = Array("/tmp/triptych-test-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    return template.dropLast().map { UInt8(bitPattern: $0) }
  }

  private func clean(_ folder: [UInt8]) {
    for name in ["/at-work", ""] { remove(String(decoding: folder, as: UTF8.self) + name) }
  }

  private let items = [
    WorkItem(path: Array("/media/a long name.jpg".utf8), byteCount: 7, modified: 8),
    WorkItem(path: Array("/media/b".utf8), byteCount: 1, modified: 2),
  ]

  @Test("who comes after a show that died is told what was at work, after one that ended nothing")
  func left() throws {
    let folder = try folder()
    defer { clean(folder) }
    do {
      let first = try #require(WorkMark(folder: folder))
      #expect(first.left == nil)
    }
    do {
      let second = try #require(WorkMark(folder: folder))
      #expect(second.left == [], "it died before anything was at work")
      second.note(items)
    }
    do {
      let third = try #require(WorkMark(folder: folder))
      #expect(third.left == items)
      third.note(items)
      third.note(Array(items.suffix(1)))
      #expect(WorkMark(folder: folder) == nil, "one show at a time has it")
    }
    do {
      let fourth = try #require(WorkMark(folder: folder))
      #expect(fourth.left == Array(items.suffix(1)))
      fourth.end()
    }
    #expect(try #require(WorkMark(folder: folder)).left == nil)
    #expect(WorkMark(folder: Array("/proc/none".utf8)) == nil)
  }

  @Test("what is left of a longer text, and damage, take nothing but names")
  func damage() throws {
    let folder = try folder()
    defer { clean(folder) }
    let path = String(decoding: folder, as: UTF8.self) + "/at-work"
    func leave(_ bytes: [UInt8]) throws -> [WorkItem]? {
      let stream = try #require(fopen(path, "w"))
      fwrite(bytes, 1, bytes.count, stream)
      fclose(stream)
      return try #require(WorkMark(folder: folder)).left
    }
    let text = SealedText.seal(["triptych at work 1", "at-work 1 2 /media/b"])
    #expect(try leave(text) == Array(items.suffix(1)))
    #expect(try leave(text + Array("name.jpg\nsum 12\n".utf8)) == Array(items.suffix(1)))
    #expect(try leave(Array(text.dropLast(3))) == [])
    #expect(try leave(SealedText.seal(["triptych at work 1", " ", "at-work", "x 1 2 3"])) == [])
    #expect(try leave([0xFF, 0, 0x0A]) == [])
  }
}
