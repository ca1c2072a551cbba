import Glibc
import TriptychCore
import TriptychWire

/// A worker as the wire thread sees it: the process, its channel, its slots and what was said.
/// Lives on the wire thread.
final class WireWorker {
  /// Messages that wait while the worker does not read; beyond it is taken for dead.
  static let unsentLimit = 64

  let number: WorkerNumber
  let role: Role
  let process: WorkerProcess
  var talk: Conversation
  var bank: SlotBank?
  var tail: ErrorTail
  /// In order, with what keeps the descriptors open.
  private var unsent: [(request: Request, descriptors: [Int32], owners: [AnyObject])] = []

  private init(
    number: WorkerNumber, role: Role, process: WorkerProcess, tail: ErrorTail, now: Instant
  ) {
    (self.number, self.role, self.process, self.tail) = (number, role, process, tail)
    talk = Conversation(at: now)
  }

  static func start(
    _ number: WorkerNumber, _ role: Role, program: [UInt8], at now: Instant
  ) throws(ChannelError) -> WireWorker {
    let errors = openPipe()
    let process = try WorkerProcess.spawn(
      program: program, kind: role.kind, errors: errors?.writing.raw)
    return WireWorker(
      number: number, role: role, process: process, tail: ErrorTail(errors?.reading), now: now)
  }

  var hasUnsent: Bool { !unsent.isEmpty }

  /// Sends, or keeps for later what finds the worker's queue full. False: it does not listen.
  func send(_ request: Request, passing files: [Descriptor] = []) -> Bool {
    unsent.append((request, files.map(\.raw), files))
    return sendRest()
  }

  /// The worker's slots, once.
  func give(_ bank: SlotBank) -> Bool {
    self.bank = bank
    talk.give(bank.rules)
    let request = Request.slots(count: bank.rules.count, slotBytes: bank.rules.slotBytes)
    unsent.append((request, [bank.descriptor], [bank]))
    return sendRest()
  }

  /// False if far too much has gathered. A worker that is gone shows when it is read from.
  func sendRest() -> Bool {
    while let next = unsent.first {
      do throws(ChannelError) {
        try process.channel.send(next.request, passing: next.descriptors)
        unsent.removeFirst()
      } catch {
        if error != .wouldBlock { unsent = [] }
        break
      }
    }
    return unsent.count <= Self.unsentLimit
  }

  /// How it ended, for people. A channel closes a moment before its process can be collected:
  /// waits for that, at most 40 ms (a film's ring holds more), and only for a worker that went.
  func lastWords() -> MediaError {
    for _ in 0..<40 where !process.reap() { poll(nil, 0, 1) }
    guard process.reap() else {
      return MediaError(.decoderDied, "the decoder went away", trace: tail.bytes)
    }
    let words =
      if let signal = process.endSignal {
        "the decoder died (signal \(signal))"
      } else {
        "the decoder ended (status \(process.exitCode ?? 0))"
      }
    return MediaError(.decoderDied, words, trace: tail.bytes)
  }
}
