import Glibc
import Testing

@testable import TriptychWire

/// The shared pictures, where they are there (TRIPTYCH_SHARED).
@Suite struct CorpusTests {
  struct Row {
    var path: String
    var kind: String
    var size: String
    var verdict: String
    var quadrants: [[Int]]
    var sdl: String
    var notes: String

    /// 8, unless the notes say otherwise: decoders disagree.
    var tolerance: Int {
      let words = notes.split(whereSeparator: { " ;,".contains($0) })
      return words.firstIndex(of: "tolerance").flatMap { at in
        at + 1 < words.count ? Int(words[at + 1]) : nil
      } ?? 8
    }
  }

  static let shared: String = getenv("TRIPTYCH_SHARED").map { String(cString: $0) } ?? "../shared"

  static let rows: [Row] = {
    guard let bytes = file(shared + "/media/expected.tsv") else { return [] }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst()
    return lines.compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count >= 13, fields[0].hasPrefix("images/") else { return nil }
      let quadrants = fields[6...9].map { $0.split(separator: ",").compactMap { Int($0) } }
      return Row(
        path: fields[0], kind: fields[1], size: fields[3], verdict: fields[5],
        quadrants: quadrants, sdl: fields[11], notes: fields[12])
    }
  }()

  /// Pictures that come out otherwise, and why that is let stand.
  static let exceptions: Set<String> = [
    // CIE Lab as libtiff converts it, 13 off.
    "images/Pillow--lab-green.tif", "images/Pillow--lab-red.tif",
    // A frame beyond the canvas: SDL2_image makes the canvas larger in another colour.
    "images/image--oob.gif",
    // Grey with a transparent value of less than 8 bits, which the expected means leave out.
    "images/image--tbbn0g04.png", "images/libpng1.6--iftbbn0g04.png",
    "images/libpng1.6--gray-2-1.8-tRNS.png", "images/libpng1.6--gray-2-sRGB-tRNS.png",
    // nanosvg knows few of the colours' names.
    "images/sharp--circle.svg",
    // A TIFF without any strip.
    "images/small--tiff.tif",
  ]

  private static func file(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let got = read(descriptor, &room, room.count)
      if got <= 0 { return bytes }
      bytes += room.prefix(got)
    }
  }

  /// One worker for all, as in the show; a new one where it died.
  @Test(.enabled(if: !rows.isEmpty)) func `each shared picture is shown or refused as it should`()
    throws
  {
    var session: Session?
    var boxes: Session?
    var report: [String: [String: Int]] = [:]
    for row in Self.rows {
      let size = row.size.split(separator: "x").compactMap { UInt32($0) }
      var cell =
        size.count == 2 && size.allSatisfy { (1...4096).contains($0) } ? size : [1920, 1080]
      // A drawing is as sharp as one likes; at its own few pixels the edges would be all.
      if row.kind.contains("svg"), let side = cell.max(), side < 64 { cell = cell.map { $0 * 64 } }
      let file = open(Self.shared + "/media/" + row.path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { continue }
      defer { close(file) }
      let current = try session ?? Session(.picture, slots: 1, slotBytes: 80 << 20)
      session = current
      let request = PixelRequest(cellWidth: cell[0], cellHeight: cell[1], fit: .contain)
      var answer = try current.picture(file, request)
      if case .died = answer { session = nil }
      if case .failed(.isHEIF, _) = answer {
        let other = try boxes ?? Session(.heif, slots: 1, slotBytes: 80 << 20)
        boxes = other
        answer = try other.picture(file, request)
        if case .died = answer { boxes = nil }
      }
      let outcome = judge(row, answer)
      report[row.kind.split(separator: "/").prefix(2).joined(separator: "/"), default: [:]][
        outcome, default: 0] += 1
    }
    for (kind, counts) in report.sorted(by: { $0.key < $1.key }) {
      let words = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      log("\(kind): \(words.joined(separator: ", "))")
    }
  }

  private func log(_ line: String) {
    let text = line + "\n"
    _ = write(STDERR_FILENO, text, text.utf8.count)
  }

  private func judge(_ row: Row, _ answer: Session.Answer) -> String {
    switch answer {
    case .died(let signal):
      Issue.record("\(row.path) ended the worker (signal \(signal ?? 0))")
      return "died"
    case .failed(let code, let message):
      if row.verdict == "ok", code != .unsupported, code != .isFilm {
        Issue.record("\(row.path) [\(row.kind), SDL \(row.sdl)]: \(code) \(message) | \(row.notes)")
        return "refused wrongly"
      }
      return "refused(\(code))"
    case .picture(let pixels):
      if row.verdict == "bad" {
        Issue.record("\(row.path) [\(row.kind), SDL \(row.sdl)] was shown | \(row.notes)")
        return "shown wrongly"
      }
      guard row.verdict == "ok" else { return "shown(either)" }
      let off = distance(pixels.quadrants, row.quadrants)
      if off > row.tolerance, !Self.exceptions.contains(row.path) {
        let size = "\(pixels.width)×\(pixels.height)"
        Issue.record(
          "\(row.path): \(size), \(off) off: \(pixels.quadrants) | \(row.quadrants) \(row.notes)")
        return "wrong colours"
      }
      return "shown"
    }
  }
}
