import Glibc
import TriptychCore
import TriptychWire

/// The wire thread: one loop that listens to all workers and to the desk, and sleeps when
/// nothing runs. All that it owns lives on that thread.
final class WireLoop {
  /// Replies of one worker in one turn, so that none keeps the others waiting.
  static let repliesPerTurn = 64
  /// Workers that a still may lose before it is to blame: one that was dead already when the
  /// still came to it, one that died by chance, and one more.
  static let attempts: UInt32 = 3
  /// The same where each was killed: a decoder does not do that to itself. Who wants the memory
  /// that a picture takes may; so there is an end to it.
  static let attemptsWhenKilled: UInt32 = 6

  let desk: Desk
  let programs: WorkerPrograms
  var crew = Crew()
  var workers: [WorkerNumber: WireWorker] = [:]
  var orders: [JobSerial: Order] = [:]
  /// Pictures that stand in slots, to be copied once their workers have been given more to do.
  var toCopy: [(SlotBank, SlotImage, (Picture) -> Desk.Tidings)] = []
  /// Killed, to be collected.
  private var dying: [WorkerProcess] = []
  /// Until it is looked at them again, ms: a decoder that hangs in the kernel takes its time.
  private var collectPause: Int32 = 1
  /// Why workers of a role did not start.
  var troubles: [Role: MediaError] = [:]
  var screen = (width: 1920, height: 1080)
  var isEnding = false

  /// A job as it was ordered, until it is over.
  struct Order {
    enum What {
      case still(Desk.Work)
      case film(Desk.Film)
    }
    var what: What
    var role: Role
    /// The file: of a film, until the worker has it; else to the end, for another attempt.
    var descriptor: Descriptor?
    var worker: WorkerNumber?
    /// When the first attempt began: another one does not get more time.
    var since: Instant?
    var attempts: UInt32 = 0
    /// Of a film that has not begun yet.
    var runs = false
    var seek: (generation: UInt32, to: Int64)?
  }

  init(desk: Desk, programs: WorkerPrograms) {
    (self.desk, self.programs) = (desk, programs)
    setSlotSizes()
  }

  /// Returns after `shutDown`. Workers die with the thread that started them (PDEATHSIG), so it
  /// lives as long as they are wanted.
  func run() {
    perform(crew.prepare(.picture))
    while !isEnding {
      for command in desk.takeCommands() { obey(command) }
      copyPictures()
      if isEnding { break }
      listen()
      checkDeadlines()
      copyPictures()
      collect()
    }
    endAll()
  }

  private func listen() {
    // The bell first, then each worker's channel and its standard error.
    var waiting = [pollfd(fd: desk.bell.descriptor, events: Int16(POLLIN), revents: 0)]
    let listed = workers.values.sorted { $0.number < $1.number }
    for worker in listed {
      let isBlocked = worker.hasUnsent || !(worker.bank?.tellRest() ?? true)
      let events = isBlocked ? POLLIN | POLLOUT : POLLIN
      let channel = worker.process.channel.descriptor
      waiting.append(pollfd(fd: channel, events: Int16(events), revents: 0))
      waiting.append(pollfd(fd: worker.tail.descriptor ?? -1, events: Int16(POLLIN), revents: 0))
    }
    guard poll(&waiting, nfds_t(waiting.count), timeout()) > 0 else { return }
    if waiting[0].revents != 0 { desk.bell.hush() }
    for (index, worker) in listed.enumerated() {
      let (channel, errors) = (waiting[1 + 2 * index].revents, waiting[2 + 2 * index].revents)
      if errors != 0 { worker.tail.listen() }
      if channel & Int16(POLLOUT) != 0 { _ = worker.sendRest() }
      if channel & ~Int16(POLLOUT) != 0 { hear(worker) }
    }
  }

  private func timeout() -> Int32 {
    let next = workers.values.compactMap(\.talk.deadline).min()
    let own = desk.clock.timeout(until: next)
    guard !dying.isEmpty else { return own }
    return own < 0 ? collectPause : min(own, collectPause)
  }

  private func hear(_ worker: WireWorker) {
    for _ in 0..<Self.repliesPerTurn {
      guard workers[worker.number] === worker else { return }
      do throws(ChannelError) {
        let reply = try nextReply(worker)
        take(worker.talk.hear(reply, at: desk.clock.now()), from: worker)
      } catch {
        switch error {
        case .wouldBlock: return
        case .malformed(let reason):
          take(worker.talk.end(Lie("\(reason)").asError), from: worker)
        case .closed, .system:
          worker.tail.listen()
          take(worker.talk.end(worker.lastWords()), from: worker)
        }
        return
      }
    }
  }

  /// A worker that dies with unread messages in its queue resets the channel: that is told once,
  /// before what it said last. Where nothing follows and nothing has ended, it was an empty
  /// message, which nobody has a reason to send.
  private func nextReply(_ worker: WireWorker) throws(ChannelError) -> Reply {
    do throws(ChannelError) {
      return try worker.process.channel.nextReply()
    } catch {
      guard error == .closed else { throw error }
    }
    do throws(ChannelError) {
      return try worker.process.channel.nextReply()
    } catch {
      throw error == .wouldBlock ? .malformed(.tooShort) : error
    }
  }

  private func checkDeadlines() {
    let now = desk.clock.now()
    for worker in workers.values {
      guard let deadline = worker.talk.deadline, deadline <= now else { continue }
      let demand = worker.talk.job.flatMap { desk.withShelf($0) { $0.demand } ?? nil }
      let findings = worker.talk.check(at: now, demand: demand)
      if findings.isEmpty, let job = worker.talk.job {
        _ = desk.withShelf(job) { $0.forgetDemand() }
      }
      take(findings, from: worker)
    }
  }

  // MARK: - Ends

  /// The worker is over: killed if it still runs, and collected later if need be.
  func end(_ worker: WireWorker) {
    guard workers.removeValue(forKey: worker.number) != nil else { return }
    worker.bank?.close()
    worker.process.kill()
    if worker.process.reap() { return }
    dying.append(worker.process)
    collectPause = 1
  }

  private func collect() {
    dying.removeAll { $0.reap() }
    collectPause = min(collectPause * 2, 1000)
  }

  /// Kills all at once and collects them, but waits no longer than 0.2 s.
  private func endAll() {
    for worker in Array(workers.values) { end(worker) }
    for _ in 0..<200 {
      dying.removeAll { $0.reap() }
      if dying.isEmpty { return }
      poll(nil, 0, 1)
    }
  }
}
