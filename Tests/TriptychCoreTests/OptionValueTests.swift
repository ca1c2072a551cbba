import Testing

@testable import TriptychCore

/// A command line and what must have come of it.
struct GoodLine: Sendable, CustomTestStringConvertible {
  let line: String
  let holds: @Sendable (ProgramSettings) -> Bool
  var testDescription: String { line }

  init(_ line: String, _ holds: @escaping @Sendable (ProgramSettings) -> Bool) {
    (self.line, self.holds) = (line, holds)
  }
}

@Suite struct OptionValueTests {
  static let good: [GoodLine] = show + program + render

  static let show: [GoodLine] = [
    GoodLine("--playlist a b --playlist=c") { settings in
      settings.paths == [
        NamedPath(bytes: Array("a"), isPlaylist: true), NamedPath(bytes: Array("b")),
        NamedPath(bytes: Array("c"), isPlaylist: true),
      ]
    },
    GoodLine("--null -") { $0.nulSeparated && $0.paths.map(\.isStandardInput) == [true] },
    GoodLine("-0 -- -") { $0.nulSeparated && $0.paths.count == 1 },
    GoodLine("--order mtime") { $0.order == .mtime },
    GoodLine("--order date") { $0.order == .date },
    GoodLine("--shuffle") { $0.show.shuffle },
    GoodLine("--shuffle --no-shuffle") { !$0.show.shuffle },
    GoodLine("--shuffle=on") { $0.show.shuffle },
    GoodLine("--seed 18446744073709551615") { $0.seed == .max },
    GoodLine("--record a --replay=b") { $0.record == Array("a") && $0.replay == Array("b") },
    GoodLine("--start-at 7") { $0.startAt == .number(7) },
    GoodLine("--start-at=./7") { $0.startAt == .name(Array("./7")) },
    GoodLine("--loop") { $0.show.loop == .forever },
    GoodLine("--no-loop") { $0.show.loop == .no },
    GoodLine("--loop 3 a") { $0.show.loop == .rounds(3) && $0.paths.count == 1 },
    GoodLine("--loop=1") { $0.show.loop == .rounds(1) },
    GoodLine("--loop no --loop a.jpg") { $0.show.loop == .forever && $0.paths.count == 1 },
    GoodLine("--at-end hold") { $0.show.atEnd == .hold },
    GoodLine("--duration 2.5") { $0.show.item.duration == .milliseconds(2500) },
    GoodLine("--duration 0.1") { $0.show.item.duration == .milliseconds(100) },
    GoodLine("--duration=500ms") { $0.show.item.duration == .milliseconds(500) },
    GoodLine("--duration 1h") { $0.show.item.duration == .seconds(3600) },
    GoodLine("--duration 366d") { $0.show.item.duration == .seconds(366 * 86_400) },
    GoodLine("--video-duration 30s") { $0.show.item.filmLength == .limited(.seconds(30)) },
    GoodLine("--video-duration 30 --video-duration full") { $0.show.item.filmLength == .full },
    GoodLine("--speed 1.5") { $0.show.item.speed == FilmSpeed(thousandths: 1500) },
    GoodLine("--transition wipe:up") { $0.show.item.transition == "wipe:up" },
    GoodLine("--transition random") { $0.show.item.transition == "random" },
    GoodLine("--transition horizontalMoveInOut") {
      $0.show.item.transition == "horizontalMoveInOut"
    },
    GoodLine("--transition-duration 0") { $0.show.item.transitionDuration == .zero },
    GoodLine("--easing ease-in") { $0.show.item.easing == .easeIn },
    GoodLine("--no-fast-browse") { !$0.show.fastBrowse },
    GoodLine("--kiosk --fast-browse") { $0.show.fastBrowse },
    GoodLine("--fit COVER") { $0.show.item.fit == .cover },
    GoodLine("--ken-burns") { $0.show.item.kenBurns },
    GoodLine("--background #246") {
      $0.show.item.background == Color(red: 0x22, green: 0x44, blue: 0x66)
    },
    GoodLine("--background A0b1C2") {
      $0.show.item.background == Color(red: 0xA0, green: 0xB1, blue: 0xC2)
    },
    GoodLine("--gap 12.5") { $0.show.gap == 12.5 },
    GoodLine("--osd always") { $0.bars.mode == .always },
    GoodLine("--osd=Never") { $0.bars.mode == .never },
    GoodLine("--osd-timeout 500ms") { $0.bars.timeout == .milliseconds(500) },
    GoodLine("--text-scale 1.5") { $0.bars.textScale == 1.5 },
    GoodLine("--inset 0,10.5,120,2000") {
      $0.inset == Insets(top: 0, right: 10.5, bottom: 120, left: 2000)
    },
    GoodLine("--screen-hours mon-fri,sun --screen-hours 9-18;sat") {
      $0.screenHours.hours.map(\.times) == [[], [.init(start: 32400, end: 64800)], []]
        && $0.screenHours.hours[2].days == Weekdays(rawValue: 1 << 5)
    },
    GoodLine("--language=DE") { $0.language == .de && $0.words[.reload] == "Neu laden" },
    GoodLine("--words reload=a=b --words and-more={n}\\nmore") {
      $0.words[.reload] == "a=b" && $0.words(.andMore, "n", "3") == "3\nmore"
    },
    GoodLine("--inset 40") { $0.inset == Insets(top: 40, right: 40, bottom: 40, left: 40) },
    GoodLine("--mute") { $0.show.item.mute },
    GoodLine("--audio pt-BR") { $0.show.item.soundLanguage == LanguageName("pt-BR") },
    GoodLine("--subtitles off") { $0.show.item.subtitles == .off },
    GoodLine("--subtitles auto") { $0.show.item.subtitles == .auto },
    GoodLine("--subtitles ger") {
      $0.show.item.subtitles == LanguageName("ger").map { .language($0) }
    },
    GoodLine("--volume 0%") { $0.show.item.volume == 0 },
  ]

  static let program: [GoodLine] = [
    GoodLine("--prove 200") { $0.prove == 200 },
    GoodLine("--window 800x600") { $0.window == PixelSize(width: 800, height: 600) },
    GoodLine("--renderer cpu") { $0.renderer == .cpu },
    GoodLine("--renderer opengles2") { $0.renderer == .opengles2 },
    GoodLine("--bind ctrl+right=quit") {
      $0.bindings.action(Chord(.control, "Right")) == .command(.quit)
    },
    GoodLine("--bind ==next --bind Shift++=first") {
      $0.bindings.action(Chord([], "=")) == .command(.next)
        && $0.bindings.action(Chord(.shift, "+")) == .command(.first)
    },
    GoodLine("--kiosk") { $0.show.kiosk && $0.show.atEnd == .hold && $0.show.item.volume == 50 },
    GoodLine("--screen-rotate 90") { $0.screenRotation == .quarter },
    GoodLine("--screen-rotate=0") { $0.screenRotation == .none },
    GoodLine("--reduced-motion") { $0.show.reducedMotion },
    GoodLine("--display 2") { $0.display == .number(2) },
    GoodLine("--display HDMI-A-1") { $0.display == .named("HDMI-A-1") },
    GoodLine("--mode 1920x1080") {
      $0.mode == ModeChoice(size: PixelSize(width: 1920, height: 1080))
    },
    GoodLine("--mode=1280x720@59.94") {
      $0.mode == ModeChoice(size: PixelSize(width: 1280, height: 720), refreshRate: 60)
    },
    GoodLine("--idle-reset 2m") { $0.idleReset == .seconds(120) },
    GoodLine("--kiosk") { $0.idleReset == .seconds(60) },
    GoodLine("--kiosk --no-idle-reset") { $0.idleReset == nil },
    GoodLine("--kiosk --idle-reset=no") { $0.idleReset == nil },
    GoodLine("--idle-goto 3") { $0.idleGoto == .number(3) },
    GoodLine("--idle-goto title.jpg") { $0.idleGoto == .name(Array("title.jpg")) },
    GoodLine("--input-test") { $0.testsInput },
    GoodLine("--pad-mappings pads.txt") { $0.padMappings == Array("pads.txt") },
    GoodLine("--fallback /run/sticks --fallback=b") {
      $0.fallbacks == [Array("/run/sticks".utf8), Array("b".utf8)] && $0.paths.isEmpty
    },
    GoodLine("--safe-config /boot/x.conf") { $0.safeConfiguration == Array("/boot/x.conf".utf8) },
    GoodLine("--resume") { $0.resumes },
    GoodLine("--kiosk") { !$0.resumes },
    GoodLine("--config a") { $0.configuration == Array("a") },
    GoodLine("--log-level debug") { $0.logLevel == .debug },
  ]

  static let render: [GoodLine] = [
    GoodLine("render --size 16x16384") {
      $0.render.size == PixelSize(width: 16, height: 16384)
    },
    GoodLine("render --fps 29.97") { $0.render.fps == 29.97 },
    GoodLine("render --frames 30") { $0.render.frames == 30 },
    GoodLine("render --seconds 1.5") { $0.render.seconds == .milliseconds(1500) },
    GoodLine("render --output frames") { $0.render.output == Array("frames") },
    GoodLine("render --trace t") { $0.trace == Array("t") },
    GoodLine("--trace t a") { $0.trace == Array("t") },
    GoodLine("render --instants t") { $0.render.instants == Array("t") },
    GoodLine("check --entries") { $0.listsEntries },
    GoodLine("check --play") { $0.playsFilms && !$0.listsEntries },
    GoodLine("rehearse --from 2026-12-01T08:00") {
      $0.rehearsal.from == .moment(at("2026-12-01T08:00"))
    },
    GoodLine("rehearse --until 2026-12-01") { $0.rehearsal.until == .day(at("2026-12-01").day) },
    GoodLine("rehearse --all") { $0.rehearsal.tellsAll },
    GoodLine("--control-socket s") { $0.controlSocket == Array("s") },
    GoodLine("--control-group wheel") { $0.controlGroup == "wheel" },
    GoodLine("ctl --json status") { $0.printsJSON },
    GoodLine("--control-root r") { $0.controlRoots == [Array("r")] },
    GoodLine("--watch=no a") { !$0.watch },
    GoodLine("rehearse --from 2026-12-01 --until 2026-12-02 --all a") {
      $0.rehearsal.from != nil && $0.rehearsal.until != nil && $0.rehearsal.tellsAll
    },
  ]

  @Test("a value as it is allowed arrives where it belongs", arguments: good)
  func goodValues(_ good: GoodLine) throws {
    let invocation = try Invocation(words(good.line))
    #expect(good.holds(ProgramSettings(layers: [invocation.layer])))
  }

  @Test("every option of the table is tried with a good value")
  func allAreTried() {
    let tried = Self.good.map(\.line).joined(separator: " ")
    for option in Option.all where option.places != .item {
      let name = "--" + option.name
      #expect(
        tried.contains(name + " ") || tried.contains(name + "=") || tried.hasSuffix(name), "\(name)"
      )
    }
  }

  @Test("the built-in values are those that help names")
  func fallbacks() throws {
    for option in Option.all {
      if let fallback = option.fallback {
        var settings = ProgramSettings()
        try option.read(Array(fallback))(&settings)
        #expect(settings == ProgramSettings(), "\(option.name)")
      }
      if let fallback = option.kioskFallback {
        var settings = ProgramSettings()
        try option.read(Array(fallback))(&settings)
        #expect(settings != ProgramSettings(), "\(option.name)")
      }
    }
  }

  @Test("a name stands once in the table")
  func namesAreUnique() {
    #expect(Set(Option.all.map(\.name)).count == Option.all.count)
    #expect(OptionSynonym.all.allSatisfy { $0.option.map { Option.named($0) != nil } ?? true })
    #expect(OptionSynonym.all.allSatisfy { Option.named($0.name) == nil || $0.name == "start" })
  }
}
