import Testing

@testable import TriptychCore

@Suite struct SafeSettingsTests {
  private func read(_ text: String, atStart: Bool = false) -> SafeSettings {
    SafeSettings(Array(text.utf8), atStart: atStart)
  }

  @Test("what may be set while the show runs counts, in its order")
  func changes() {
    let safe = read(
      "\u{FEFF}# a stick\r\nduration = 3\r\n\r\n transition=wipe:left \nshuffle = yes")
    #expect(safe.problems == [])
    #expect(safe.changes.map(\.option) == ["duration", "transition", "shuffle"])
    #expect(safe.changes.map(\.value) == ["3", "wipe:left", "yes"].map { Array($0.utf8) })
  }

  @Test("paths, scripts, sockets and keys do not count, nor does what is no option")
  func refused() {
    let lines = [
      "playlist = /etc/passwd", "fallback = /", "config = x", "safe-config = y",
      "control-socket = /tmp/x", "control-root = /", "bind.a = quit", "record = /tmp/r",
      "pad-mappings = p", "kiosk = no", "log-level = debug", "window = 64x64", "words.reload = x",
      "transition = evil.lua", "transition = ./Evil.LUA", "duraton = 3", "duration = soon",
      "nonsense", "= 3", "screen-hours = 9-18", "\u{1B}[2J = 1",
    ]
    for line in lines {
      for atStart in [false, true] {
        let safe = read("gap = 7\n  \(line)\nvolume = 5\n", atStart: atStart)
        #expect(safe.changes.map(\.option) == ["gap", "volume"], "\(line)")
        #expect(safe.problems.map(\.line) == [2], "\(line)")
        let settings = ProgramSettings(layers: [safe.layer])
        var wanted = ProgramSettings()
        (wanted.show.gap, wanted.show.item.volume) = (7, 5)
        #expect(settings == wanted, "\(line)")
        #expect(safe.problems.allSatisfy { $0.message.utf8.allSatisfy { $0 >= 0x20 } })
      }
    }
  }

  @Test("a problem is named with line and column: of the value where that is wrong, else the name")
  func places() {
    let problems = read("\n  duration =   soon\nfit: cover\n\tdurtion = 3\n").problems
    #expect(problems.map(\.line) == [2, 3, 4])
    #expect(problems.map(\.column) == [16, 1, 2])
  }

  @Test("before the show begins a few options more count")
  func atStart() {
    let text = "screen-rotate = 90\norder = mtime\nlanguage = de\nduration = 4\n"
    let settings = ProgramSettings(layers: [read(text, atStart: true).layer])
    #expect(settings.screenRotation != .none)
    #expect(settings.order == .mtime && settings.language == .de)
    #expect(settings.show.item.duration == .seconds(4))
    #expect(read(text).problems.map(\.line) == [1, 2, 3])
  }

  @Test("each option that can be set can be given back")
  func restored() throws {
    for kiosk in [false, true] {
      let base = ProgramSettings.builtIn(kiosk: kiosk)
      for name in SettingChange.names {
        let found = SettingChange(restoring: name, of: base)
        let change = try #require(found, "\(name)")
        var settings = base
        change.apply(to: &settings)
        let isSame = settings == base
        #expect(isSame, "\(name), kiosk \(kiosk)")
        let again = try SettingChange(change.option, change.value)
        #expect(again == change, "a record is read again")
      }
    }
    var given = ProgramSettings()
    given.written = [
      WrittenOption("duration", Array("7".utf8)), WrittenOption("transition", Array("a.lua".utf8)),
    ]
    #expect(SettingChange(restoring: "duration", of: given)?.value == Array("7".utf8))
    #expect(SettingChange(restoring: "transition", of: given)?.value == Array("a.lua".utf8))
    #expect(SettingChange(restoring: "none", of: given) == nil)
  }
}
