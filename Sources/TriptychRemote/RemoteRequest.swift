import TriptychCore

/// What a client asks for, understood.
public enum RemoteRequest: Hashable, Sendable {
  /// What a key may do, too.
  case act(Action)
  /// To a number of the list, or a file name.
  case go(to: StartPoint)
  case set(SettingChange)
  /// A text over the show, for so long.
  case message(String, Duration)
  /// Reads the list, not the item, anew.
  case reloadList
  /// A file put into the list, so that it is item `at`; nil: at its end.
  case insert(path: [UInt8], at: Int?, [ItemChange])
  /// Numbers count from 1.
  case delete(Int)
  case move(Int, to: Int)
  case update(Int, [ItemChange])
  case status
  /// What is, then what changes.
  case events
  case screenshot
  case commands
}

extension RemoteRequest {
  /// How many characters a message may have.
  static let longestMessage = 500

  /// Understands the words of a command; throws what is to be said of the first that is wrong.
  public init(_ words: [String]) throws(RemoteError) {
    guard let name = words.first?.lowercased(), !name.isEmpty else {
      throw RemoteError(.badRequest, "a command needs a name; commands lists them")
    }
    let rest = Array(words.dropFirst())
    switch name {
    case "status": self = try RemoteRequest.bare(.status, name, rest)
    case "events": self = try RemoteRequest.bare(.events, name, rest)
    case "screenshot": self = try RemoteRequest.bare(.screenshot, name, rest)
    case "commands": self = try RemoteRequest.bare(.commands, name, rest)
    case "reload" where rest == ["list"]: self = .reloadList
    case "goto": self = try RemoteRequest.goto(rest)
    case "set": self = try RemoteRequest.set(rest)
    case "message": self = try RemoteRequest.message(rest)
    case "insert", "delete", "move", "update": self = try RemoteRequest.edit(name, rest)
    default: self = try RemoteRequest.key(name, rest)
    }
  }

  private static func bare(
    _ request: RemoteRequest, _ name: String, _ rest: [String]
  ) throws(RemoteError) -> RemoteRequest {
    guard let word = rest.first else { return request }
    throw RemoteError(.badValue, "\(name) stands alone; \(shown(word)) is too much")
  }

  private static func goto(_ rest: [String]) throws(RemoteError) -> RemoteRequest {
    guard rest.count == 1, let word = rest.first, !word.isEmpty else {
      throw RemoteError(.badValue, "write goto 3, or goto NAME: one item of the list")
    }
    guard let number = Int(word) else { return .go(to: .name(Array(word.utf8))) }
    guard number >= 1 else { throw RemoteError(.badValue, "items count from 1") }
    return .go(to: .number(number))
  }

  private static func set(_ rest: [String]) throws(RemoteError) -> RemoteRequest {
    guard rest.count == 2 else {
      throw RemoteError(.badValue, "write set OPTION VALUE, such as set transition wipe:left")
    }
    do throws(OptionError) {
      return .set(try SettingChange(rest[0], Array(rest[1].utf8)))
    } catch { throw RemoteError(error) }
  }

  /// Control characters become blanks: a message is one line.
  private static func message(_ rest: [String]) throws(RemoteError) -> RemoteRequest {
    guard (1...2).contains(rest.count) else {
      throw RemoteError(.badValue, "write message TEXT [SECONDS], the text in quotes")
    }
    let text = String(escaping: rest[0].map { $0.isControl ? " " : $0 }.flatMap(\.utf8))
    guard text.contains(where: { $0 != " " }) else {
      throw RemoteError(.badValue, "the message is empty")
    }
    guard text.count <= longestMessage else {
      throw RemoteError(
        .badValue, "the message has \(text.count) characters; \(longestMessage) are allowed")
    }
    guard rest.count == 2 else { return .message(text, .seconds(5)) }
    guard let time = Duration(written: Array(rest[1].utf8)), time >= .milliseconds(500),
      time <= .seconds(3600)
    else {
      throw RemoteError(
        .badValue, "\(shown(rest[1])) is not a time from 0.5 to 1h, such as 10, 90s or 5m")
    }
    return .message(text, time)
  }

  /// What a key may do, but for what makes sense with a keyboard only.
  private static func key(_ name: String, _ rest: [String]) throws(RemoteError) -> RemoteRequest {
    let known = RemoteCommand.all.map(\.name)
    guard known.contains(name) else {
      let hint = closestWord(to: name, among: known).map { "; did you mean \($0)?" } ?? ""
      throw RemoteError(.unknown, "\(shown(name)) is not a command; commands lists them\(hint)")
    }
    do throws(OptionError) {
      return .act(try Action(parsing: ([name] + rest).joined(separator: " ")))
    } catch { throw RemoteError(.badValue, error.message) }
  }
}

extension Character {
  fileprivate var isControl: Bool {
    unicodeScalars.allSatisfy { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }
  }
}

/// A word out of a request, for a message: in quotes, not long.
func shown(_ word: String) -> String {
  let text = String(escaping: word.utf8)
  return text.count <= 60 ? "'\(text)'" : "'\(text.prefix(57))...'"
}
