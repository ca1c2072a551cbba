import Testing

@testable import TriptychCore

/// Random commands, news and instants by seed; after each the promises of DESIGN section 1 and 4.
@Suite struct ShowRandomTests {
  @Test func tenThousandRandomShowsKeepThePromises() async {
    // In four parts at once: a debug build takes its time.
    await withTaskGroup(of: String?.self) { group in
      for part in 0..<4 {
        group.addTask { Self.firstComplaint(of: part * 2500..<(part + 1) * 2500) }
      }
      for await complaint in group {
        if let complaint { Issue.record("\(complaint)") }
      }
    }
  }

  private static func firstComplaint(of seeds: Range<Int>) -> String? {
    for seed in seeds {
      var run = RandomShow(seed: UInt64(seed))
      run.play(steps: 20)
      if !run.complaints.isEmpty {
        let tail = run.trace.suffix(6).map { "\($0)" }.joined(separator: "\n")
        return "seed \(seed): \(run.complaints.prefix(3))\n\(tail)"
      }
    }
    return nil
  }

  @Test func theSameInputsGiveTheSameShow() {
    for seed in 0..<40 {
      var (one, two) = (RandomShow(seed: UInt64(seed)), RandomShow(seed: UInt64(seed)))
      one.play(steps: 60)
      two.play(steps: 60)
      #expect(one.trace.elementsEqual(two.trace, by: ==))
    }
  }
}

/// One random run, with what it saw and what was wrong.
struct RandomShow {
  private var dice: SplitMix64
  private var show: Show
  private var contents: [ShowWorld.Content]
  private var now = Instant.zero
  private(set) var complaints: [String] = []
  private(set) var trace: [(what: String, effects: [Effect], x: Double)] = []

  /// What the world holds, as the effects say.
  private var loaded: Set<Int> = []
  /// Items that failed or are to be loaded anew: another load of them is right.
  private var loadable: Set<Int> = []
  /// Items that have changed: they are loaded anew once, maybe later.
  private var renewable: Set<Int> = []
  private var streams: [Int: Int] = [:]
  private var owed: [Effect] = []
  private var begun = false
  private var isOver = false
  private var lastX = 0.0
  private var lastAt = Instant.zero
  private var hasCuts: Bool
  /// A person has opened the overview: from it one jumps.
  private let browses: Bool
  /// The item of which a detail was asked for.
  private var closeUp: Int?
  private var lastZooms: [Int: Zoom] = [:]
  private var zoomsAt = Instant.zero

  init(seed: UInt64) {
    dice = SplitMix64(seed: SplitMix64.mix(seed, 7))
    var settings = ShowSettings()
    let transitions = ["crossfade", "cut", "horizontal-slide-out", "random", "horizontal-slide-in"]
    settings.item.transition = transitions[dice.below(5)]
    settings.item.duration = .milliseconds(100 + dice.below(3000))
    settings.item.transitionDuration = .milliseconds(100 + dice.below(1500))
    settings.item.kenBurns = dice.below(3) == 0
    settings.shuffle = dice.below(3) == 0
    settings.seed = seed
    settings.loop = [.forever, .forever, .no, .rounds(2)][dice.below(4)]
    settings.atEnd = dice.below(3) == 0 ? .quit : .hold
    settings.kiosk = dice.below(3) == 0
    settings.fastBrowse = dice.below(4) != 0
    let count = 1 + dice.below(8)
    settings.startAt = dice.below(3) == 0 ? dice.below(count) : 0
    let badness = dice.below(3) == 0 ? 40 : 5
    contents = []
    hasCuts = settings.item.transition == "cut"
    browses = dice.below(4) == 0
    hasCuts = hasCuts || browses
    var options: [Int: ItemOptions] = [:]
    for item in 0..<count {
      contents.append(Self.content(&dice, badness: badness))
      if dice.below(6) == 0 {
        options[item] = .with { $0.transition = "cut" }
        hasCuts = true
      }
    }
    var list = ItemList.numbered(count, options: options)
    list.isComplete = dice.below(4) != 0
    show = Show(
      settings: settings, list: list, size: Size(1280, 720), transformers: .builtIn, at: .zero)
    take(show.start(at: .zero), "start")
  }

  private static func content(_ dice: inout SplitMix64, badness: Int) -> ShowWorld.Content {
    let roll = dice.below(100)
    if roll < badness { return .bad }
    if roll < badness + 25 {
      return .film(dice.below(3) == 0 ? nil : .milliseconds(dice.below(6000)))
    }
    return .picture
  }

  // MARK: Playing

  mutating func play(steps: Int) {
    for _ in 0..<steps where complaints.isEmpty && !isOver {
      pass(dice.below(4) == 0 ? dice.below(4000) : dice.below(120))
      switch dice.below(10) {
      case 0...3: answerSome()
      case 4...7: command()
      case 8: happen()
      default: break
      }
      if !show.poses(at: now).isEmpty {
        take(show.presented(at: now), "presented")
        // What stands before the first picture may go again.
        begun = begun || show.hasBegun && show.poses(at: now)[0].item >= 0
      }
      check()
    }
  }

  /// Lets time pass in frames, and looks at x in each.
  private mutating func pass(_ milliseconds: Int) {
    let end = now + .milliseconds(milliseconds)
    let frame = Duration.milliseconds(milliseconds > 300 ? 400 : 16)
    while now < end && !isOver {
      now = min(now + frame, end)
      let before = show
      take(show.advance(to: now), "advance")
      if abs(show.position(at: now) - before.position(at: lastAt)) > 0.5 { divide(before) }
      lastAt = now
    }
  }

  private mutating func answerSome() {
    for _ in 0...dice.below(4) {
      guard !owed.isEmpty else { return }
      let effect = owed.remove(at: dice.below(owed.count))
      switch effect {
      case .load(let item, _):
        guard loaded.contains(item) else { continue }
        switch content(of: item) {
        case .picture where dice.below(3) == 0:
          take(show.hear(.preview(item: item), at: now), "preview \(item)")
          owed.append(effect)
        case .picture:
          take(show.hear(.measured(item: item, measure()), at: now), "measured \(item)")
          take(show.hear(.picture(item: item), at: now), "picture \(item)")
        case .film: take(show.hear(.isFilm(item: item), at: now), "isFilm \(item)")
        case .bad: fail(item)
        }
      case .openFilm(let item, let place, _, _):
        guard streams[place] == item, case .film(let length) = content(of: item) else { continue }
        if dice.below(12) == 0 {
          fail(item)
        } else {
          take(show.hear(.film(place: place, length: length), at: now), "film \(place)")
        }
      default: continue
      }
    }
  }

  private mutating func measure() -> Size {
    Size(Double(1 + dice.below(12_000)), Double(1 + dice.below(9000)))
  }

  /// The names of items are numbers, which no edit changes.
  private func content(of item: Int) -> ShowWorld.Content {
    contents[show.list.number(item)]
  }

  private mutating func fail(_ item: Int) {
    loadable.insert(item)
    take(show.hear(.failed(item: item, reason: "bad"), at: now), "failed \(item)")
  }

  private mutating func command() {
    if dice.below(4) == 0 { return touch() }
    let command: Command
    switch dice.below(26) {
    case 0...5: command = .next
    case 6...8: command = .previous
    case 9...10: command = .go(to: 1 + dice.below(contents.count + 1))
    case 11: command = dice.below(2) == 0 ? .first : .last
    case 12...14: command = .drag(by: Double(dice.below(1200)) / 1000 - 0.6)
    case 15...16: command = .release(velocity: Double(dice.below(40)) / 10 - 2)
    case 17: command = .togglePause
    case 18: command = .toggleFilm
    case 19: command = .seek(by: .milliseconds(dice.below(10_000) - 5000))
    case 20: command = .reload
    case 21...22: command = settingChange()
    case 23: command = .speed(by: 250 * (dice.below(5) - 2))
    case 24: command = .setSpeed(FilmSpeed(thousandths: dice.below(5000)))
    default:
      let others = [Command.drop, .idleReset(goTo: nil), .idleReset(goTo: 1 + dice.below(4))]
      command = dice.below(3) == 0 ? others[dice.below(3)] : .toggleMute
    }
    if command == .reload, show.current >= 0 { loadable.insert(show.current) }
    if case .set = command { loadable.formUnion(loaded) }
    take(show.apply(command, at: now), "\(command)")
    let lead = abs(Double(show.targetPlace) - show.position(at: now))
    if lead > 3 { complaints.append("target \(lead) ahead after \(command)") }
  }

  /// What fingers and keys do to one view, and to the overview.
  private mutating func touch() {
    let command: Command
    let point = Point(Double(dice.below(1280)), Double(dice.below(720)))
    let way = Point(Double(dice.below(200) - 100), Double(dice.below(200) - 100))
    switch dice.below(browses ? 12 : 9) {
    case 0: command = .toggleZoom(at: dice.below(2) == 0 ? nil : point)
    case 1...3:
      let factor = 0.6 + Double(dice.below(100)) / 100
      command = .pinch(by: factor, about: point, movedBy: way)
    case 4: command = .pan(by: way)
    case 5: command = .letGo(velocity: Point(way.x * 20, way.y * 20))
    case 6: command = .zoom(by: dice.below(2) == 0 ? 1.25 : 0.8)
    case 7: command = .look(x: way.x / 1000, y: way.y / 1000)
    case 8:
      let time = Duration.milliseconds(dice.below(20_000) - 1000)
      command = [.leaveZoom, .scrub(to: time), .endScrub][dice.below(3)]
    case 9: command = .setOverview(true)
    case 10: command = .setOverview(false)
    default: command = .jump(to: 1 + dice.below(contents.count))
    }
    take(show.apply(command, at: now), "\(command)")
  }

  private mutating func settingChange() -> Command {
    let changes = [
      ("transition", "crossfade"), ("transition", "random"), ("transition", "wipe:up"),
      ("transition-duration", "0.2"), ("transition-duration", "0.7"), ("duration", "0.3"),
      ("duration", "4"), ("fit", "cover"), ("fit", "contain"), ("ken-burns", "yes"),
      ("gap", "0"), ("loop", "no"), ("loop", "yes"), ("loop", "3"), ("shuffle", "yes"),
      ("shuffle", "no"), ("easing", "linear"), ("at-end", "hold"),
    ]
    let (option, value) = changes[dice.below(changes.count)]
    let change = try? SettingChange(option, Array(value.utf8))
    return change.map { .set($0) } ?? .next
  }

  private mutating func happen() {
    switch dice.below(8) {
    case 4...7: edit()
    case 0:
      let more = dice.below(3)
      for _ in 0..<more { contents.append(Self.content(&dice, badness: 10)) }
      var list = named(show.list.names + (contents.count - more..<contents.count))
      list.isComplete = dice.below(3) != 0 || list.isComplete
      take(show.hear(.list(list), at: now), "list \(list.count)")
    case 1:
      for (place, item) in streams.sorted(by: { $0.key < $1.key }) {
        if case .film(let length) = content(of: item) {
          take(
            show.hear(.filmEnded(place: place, at: length ?? .seconds(2)), at: now), "ended")
        }
      }
    case 2:
      if let item = loaded.sorted().first { fail(item) }
    default:
      take(show.hear(.picture(item: dice.below(contents.count)), at: now), "stray picture")
    }
  }

  /// Items come, go, move and change; what is seen stays.
  private mutating func edit() {
    guard !isOver else { return }
    let edit = randomEdit()
    let before = show.poses(at: now).filter { $0.item >= 0 }.map { ($0, show.list.number($0.item)) }
    let destinations = edit.destinations(from: show.list.numbered)
    let changed = Set(edit.changed.map { Int(edit.origin[$0]) })
    renewable.formUnion(edit.changed)
    loadable.formUnion(loaded.filter { changed.contains($0) || destinations[$0] < 0 })
    let x = show.position(at: now)
    let effects = show.hear(.edited(edit), at: now)
    take(effects, "edit to \(edit.list.names), changed \(edit.changed.sorted())")
    // What was loaded under another number may be loaded anew under its new one.
    if show.list.names != edit.list.names { complaints.append("the list is another one") }
    // A timer that waited for what could not be shown may cut to something else at once.
    guard begun, !show.isEmptied, !isOver, show.position(at: now) == x else { return }
    let after = show.poses(at: now)
    for (pose, name) in before {
      let isSame = after.contains {
        $0.place == pose.place && $0.item >= 0 && show.list.number($0.item) == name
          && $0.placement == pose.placement
      }
      // Beyond an end there was no change whose look could stay.
      if !isSame, show.hasBegun, before.count == 2 || x == x.rounded() {
        complaints.append("\(name) at \(pose.place) has gone at once")
      }
    }
  }

  /// A list of items that keep the options which they have: else a change that runs would be
  /// another one.
  private func named(_ names: [Int]) -> ItemList {
    var list = ItemList.named(names)
    let old = show.list.names
    for (item, name) in names.enumerated() {
      guard let from = old.firstIndex(of: name) else { continue }
      list.take(optionsFrom: show.list, from, for: item)
    }
    return list
  }

  private mutating func randomEdit() -> ListEdit {
    let list = show.list
    switch dice.below(7) {
    case 0: return list.removing(list.count == 0 ? [] : [dice.below(list.count)])
    case 1: return list.removing(Set((0..<list.count).filter { _ in dice.below(2) == 0 }))
    case 2: return list.removing(Set(0..<list.count))
    case 3 where list.count > 0: return list.moving(dice.below(list.count), to: dice.below(9))
    case 4 where list.count > 0:
      let item = dice.below(list.count)
      let name = list.number(item)
      contents[name] = Self.content(&dice, badness: 10)
      return list.updating(item, with: named([name]))
    case 5:
      // What was there once may come again, others are new.
      contents.append(Self.content(&dice, badness: 10))
      var names = (0..<UInt32(contents.count)).filter { _ in dice.below(3) == 0 }
      dice.shuffle(&names)
      var other = named(names.map { Int($0) })
      other.isComplete = list.isComplete
      return .between(list, other)
    default:
      contents.append(Self.content(&dice, badness: 10))
      return list.inserting(.named([contents.count - 1]), at: dice.below(list.count + 1))
    }
  }

  // MARK: Watching

  private mutating func take(_ effects: [Effect], _ what: String) {
    for effect in effects {
      switch effect {
      case .load(let item, _):
        if loaded.contains(item), loadable.remove(item) == nil, renewable.remove(item) == nil {
          complaints.append("\(item) is loaded twice")
        }
        loaded.insert(item)
        owed.append(effect)
      case .cancel(let item):
        if closeUp == item { closeUp = nil }
        if !loaded.contains(item) { complaints.append("\(item) is cancelled unloaded") }
        if streams.values.contains(item) { complaints.append("\(item) still has a stream") }
        loaded.remove(item)
      case .openFilm(let item, let place, _, _):
        if streams[place] != nil { complaints.append("place \(place) is opened twice") }
        if !loaded.contains(item) { complaints.append("\(item) is opened unloaded") }
        streams[place] = item
        owed.append(effect)
      case .closeFilm(let place):
        if streams.removeValue(forKey: place) == nil { complaints.append("closed twice") }
        owed.removeAll { if case .openFilm(_, place, _, _) = $0 { true } else { false } }
      case .warmFilm(let place), .seekFilm(let place, _), .loopFilm(let place),
        .setFilmSpeed(let place, _, _):
        if streams[place] == nil { complaints.append("no stream at \(place): \(effect)") }
      case .loadDetail(let item, let detail):
        if !loaded.contains(item) { complaints.append("a detail of \(item), which is not there") }
        let (region, source) = (detail.region, detail.source)
        if region.x < 0 || region.y < 0 || region.maxX > source.width
          || region.maxY > source.height
        {
          complaints.append("\(detail) lies beyond its picture")
        }
        closeUp = item
      case .dropDetail(let item):
        if closeUp != item { complaints.append("a detail of \(item) that nobody asked for") }
        closeUp = nil
      case .quit: isOver = true
      case .renumber(let numbers): renumber(numbers)
      case .warn, .changing, .changed, .redraw, .idleReset: break
      }
    }
    trace.append((what, effects, show.position(at: now)))
    checkContinuity(after: what)
    checkZoom(after: what)
  }

  private mutating func renumber(_ numbers: [Int: Int]) {
    closeUp = closeUp.flatMap { numbers[$0] }
    // What has failed is not held any more, and nobody says so.
    if !loaded.subtracting(loadable).isSubset(of: numbers.keys) {
      complaints.append("\(loaded) has no new numbers")
    }
    loadable = Set(loadable.compactMap { numbers[$0] })
    renewable = Set(renewable.compactMap { numbers[$0] })
    loaded = Set(loaded.compactMap { numbers[$0] })
    streams = streams.compactMapValues { numbers[$0] }
    owed = owed.compactMap { effect in
      switch effect {
      case .load(let item, let place): numbers[item].map { .load(item: $0, place: place) }
      case .openFilm(let item, let place, let from, let loops):
        numbers[item].map { .openFilm(item: $0, place: place, from: from, loops: loops) }
      default: effect
      }
    }
  }

  /// Nothing that happens at an instant moves x then. Cuts and fingers apart.
  private mutating func checkContinuity(after what: String) {
    let x = show.position(at: now)
    defer { lastX = x }
    guard !hasCuts, what != "advance", !what.hasPrefix("drag"), !isOver else { return }
    // An arrival may add what it forgives.
    if abs(x - lastX) > 0.0006 { complaints.append("x jumps \(lastX) → \(x) at \(what)") }
  }

  /// What happens at an instant leaves every view as large as it was, and where it was; but for
  /// fingers, which move it.
  private mutating func checkZoom(after what: String) {
    var zooms: [Int: Zoom] = [:]
    if !isOver {
      for pose in show.poses(at: now) where pose.item >= 0 {
        zooms[pose.place] = pose.zoom ?? Zoom.none
      }
    }
    defer { (lastZooms, zoomsAt) = (zooms, now) }
    guard zoomsAt == now, !what.hasPrefix("pinch"), !what.hasPrefix("pan"), what != "advance" else {
      return
    }
    for (place, zoom) in zooms {
      guard let old = lastZooms[place] else { continue }
      // The fingers take a small view along into the overview, which draws it from then on.
      if what.hasPrefix("setOverview"), old.scale < 1 { continue }
      let way = abs(zoom.shift.x - old.shift.x) + abs(zoom.shift.y - old.shift.y)
      if abs(zoom.scale - old.scale) > 0.001 || way > 0.5 {
        complaints.append("the view at \(place) jumps from \(old) to \(zoom) at \(what)")
      }
    }
  }

  /// A jump stays a jump, however finely time is cut.
  private mutating func divide(_ before: Show) {
    guard !hasCuts, dice.below(8) == 0 else { return }
    var (copy, x) = (before, before.position(at: lastAt))
    let (step, whole) = ((now - lastAt) / 100, abs(show.position(at: now) - x))
    for part in 1...100 {
      let at = lastAt + step * part
      _ = copy.advance(to: at)
      let next = copy.position(at: at)
      if abs(next - x) > 0.8 * whole { complaints.append("x jumps \(x) → \(next) at \(at)") }
      x = next
    }
  }

  private mutating func check() {
    guard !isOver else { return }
    if dice.below(3) == 0 {
      var (copy, more) = (show, [Effect]())
      copy.align(at: now, &more)
      if !more.isEmpty { complaints.append("not all consequences were drawn: \(more)") }
    }
    let (x, poses) = (show.position(at: now), show.poses(at: now))
    if show.window.count != 3 { complaints.append("not three places") }
    if poses.count > 2 { complaints.append("\(poses.count) views drawn") }
    // Half-way through the background a fade shows neither.
    if begun && poses.isEmpty && x == x.rounded() { complaints.append("nothing drawn at \(x)") }
    for pose in poses {
      let m = pose.placement.map
      let numbers = [
        m.m11, m.m12, m.m13, m.m21, m.m22, m.m23, m.m31, m.m32, m.m33, pose.p,
        pose.placement.opacity,
      ]
      if !numbers.allSatisfy(\.isFinite) { complaints.append("a pose is not finite") }
      if abs(pose.p) >= 1 { complaints.append("a view at \(pose.p) is drawn") }
      if pose.item >= 0, pose.p != Double(pose.place) - x { complaints.append("p is not k − x") }
      if let film = pose.film, film.time < .zero || !(0...1).contains(film.gain) {
        complaints.append("film pose \(film)")
      }
    }
    for (place, item) in streams where !show.window.contains(place) || show.item(at: place) != item
    {
      complaints.append("a stream of \(item) at \(place) is left over")
    }
    // Owed answers for nothing: the show waits for ever.
    if case .still(let until?) = show.motion(at: now), until < now {
      complaints.append("sleep ends in the past")
    }
  }
}

extension ItemList {
  /// Gives an item the options that it has in another list.
  fileprivate mutating func take(optionsFrom other: ItemList, _ old: Int, for item: Int) {
    guard other.entries[old].options >= 0 else { return }
    entries[item].options = Int32(sources[0].options.count)
    sources[0].options.append(other.options(old))
  }
}
