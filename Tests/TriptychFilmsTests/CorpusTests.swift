import Glibc
import Testing
import TriptychWire

@testable import TriptychFilms

/// The shared test media: films of all kinds and damages, each with the colours of its first and
/// last frame (media/README of the shared folder).
@Suite(.serialized) struct CorpusTests {
  struct Row: Sendable {
    let path: String
    let verdict: String
    let size: String
    let quadrants: [[Int]]
    let notes: String
  }

  private static let media = Shared.folder.map { $0 + "/media" }

  static let rows: [Row] = {
    guard let media, let text = Shared.text(media + "/expected.tsv") else { return [] }
    return text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count > 12, fields[0].hasPrefix("video/") else { return nil }
      let quadrants = fields[6...9].map { $0.split(separator: ",").compactMap { Int($0) } }
      return Row(
        path: fields[0], verdict: fields[5], size: fields[3], quadrants: quadrants,
        notes: fields[12])
    }
  }()

  @Test(
    "films of the shared media play from their first frame to their last, bad ones fail",
    .enabled(if: !rows.isEmpty && Shared.worker != nil))
  func played() throws {
    let media = try #require(Self.media)
    var lines: [String] = []
    var counts: [String: Int] = [:]
    var worker = try WorkerDriver()
    for row in Self.rows {
      let result = worker.play(media + "/" + row.path)
      let memory = worker.mostMemory
      var isRight = true
      if let problem = Self.problem(row, result) {
        Issue.record("\(row.path): \(problem)")
        lines.append("\(row.path): \(problem)")
        isRight = false
      }
      if let memory, memory > 1_500_000_000 {
        Issue.record("\(row.path): \(memory >> 20) MiB of memory")
        isRight = false
      }
      if isRight { counts[Self.outcome(row, result), default: 0] += 1 }
      lines.append("\(row.path)\t\(row.verdict)\t\(result)\t\((memory ?? 0) >> 20) MiB")
      switch result {
      case .died, .silent: worker = try WorkerDriver()
      case .played, .failed: continue
      }
    }
    let words = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    Shared.say("films of the shared media: \(Self.rows.count), " + words.joined(separator: ", "))
    if let report = getenv("TRIPTYCH_CORPUS_REPORT") {
      Shared.write(lines.joined(separator: "\n") + "\n", to: String(cString: report))
    }
  }

  private static func outcome(_ row: Row, _ result: WorkerDriver.Result) -> String {
    if case .played = result { return "\(row.verdict) and played" }
    return "\(row.verdict) and refused"
  }

  private static func problem(_ row: Row, _ result: WorkerDriver.Result) -> String? {
    switch (result, row.verdict) {
    case (.died, _), (.silent, _): return "\(result)"
    case (.failed, "bad"), (_, "either"): return nil
    case (.played, "bad"): return "is shown"
    case (.failed(let error), _): return "failed: \(error)"
    case (.played(let width, let height, let first, let last, _), _):
      let size = "\(width)x\(height)"
      if size != row.size { return "is \(size), not \(row.size)" }
      return difference(row, first, row.quadrants, "first")
        ?? row.last.flatMap { difference(row, last, $0, "last") }
    }
  }

  private static func difference(
    _ row: Row, _ got: [[Int]], _ wanted: [[Int]], _ which: String
  ) -> String? {
    if row.isHigh { return keepsOrder(got, wanted) ? nil : "\(which) frame \(got) for \(wanted)" }
    var wanted = wanted
    // Half-transparent colours are laid over black.
    if row.notes.contains("alpha 50 %") { wanted = wanted.map { $0.map { $0 / 2 } } }
    let worst = zip(got, wanted).flatMap { zip($0, $1).map { abs($0 - $1) } }.max()
    guard let worst, worst > tolerance(row) else { return nil }
    return "\(which) frame shows \(got), not \(wanted)"
  }

  /// Of films of a high dynamic range the codes are known, not the colours: what is clearly the
  /// strongest stays it, and what is not black is not.
  private static func keepsOrder(_ got: [[Int]], _ wanted: [[Int]]) -> Bool {
    zip(got, wanted).allSatisfy { got, wanted in
      if wanted.reduce(0, +) > 60, got.reduce(0, +) < 20 { return false }
      for one in 0..<3 {
        for other in 0..<3 where wanted[one] > wanted[other] + 25 && got[one] < got[other] {
          return false
        }
      }
      return true
    }
  }

  /// Large films without tags are taken for BT.709; the expected values are BT.601's.
  private static func tolerance(_ row: Row) -> Int {
    if row.notes.contains("tolerance") { return 255 }
    let isLarge = row.size.split(separator: "x").last.flatMap { Int($0) }.map { $0 > 576 } ?? false
    return isLarge && !row.notes.contains("; colour ") ? 45 : 14
  }
}

extension CorpusTests.Row {
  var isHigh: Bool { notes.contains("smpte2084") || notes.contains("arib-std-b67") }

  /// The quadrants of the last frame, where the notes have them.
  var last: [[Int]]? {
    let mark = "last frame: "
    guard let found = notes.firstRange(of: mark) else { return nil }
    let colors = notes[found.upperBound...].prefix { $0 != ";" }.split(separator: " ")
    let quadrants = colors.map { $0.split(separator: ",").compactMap { Int($0) } }
    return quadrants.count == 4 && quadrants.allSatisfy { $0.count == 3 } ? quadrants : nil
  }
}
