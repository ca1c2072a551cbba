import TriptychCore
import TriptychWire

/// What a worker is kept for.
enum Role: CaseIterable, Hashable, Sendable {
  case picture
  /// Pictures in HEIF's boxes.
  case heif
  case film
  case text
  case encode
}

/// Counts up for the life of a `Media`; never used twice.
typealias JobSerial = UInt32
typealias WorkerNumber = UInt32

/// Who works on what: the jobs that wait and the workers that are there. A value: it decides,
/// the wire thread performs.
struct Crew: Sendable {
  /// Bounds of one role (DESIGN section 2).
  struct Bounds: Sendable {
    /// Jobs that run at once. Films: three views, and one that is being closed.
    let running: Int
    /// Workers that may stand by.
    let idle: Int
  }

  /// What the wire thread has to do, in order.
  enum Step: Hashable, Sendable {
    case spawn(WorkerNumber, Role)
    /// `slots`: give the worker its memory first, with slots of so many bytes.
    case begin(JobSerial, on: WorkerNumber, slots: UInt64?)
    case retire(WorkerNumber)
    /// No worker of this role can be had.
    case refuse(JobSerial, Role)
  }

  /// A worker gathers what its libraries leak: it is replaced after so many items.
  static let itemsPerWorker = 500
  /// So many workers in a row that die before they are ready: it is not by chance.
  static let stillbornLimit = 3
  /// The same where each was killed from outside (SIGKILL) while it started. A worker that starts
  /// slowly on a busy machine is hit often; where all are killed there is an end to it, too.
  static let killedLimit = 20

  /// Workers of a role in a row that were never ready.
  private struct Stillborn: Hashable, Sendable {
    var died = 0
    var killed = 0

    var isHopeless: Bool { died >= Crew.stillbornLimit || killed >= Crew.killedLimit }
  }

  private struct Waiting: Sendable {
    let serial: JobSerial
    let slotBytes: UInt64
  }

  private struct Worker: Sendable {
    enum Stage: Hashable, Sendable {
      case starting
      case idle
      case busy(JobSerial)
    }
    let number: WorkerNumber
    let role: Role
    var stage = Stage.starting
    var slotBytes: UInt64?
    var itemsDone = 0
  }

  private var workers: [Worker] = []
  private var waiting: [Role: [Waiting]] = [:]
  private var stillborn: [Role: Stillborn] = [:]
  private var usualSlotBytes: [Role: UInt64] = [:]
  private var nextNumber: WorkerNumber = 1
  private var filmWanted = false

  static func bounds(_ role: Role) -> Bounds {
    switch role {
    case .picture: Bounds(running: 2, idle: 2)
    case .heif: Bounds(running: 2, idle: 1)
    case .film: Bounds(running: 4, idle: 2)
    case .text: Bounds(running: 1, idle: 1)
    case .encode: Bounds(running: 2, idle: 2)
    }
  }

  /// A worker before there is a job: the first one, or a spare.
  mutating func prepare(_ role: Role) -> [Step] { [spawn(role)] }

  /// How large slots are made, unless a job needs more.
  mutating func setUsualSlotBytes(_ bytes: UInt64, for role: Role) {
    usualSlotBytes[role] = bytes
  }

  /// A job joins the end of its role's queue.
  mutating func submit(_ serial: JobSerial, _ role: Role, slotBytes: UInt64) -> [Step] {
    if role == .film { filmWanted = true }
    waiting[role, default: []].append(Waiting(serial: serial, slotBytes: slotBytes))
    return assign(role)
  }

  /// The job's worker went and may have been to blame alone: the job is tried again, before
  /// those that wait. It begins when the worker is `gone`.
  mutating func resubmit(_ serial: JobSerial, _ role: Role, slotBytes: UInt64) {
    waiting[role, default: []].insert(Waiting(serial: serial, slotBytes: slotBytes), at: 0)
  }

  /// True if the job still waited; it is gone then. Else it runs, or is over.
  mutating func withdraw(_ serial: JobSerial) -> Bool {
    for role in Role.allCases {
      guard let index = waiting[role]?.firstIndex(where: { $0.serial == serial }) else { continue }
      waiting[role]?.remove(at: index)
      return true
    }
    return false
  }

  /// True while a job waits for a worker of that role.
  func isShort(of role: Role) -> Bool { !(waiting[role] ?? []).isEmpty }

  /// The worker is locked down and listens.
  mutating func ready(_ number: WorkerNumber) -> [Step] {
    guard let index = index(of: number), workers[index].stage == .starting else { return [] }
    workers[index].stage = .idle
    let role = workers[index].role
    stillborn[role] = nil
    return assign(role)
  }

  /// The worker's job is over.
  mutating func done(_ number: WorkerNumber) -> [Step] {
    guard let index = index(of: number), case .busy = workers[index].stage else { return [] }
    workers[index].stage = .idle
    workers[index].itemsDone += 1
    let role = workers[index].role
    stillborn[role] = nil
    var steps: [Step] = []
    if workers[index].itemsDone >= Self.itemsPerWorker { steps += retire(at: index) }
    steps += assign(role)
    return steps + dismissSurplus(role)
  }

  /// The worker is dead, whatever the reason. `wasKilled`: from outside.
  mutating func gone(_ number: WorkerNumber, wasKilled: Bool = false) -> [Step] {
    guard let index = index(of: number) else { return [] }
    let worker = workers.remove(at: index)
    guard worker.stage == .starting else { return assign(worker.role) }
    var count = stillborn[worker.role] ?? Stillborn()
    if wasKilled { count.killed += 1 } else { count.died += 1 }
    stillborn[worker.role] = count
    guard count.isHopeless else { return assign(worker.role) }
    // Those that live do the work, one after another; each job done allows new attempts.
    if workers.contains(where: { $0.role == worker.role && $0.stage != .starting }) { return [] }
    let refused = waiting[worker.role] ?? []
    waiting[worker.role] = []
    return refused.map { .refuse($0.serial, worker.role) }
  }

  /// Nothing moves on the screen: one warm worker stands by, for films too once there was one.
  mutating func makeSpare() -> [Step] {
    let roles: [Role] = filmWanted ? [.picture, .film] : [.picture]
    var steps: [Step] = []
    for role in roles where standingBy(role) == 0 && stillborn[role] == nil {
      steps.append(spawn(role))
    }
    return steps
  }

  // MARK: - Decisions

  private mutating func assign(_ role: Role) -> [Step] {
    var steps: [Step] = []
    let bound = Self.bounds(role).running
    while running(role) < bound, let job = waiting[role]?.first {
      guard let index = idleWorker(role, slotBytes: job.slotBytes) else { break }
      waiting[role]?.removeFirst()
      var fresh: UInt64?
      if workers[index].slotBytes == nil {
        fresh = max(job.slotBytes, usualSlotBytes[role] ?? 0)
        workers[index].slotBytes = fresh
      }
      workers[index].stage = .busy(job.serial)
      steps.append(.begin(job.serial, on: workers[index].number, slots: fresh))
    }
    return steps + spawnForWaiting(role)
  }

  private mutating func spawnForWaiting(_ role: Role) -> [Step] {
    var steps: [Step] = []
    let free = Self.bounds(role).running - running(role)
    let starting = workers.count { $0.role == role && $0.stage == .starting }
    let short = min(waiting[role]?.count ?? 0, free) - starting
    guard short > 0 else { return [] }
    // Idle ones that are left have slots too small for the job in front.
    while let index = workers.firstIndex(where: { $0.role == role && $0.stage == .idle }) {
      steps += retire(at: index)
    }
    for _ in 0..<short { steps.append(spawn(role)) }
    return steps
  }

  private mutating func dismissSurplus(_ role: Role) -> [Step] {
    var steps: [Step] = []
    while workers.count(where: { $0.role == role && $0.stage == .idle })
      > Self.bounds(role).idle,
      let index = workers.firstIndex(where: { $0.role == role && $0.stage == .idle })
    {
      steps += retire(at: index)
    }
    return steps
  }

  private mutating func retire(at index: Int) -> [Step] {
    [.retire(workers.remove(at: index).number)]
  }

  private mutating func spawn(_ role: Role) -> Step {
    let worker = Worker(number: nextNumber, role: role)
    nextNumber += 1
    workers.append(worker)
    return .spawn(worker.number, role)
  }

  private func running(_ role: Role) -> Int {
    workers.count { worker in
      if case .busy = worker.stage { worker.role == role } else { false }
    }
  }

  private func standingBy(_ role: Role) -> Int {
    workers.count { $0.role == role && ($0.stage == .starting || $0.stage == .idle) }
  }

  /// An idle worker whose slots are large enough, or are still to be given.
  private func idleWorker(_ role: Role, slotBytes: UInt64) -> Int? {
    workers.firstIndex { worker in
      worker.role == role && worker.stage == .idle
        && (worker.slotBytes.map { $0 >= slotBytes } ?? true)
    }
  }

  private func index(of number: WorkerNumber) -> Int? {
    workers.firstIndex { $0.number == number }
  }
}
