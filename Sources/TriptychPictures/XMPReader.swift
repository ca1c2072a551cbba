import CExpat
import Glibc

/// Takes the names of places out of a packet of XMP (ISO 16684-1), with expat. Document types, and
/// with them entities of the packet's own, end the reading; what was found until then counts.
final class XMPReader {
  /// Bytes; more is not looked at.
  static let longest = 1 << 20
  /// Elements nested deeper than this end the reading.
  static let deepest = 64

  private enum Field {
    case part, city, state, country
  }

  /// Where a name stands: the picture's own, where it was taken, what it shows.
  private enum Scope: Int {
    case own, taken, shown
  }

  private enum Element {
    case other
    case scope(Scope)
    case value(Field)
  }

  private let parser: OpaquePointer
  private var found = [PlaceNames](repeating: PlaceNames(), count: 3)
  private var elements: [Element] = []
  private var text: [UInt8] = []
  /// Within a value something has ended: what follows is the same in another language.
  private var isWhole = false

  /// The first scope that has any name.
  static func names(in packet: ByteView) -> PlaceNames {
    guard let reader = XMPReader() else { return PlaceNames() }
    reader.read(packet)
    return reader.found.first { !$0.line.isEmpty } ?? PlaceNames()
  }

  /// nil: expat has no memory.
  private init?() {
    // A name is its space, a bar, and the name within it.
    guard let parser = XML_ParserCreateNS(nil, CChar(UInt8(ascii: "|"))) else { return nil }
    self.parser = parser
    XML_SetHashSalt(parser, UInt.random(in: 1...UInt.max))
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { raw, name, attributes in
        guard let name, let attributes else { return }
        reader(raw)?.begin(String(cString: name), attributes)
      }, { raw, _ in reader(raw)?.end() })
    XML_SetCharacterDataHandler(parser) { raw, text, count in
      guard let text else { return }
      text.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
        reader(raw)?.add(UnsafeBufferPointer(start: $0, count: Int(count)))
      }
    }
    XML_SetStartDoctypeDeclHandler(parser) { raw, _, _, _, _ in reader(raw)?.stop() }
  }

  deinit { XML_ParserFree(parser) }

  private func read(_ packet: ByteView) {
    var bytes = packet.bytes.prefix(Self.longest)
    while bytes.last == 0 { bytes.removeLast() }
    let part = UnsafeRawBufferPointer(rebasing: bytes).assumingMemoryBound(to: CChar.self)
    _ = XML_Parse(parser, part.baseAddress, Int32(part.count), 1)
  }

  private func stop() { XML_StopParser(parser, 0) }

  // MARK: Elements

  private func begin(
    _ name: String, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>
  ) {
    guard elements.count < Self.deepest else { return stop() }
    // Short forms: names as attributes of whatever describes the picture.
    var index = 0
    while let key = attributes[index], let value = attributes[index + 1] {
      if case .value(let field) = Self.element(String(cString: key)) {
        set(field, String(cString: value).utf8.prefix(PlaceNames.longest).map { $0 })
      }
      index += 2
    }
    let element = Self.element(name)
    if case .value = element { (text, isWhole) = ([], false) }
    elements.append(element)
  }

  private func end() {
    guard let element = elements.popLast() else { return }
    if case .value(let field) = element {
      set(field, text)
      (text, isWhole) = ([], false)
    } else if text.contains(where: { $0 > 0x20 }) {
      isWhole = true
    }
  }

  private func add(_ part: UnsafeBufferPointer<UInt8>) {
    let isWithin = elements.contains { if case .value = $0 { true } else { false } }
    guard isWithin, !isWhole, text.count < PlaceNames.longest else { return }
    text += part.prefix(PlaceNames.longest - text.count)
  }

  /// What is said first counts.
  private func set(_ field: Field, _ bytes: [UInt8]) {
    var scope = Scope.own
    for case .scope(let inner) in elements { scope = inner }
    let path: WritableKeyPath<PlaceNames, String> =
      switch field {
      case .part: \.part
      case .city: \.city
      case .state: \.state
      case .country: \.country
      }
    guard found[scope.rawValue][keyPath: path].isEmpty else { return }
    found[scope.rawValue][keyPath: path] = String(decoding: bytes, as: UTF8.self)
  }

  private static func element(_ name: String) -> Element {
    let photoshop = "http://ns.adobe.com/photoshop/1.0/|"
    let core = "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/|"
    let more = "http://iptc.org/std/Iptc4xmpExt/2008-02-29/|"
    return switch name {
    case photoshop + "City", more + "City": .value(.city)
    case photoshop + "State", more + "ProvinceState": .value(.state)
    case photoshop + "Country", more + "CountryName": .value(.country)
    case core + "Location", more + "Sublocation": .value(.part)
    case more + "LocationCreated": .scope(.taken)
    case more + "LocationShown": .scope(.shown)
    default: .other
    }
  }
}

private func reader(_ raw: UnsafeMutableRawPointer?) -> XMPReader? {
  raw.map { Unmanaged<XMPReader>.fromOpaque($0).takeUnretainedValue() }
}
