import Glibc
import Testing
import TriptychRemote

/// A whole session at the control socket, compared with the text that is kept of it.
/// RECORD_SNAPSHOTS=1 writes that anew, and fails.
@Suite struct ControlSessionOfProgram {
  /// One client that commands and one that follows events, written down line by line.
  private final class Session {
    private let client: RemoteClient
    private let follower: RemoteClient
    private let folder: String
    var text = ""

    init(_ running: RunningShow, folder: String) throws {
      self.folder = folder
      client = try RemoteClient(path: Array(running.socket.utf8))
      follower = try RemoteClient(path: Array(running.socket.utf8))
      text += "# events\n" + written(try follower.ask(["events"]))
    }

    /// Says it, and waits for so many events.
    func say(_ words: String..., events count: Int = 0) throws {
      text += named("> " + words.joined(separator: " ")) + "\n"
      text += written(try client.ask(words))
      for _ in 0..<count { text += "  " + written(try follower.read(within: .seconds(20))) }
    }

    private func written(_ json: JSON) -> String {
      named(String(decoding: normal(json).line, as: UTF8.self)) + "\n"
    }

    private func named(_ line: String) -> String {
      line.split(separator: folder, omittingEmptySubsequences: false).joined(separator: "FOLDER")
    }

    /// Without what differs from run to run.
    private func normal(_ json: JSON) -> JSON {
      switch json {
      case .object(let members):
        .object(
          members.map { member in
            switch member.name {
            case "uptime", "bytes", "frames": .init(member.name, .string("..."))
            case "x": .init(member.name, .string("..."))
            case "base64": .init(member.name, .string("..."))
            default: .init(member.name, normal(member.value))
            }
          })
      case .array(let elements): .array(elements.map(normal))
      default: json
      }
    }
  }

  @Test("a session reads as it is kept")
  func session() throws {
    let show = try RenderedShow()
    show.paint(4)
    let names = ["1", "2", "3", "4", "1", "away", "2", "3"].map { show.path("\($0).bmp") }
    let running = try RunningShow(["--seed", "5", "--duration", "3600"] + names, in: show.folder)
    let session = try Session(running, folder: show.folder)
    try session.say("status")
    try session.say("goto", "3", events: 3)
    try session.say("pause", events: 1)
    try session.say("volume", "30", events: 1)
    try session.say("mute", events: 1)
    try session.say("set", "transition", "cut")
    try session.say("next", events: 2)
    try session.say("set", "transition", "ct")
    try session.say("set", "kiosk", "yes")
    try session.say("blank", events: 1)
    try session.say("unblank", events: 1)
    try session.say("message", "We close at six")
    try session.say("seek", "+5")
    try session.say("goto", "99")
    try session.say("goto", "nobody.jpg")
    try session.say("insert", show.path("4.bmp"), "1", "title=Four", events: 1)
    try session.say("insert", "/etc/hostname")
    try session.say("move", "1", "9", events: 1)
    try session.say("update", "9", "title=Fünf", events: 1)
    try session.say("delete", "9", events: 1)
    try session.say("screenshot")
    try session.say("status")
    try session.say("play", events: 1)
    try session.say("nonsense")
    try session.say("quit")
    #expect(running.code() == 0)
    compare(session.text, "control-session")
  }

  private func compare(_ text: String, _ name: String) {
    let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let path = "/\(folder)/Snapshots/\(name).txt"
    if getenv("RECORD_SNAPSHOTS") != nil {
      let stream = fopen(path, "w")
      fputs(text, stream)
      if let stream { fclose(stream) }
      Issue.record("recorded \(path)")
    }
    let kept = String(decoding: readFile(path), as: UTF8.self)
    let (a, b) = (kept.split(separator: "\n"), text.split(separator: "\n"))
    for index in 0..<max(a.count, b.count) {
      let (wanted, found) = (index < a.count ? a[index] : "", index < b.count ? b[index] : "")
      guard wanted != found else { continue }
      Issue.record("\(name).txt:\(index + 1): expected \(wanted), got \(found)")
      return
    }
  }
}
