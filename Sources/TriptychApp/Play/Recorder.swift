import Glibc
import TriptychCore

/// Writes what happens to a file (`--record`), line by line. A disk that is full costs the rest of
/// the record, not the show. Main thread.
final class Recorder {
  private let file: TextFile
  private let start: Instant
  private let warn: (String) -> Void
  private var hasFailed = false

  /// The head is written at once. Instants count from `start`. `warn` hears once what went wrong.
  init(_ file: TextFile, head: String, start: Instant, warn: @escaping (String) -> Void) {
    (self.file, self.start, self.warn) = (file, start, warn)
    take(file.write(head))
  }

  func write(_ entry: RecordEntry, at now: Instant) {
    guard !hasFailed else { return }
    take(file.write(Record.line(entry, at: max(now - start, .zero))))
  }

  /// What was written is in the file; whatever ends the program then, it stays there.
  func flush() {
    if !hasFailed { take(file.flush()) }
  }

  func close(at now: Instant) {
    write(.end, at: now)
    if !hasFailed { take(file.close()) }
  }

  private func take(_ isWell: Bool) {
    guard !isWell, !hasFailed else { return }
    hasFailed = true
    warn("--record: \(String(cString: strerror(file.failure))); the rest is not recorded")
  }

  /// The file of `--record`, made or emptied; throws what is wrong with it.
  static func open(_ path: [UInt8]) throws(OptionError) -> TextFile {
    let descriptor = openToWrite(path)
    guard descriptor >= 0 else {
      let reason = String(cString: strerror(errno))
      throw OptionError(.badValue, "--record \(String(escaping: path)): \(reason)")
    }
    return TextFile(descriptor: descriptor)
  }
}

/// The inputs of a record that are still to come.
struct ReplayedInputs {
  private var moments: ArraySlice<Record.Moment>
  private let start: Instant

  /// The record's instants count from `start`.
  init(_ record: Record, start: Instant) {
    self.start = start
    moments =
      record.moments.filter { moment in
        switch moment.entry {
        case .input, .pointer, .remote: true
        default: false
        }
      }[...]
  }

  /// When the next comes; nil: none does.
  var due: Instant? { moments.first.map { start + $0.at.sinceStart } }

  /// The next one that is due.
  mutating func next(at now: Instant) -> RecordEntry? {
    guard let due, due <= now else { return nil }
    return moments.popFirst()?.entry
  }
}

/// Reads the file of `--replay`. Throws what is wrong with it, with its line.
func readRecord(_ path: [UInt8]) throws(OptionError) -> Record {
  let name = String(escaping: path)
  switch WrittenFile.contents(of: path) {
  case .failure(let failure): throw OptionError(.badValue, "--replay \(name): \(failure.reason)")
  case .success(let text):
    do throws(RecordError) {
      return try Record(text)
    } catch { throw OptionError(.badValue, "\(name):\(error.line): \(error.message)") }
  }
}
