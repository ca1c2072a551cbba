/// A text in a PNG file (its `tEXt` chunk).
public struct Label: Hashable, Sendable {
  /// Printable ASCII, 1…79 bytes.
  public var key: String
  /// Printable ASCII.
  public var text: String

  public init(key: String, text: String) { (self.key, self.text) = (key, text) }

  /// True if a PNG can hold it.
  public var isWritable: Bool {
    (1...79).contains(key.utf8.count) && key.utf8.allSatisfy(Self.isPrintable)
      && text.utf8.count <= WireLimit.labelBytes && text.utf8.allSatisfy(Self.isPrintable)
  }

  static func isPrintable(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) }
}

extension ThumbnailSubject {
  /// True if a thumbnail can say that it shows this.
  public var canBeTold: Bool {
    address.utf8.count <= WireLimit.labelBytes && address.utf8.allSatisfy(Label.isPrintable)
  }
}

extension ByteWriter {
  mutating func put(_ subject: ThumbnailSubject) {
    put(subject.address, atMost: WireLimit.labelBytes)
    put(subject.modified)
  }

  mutating func put(_ labels: [Label]) {
    put(UInt32(clamping: labels.count))
    for label in labels {
      put(label.key, atMost: WireLimit.labelBytes)
      put(label.text, atMost: WireLimit.labelBytes)
    }
  }
}

extension ByteReader {
  mutating func subject() throws(WireError) -> ThumbnailSubject {
    let subject = ThumbnailSubject(
      address: try text(atMost: WireLimit.labelBytes), modified: try i64())
    guard subject.canBeTold else { throw .badValue(.text) }
    return subject
  }

  mutating func labels() throws(WireError) -> [Label] {
    let count = try u32(in: 0...WireLimit.labels, .text)
    var labels: [Label] = []
    for _ in 0..<count {
      let label = Label(
        key: try text(atMost: WireLimit.labelBytes), text: try text(atMost: WireLimit.labelBytes))
      guard label.isWritable else { throw .badValue(.text) }
      labels.append(label)
    }
    return labels
  }
}
