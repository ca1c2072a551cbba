@testable import TriptychCore

/// A show with a world around it that answers at once, or when the test says so.
struct ShowWorld {
  enum Content {
    case picture, bad
    case film(Duration?)
  }

  var show: Show
  /// By the number that is the item's name.
  var contents: [Content]
  /// False: loads are collected in `waiting` until `answer` is called.
  var answersAtOnce = true
  var waiting: [Effect] = []
  /// All that was ever asked for, in order.
  var log: [Effect] = []
  var now = Instant.zero

  init(
    _ contents: [Content], settings: ShowSettings = .plain(), list: ItemList? = nil,
    answersAtOnce: Bool = true, begins: Bool = true
  ) {
    self.contents = contents
    self.answersAtOnce = answersAtOnce
    show = Show(
      settings: settings, list: list ?? .numbered(contents.count), size: Size(1920, 1080),
      transformers: .builtIn, at: .zero)
    perform(show.start(at: .zero))
    if begins { perform(show.presented(at: .zero)) }
  }

  mutating func perform(_ effects: [Effect]) {
    log += effects
    for effect in effects {
      if answersAtOnce { answer(effect) } else { waiting.append(effect) }
    }
  }

  /// Gives all answers that are owed.
  mutating func answerAll() {
    while !waiting.isEmpty { answer(waiting.removeFirst()) }
  }

  /// Gives the answers that are owed now; not `once`: those that become owed by them, too.
  mutating func answerAll(once: Bool) {
    guard once else { return answerAll() }
    let owed = waiting
    waiting = []
    for effect in owed { answer(effect) }
  }

  private mutating func answer(_ effect: Effect) {
    switch effect {
    case .load(let item, _):
      switch contents[show.list.number(item)] {
      case .picture: perform(show.hear(.picture(item: item), at: now))
      case .film: perform(show.hear(.isFilm(item: item), at: now))
      case .bad: perform(show.hear(.failed(item: item, reason: "bad"), at: now))
      }
    case .openFilm(let item, let place, _, _):
      guard case .film(let length) = contents[show.list.number(item)] else { return }
      perform(show.hear(.film(place: place, length: length), at: now))
    default: return
    }
  }

  mutating func go(to seconds: Double) {
    now = Instant(.seconds(seconds))
    perform(show.advance(to: now))
  }

  /// The list is another one, of items by their names.
  mutating func edit(_ names: [Int], changed: Set<Int> = []) {
    var edit = ListEdit.between(show.list, .named(names))
    edit.changed = changed
    hear(.edited(edit))
  }

  mutating func press(_ command: Command) { perform(show.apply(command, at: now)) }

  mutating func hear(_ news: News) { perform(show.hear(news, at: now)) }

  /// Time goes by in steps of a frame at 60 Hz.
  mutating func play(to seconds: Double) {
    var next = (now.sinceStart.inSeconds * 60).rounded(.down) + 1
    while next / 60 < seconds {
      go(to: next / 60)
      next += 1
    }
    go(to: seconds)
  }

  var x: Double { show.position(at: now) }
  var poses: [ViewPose] { show.poses(at: now) }
  var current: Int { show.current }
  /// The names of what is seen.
  var names: [Int] { poses.map { $0.item < 0 ? -1 : show.list.number($0.item) } }

  /// True if a film was ever sent elsewhere.
  var hasSought: Bool { log.contains { if case .seekFilm = $0 { true } else { false } } }

  func count(_ effect: Effect) -> Int { log.count { $0 == effect } }
}

extension ShowSettings {
  /// Linear, two seconds of dwell, one of change, so that figures are easy to follow.
  static func plain(_ change: (inout ShowSettings) -> Void = { _ in }) -> ShowSettings {
    var settings = ShowSettings()
    settings.item.duration = .seconds(2)
    settings.item.transitionDuration = .seconds(1)
    settings.item.easing = .linear
    change(&settings)
    return settings
  }
}

extension ItemList {
  /// Entries "0", "1", …; `options` for some of them.
  static func numbered(_ count: Int, options: [Int: ItemOptions] = [:]) -> ItemList {
    var list = ItemList(locations: (0..<count).map { Array("\($0)".utf8) })
    for (item, option) in options.sorted(by: { $0.key < $1.key }) {
      list.entries[item].options = Int32(list.sources[0].options.count)
      list.sources[0].options.append(option)
    }
    return list
  }
}

extension ItemList {
  /// Entries whose names are these numbers.
  static func named(_ names: [Int]) -> ItemList {
    ItemList(locations: names.map { Array("\($0)".utf8) })
  }

  /// The number that is an item's name.
  func number(_ item: Int) -> Int { Int(String(decoding: location(item), as: UTF8.self)) ?? -1 }

  var names: [Int] { (0..<count).map(number) }
}

extension ItemOptions {
  static func with(_ change: (inout ItemOptions) -> Void) -> ItemOptions {
    var options = ItemOptions()
    change(&options)
    return options
  }
}
