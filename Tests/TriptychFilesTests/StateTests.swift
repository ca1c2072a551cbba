import Glibc
import Testing

@testable import TriptychFiles

@Suite struct StateTests {
  private let state = ResumeState(
    show: 7, seed: .max, round: 3, location: Array("/a b/ü%\n".utf8) + [0xFF], occurrence: 2)

  private func folder() throws -> [UInt8] {
    var template = Array("/tmp/triptych-test-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    return template.dropLast().map { UInt8(bitPattern: $0) }
  }

  private func clean(_ folder: [UInt8]) {
    for name in ["/a/b/resume", "/a/b/resume.new", "/a/b", "/a", "/resume", "/resume.new", ""] {
      remove(String(decoding: folder, as: UTF8.self) + name)
    }
  }

  @Test("a state is read as it was written; the round may be below 0")
  func roundTrip() {
    var state = state
    #expect(ResumeState(text: state.text) == state)
    #expect(state.text.allSatisfy { $0 < 0x80 })
    state.round = -2
    #expect(ResumeState(text: state.text) == state)
    for time in [0, 1, 61_234, 86_400_000] {
      state.time = .milliseconds(time)
      #expect(ResumeState(text: state.text) == state)
    }
    state.time = .seconds(1e12)
    #expect(ResumeState(text: state.text)?.time != nil, "no film is that long, but it is read")
  }

  @Test("a state of the first version is read: it knows no time")
  func firstVersion() {
    let body = "triptych state 1\nshow 7\nseed 9\nround 3\noccurrence 2\nitem /a%20b\n"
    let text = Array((body + "sum \(ResumeState.sum(of: body.utf8))\n").utf8)
    #expect(
      ResumeState(text: text)
        == ResumeState(show: 7, seed: 9, round: 3, location: Array("/a b".utf8), occurrence: 2))
    let later = body.replacing("state 1", with: "state 3")
    #expect(
      ResumeState(text: Array((later + "sum \(ResumeState.sum(of: later.utf8))\n").utf8)) == nil)
    let cut = body.replacing("state 1", with: "state 2")
    #expect(
      ResumeState(text: Array((cut + "sum \(ResumeState.sum(of: cut.utf8))\n").utf8)) == nil)
  }

  @Test("a state that is cut off or changed anywhere is none")
  func damage() {
    let text = state.text
    for count in 0..<text.count { #expect(ResumeState(text: Array(text[..<count])) == nil) }
    for index in text.indices {
      var other = text
      other[index] ^= 1
      #expect(ResumeState(text: other) == nil)
    }
    #expect(ResumeState(text: text + text) == nil)
    #expect(ResumeState(text: [UInt8](repeating: 0x0A, count: 1 << 20)) == nil)
  }

  @Test("a file is made with its folders, replaced and removed")
  func file() throws {
    let root = try folder()
    defer { clean(root) }
    let file = StateFile(folder: root + Array("/a/b".utf8))
    #expect(try file.read() == nil)
    try file.write(state)
    #expect(try file.read() == state)
    var next = state
    next.occurrence = 0
    try file.write(next)
    #expect(try file.read() == next)
    file.remove()
    #expect(try file.read() == nil)
  }

  @Test("garbage is named, and what cannot be written too")
  func failures() throws {
    let root = try folder()
    defer { clean(root) }
    let path = String(decoding: root, as: UTF8.self) + "/resume"
    let stream = fopen(path, "w")
    fputs("triptych state 1\nshow 3\n", stream)
    if let stream { fclose(stream) }
    #expect(throws: FileError.self) { try StateFile(folder: root).read() }
    #expect(throws: FileError.self) { try StateFile(folder: Array("/proc/none".utf8)).write(state) }
    #expect(try StateFile(folder: Array("/proc/none".utf8)).read() == nil)
  }

  @Test("an empty folder of the file's name gives way, one with something in it does not")
  func folderInItsPlace() throws {
    let root = try folder()
    defer { clean(root) }
    let path = String(decoding: root, as: UTF8.self) + "/resume"
    mkdir(path, 0o700)
    #expect(throws: FileError.self) { try StateFile(folder: root).read() }
    try StateFile(folder: root).write(state)
    #expect(try StateFile(folder: root).read() == state)
    remove(path)
    mkdir(path, 0o700)
    mkdir(path + "/mine", 0o700)
    #expect(throws: FileError.self) { try StateFile(folder: root).write(state) }
    rmdir(path + "/mine")
  }

  @Test("at every moment the file is whole, whoever reads it")
  func whole() throws {
    let root = try folder()
    defer { clean(root) }
    let file = StateFile(folder: root)
    try file.write(state)
    let keeper = StateKeeper(file)
    var seen: Set<Int> = []
    for occurrence in 0..<200 {
      var next = state
      next.occurrence = occurrence
      keeper.keep(next)
      if let found = try file.read() { seen.insert(found.occurrence) }
    }
    keeper.finish(within: .seconds(30))
    #expect(try file.read()?.occurrence == 199)
    #expect(keeper.takeFailures().isEmpty && !seen.isEmpty)
    keeper.forget()
    keeper.finish(within: .seconds(30))
    #expect(try file.read() == nil)
  }

  @Test("a keeper that cannot write says so, and ends")
  func keeperFails() {
    let keeper = StateKeeper(StateFile(folder: Array("/proc/none".utf8)))
    keeper.keep(state)
    keeper.finish(within: .seconds(30))
    #expect(keeper.takeFailures().count == 1 && keeper.takeFailures().isEmpty)
  }
}
