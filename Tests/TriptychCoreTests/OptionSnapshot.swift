import Glibc
import Testing

/// Compares a text with the one kept in `Snapshots`. With RECORD_SNAPSHOTS=1 it is written anew,
/// and the test fails, so that nobody records by accident.
func expectSnapshot(
  _ text: String, _ name: String, file: String = #filePath,
  location: SourceLocation = #_sourceLocation
) {
  let folder = file.split(separator: "/").dropLast().joined(separator: "/")
  let path = "/\(folder)/Snapshots/\(name).txt"
  if getenv("RECORD_SNAPSHOTS") != nil {
    let stream = fopen(path, "w")
    fputs(text, stream)
    if let stream { fclose(stream) }
    Issue.record("recorded \(path)", sourceLocation: location)
    return
  }
  let kept = contents(of: path).split(separator: "\n", omittingEmptySubsequences: false)
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  for index in 0..<max(kept.count, lines.count) {
    let expected = index < kept.count ? kept[index] : "(nothing)"
    let actual = index < lines.count ? lines[index] : "(nothing)"
    guard expected != actual else { continue }
    Issue.record(
      "\(name).txt:\(index + 1): expected \(expected), got \(actual)", sourceLocation: location)
    return
  }
}

/// A text file; empty where there is none.
func contents(of path: String) -> String {
  guard let stream = fopen(path, "r") else { return "" }
  defer { fclose(stream) }
  var bytes: [UInt8] = []
  var byte = fgetc(stream)
  while byte != EOF {
    bytes.append(UInt8(truncatingIfNeeded: byte))
    byte = fgetc(stream)
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// Words of a command line as bytes, split at blanks.
func words(_ line: String) -> [[UInt8]] { line.split(separator: " ").map { Array($0.utf8) } }

extension [UInt8] {
  init(_ text: String) { self = Array(text.utf8) }
}
