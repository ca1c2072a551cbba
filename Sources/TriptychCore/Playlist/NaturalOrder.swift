/// The order of names in a folder: numbers by value, letters without case, then by bytes.
public enum NaturalOrder {
  /// True if `a` stands before `b`. A strict order over all byte strings.
  public static func precedes(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      if isDigit(a[i]), isDigit(b[j]) {
        let (first, second) = (digits(a, from: i), digits(b, from: j))
        let order = compare(a, first, b, second)
        if order != 0 { return order < 0 }
        (i, j) = (first.upperBound, second.upperBound)
      } else {
        let (x, y) = (folded(a[i]), folded(b[j]))
        if x != y { return x < y }
        (i, j) = (i + 1, j + 1)
      }
    }
    if i < a.count || j < b.count { return j < b.count }
    // Alike but for case and leading zeros: the bytes decide, so that the order is one.
    return a.lexicographicallyPrecedes(b)
  }

  /// The same for arrays.
  public static func precedes(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.withUnsafeBufferPointer { a in b.withUnsafeBufferPointer { b in precedes(a, b) } }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  /// The run of digits without its leading zeros; its end is the end of the run.
  private static func digits(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Range<Int> {
    var end = start
    while end < text.count, isDigit(text[end]) { end += 1 }
    var first = start
    while first < end, text[first] == 0x30 { first += 1 }
    return first..<end
  }

  /// Numbers of any length, by value.
  private static func compare(
    _ a: UnsafeBufferPointer<UInt8>, _ first: Range<Int>,
    _ b: UnsafeBufferPointer<UInt8>, _ second: Range<Int>
  ) -> Int {
    if first.count != second.count { return first.count - second.count }
    for (i, j) in zip(first, second) where a[i] != b[j] { return Int(a[i]) - Int(b[j]) }
    return 0
  }
}
