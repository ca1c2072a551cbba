import TriptychCore

/// Keeps what was seen, says what was wrong with it, and ends the show where it is there to be
/// proven (`--prove`). Main thread.
final class Proving {
  private(set) var proof: Proof
  /// So many items are to be played; nil: nothing is to be proven.
  let wanted: Int?
  private let log: Log
  private var items = 0
  private var begun: Instant?
  private var hourEnds: Instant?
  private var line: (text: String, at: Instant)?

  /// `refreshRate`: of the display, Hz. `waitsForRefresh`: SDL's present does.
  init(_ wanted: Int?, refreshRate: Double, waitsForRefresh: Bool, log: Log) {
    (self.wanted, self.log) = (wanted, log)
    proof = Proof(interval: .seconds(1 / refreshRate), waitsForRefresh: waitsForRefresh)
  }

  /// The numbers in the frames of films are read.
  var readsCodes: Bool { wanted != nil }

  // MARK: What happens

  /// The show has changed its mind. `due`: when the timer was to strike, as it was before.
  func note(_ effects: [Effect], timerDue due: Instant?, byPerson: Bool, at now: Instant) {
    for effect in effects {
      switch effect {
      case .changing(let from, let to):
        decide(due, byPerson, now)
        proof.changing(from: from, to: to, at: now)
      case .changed: items += 1
      case .seekFilm(let place, _):
        proof.forget(place: place)
        decide(due, byPerson, now)
      default: break
      }
    }
  }

  private func decide(_ due: Instant?, _ byPerson: Bool, _ now: Instant) {
    if byPerson {
      proof.decided(at: now, byTimer: false)
    } else if let due, due <= now {
      proof.decided(at: due, byTimer: true)
    }
  }

  /// What plays is not seen.
  func interrupt() { proof.interrupt() }

  /// Sound is so far ahead of its picture.
  func heard(ahead: Duration) { proof.heard(ahead: ahead) }

  /// A frame was presented. `name`: an item, as people know it.
  func presented(_ frame: ProofFrame, name: (Int) -> String) {
    if begun == nil { begun = frame.returned }
    for fault in proof.presented(frame) where wanted != nil {
      StandardStreams.write(words(fault, name) + "\n")
    }
  }

  private func words(_ fault: ProofFault, _ name: (Int) -> String) -> String {
    let since = fault.at - (begun ?? fault.at)
    let who = fault.item.map { "item \($0 + 1) (\(name($0)))" } ?? "no item"
    return "\(who) at \(decimal(since)) s: \(fault.words)"
  }

  private func decimal(_ time: Duration) -> String {
    let thousandths = Int((time.inSeconds * 1000).rounded())
    let rest = String(1000 + thousandths % 1000).dropFirst()
    return "\(thousandths / 1000).\(rest)"
  }

  /// Tells the log once an hour what was seen in it. Wakes nobody for that.
  func tellHour(at now: Instant) {
    guard let ends = hourEnds else {
      hourEnds = now + .seconds(3600)
      return
    }
    guard now >= ends else { return }
    hourEnds = now + .seconds(3600)
    let hour = proof.takeHour()
    if hour.presented > 0 { log.info("the last hour: \(hour.words)", at: now) }
  }

  // MARK: What is told

  /// For the panel; a new one once a second at most.
  func words(at now: Instant) -> String {
    if let line, now - line.at < .seconds(1) { return line.text }
    let text = proof.total.words
    line = (text, now)
    return text
  }

  /// True once so many items have been played as are wanted. `rounds`: of a film that is alone.
  func isOver(rounds: Int) -> Bool {
    guard let wanted else { return false }
    return items > wanted || rounds >= wanted
  }

  /// The exit code at the end, after what was found is said.
  func finish(_ code: Int32) -> Int32 {
    guard let wanted else { return code }
    let played = min(items, wanted)
    StandardStreams.write("\(played) item\(played == 1 ? "" : "s"), \(proof.total.words)\n")
    return code == ExitCode.done && !proof.total.isClean ? ExitCode.failed : code
  }
}
