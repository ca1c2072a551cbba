import TriptychCore

/// What the protocol's lines are like; raised where old clients could not read them any more.
public let remoteProtocolVersion = 1

/// What a request is answered with.
public enum RemoteAnswer: Hashable, Sendable {
  /// Done; there is nothing to tell.
  case done
  case result(JSON)
  /// The state; changes follow.
  case events(JSON)
  /// A PNG.
  case picture([UInt8], width: Int, height: Int)
  case failure(RemoteError)
}

/// The form of the protocol's lines.
public enum RemoteLine {
  /// A request with an id.
  public static func request(_ words: [String], id: Int) -> [UInt8] {
    JSON.object([
      .init("id", .number(id)), .init("command", .array(words.map { .string($0) })),
    ]).line
  }

  /// An answer; `id` is null where the request had none.
  static func answer(_ answer: RemoteAnswer, to id: JSON?) -> JSON {
    var members: [JSON.Member] = [.init("id", id ?? .null)]
    switch answer {
    case .done: members.append(.init("ok", .bool(true)))
    case .result(let result), .events(let result):
      members += [.init("ok", .bool(true)), .init("result", result)]
    case .picture(let bytes, let width, let height):
      members += [.init("ok", .bool(true)), .init("result", picture(bytes, width, height))]
    case .failure(let error):
      members += [
        .init("ok", .bool(false)),
        .init(
          "error",
          .object([
            .init("code", .string(error.code.rawValue)), .init("message", .string(error.message)),
          ])),
      ]
    }
    return .object(members)
  }

  private static func picture(_ bytes: [UInt8], _ width: Int, _ height: Int) -> JSON {
    .object([
      .init("type", .string("image/png")), .init("width", .number(width)),
      .init("height", .number(height)), .init("bytes", .number(bytes.count)),
      .init("base64", .string(Base64.text(of: bytes))),
    ])
  }

  /// A number or a short text, given back as it came.
  static func id(of object: JSON) throws(RemoteError) -> JSON? {
    guard case .object(let members) = object else {
      throw RemoteError(
        .badRequest, #"a request is an object, such as {"id": 1, "command": "next"}"#)
    }
    for member in members where member.name != "id" && member.name != "command" {
      throw RemoteError(
        .badRequest, "\(shown(member.name)) is not part of a request; id and command are")
    }
    switch object["id"] {
    case nil, .null: return nil
    case .number(let text) where text.utf8.count <= 64: return .number(text)
    case .string(let text) where text.utf8.count <= 64: return .string(text)
    default: throw RemoteError(.badRequest, "id is a number or a text of up to 64 bytes")
    }
  }

  /// The command's words: an array of texts and numbers, or one text, split at blanks.
  static func words(of object: JSON) throws(RemoteError) -> [String] {
    switch object["command"] {
    case .string(let text): return text.split(separator: " ").map(String.init)
    case .array(let elements):
      var words: [String] = []
      for element in elements {
        switch element {
        case .string(let word), .number(let word): words.append(word)
        case .bool(let value): words.append(value ? "yes" : "no")
        default: throw RemoteError(.badRequest, "the words of a command are texts or numbers")
        }
      }
      return words
    default:
      throw RemoteError(
        .badRequest, #"command is missing: an array of words, such as ["goto", 3], or a text"#)
    }
  }
}

extension RemoteCommand {
  /// The table as a result.
  public static var result: JSON {
    .array(
      all.map {
        .object([.init("usage", .string($0.usage)), .init("summary", .string($0.summary))])
      })
  }
}

/// RFC 4648, with padding.
public enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text that stands for the bytes.
  public static func text(of bytes: [UInt8]) -> String {
    var out: [UInt8] = []
    out.reserveCapacity((bytes.count + 2) / 3 * 4)
    bytes.withUnsafeBufferPointer { bytes in
      letters.withUnsafeBufferPointer { letters in
        for start in stride(from: 0, to: bytes.count, by: 3) {
          let left = bytes.count - start
          let second = left > 1 ? bytes[start + 1] : 0
          let third = left > 2 ? bytes[start + 2] : 0
          let bits = Int(bytes[start]) << 16 | Int(second) << 8 | Int(third)
          out.append(letters[bits >> 18])
          out.append(letters[bits >> 12 & 63])
          out.append(left > 1 ? letters[bits >> 6 & 63] : UInt8(ascii: "="))
          out.append(left > 2 ? letters[bits & 63] : UInt8(ascii: "="))
        }
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// The bytes that the text stands for; nil if it is no such text.
  public static func bytes(of text: String) -> [UInt8]? {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
    let text = Array(text.utf8)
    guard text.count % 4 == 0 else { return nil }
    let padding = text.suffix(2).count { $0 == UInt8(ascii: "=") }
    var out: [UInt8] = []
    out.reserveCapacity(text.count / 4 * 3)
    var (bits, count) = (0, 0)
    for letter in text.dropLast(padding) {
      let value = values[Int(letter)]
      guard value < 64 else { return nil }
      (bits, count) = (bits << 6 | Int(value), count + 6)
      if count >= 8 {
        count -= 8
        out.append(UInt8(truncatingIfNeeded: bits >> count))
        bits &= (1 << count) - 1
      }
    }
    return out
  }
}
