/// How the value of an option is written, and what it becomes.
public struct ArgumentForm<Value: Sendable>: Sendable {
  /// As help shows it: `SECONDS`.
  let placeholder: String
  /// Ends the sentence "'x' is not …".
  let allowed: String
  /// What a shell can complete: all values, or those that are words.
  var words: [String] = []
  /// True for `--x` and `--no-x`.
  var isFlag = false
  /// True if `no` is one of its values: then `--no-x` writes it.
  var takesNo = false
  /// True for a file or folder, relative to where it is named.
  var isPath = false
  /// nil: not allowed; throws where more can be said than `allowed`.
  let read: @Sendable ([UInt8]) throws(OptionError) -> Value?
  /// The allowed value nearest to one that is not allowed.
  let nearest: @Sendable ([UInt8]) -> String?

  init(
    _ placeholder: String, allowed: String,
    nearest: @escaping @Sendable ([UInt8]) -> String? = { _ in nil },
    read: @escaping @Sendable ([UInt8]) throws(OptionError) -> Value?
  ) {
    (self.placeholder, self.allowed) = (placeholder, allowed)
    (self.nearest, self.read) = (nearest, read)
  }

  /// The value that `text` writes.
  func parse(_ text: [UInt8]) throws(OptionError) -> Value {
    if let value = try self.read(text) { return value }
    let hint = suggestion(nearest(text))
    // A comment behind a value is part of the value: `#` also begins a colour.
    let comment =
      text.firstRange(of: Array(" #".utf8)) == nil
      ? "" : " (a comment needs a line of its own)"
    throw OptionError(.badValue, "\(quoted(text)) is not \(allowed)\(hint)\(comment)")
  }
}

extension ArgumentForm where Value == Bool {
  /// `yes` or `no`; on the command line `--x` and `--no-x`.
  static var flag: ArgumentForm {
    var form = ArgumentForm(
      "yes|no", allowed: "yes or no",
      nearest: { closestWord(to: String(decoding: $0, as: UTF8.self), among: ["yes", "no"]) },
      read: { Bool(written: $0) })
    (form.isFlag, form.takesNo, form.words) = (true, true, ["yes", "no"])
    return form
  }
}

extension ArgumentForm where Value == Int {
  /// A whole number, digits only (a sign where the range has negative numbers).
  static func integer(
    _ placeholder: String, _ range: ClosedRange<Int>, _ kind: String = "a whole number"
  ) -> ArgumentForm {
    ArgumentForm(
      placeholder, allowed: "\(kind) from \(range.lowerBound) to \(range.upperBound)",
      nearest: { text in
        Decimal(text).map { number in
          let whole = number.asDouble.rounded()
          if whole >= Double(range.upperBound) { return String(range.upperBound) }
          return String(max(Int(whole), range.lowerBound))
        }
      },
      read: { text in
        guard let number = Decimal(text)?.whole, range.contains(number) else { return nil }
        return number
      })
  }

  /// 0…100, with or without `%`.
  static var percent: ArgumentForm {
    let plain = integer("PERCENT", 0...100, "a percentage")
    let bare: @Sendable ([UInt8]) -> [UInt8] = { $0.last == 0x25 ? Array($0.dropLast()) : $0 }
    return ArgumentForm(
      plain.placeholder, allowed: plain.allowed, nearest: { plain.nearest(bare($0)) },
      read: { (text: [UInt8]) throws(OptionError) -> Int? in try plain.read(bare(text)) })
  }
}

extension ArgumentForm where Value == UInt64 {
  /// All that 64 bits hold.
  static var seed: ArgumentForm {
    ArgumentForm("N", allowed: "a whole number from 0 to \(UInt64.max)") { text in
      guard !text.isEmpty, text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      return UInt64(String(decoding: text, as: UTF8.self))
    }
  }
}

extension ArgumentForm where Value == Double {
  /// A decimal number.
  static func number(
    _ placeholder: String, _ range: ClosedRange<Double>, _ kind: String = "a number"
  ) -> ArgumentForm {
    let (low, high) = (plain(range.lowerBound), plain(range.upperBound))
    return ArgumentForm(
      placeholder, allowed: "\(kind) from \(low) to \(high)",
      nearest: { text in
        Decimal(text).map { $0.asDouble > range.upperBound ? high : low }
      },
      read: { text in
        guard let number = Decimal(text)?.asDouble, range.contains(number) else { return nil }
        return number
      })
  }
}

extension ArgumentForm where Value == Duration {
  /// Seconds, or a number with `ms`, `s`, `m`, `h` or `d`.
  static func seconds(from low: String, to high: String) -> ArgumentForm {
    let lowest = Duration(written: Array(low.utf8)) ?? .zero
    let highest = Duration(written: Array(high.utf8)) ?? .zero
    return ArgumentForm(
      "SECONDS", allowed: "a time from \(low) to \(high), such as 10, 2.5, 500ms, 90s, 5m or 1h",
      nearest: { text in
        Duration(written: text).map { $0 > highest ? high : low }
      },
      read: { text in
        guard let time = Duration(written: text), (lowest...max(lowest, highest)).contains(time)
        else { return nil }
        return time
      })
  }
}

extension ArgumentForm where Value == Color {
  /// `#rgb` or `#rrggbb`; the `#` may be left out, as a shell takes it for a comment.
  static var color: ArgumentForm {
    ArgumentForm(
      "#RRGGBB", allowed: "a colour such as #204060 or #246", read: { Color(written: $0) })
  }
}

extension ArgumentForm where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of the words of an enumeration.
  static func choice(_ placeholder: String) -> ArgumentForm {
    let words = Value.allCases.map(\.rawValue)
    var form = ArgumentForm(
      placeholder, allowed: "one of \(words.joined(separator: ", "))",
      nearest: { closestWord(to: String(decoding: $0, as: UTF8.self), among: words) },
      read: { Value(rawValue: String(decoding: $0, as: UTF8.self).lowercased()) })
    form.words = words
    return form
  }
}

extension ArgumentForm where Value == [UInt8] {
  /// A path: any bytes but none and NUL.
  static func path(_ placeholder: String) -> ArgumentForm {
    var form = ArgumentForm(
      placeholder, allowed: "a path",
      read: { $0.isEmpty || $0.contains(0) ? nil : $0 })
    form.isPath = true
    return form
  }
}

extension ArgumentForm where Value == FilmSpeed {
  /// `1.5`.
  static var speed: ArgumentForm {
    let plain = ArgumentForm<Double>.number("FACTOR", 0.25...4)
    return ArgumentForm(
      plain.placeholder, allowed: plain.allowed, nearest: plain.nearest,
      read: { FilmSpeed(written: $0) })
  }
}

extension ArgumentForm where Value == LanguageName {
  /// `de`, `ger`, `pt-BR`.
  static var language: ArgumentForm {
    ArgumentForm("LANGUAGE", allowed: "a language such as de, ger or pt-BR") { bytes in
      LanguageName(String(decoding: bytes, as: UTF8.self))
    }
  }
}

extension ArgumentForm where Value == SubtitleChoice {
  static var subtitles: ArgumentForm {
    ArgumentForm("WHICH", allowed: "auto, off, or a language such as de, ger or pt-BR") { bytes in
      SubtitleChoice(String(decoding: bytes, as: UTF8.self))
    }
  }
}

extension ArgumentForm where Value == String {
  /// A transition's name with its direction, or `random`.
  static var transition: ArgumentForm {
    let table = TransformerTable.builtIn
    let words =
      table.names + table.entries.filter { !$0.variants.isEmpty }.map(\.name) + [
        TransformerTable.random
      ]
    var form = ArgumentForm(
      "NAME", allowed: "a transition (triptych transitions lists them) or a file that ends in .lua",
      nearest: { closestWord(to: String(decoding: $0, as: UTF8.self), among: words) },
      read: { text in
        let name = String(decoding: text, as: UTF8.self)
        return TransformerTable.builtIn.accepts(name) ? name : nil
      })
    form.words = words
    return form
  }
}

extension ArgumentForm where Value == PixelSize {
  /// `1280x720`.
  /// `most`: pixels in all.
  static func size(_ range: ClosedRange<Int>, most: PixelSize? = nil) -> ArgumentForm {
    let area = most.map { "; no more pixels than \($0.width)x\($0.height)" } ?? ""
    return ArgumentForm(
      "WxH",
      allowed:
        "a size such as 1280x720, each from \(range.lowerBound) to \(range.upperBound)\(area)"
    ) { text in
      let parts = text.split(omittingEmptySubsequences: false) { $0 == 0x78 || $0 == 0x58 }
      guard parts.count == 2, let width = Decimal(Array(parts[0]))?.whole,
        let height = Decimal(Array(parts[1]))?.whole,
        range.contains(width), range.contains(height)
      else { return nil }
      guard width * height <= most?.area ?? .max else { return nil }
      return PixelSize(width: width, height: height)
    }
  }
}

extension ArgumentForm where Value == String {
  /// Any text that is UTF-8 without control characters.
  static func text(_ placeholder: String) -> ArgumentForm {
    ArgumentForm(placeholder, allowed: "text in UTF-8 without control characters") { bytes in
      let text = String(escaping: bytes)
      return Array(text.utf8) == bytes ? text : nil
    }
  }
}

/// A number without a useless `.0`.
func plain(_ number: Double) -> String {
  number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
}
