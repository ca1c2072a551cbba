import Glibc
import Synchronization
import TriptychCore

/// The log on standard error: one line an event, with its level as the first word.
///
/// Any thread may write. A line never waits: where standard error takes nothing (a terminal that
/// is stopped, a full pipe) it is counted and lost; where it is closed, nothing happens.
public final class Log: Sendable {
  /// Where lines go. False: nothing was taken.
  typealias Sink = @Sendable ([UInt8]) -> Bool

  private struct State {
    var limit = LogLimit()
    var backlog = LogBacklog()
    var lost = 0
  }

  private let level: LogLevel
  private let hasJournal: Bool
  private let sink: Sink
  private let state = Mutex(State())

  /// `hasJournal`: lines begin with `<N>`, their syslog level, instead of the program's name.
  public convenience init(level: LogLevel, hasJournal: Bool) {
    self.init(level: level, hasJournal: hasJournal, sink: writeToStandardError)
  }

  init(level: LogLevel, hasJournal: Bool, sink: @escaping Sink) {
    (self.level, self.hasJournal, self.sink) = (level, hasJournal, sink)
  }

  /// Our own fault, or the end of the show.
  public func error(_ message: String, at now: Instant) { limited(.error, message, at: now) }

  /// Something that a person or a device did wrong.
  public func warn(_ message: String, at now: Instant) { limited(.warn, message, at: now) }

  /// What one would leave switched on.
  public func info(_ message: String, at now: Instant) { limited(.info, message, at: now) }

  /// For the search for a fault. Not limited.
  public func debug(_ message: @autoclosure () -> String) {
    if level >= .debug { unlimited(.debug, message()) }
  }

  /// An item that is skipped, with the reason. Once an hour for each location. Where the limit
  /// allows no line, the item waits for `tellRest` or `close`.
  public func skipped(_ location: [UInt8], reason: String, at now: Instant) {
    limited(.warn, "\(String(escaping: location)): \(reason)", named: location, at: now)
  }

  /// When skipped items that wait can be named; nil: none waits.
  public func restIsDue(at now: Instant) -> Instant? {
    state.withLock { $0.backlog.isEmpty ? nil : $0.limit.opens(at: now) }
  }

  /// Names skipped items that wait, as far as the limit allows.
  public func tellRest(at now: Instant) {
    state.withLock { state in
      while !state.backlog.isEmpty, state.limit.opens(at: now) <= now {
        let verdict = state.limit.judge(at: now)
        if verdict == .hold { return }
        if case .writeAfter(let count) = verdict { put(line(.warn, Log.heldBack(count)), &state) }
        if let words = state.backlog.takeLine() { put(line(.warn, words), &state) }
      }
    }
  }

  /// What is wrong before the show begins: not limited.
  public func atStart(_ level: LogLevel, _ message: String) {
    if self.level >= level { unlimited(level, message) }
  }

  /// Names the skipped items that still wait, and says how many lines were held back and not told
  /// of. At the end of the program.
  public func close() {
    state.withLock { state in
      while let words = state.backlog.takeLine() { put(line(.warn, words), &state) }
      let count = state.limit.takeHeldBack()
      if count > 0 { put(line(.warn, Log.heldBack(count)), &state) }
    }
  }

  private func limited(
    _ level: LogLevel, _ message: String, named name: [UInt8]? = nil, at now: Instant
  ) {
    guard self.level >= level else { return }
    state.withLock { state in
      switch state.limit.judge(name, at: now) {
      case .known: return
      case .hold:
        if let name, state.backlog.add(message) { state.limit.promise(name, at: now) }
        return
      case .writeAfter(let count): put(line(.warn, Log.heldBack(count)), &state)
      case .write: break
      }
      put(line(level, name == nil ? message : "skipped " + message), &state)
    }
  }

  private func unlimited(_ level: LogLevel, _ message: String) {
    state.withLock { put(line(level, message), &$0) }
  }

  private func put(_ line: [UInt8], _ state: inout State) {
    var line = line
    if state.lost > 0 {
      line = self.line(.warn, "\(state.lost) lines lost: standard error took none") + line
    }
    if sink(line) { state.lost = 0 } else { state.lost += 1 }
  }

  private static func heldBack(_ count: Int) -> String {
    count == 1 ? "1 line held back" : "\(count) lines held back"
  }

  /// At most 2 KiB: with a second line before it, that is less than what a pipe takes whole.
  private func line(_ level: LogLevel, _ message: String) -> [UInt8] {
    let number = [3, 4, 6, 7][level.rank]
    let start = hasJournal ? "<\(number)>" : "triptych: "
    let text = Array(String(escaping: (start + level.rawValue + ": " + message).utf8).utf8)
    guard text.count > 2000 else { return text + [0x0A] }
    // Not in the middle of a character.
    var end = 1996
    while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
    return text[..<end] + Array("...\n".utf8)
  }
}

/// Writes without waiting. A socket has a flag for that; for the rest poll is asked, which for a
/// pipe promises room for 4096 bytes. (O_NONBLOCK would hold for everybody who has the terminal.)
private func writeToStandardError(_ line: [UInt8]) -> Bool {
  line.withUnsafeBytes { bytes in
    let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    let sent = send(2, bytes.baseAddress, bytes.count, flags)
    if sent >= 0 { return true }
    guard errno == ENOTSOCK else { return false }
    var descriptor = pollfd(fd: 2, events: Int16(POLLOUT), revents: 0)
    guard poll(&descriptor, 1, 0) == 1, Int32(descriptor.revents) & POLLOUT != 0 else {
      return false
    }
    return write(2, bytes.baseAddress, bytes.count) >= 0
  }
}
