/// A decimal number as written: digits, at most one point, a sign in front. No exponents, no
/// hexadecimal, no `inf`: what Swift's own `Double(_:)` would take.
struct Decimal {
  let isNegative: Bool
  /// At most 15 digits, so that neither `Int` nor `Double` overflows or rounds.
  let integer: Int
  /// The digits behind the point, at most 12 are kept.
  let fraction: [UInt8]

  init?(_ text: [UInt8]) {
    var digits = text[...]
    isNegative = digits.first == 0x2D
    if isNegative || digits.first == 0x2B { digits = digits.dropFirst() }
    let parts = digits.split(separator: 0x2E, maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, whole.count + (parts.count > 1 ? parts[1].count : 0) > 0,
      parts.joined().allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    let significant = whole.drop { $0 == 0x30 }
    guard significant.count <= 15 else { return nil }
    integer = significant.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    fraction = parts.count > 1 ? parts[1].prefix(12).map { $0 - 0x30 } : []
  }

  /// The nearest double.
  var asDouble: Double {
    let text = "\(integer)." + (fraction.isEmpty ? "0" : fraction.map { String($0) }.joined())
    return (isNegative ? -1 : 1) * (Double(text) ?? 0)
  }

  /// The number, if it is written without a point.
  var whole: Int? { fraction.isEmpty ? (isNegative ? -integer : integer) : nil }
}

extension Duration {
  /// A time as written: `10`, `2.5`, `500ms`, `90s`, `5m`, `1h`, `2d`; exact. nil for anything
  /// else, for a negative one and for more than 10⁹ of a unit.
  public init?(written text: [UInt8]) {
    let isLetter: (UInt8) -> Bool = { $0 > 0x40 && (0x61...0x7A).contains($0 | 0x20) }
    let unit = text[(text.lastIndex { !isLetter($0) } ?? -1).advanced(by: 1)...]
    let attoseconds: Int128
    switch String(decoding: unit, as: UTF8.self).lowercased() {
    case "ms": attoseconds = 1_000_000_000_000_000
    case "", "s", "sec": attoseconds = 1_000_000_000_000_000_000
    case "m", "min": attoseconds = 60_000_000_000_000_000_000
    case "h": attoseconds = 3_600_000_000_000_000_000_000
    case "d": attoseconds = 86_400_000_000_000_000_000_000
    default: return nil
    }
    guard let number = Decimal(Array(trimmed(text[..<unit.startIndex]))), !number.isNegative,
      number.integer <= 1_000_000_000
    else { return nil }
    var total = Int128(number.integer) * attoseconds
    var place = attoseconds
    for digit in number.fraction {
      place /= 10
      total += Int128(digit) * place
    }
    self.init(attoseconds: total)
  }
}

extension Bool {
  /// `yes` or `no`, `true`, `false`, `on`, `off`, `1`, `0`, in any case.
  init?(written text: [UInt8]) {
    switch String(decoding: text, as: UTF8.self).lowercased() {
    case "yes", "true", "on", "1": self = true
    case "no", "false", "off", "0": self = false
    default: return nil
    }
  }
}

extension Color {
  /// `#rgb`, `#rrggbb`, or the same without `#`.
  init?(written text: [UInt8]) {
    let digits = text.first == 0x23 ? text.dropFirst() : text[...]
    guard digits.count == 3 || digits.count == 6 else { return nil }
    var nibbles: [UInt8] = []
    for digit in digits {
      guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
      nibbles += digits.count == 3 ? [UInt8(value), UInt8(value)] : [UInt8(value)]
    }
    self.init(
      red: nibbles[0] << 4 | nibbles[1], green: nibbles[2] << 4 | nibbles[3],
      blue: nibbles[4] << 4 | nibbles[5])
  }
}
