import Glibc
import TriptychCore
import TriptychFiles
import TriptychStage

/// What a kiosk has died with, and leaves out for that (`docs/reliability.md`). Main thread; waits
/// for the disk at the start after a death alone.
final class SafeMode {
  private var quarantine: Quarantine
  private let mark: WorkMark
  private let keeper: StateKeeper
  private let log: Log
  private let begun = MonotonicClock.now
  /// How often decoders have died with a file since the program began.
  private var kills: [[UInt8]: Int] = [:]
  private static let mostKills = 3
  private static let mostCounted = 1000

  /// Looks how the show before ended. nil: no kiosk, or nothing can be remembered here.
  init?(
    _ settings: ProgramSettings, _ environment: Environment, _ surroundings: PlayEnvironment,
    _ log: Log
  ) {
    let name = Array("/triptych".utf8)
    let runtime = surroundings.runtimeFolder ?? environment.runtimeHome.map { $0 + name }
    guard settings.show.kiosk, let runtime, let folder = environment.stateFolder,
      let mark = WorkMark(folder: runtime)
    else { return nil }
    let now = WallClock.now
    // Where the disk takes nothing, it is remembered until the computer is switched off.
    let files = [folder, runtime].map(Quarantine.file(in:))
    var quarantine = Self.read(files, log)
    let before = quarantine
    quarantine.tidy(at: now, age: 0)
    if let items = mark.left { Self.tell(quarantine.died(with: items, at: now), items, log) }
    let file = quarantine == before ? files[0] : Self.write(quarantine, files, log)
    if let rest = quarantine.rest(at: now) {
      log.atStart(.error, "the show has died too often: it rests for \((rest + 59) / 60) minutes")
    }
    (self.quarantine, self.mark, self.log) = (quarantine, mark, log)
    keeper = StateKeeper(file)
  }

  private static func read(_ files: [WholeFile], _ log: Log) -> Quarantine {
    var found = Quarantine()
    for file in files {
      do throws(FileError) {
        guard let text = try file.read() else { continue }
        if let kept = Quarantine(text: text) {
          found = kept
        } else {
          log.atStart(.warn, "\(String(escaping: file.path)): damaged, and not heeded")
        }
      } catch {
        log.atStart(.warn, "\(String(escaping: file.path)): \(error.words)")
      }
    }
    return found
  }

  /// Writes it where that is possible; the file that is written to from then on.
  private static func write(
    _ quarantine: Quarantine, _ files: [WholeFile], _ log: Log
  ) -> WholeFile {
    do throws(FileError) {
      try files[0].write(quarantine.text)
      files[1].remove()
      return files[0]
    } catch {
      let words = "\(String(escaping: error.path)): \(error.words)"
      log.atStart(.warn, "deaths are remembered until the computer is switched off: \(words)")
    }
    try? files[1].write(quarantine.text)  // there is no other place
    return files[1]
  }

  private static func tell(_ verdict: Quarantine.Verdict, _ items: [WorkItem], _ log: Log) {
    let names = items.map { String(escaping: $0.path) }.joined(separator: ", ")
    let what =
      items.isEmpty
      ? "before anything was decoded" : "while this was decoded or seen: \(names)"
    log.atStart(.warn, "the show has died, \(what)")
    guard case .held(let items) = verdict else { return }
    for item in items {
      log.atStart(.error, "left out for a day: \(String(escaping: item.path))")
    }
  }

  // MARK: What is asked

  /// Why a file is not to be decoded; nil: it is.
  func objection(to item: WorkItem, at now: Instant) -> String? {
    guard quarantine.items.contains(where: { $0.path == item.path }) else { return nil }
    if quarantine.holds(item, at: WallClock.now, age: age(now)) {
      return "left out for a day: the show has died with it (reload tries it again)"
    }
    lift(item, at: now)  // its day is over, or it is another file now
    return nil
  }

  /// What is left out.
  func items(at now: Instant) -> [WorkItem] {
    quarantine.items.filter { quarantine.holds($0, at: WallClock.now, age: age(now)) }
  }

  /// How much longer the show rests; nil: it does not.
  func rest(at now: Instant) -> Duration? {
    quarantine.rest(at: WallClock.now).map { .seconds($0) }
  }

  private func age(_ now: Instant) -> Int64 { (now - begun).components.seconds }

  /// Emptied, it says that the show has ended as it should.
  var markDescriptor: Int32 { mark.descriptor }

  // MARK: What happens

  /// These are at work from now on.
  func note(_ items: Set<WorkItem>) { mark.note(items) }

  /// The show ends as it should.
  func end() {
    mark.end()
    keeper.finish(within: .milliseconds(200))
  }

  /// A decoder has died with a file.
  func workerDied(with item: WorkItem, at now: Instant) {
    if kills.count >= Self.mostCounted { kills = [:] }
    kills[item.path, default: 0] += 1
    guard kills[item.path] == Self.mostKills else { return }
    kills[item.path] = nil
    quarantine.hold(item, at: WallClock.now)
    keep(now)
    log.error("left out for a day: decoders died with \(String(escaping: item.path))", at: now)
  }

  /// A file gets another chance.
  func lift(_ item: WorkItem, at now: Instant) {
    kills[item.path] = nil
    guard quarantine.lift(item.path) else { return }
    log.info("not left out any more: \(String(escaping: item.path))", at: now)
    keep(now)
  }

  func liftAll(at now: Instant) {
    kills = [:]
    guard quarantine.liftAll() else { return }
    log.info("nothing is left out any more", at: now)
    keep(now)
  }

  private func keep(_ now: Instant) {
    keeper.keep(quarantine.text)
    for failure in keeper.takeFailures() {
      log.debug("\(String(escaping: failure.path)): \(failure.words)")
    }
  }
}

extension Performance {
  /// Remembers what is decoded and seen, for who comes after the show if it dies with that.
  func noteWork(_ now: Instant) {
    guard let safeMode else { return }
    let items = gallery.itemsInWork.union(show.itemsInSight(at: now))
    safeMode.note(Set(items.compactMap(gallery.work)))
  }

  func restDue(at now: Instant) -> Instant? {
    isResting ? safeMode?.rest(at: now).map { now + $0 } : nil
  }

  /// The rest after too many deaths may be over.
  func keepSafe(_ now: Instant) {
    guard isResting, safeMode?.rest(at: now) == nil else { return }
    log.info("the show has rested, and begins", at: now)
    // As at the start of the program: where it was is still to be gone on from.
    (isResting, hasBegun) = (false, false)
    reload()
  }
}
