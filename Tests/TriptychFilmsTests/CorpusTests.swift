import Glibc
import Testing
import TriptychWire

@testable import TriptychFilms

/// The shared test media: films of all kinds and damages, each with the colours of the first
/// frame (media/README of the shared folder).
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
    "films of the shared media show their first frame, bad ones fail",
    .enabled(if: !rows.isEmpty && Shared.worker != nil))
  func firstFrames() throws {
    let media = try #require(Self.media)
    var lines: [String] = []
    var worker = try WorkerDriver()
    for row in Self.rows {
      let result = worker.firstFrame(media + "/" + row.path)
      if case .died = result { worker = try WorkerDriver() }
      let problem = Self.problem(row, result)
      lines.append("\(row.path)\t\(row.verdict)\t\(result)\t\(problem ?? "")")
      if let problem { Issue.record("\(row.path): \(problem)") }
    }
    if let report = getenv("TRIPTYCH_CORPUS_REPORT") {
      Shared.write(lines.joined(separator: "\n") + "\n", to: String(cString: report))
    }
  }

  private static func problem(_ row: Row, _ result: WorkerDriver.Result) -> String? {
    switch (result, row.verdict) {
    case (.died, _), (.silent, _): return "\(result)"
    case (.failed, "bad"), (_, "either"): return nil
    case (.frame, "bad"): return "is shown"
    case (.failed(let error), _): return "failed: \(error)"
    case (.frame(let width, let height, let quadrants), _):
      let size = "\(width)x\(height)"
      if size != row.size { return "is \(size), not \(row.size)" }
      let worst = zip(quadrants, row.quadrants).flatMap { zip($0, $1).map { abs($0 - $1) } }.max()
      guard let worst, worst > tolerance(row) else { return nil }
      return "shows \(quadrants), not \(row.quadrants)"
    }
  }

  /// Large films without tags are taken for BT.709; the expected values are BT.601's. HDR is not
  /// mapped to the screen's range; half-transparent colours are laid over black.
  private static func tolerance(_ row: Row) -> Int {
    for word in ["smpte2084", "arib-std-b67", "alpha 50 %", "tolerance"]
    where row.notes.contains(word) {
      return 255
    }
    let isLarge = row.size.split(separator: "x").last.flatMap { Int($0) }.map { $0 > 576 } ?? false
    return isLarge && !row.notes.contains("; colour ") ? 45 : 14
  }
}
