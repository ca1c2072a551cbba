import TriptychCore

/// One client's side of the protocol: bytes in, requests out; answers and events in, bytes out.
/// A state machine without a clock and without a socket. Never more than one request is under way.
struct Conversation: Sendable {
  /// What is to be sent, from `sent` on.
  private(set) var output: [UInt8] = []
  private var sent = 0
  /// Of the output, what belongs to a screenshot.
  private var exempt = 0
  /// What came and is not understood yet.
  private var input: [UInt8] = []
  private var inputEnds = false
  /// The id of the request under way.
  private var pending: JSON?
  private var isWaiting = false
  private(set) var wantsEvents = false
  /// Nothing is read any more; it is over when all is sent.
  private(set) var isClosing = false
  /// Over at once.
  private(set) var isBroken = false
  private var allowance: Allowance
  /// When the line that is under way must be there.
  private var lineBy: Instant?
  private var idleAt: Instant
  private var stallAt: Instant?

  /// Begins with the greeting.
  init(version: String, at now: Instant) {
    allowance = Allowance(rate: RemoteLimits.rate, at: now)
    (lineBy, idleAt) = (now + RemoteLimits.completion, now + RemoteLimits.idle)
    send(
      .object([
        .init("triptych", .string(version)), .init("protocol", .number(remoteProtocolVersion)),
      ]))
  }

  // MARK: In

  /// True if more bytes may be read: none of a line that has to wait.
  func wantsInput(at now: Instant) -> Bool {
    !isClosing && !isBroken && !inputEnds && !isWaiting && !hasLine
      && input.count <= RemoteLimits.line
  }

  private var hasLine: Bool { input.contains(0x0A) }

  /// Bytes have come; none: the client sends no more.
  mutating func receive(_ bytes: some Collection<UInt8>, at now: Instant) {
    guard !isClosing else { return }
    if bytes.isEmpty {
      inputEnds = true
      // The last line may come without its end.
      if !input.isEmpty, !hasLine { input.append(0x0A) }
      return
    }
    if input.isEmpty, lineBy == nil { lineBy = now + RemoteLimits.completion }
    input += bytes
  }

  /// The next request, if there is one and its turn has come.
  mutating func next(at now: Instant) -> RemoteRequest? {
    while !isWaiting, !isClosing, !isBroken {
      guard let end = input.firstIndex(of: 0x0A) else {
        finishInput()
        return nil
      }
      guard end <= RemoteLimits.line else {
        refuseLength()
        return nil
      }
      guard allowance.take(at: now) else { return nil }
      let line = Array(input[..<end])
      input.removeSubrange(...end)
      lineBy = input.isEmpty || hasLine ? nil : now + RemoteLimits.completion
      idleAt = now + RemoteLimits.idle
      if let request = understand(line) {
        isWaiting = true
        return request
      }
    }
    return nil
  }

  /// The end of what the client says, and lines without end.
  private mutating func finishInput() {
    if input.count > RemoteLimits.line { return refuseLength() }
    // A client that has said all it wants may still listen to events.
    if inputEnds, !wantsEvents { isClosing = true }
  }

  private mutating func refuseLength() {
    end(RemoteError(.tooLong, "a line has at most \(RemoteLimits.line) bytes"))
  }

  /// Nothing for an empty line; an answer for what is no request.
  private mutating func understand(_ line: [UInt8]) -> RemoteRequest? {
    let line = line.last == 0x0D ? line.dropLast() : line[...]
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return nil }
    pending = nil
    do throws(RemoteError) {
      let object = try read(line)
      pending = try RemoteLine.id(of: object)
      return try RemoteRequest(try RemoteLine.words(of: object))
    } catch {
      finish(.failure(error))
      return nil
    }
  }

  private func read(_ line: ArraySlice<UInt8>) throws(RemoteError) -> JSON {
    do throws(JSONError) {
      return try JSON(reading: line)
    } catch { throw RemoteError(.badJSON, "column \(error.column): \(error.words)") }
  }

  // MARK: Out

  /// Answers the request under way.
  mutating func answer(_ answer: RemoteAnswer) {
    guard isWaiting else { return }
    isWaiting = false
    if case .events = answer { wantsEvents = true }
    finish(answer)
  }

  /// The rest is not read.
  mutating func end(_ error: RemoteError) {
    pending = nil
    finish(.failure(error))
    (isClosing, input) = (true, [])
  }

  private mutating func finish(_ answer: RemoteAnswer) {
    let line = RemoteLine.answer(answer, to: pending).line
    if case .picture = answer {
      exempt += line.count
    } else if line.count > RemoteLimits.answer {
      let error = RemoteError(.failed, "the answer would be longer than 64 KiB")
      return send(RemoteLine.answer(.failure(error), to: pending))
    }
    pending = nil
    append(line)
  }

  /// Tells an event to who wants events. Who does not read them is dropped.
  mutating func tell(_ event: [UInt8]) {
    guard wantsEvents, !isClosing else { return }
    append(event)
  }

  private mutating func send(_ value: JSON) { append(value.line) }

  private mutating func append(_ line: [UInt8]) {
    output += line
    output.append(0x0A)
    if output.count - sent - exempt > RemoteLimits.backlog { isBroken = true }
  }

  /// What is to be sent now.
  var unsent: ArraySlice<UInt8> { output[sent...] }

  /// So much of `unsent` was taken.
  mutating func took(_ count: Int, at now: Instant) {
    sent += count
    if count > 0 { stallAt = nil }
    if sent == output.count {
      (output, sent, exempt, stallAt) = ([], 0, 0, nil)
    } else if stallAt == nil {
      stallAt = now + RemoteLimits.stall
    }
  }

  // MARK: Time

  /// True if a client that is gone has said nothing more that is done at once.
  func hasNothingLeft(at now: Instant) -> Bool {
    !isWaiting && !wantsInput(at: now) && (!hasLine || allowance.opens > now)
  }

  var isOver: Bool { isBroken || isClosing && sent == output.count }

  /// When `advance` has something to do; nil: never.
  func due(at now: Instant) -> Instant? {
    var due: [Instant] = []
    if let stallAt { due.append(stallAt) }
    if !isWaiting, !isClosing {
      if hasLine {
        due.append(max(allowance.opens, now))
      } else {
        if let lineBy { due.append(lineBy) }
        if !wantsEvents { due.append(idleAt) }
      }
    }
    return due.min()
  }

  /// Lets go of who takes too long.
  mutating func advance(to now: Instant) {
    if let stallAt, stallAt <= now { isBroken = true }
    guard !isWaiting, !isClosing, !hasLine else { return }
    if let lineBy, lineBy <= now {
      end(RemoteError(.idle, "no whole line came within 5 s"))
    } else if !wantsEvents, idleAt <= now {
      end(RemoteError(.idle, "nothing came for ten minutes"))
    }
  }
}
