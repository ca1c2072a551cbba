import Glibc
import TriptychCore
import TriptychRemote

/// `triptych ctl`: tells a show that runs what to do.
///
/// 0: done. 1: the show refuses. 2: bad usage. 3: no show answers.
struct Ctl {
  let settings: ProgramSettings
  let environment: Environment
  let log: Log

  static let noShow: Int32 = 3

  func run(_ words: [[UInt8]]) -> Int32 {
    var texts = words.map { String(decoding: $0, as: UTF8.self) }
    guard zip(words, texts).allSatisfy({ $0.elementsEqual($1.utf8) }) else {
      return refuse("a command is written in UTF-8")
    }
    if texts.first?.lowercased() == "insert", texts.count > 1, !texts[1].hasPrefix("/"),
      !texts[1].hasPrefix("file:")
    {
      // The show may stand in another folder.
      texts[1] = here + "/" + texts[1]
    }
    do throws(RemoteError) {
      _ = try RemoteRequest(texts)
    } catch {
      return refuse(error.message.replacing("commands lists", with: "triptych ctl --help lists"))
    }
    let isPicture = texts.first?.lowercased() == "screenshot"
    if isPicture, !settings.printsJSON, isatty(1) == 1 {
      return refuse("a picture is no text: triptych ctl screenshot >screen.png")
    }
    do throws(RemoteClientError) {
      return try talk(texts)
    } catch {
      log.atStart(.error, error.message)
      return Ctl.noShow
    }
  }

  private var here: String {
    guard let raw = getcwd(nil, 0) else { return "" }
    defer { free(raw) }
    return String(cString: raw)
  }

  private func refuse(_ words: String) -> Int32 {
    log.atStart(.error, words)
    return ExitCode.usage
  }

  // MARK: The talk

  private func talk(_ words: [String]) throws(RemoteClientError) -> Int32 {
    let client = try connected()
    let answer = try client.ask(words)
    if settings.printsJSON { guard say(answer) else { return ExitCode.failed } }
    guard answer["ok"] == .bool(true) else {
      let error = answer["error"]
      let code = error?["code"]?.text
      log.atStart(.error, String(escaping: (error?["message"]?.text ?? "refused").utf8))
      return code == "refused" || code == "busy" ? Ctl.noShow : ExitCode.failed
    }
    let name = words.first?.lowercased()
    if name == "events" { return try follow(client, from: answer["result"] ?? .null) }
    guard !settings.printsJSON, let result = answer["result"] else { return ExitCode.done }
    return tell(result, of: name)
  }

  private func tell(_ result: JSON, of name: String?) -> Int32 {
    switch name {
    case "screenshot":
      guard let text = result["base64"]?.text, let bytes = Base64.bytes(of: text) else {
        log.atStart(.error, "the show's picture cannot be read")
        return ExitCode.failed
      }
      return StandardStreams.write(bytes[...]) ? ExitCode.done : ExitCode.failed
    case "status": StandardStreams.write(StatusText(result).text)
    case "commands":
      for command in result.elements ?? [] {
        let usage = command["usage"]?.text ?? ""
        StandardStreams.write(usage + "\n    " + (command["summary"]?.text ?? "") + "\n")
      }
    default: _ = say(result)
    }
    return ExitCode.done
  }

  /// Until the show ends, or nobody reads what it says.
  private func follow(
    _ client: RemoteClient, from state: JSON
  ) throws(RemoteClientError) -> Int32 {
    if !settings.printsJSON, !StandardStreams.write(StatusText(state).line) { return ExitCode.done }
    while true {
      let event = try client.read(within: nil)
      if settings.printsJSON {
        guard say(event) else { return ExitCode.done }
      } else {
        guard StandardStreams.write(StatusText.line(of: event)) else { return ExitCode.done }
      }
    }
  }

  private func say(_ json: JSON) -> Bool { StandardStreams.write((json.line + [0x0A])[...]) }

  // MARK: The place

  /// Connects where it is said, else where a show usually listens.
  private func connected() throws(RemoteClientError) -> RemoteClient {
    if let path = settings.controlSocket { return try RemoteClient(path: path) }
    let usual = [
      environment.runtimeHome.map { $0 + Array("/triptych/control".utf8) },
      Array("/run/triptych/control".utf8),
    ].compactMap(\.self)
    var problem: RemoteClientError?
    for path in usual where access(path.map { CChar(bitPattern: $0) } + [0], F_OK) == 0 {
      do throws(RemoteClientError) {
        return try RemoteClient(path: path)
      } catch { problem = problem ?? error }
    }
    let names = usual.map { String(escaping: $0) }.joined(separator: " and ")
    throw problem
      ?? RemoteClientError(
        message: "no show listens at \(names); --control-socket PATH says where")
  }
}

/// The show's state and its events, for people.
struct StatusText {
  let status: JSON

  init(_ status: JSON) { self.status = status }

  private func words(_ name: String) -> String { StatusText.words(status[name]) }

  private static func words(_ value: JSON?) -> String {
    switch value {
    case .string(let text): String(escaping: text.utf8)
    case .number(let text): text
    case .bool(let value): value ? "yes" : "no"
    default: "-"
    }
  }

  private func isTrue(_ name: String) -> Bool { status[name] == .bool(true) }

  /// All of it.
  var text: String {
    var rows = [("item", line.dropLast().description)]
    if status["path"] != nil { rows.append(("path", words("path"))) }
    rows.append(("state", state))
    if let film = status["film"], film != .null { rows.append(("film", time(film))) }
    rows.append(("sound", isTrue("muted") ? "off" : words("volume") + " %"))
    rows.append(("screen", words("width") + " x " + words("height")))
    rows.append(("seed", words("seed")))
    rows.append(("running", words("uptime") + " s"))
    rows.append(("version", words("version")))
    for failure in status["failures"]?.elements ?? [] {
      let name = StatusText.words(failure["path"])
      rows.append(("failed", name + ": " + StatusText.words(failure["reason"])))
    }
    for path in status["quarantine"]?.elements ?? [] {
      rows.append(("left out", StatusText.words(path) + " (the show has died with it)"))
    }
    if let rest = status["rest"], rest != .null {
      rows.append(("rests", StatusText.words(rest) + " s more, after too many deaths"))
    }
    return rows.map { name, value in
      name + String(repeating: " ", count: 10 - name.count) + value + "\n"
    }.joined()
  }

  /// `3 of 12  Harbour`
  var line: String {
    guard status["item"] != JSON.null else { return "nothing is shown\n" }
    return words("item") + " of " + words("count") + "  " + words("title") + "\n"
  }

  private var state: String {
    (isTrue("paused") ? "paused" : "playing") + (isTrue("blank") ? ", blank" : "")
  }

  private func time(_ film: JSON) -> String {
    StatusText.words(film["time"]) + " s of " + StatusText.words(film["length"]) + " s"
  }

  /// An event on a line.
  static func line(of event: JSON) -> String {
    guard case .object(let members) = event, let name = event["event"]?.text else { return "" }
    let rest = members.filter { $0.name != "event" && $0.name != "path-base64" }
    return ([name] + rest.map { $0.name + "=" + words($0.value) }).joined(separator: " ") + "\n"
  }
}
