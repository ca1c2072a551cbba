import TriptychWire

/// The names of the place that a picture shows, from the smallest to the largest.
struct PlaceNames: Hashable {
  var part = ""
  var city = ""
  var state = ""
  var country = ""

  /// One line; empty where none is known. What is named twice in a row is named once.
  var line: String {
    var names: [String] = []
    for name in [part, city, state, country].map(PictureFacts.line) where !name.isEmpty {
      if names.last != name { names.append(name) }
    }
    return names.joined(separator: ", ")
  }

  /// More than that is no name, bytes.
  static let longest = 120

  /// What XMP says, else what IPTC's older form says.
  static func line(xmp: ByteView?, photoshop: ByteView?) -> String {
    let modern = xmp.map { XMPReader.names(in: $0) } ?? PlaceNames()
    guard modern.line.isEmpty else { return modern.line }
    return photoshop.flatMap { IPTC(photoshop: $0)?.names.line } ?? ""
  }
}
