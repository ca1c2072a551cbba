import Testing

@testable import TriptychCore

/// Sessions as they are written down and read again.
@Suite struct RecordTests {
  static let commands: [Command] = [
    .next, .previous, .go(to: 7), .first, .last, .drag(by: -0.123_456_789), .release(velocity: 2),
    .pinch(by: 1.1, about: Point(0.5, 700), movedBy: Point(-3, 1e-9)), .pan(by: Point(1, -2)),
    .letGo(velocity: Point(0, -0.5)), .toggleZoom(at: nil), .toggleZoom(at: Point(1, 2)),
    .zoom(by: 0.8), .look(x: 0.25, y: -1), .leaveZoom, .setOverview(true), .setOverview(false),
    .jump(to: 3), .togglePause, .setPause(true), .toggleFilm,
    .stepFrame(by: -1), .stand(by: .milliseconds(-33), isHere: true),
    .seek(by: .milliseconds(-5500)),
    .scrub(to: .milliseconds(1500)), .endScrub, .reload, .drop, .toggleMute, .setMute(false),
    .volume(by: -5), .setVolume(40), .speed(by: -250), .setSpeed(FilmSpeed(thousandths: 333)),
    .toggleBlank,
    .setBlank(true), .quit, .idleReset(goTo: nil), .idleReset(goTo: 4),
  ]

  static let news: [News] = [
    .measured(item: 3, Size(6000, 4000)), .picture(item: 0), .preview(item: 9), .isFilm(item: 1),
    .film(place: -2, length: nil), .film(place: 5, length: .milliseconds(61_040)),
    .failed(item: 2, reason: "a % sign, ünïcode\nand a line"), .failed(item: 2, reason: ""),
    .filmEnded(place: 1, at: .nanoseconds(1)), .resized(Size(1080, 1920)), .offSchedule([]),
    .offSchedule([3, 1, 2]), .offSoon([9]),
  ]

  static let inputs: [Input] = [
    .keyDown(Key("Right"), []), .keyDown(Key("ф", position: "A"), [.control, .shift]),
    .keyDown(Key("%", position: "5"), .alt, isRepeat: true), .keyUp(Key("Keypad Enter")),
    .mouseDown(.middle, .control), .wheel(.up, .control), .wheel(.left), .padDown(pad: 3, .dpup),
    .padUp(pad: 0, .a), .padMoved(pad: 1, .lefttrigger, 0.333_333_333), .padGone(pad: 2),
    .allReleased,
  ]

  static let pointers: [PointerEvent] = [
    .down(.mouse, Point(1.5, 2)), .moved(Pointer(finger: -7), Point(0, 0)),
    .up(Pointer(finger: .max), Point(-1, 99_999)), .cancelled(Pointer(finger: 3)),
    .wheel(-0.5, Point(1, 2), zooms: true),
  ]

  static var entries: [RecordEntry] {
    let set = try? SettingChange("transition", Array("wipe:left".utf8))
    let list = RecordedList(.numbered(5), first: 3)
    return [
      .begin(list, startAt: 2, round: nil), .begin(list, startAt: 0, round: 4),
      .begin(list, startAt: 1, round: nil, time: .milliseconds(12_345)), .presented,
      .list(list), .edited, .remote(.next),
    ] + commands.map { .command($0) } + (set.map { [.command(.set($0))] } ?? [])
      + news.map { .news($0) } + inputs.map { .input($0) } + pointers.map { .pointer($0) }
  }

  private func text(_ entries: [RecordEntry]) -> [UInt8] {
    var text = Record.head(
      [
        WrittenOption("duration", Array("2.5".utf8)),
        WrittenOption("background", [0x23, 0x20, 0xFF]),
      ],
      seed: .max, size: Size(1920, 1080))
    for (index, entry) in entries.enumerated() {
      text += Record.line(entry, at: .nanoseconds(index) * 333_333_333)
    }
    return Array(text.utf8)
  }

  @Test("everything that can happen is read again as it was written, to the last bit")
  func roundTrip() throws {
    let text = text(Self.entries + [.end])
    let record = try Record(text)
    #expect(record.isWhole && record.seed == .max && record.size == Size(1920, 1080))
    #expect(record.options.map(\.value) == [Array("2.5".utf8), [0x23, 0x20, 0xFF]])
    #expect(self.text(record.moments.map(\.entry)) == text)
    #expect(record.moments.map(\.line) == Array(7..<7 + record.moments.count))
    #expect(record.moments[3].at == Instant(.nanoseconds(999_999_999)))
    for (written, read) in zip(Self.commands, record.moments.dropFirst(7)) {
      guard case .command(let command) = read.entry else {
        Issue.record("no command: \(read)")
        continue
      }
      #expect(command == written)
    }
  }

  @Test("times are exact, to the attosecond")
  func times() {
    var dice = SplitMix64(seed: 1)
    for _ in 0..<2000 {
      let time =
        Duration(secondsComponent: Int64(dice.below(100_000)), attosecondsComponent: 0)
        + .seconds(1) * dice.below(1000) / (1 + dice.below(300))
      #expect(Duration(recorded: time.recorded) == time)
      #expect(Duration(recorded: (.zero - time).recorded) == .zero - time)
    }
    for bad in ["", "-", ".5", "1.", "1e3", "+1", "1.1234567890123456789", "99999999999", "a"] {
      #expect(Duration(recorded: bad) == nil)
    }
  }

  @Test(
    "a line that is wrong is named, with its number",
    arguments: [
      ("0 news pictur 1", "'pictur' is no news"), ("0 show jump", "a word is missing"),
      ("0 show go 1 2", "one word too many"), ("0 show drag nan", "not a number"),
      ("0 dance", "not known here"), ("x presented", "not a time"),
      ("0 input key A A 99 no", "not a whole number"), ("0 news failed 1 %zz", "hexadecimal"),
      ("0 show set pace 3", ""), ("0 begin 3 xyz more 0 -", "no list"), ("", "a word is missing"),
      ("0 pointer down 1 2", "a word is missing"), ("0 news off 3 1 2", "a word is missing"),
    ])
  func badLine(line: String, words: String) {
    let text = Record.head([], seed: 1, size: Size(9, 9)) + "0 presented\n" + line + "\n0 end\n"
    do throws(RecordError) {
      _ = try Record(Array(text.utf8))
      Issue.record("'\(line)' was read")
    } catch {
      #expect(error.line == 6 && (words.isEmpty || error.message.contains(words)), "\(error)")
    }
  }

  @Test("time that goes back, lines after the end, another head: each is refused")
  func badWhole() {
    let head = Record.head([], seed: 1, size: Size(9, 9))
    for text in [
      head + "2 presented\n1 edited\n", head + "1 end\n2 presented\n", head + "1 presented",
      head.replacing("record 1", with: "record 2"), "", "size 9 9\n",
      head.replacing("9 9", with: "0 9"),
      head.replacing("began\n", with: ""), head.replacing("seed 1", with: "seed -1"),
    ] {
      #expect(throws: RecordError.self) { try Record(Array(text.utf8)) }
    }
    #expect(throws: RecordError.self) { try Record([0xFF, 0xFE]) }
    #expect((try? Record(Array((head + "1 presented\n").utf8)))?.isWhole == false)
  }

  @Test("a record that is cut anywhere gives what is whole of it, or names the line")
  func truncated() throws {
    let text = text(Self.entries + [.end])
    for count in 0..<text.count {
      do throws(RecordError) {
        let record = try Record(Array(text.prefix(count)))
        #expect(count == text.count || !record.isWhole)
        #expect(text[count - 1] == 0x0A)
      } catch { #expect(error.line >= 1 && !error.message.isEmpty) }
    }
  }

  @Test("20,000 records with bytes that were changed are read or refused, never a trap")
  func mutated() {
    var dice = SplitMix64(seed: 6)
    let original = text(Self.entries + [.end])
    let lines = original.split(separator: 0x0A).map { Array($0) }
    for _ in 0..<20_000 {
      // A short piece of it, for speed.
      let from = 5 + dice.below(lines.count - 8)
      var text = Array(lines[..<5].joined(separator: [0x0A])) + [0x0A]
      text += Array(lines[from..<from + 3].joined(separator: [0x0A])) + [0x0A]
      for _ in 0...dice.below(3) { text[dice.below(text.count)] = UInt8(dice.below(256)) }
      _ = try? Record(text)
    }
  }

  @Test("the head's options are those of the show only; they come back as a layer of settings")
  func options() throws {
    let words =
      "--duration 3 --transition wipe:up --log-level debug --shuffle --seed 5 --window 99x99"
    let layer = try Invocation((words + " a.jpg").split(separator: " ").map { Array($0.utf8) })
      .layer
    #expect(layer.recorded.map(\.name) == ["duration", "transition", "shuffle"])
    let head = Record.head(layer.recorded, seed: 5, size: Size(800, 600))
    let settings = ProgramSettings(layers: [try SettingsLayer(try Record(Array(head.utf8)))])
    #expect(settings.show.item.duration == .seconds(3) && settings.show.shuffle)
    #expect(settings.show.item.transition == "wipe:up" && settings.seed == 5)
    #expect(settings.render.size == PixelSize(width: 800, height: 600) && settings.paths.isEmpty)
    for bad in ["option output x", "option nonsense 1", "option duration fast", "option record x"] {
      let text = head.replacing("began", with: bad + "\nbegan")
      #expect(throws: OptionError.self) { try SettingsLayer(try Record(Array(text.utf8))) }
    }
  }

  @Test("a show that is told again what it was told is the same at every instant")
  func replayed() throws {
    for seed in 0..<150 {
      var dice = SplitMix64(seed: UInt64(seed))
      let list = ItemList.numbered(1 + dice.below(6))
      let settings = ShowSettings.plain { settings in
        settings.seed = UInt64(seed)
        settings.shuffle = seed % 3 == 0
        settings.item.transition = "random"
      }
      func show() -> Show {
        Show(
          settings: settings, list: list, size: Size(1280, 720), transformers: .builtIn, at: .zero)
      }
      // Live: frames at 60 Hz, things that happen between them.
      var live = show()
      var text = Record.head([], seed: UInt64(seed), size: Size(1280, 720))
      text += Record.line(.begin(RecordedList(list), startAt: 0, round: nil), at: .zero)
      _ = live.start(at: .zero)
      var trace: [(at: Instant, what: String)] = []
      for frame in 0..<240 {
        let now = Instant(.seconds(1) * frame / 60)
        _ = live.advance(to: now)
        trace.append((now, describe(live, now)))
        guard dice.below(4) == 0 else { continue }
        let then = now + .microseconds(1 + dice.below(16_000))
        let entry = happens(&dice, items: list.count)
        text += Record.line(entry, at: then.sinceStart)
        tell(&live, entry, then)
      }
      let record = try Record(Array(text.utf8))
      // Again: nothing but what was recorded, and other frames between.
      var again = show()
      var moments = record.moments[...]
      for (at, what) in trace {
        while let moment = moments.first, moment.at <= at {
          tell(&again, moment.entry, moment.at)
          moments = moments.dropFirst()
        }
        _ = again.advance(to: at - .milliseconds(dice.below(3)))
        _ = again.advance(to: at)
        #expect(describe(again, at) == what, "seed \(seed) at \(at)")
      }
    }
  }

  private func happens(_ dice: inout SplitMix64, items: Int) -> RecordEntry {
    switch dice.below(4) {
    case 0: return .presented
    case 1:
      let item = dice.below(items)
      return .news([.picture(item: item), .measured(item: item, Size(4000, 3000))][dice.below(2)])
    default:
      var command = Self.commands[dice.below(Self.commands.count)]
      if command == .quit { command = .next }
      return .command(command)
    }
  }

  private func tell(_ show: inout Show, _ entry: RecordEntry, _ at: Instant) {
    switch entry {
    case .begin: _ = show.start(at: at)
    case .presented: _ = show.presented(at: at)
    case .command(let command): _ = show.apply(command, at: at)
    case .news(let news): _ = show.hear(news, at: at)
    default: break
    }
  }

  private func describe(_ show: Show, _ now: Instant) -> String {
    let poses = show.poses(at: now).map { pose in
      "\(pose.place) \(pose.item) \(pose.p) \(pose.placement) \(String(describing: pose.zoom))"
    }
    return "\(show.position(at: now)) \(show.current) \(show.isPaused) \(poses)"
  }
}
