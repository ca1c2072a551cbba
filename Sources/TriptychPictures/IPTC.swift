import CIPTC

/// What an editor has written beside a picture (IPTC Information Interchange Model 4.2), read by
/// libiptcdata.
struct IPTC: ~Copyable {
  private let raw: UnsafeMutablePointer<IptcData>

  /// `photoshop`: a JPEG's marker segment APP13, its mark included. nil: there is nothing of it.
  init?(photoshop: ByteView) {
    let bytes = photoshop.bytes.assumingMemoryBound(to: UInt8.self)
    var length: UInt32 = 0
    let start = iptc_jpeg_ps3_find_iptc(bytes.baseAddress, UInt32(clamping: bytes.count), &length)
    // Where it lies must be looked at: the library believes the file.
    guard start > 0, let part = photoshop.part(Int(start), count: Int(length)), part.count > 0,
      let raw = iptc_data_new_from_data(
        part.bytes.assumingMemoryBound(to: UInt8.self).baseAddress, UInt32(part.count))
    else { return nil }
    self.raw = raw
  }

  deinit { iptc_data_unref(raw) }

  private enum Tag {
    static let city: UInt32 = 90
    static let part: UInt32 = 92
    static let state: UInt32 = 95
    static let country: UInt32 = 101
  }

  var names: PlaceNames {
    var names = PlaceNames()
    names.part = text(Tag.part)
    names.city = text(Tag.city)
    names.state = text(Tag.state)
    names.country = text(Tag.country)
    return names
  }

  /// In UTF-8 where it is that, else in Latin-1: few say what they have written.
  private func text(_ tag: UInt32) -> String {
    guard
      let set = iptc_data_get_dataset(raw, IPTC_RECORD_APP_2, IptcTag(tag)),
      let data = set.pointee.data
    else { return "" }
    defer { iptc_dataset_unref(set) }
    let bytes = UnsafeBufferPointer(
      start: data, count: min(Int(set.pointee.size), PlaceNames.longest))
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
