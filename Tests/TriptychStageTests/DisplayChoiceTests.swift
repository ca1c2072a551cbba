import Glibc
import Testing
import TriptychCore

@testable import TriptychStage

@Suite struct DisplayChoiceTests {
  private let displays = [
    DisplayFacts(
      name: "0", connector: "HDMI-A-1", mode: ModeChoice(size: PixelSize(width: 1, height: 1)),
      modes: []),
    DisplayFacts(
      name: "DELL U2415", connector: nil, mode: ModeChoice(size: PixelSize(width: 1, height: 1)),
      modes: []),
  ]

  @Test("a display is found by its number, its connector or its name")
  func found() {
    #expect(displays.index(of: .number(1)) == 0 && displays.index(of: .number(2)) == 1)
    #expect(displays.index(of: .named("hdmi-a-1")) == 0)
    #expect(displays.index(of: .named("Dell u2415")) == 1)
    #expect(displays.index(of: .named("0")) == nil && displays.index(of: .number(3)) == nil)
  }

  @Test("one that is not there is answered with those that are")
  func missing() {
    #expect(
      displays.words(without: .named("DP-1"))
        == "there is no display DP-1; there is 1 or HDMI-A-1, 2 or DELL U2415")
    #expect([].words(without: .number(2)) == "there is no display 2, and no other")
  }

  @Test("connectors are read as the kernel tells of them, in its order")
  func connectors() throws {
    let folder = try SysFolder()
    folder.write("connected\n", to: "card0-HDMI-A-2/status")
    folder.write("40\n", to: "card0-HDMI-A-2/connector_id")
    folder.write("1920x1080\n1920x1080\n1280x720\n", to: "card0-HDMI-A-2/modes")
    folder.write("connected\n", to: "card0-DP-1/status")
    folder.write("50\n", to: "card0-DP-1/connector_id")
    folder.write("disconnected\n", to: "card0-eDP-1/status")
    folder.write("30\n", to: "card0-eDP-1/connector_id")
    folder.write("connected\n", to: "card1-VGA-1/status")
    folder.write("x\n", to: "card0/dev")
    folder.write("x\n", to: "renderD128/dev")
    let all = Connectors.all(in: folder.path)
    #expect(all.map(\.name) == ["eDP-1", "HDMI-A-2", "DP-1", "VGA-1"])
    #expect(all[1].sizes == ["1920x1080", "1280x720"] && all[1].number == 40)
    #expect(Connectors.inUse(in: folder.path) == ["HDMI-A-2", "DP-1"])
    #expect(Connectors.all(in: folder.path + "/none").isEmpty)
  }
}

/// A folder like /sys/class/drm, removed with its owner.
private final class SysFolder {
  let path: String
  private var made: [String] = []

  init() throws {
    var template = Array("/tmp/triptych-test-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func write(_ text: String, to name: String) {
    let folder = path + "/" + name.prefix { $0 != "/" }
    if mkdir(folder, 0o700) == 0 { made.append(folder) }
    guard let stream = fopen(path + "/" + name, "w") else { return }
    fputs(text, stream)
    fclose(stream)
    made.append(path + "/" + name)
  }

  deinit {
    for name in made.reversed() { remove(name) }
    rmdir(path)
  }
}
