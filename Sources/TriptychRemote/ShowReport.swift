import TriptychCore

/// What `status` tells, and `events` first.
public struct ShowReport: Sendable {
  /// An item of the list.
  public struct Item: Hashable, Sendable {
    /// Counting from 1; 0: it has left the list and is still seen.
    public var number: Int
    /// As bytes; names need not be UTF-8.
    public var path: [UInt8]
    public var title: String

    public init(number: Int, path: [UInt8], title: String) {
      (self.number, self.path, self.title) = (number, path, title)
    }

    /// null where it has left the list.
    var place: JSON { number > 0 ? .number(number) : .null }

    /// Its members; `path-base64` only where the path is no UTF-8.
    public var members: [JSON.Member] {
      let text = String(decoding: path, as: UTF8.self)
      guard text.utf8.elementsEqual(path) else {
        return [
          .init("path", .string(String(escaping: path))),
          .init("path-base64", .string(Base64.text(of: path))), .init("title", .string(title)),
        ]
      }
      return [.init("path", .string(text)), .init("title", .string(title))]
    }
  }

  /// nil: nothing is shown.
  public var item: Item?
  public var count = 0
  /// False while the list is still being read.
  public var isComplete = true
  public var isPaused = false
  public var isBlank = false
  public var isMuted = false
  public var isZoomed = false
  public var isInOverview = false
  /// Percent.
  public var volume = 100
  /// The film that is current.
  public struct Film: Hashable, Sendable {
    /// Of the film.
    public var time: Duration
    /// nil: not known.
    public var length: Duration?
    public var isPlaying: Bool
    public var speed: FilmSpeed

    public init(time: Duration, length: Duration?, isPlaying: Bool, speed: FilmSpeed) {
      (self.time, self.length, self.isPlaying, self.speed) = (time, length, isPlaying, speed)
    }
  }

  public var film: Film?
  /// Where the show is on its track, in places, and where it is going.
  public var x = 0.0
  public var target = 0
  public var seed: UInt64 = 0
  public var uptime = Duration.zero
  public var version = ""
  /// Pixels.
  public var size = Size(0, 0)
  /// What was seen so far.
  public var frames = ProofTally()
  /// How many items cannot be shown, and the first of them with their reasons.
  public var failureCount = 0
  public var failures: [(item: Item, reason: String)] = []
  /// Files that are left out because the show has died with them.
  public var quarantined: [[UInt8]] = []
  /// How much longer the show rests after too many deaths; nil: it does not.
  public var rest: Duration?
  /// How many failures are told.
  public static let mostFailures = 20

  public init() {}

  /// As a result.
  public var json: JSON {
    var members: [JSON.Member] = [
      .init("item", item?.place ?? .null), .init("count", .number(count)),
      .init("complete", .bool(isComplete)),
    ]
    members += item?.members ?? []
    members += [
      .init("paused", .bool(isPaused)), .init("blank", .bool(isBlank)),
      .init("muted", .bool(isMuted)), .init("volume", .number(volume)), .init("film", filmJSON),
      .init("zoomed", .bool(isZoomed)), .init("overview", .bool(isInOverview)),
      .init("x", .number(x)), .init("target", .number(target)),
      .init("width", .number(size.width)), .init("height", .number(size.height)),
      .init("seed", .number(String(seed))), .init("uptime", .number(uptime.inSeconds)),
      .init("version", .string(version)), .init("frames", framesJSON),
      .init("failure-count", .number(failureCount)),
      .init("failures", .array(failures.map { failure($0.item, $0.reason) })),
      .init("quarantine", .array(quarantined.map { .string(String(escaping: $0)) })),
      .init("rest", rest.map { .number($0.inSeconds) } ?? .null),
    ]
    return .object(members)
  }

  private var framesJSON: JSON {
    .object([
      .init("presented", .number(frames.presented)), .init("late", .number(frames.late)),
      .init("repeated", .number(frames.repeated)), .init("dropped", .number(frames.dropped)),
      .init("black", .number(frames.black)), .init("wrong", .number(frames.wrong)),
    ])
  }

  private var filmJSON: JSON {
    guard let film else { return .null }
    return .object([
      .init("time", .number(film.time.inSeconds)),
      .init("length", film.length.map { .number($0.inSeconds) } ?? .null),
      .init("playing", .bool(film.isPlaying)), .init("speed", .number(film.speed.factor)),
    ])
  }

  private func failure(_ item: Item, _ reason: String) -> JSON {
    .object(
      [.init("item", item.place)] + item.members + [.init("reason", .string(reason))])
  }
}

/// What is told to who asked for events.
public enum RemoteEvent: Hashable, Sendable {
  /// The show is going to another item.
  case willChange(from: ShowReport.Item, to: ShowReport.Item)
  /// The current item is another one; `from` nil: the first.
  case didChange(from: ShowReport.Item?, to: ShowReport.Item)
  case failed(ShowReport.Item, reason: String)
  /// The list is another one.
  case edited(count: Int)
  case idleReset
  /// Somebody paused, blanked, muted, or set the volume.
  case state(paused: Bool, blank: Bool, muted: Bool, volume: Int)

  /// As a line.
  public var json: JSON {
    func event(_ name: String, _ members: [JSON.Member]) -> JSON {
      .object([.init("event", .string(name))] + members)
    }
    switch self {
    case .willChange(let from, let to):
      return event(
        "will-change",
        [.init("from", from.place), .init("to", to.place)] + to.members)
    case .didChange(let from, let to):
      let start = from?.place ?? .null
      return event(
        "did-change", [.init("from", start), .init("to", to.place)] + to.members)
    case .failed(let item, let reason):
      return event(
        "failed",
        [.init("item", item.place)] + item.members + [.init("reason", .string(reason))])
    case .edited(let count): return event("edited", [.init("count", .number(count))])
    case .idleReset: return event("idle-reset", [])
    case .state(let paused, let blank, let muted, let volume):
      return event(
        "state",
        [
          .init("paused", .bool(paused)), .init("blank", .bool(blank)),
          .init("muted", .bool(muted)),
          .init("volume", .number(volume)),
        ])
    }
  }
}
