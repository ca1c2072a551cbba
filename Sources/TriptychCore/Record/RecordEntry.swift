/// The list as it is known at an instant: how many entries, and a sum over their names.
public struct RecordedList: Hashable, Sendable {
  public var count: Int
  /// FNV-1a over the entries' locations, each with a zero behind.
  public var sum: UInt64
  public var isComplete: Bool

  /// Of the first `count` entries; nil: all.
  public init(_ list: ItemList, first count: Int? = nil) {
    self.count = min(count ?? list.count, list.count)
    isComplete = list.isComplete
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for item in 0..<self.count {
      for byte in list.location(item) + [0] { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    self.sum = sum
  }

  init(count: Int, sum: UInt64, isComplete: Bool) {
    (self.count, self.sum, self.isComplete) = (count, sum, isComplete)
  }
}

/// What happened, as a record keeps it.
public enum RecordEntry: Sendable {
  /// The show began with what was known of its list, at an item (counted from 0) of a round, a film
  /// at that time of it.
  case begin(RecordedList, startAt: Int, round: Int?, time: Duration? = nil)
  /// A frame of it was on the screen for the first time.
  case presented
  /// The show was told, by whatever led to it.
  case command(Command)
  /// The show heard.
  case news(News)
  /// The list has grown; what there was stays as it is.
  case list(RecordedList)
  /// The list became another one: from here on a record cannot be rendered.
  case edited
  /// A person did something.
  case input(Input)
  case pointer(PointerEvent)
  /// Somebody outside asked for something.
  case remote(Command)
  /// The program ended.
  case end
}

extension RecordEntry {
  var recorded: String {
    switch self {
    case .begin(let list, let start, let round, let time):
      "begin \(list.recorded) \(start) \(round.map { "\($0)" } ?? "-")"
        + (time.map { " " + $0.recorded } ?? "")
    case .presented: "presented"
    case .command(let command): "show \(command.recorded)"
    case .news(let news): "news \(news.recorded)"
    case .list(let list): "list \(list.recorded)"
    case .edited: "edited"
    case .input(let input): "input \(input.recorded)"
    case .pointer(let event): "pointer \(event.recorded)"
    case .remote(let command): "remote \(command.recorded)"
    case .end: "end"
    }
  }

  init(_ reader: inout RecordReader) throws(RecordError) {
    let word = try reader.word()
    switch word {
    case "begin":
      self = .begin(
        try RecordedList(&reader), startAt: try reader.int(0...1_000_000_000),
        round: try reader.maybe { (reader) throws(RecordError) in try reader.int() },
        time: reader.isAtEnd ? nil : try reader.time())
    case "presented": self = .presented
    case "show": self = .command(try Command(&reader))
    case "news": self = .news(try News(&reader))
    case "list": self = .list(try RecordedList(&reader))
    case "edited": self = .edited
    case "input": self = .input(try Input(&reader))
    case "pointer": self = .pointer(try PointerEvent(&reader))
    case "remote": self = .remote(try Command(&reader))
    case "end": self = .end
    default: throw reader.error("'\(String(escaping: word.utf8))' is not known here")
    }
    try reader.end()
  }

  /// The entry that stands for news; of a list only how much is known of it.
  public init(_ news: News, listBefore: ItemList) {
    switch news {
    case .list(let list): self = .list(RecordedList(list))
    case .edited(let edit):
      let grows =
        edit.changed.isEmpty && edit.list.count >= listBefore.count
        && RecordedList(edit.list, first: listBefore.count).sum == RecordedList(listBefore).sum
      self = grows ? .list(RecordedList(edit.list)) : .edited
    default: self = .news(news)
    }
  }
}

extension RecordedList {
  fileprivate var recorded: String {
    "\(count) \(String(sum, radix: 16)) \(isComplete ? "complete" : "more")"
  }

  fileprivate init(_ reader: inout RecordReader) throws(RecordError) {
    let (count, word, state) = (
      try reader.int(0...1_000_000_000), try reader.word(), try reader.word()
    )
    guard let sum = UInt64(word, radix: 16), ["complete", "more"].contains(state) else {
      throw reader.error("no list: COUNT SUM complete|more")
    }
    self.init(count: count, sum: sum, isComplete: state == "complete")
  }
}

extension News {
  var recorded: String {
    func numbers(_ items: Set<Int>) -> String {
      ([items.count] + items.sorted()).map { "\($0)" }.joined(separator: " ")
    }
    return switch self {
    case .measured(let item, let size):
      "measured \(item) \(RecordWord.number(size.width)) \(RecordWord.number(size.height))"
    case .picture(let item): "picture \(item)"
    case .preview(let item): "preview \(item)"
    case .isFilm(let item): "is-film \(item)"
    case .film(let place, let length): "film \(place) \(length?.recorded ?? "-")"
    case .traits(let place, let isAnimation, let subtitles):
      "traits \(place) \(RecordWord.flag(isAnimation)) \(subtitles)"
    case .failed(let item, let reason): "failed \(item) \(RecordWord.text(reason.utf8))"
    case .filmEnded(let place, let time): "ended \(place) \(time.recorded)"
    case .resized(let size):
      "resized \(RecordWord.number(size.width)) \(RecordWord.number(size.height))"
    case .offSchedule(let items): "off \(numbers(items))"
    case .offSoon(let items): "off-soon \(numbers(items))"
    case .screen(let isOn): "screen \(RecordWord.flag(isOn))"
    case .list, .edited: preconditionFailure("lists have entries of their own")
    }
  }

  init(_ reader: inout RecordReader) throws(RecordError) {
    let word = try reader.word()
    switch word {
    case "measured":
      self = .measured(item: try reader.int(), Size(try reader.number(), try reader.number()))
    case "picture": self = .picture(item: try reader.int())
    case "preview": self = .preview(item: try reader.int())
    case "is-film": self = .isFilm(item: try reader.int())
    case "film":
      self = .film(
        place: try reader.int(),
        length: try reader.maybe { (reader) throws(RecordError) in try reader.time() })
    case "traits":
      self = .traits(
        place: try reader.int(), isAnimation: try reader.flag(),
        subtitles: try reader.int(0...1000))
    case "failed": self = .failed(item: try reader.int(), reason: try reader.text())
    case "ended": self = .filmEnded(place: try reader.int(), at: try reader.time())
    case "resized": self = .resized(Size(try reader.number(), try reader.number()))
    case "off": self = .offSchedule(try Self.items(&reader))
    case "off-soon": self = .offSoon(try Self.items(&reader))
    case "screen": self = .screen(on: try reader.flag())
    default: throw reader.error("'\(String(escaping: word.utf8))' is no news")
    }
  }

  private static func items(_ reader: inout RecordReader) throws(RecordError) -> Set<Int> {
    var items: Set<Int> = []
    for _ in 0..<(try reader.int(0...1_000_000)) { items.insert(try reader.int(0...1_000_000_000)) }
    return items
  }
}
