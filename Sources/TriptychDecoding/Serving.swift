import Glibc
import TriptychWire

/// One kind of worker. Made before the process is locked down: that is the moment to load and
/// warm up libraries that open files.
public protocol Worker {
  /// Answers a request, on the main thread. `slots` never comes here. It may return before the
  /// job is done and answer from a thread of its own.
  func answer(_ request: Request, with descriptors: [Descriptor], slots: Slots, by replier: Replier)
}

/// Sends replies to the player, from any thread. Waits for room; ends the process if the player
/// is gone.
public final class Replier: Sendable {
  private let channel: Channel

  init(channel: Channel) { self.channel = channel }

  /// Sends one message to the player.
  public func send(_ reply: Reply) {
    do throws(ChannelError) {
      try channel.send(reply)
    } catch {
      leave(error == .closed ? .done : .brokenChannel)
    }
  }

  /// Says that a job has failed, and why.
  public func fail(_ mark: JobMark, _ failure: Failure) {
    send(.failed(mark, failure.code, message: failure.message))
  }

  /// Answers a request that this worker does not know or cannot do now.
  public func refuse(_ request: Request) {
    guard let mark = request.mark else { leave(.badRequest) }
    fail(mark, Failure(.badRequest, "this worker does not do that"))
  }
}

/// How a worker ends by itself.
public enum WorkerExit: Int32, Sendable {
  case done = 0
  case badUsage = 2
  /// The sandbox does not stand; nothing was decoded.
  case notLocked = 3
  /// What came is no request.
  case badRequest = 4
  case brokenChannel = 5
}

/// Ends the process at once, whatever its other threads do.
public func leave(_ exit: WorkerExit) -> Never { _exit(exit.rawValue) }

/// The life of a worker: locks itself down, says that it is ready, maps the slots and answers
/// requests from descriptor 3 until the player closes it. Call it from the main thread.
public func serve(_ worker: any Worker, in sandbox: Sandbox) -> Never {
  guard let layers = sandbox.lock() else { leave(.notLocked) }
  let channel = Channel(owning: 3)
  let replier = Replier(channel: channel)
  replier.send(.ready(layers: layers))
  var slots: Slots?
  while true {
    let (request, descriptors) = nextRequest(of: channel)
    if case .slots(let count, let slotBytes) = request {
      // Once: the player's views of the first memory would go blind.
      guard slots == nil, let memory = descriptors.first else { leave(.badRequest) }
      slots = mapped(memory, count: Int(count), slotBytes: Int(slotBytes))
    } else {
      // Every job of every kind ends in a slot or starts from one.
      guard let slots else { leave(.badRequest) }
      worker.answer(request, with: descriptors, slots: slots, by: replier)
    }
  }
}

private func nextRequest(of channel: Channel) -> (Request, [Descriptor]) {
  do throws(ChannelError) {
    return try channel.nextRequest()
  } catch {
    switch error {
    case .closed: leave(.done)
    case .malformed: leave(.badRequest)
    case .wouldBlock, .system: leave(.brokenChannel)
    }
  }
}

private func mapped(_ memory: Descriptor, count: Int, slotBytes: Int) -> Slots {
  do throws(SharedMemoryError) {
    let shared = try SharedMemory(
      mapping: memory, byteCount: count * slotBytes, writable: true)
    return Slots(memory: shared, count: count, slotBytes: slotBytes)
  } catch {
    leave(.badRequest)
  }
}

extension Request {
  /// The job that is meant; nil where the message belongs to none.
  public var mark: JobMark? {
    switch self {
    case .picture(let mark, _, _, _),
      .film(let mark, _, _, _, _, _, _, _), .run(let mark),
      .heard(let mark, _), .speed(let mark, _, _), .seek(let mark, _), .loop(let mark),
      .close(let mark),
      .text(let mark, _, _), .png(let mark, _, _, _, _, _), .stored(let mark, _, _, _),
      .record(let mark, _), .recordFrame(let mark, _), .recordSound(let mark, _),
      .recordEnd(let mark), .formats(let mark), .inspect(let mark), .facts(let mark),
      .taken(let mark), .list(let mark, _):
      mark
    case .slots, .free: nil
    }
  }
}
