import CExif
import Glibc
import TriptychWire

/// What a camera has written, in words.
extension Exif {
  /// The tags that are looked for (Exif 2.3), and where.
  private enum Tag {
    static let make: UInt32 = 0x010F
    static let model: UInt32 = 0x0110
    static let changed: UInt32 = 0x0132
    static let exposureTime: UInt32 = 0x829A
    static let aperture: UInt32 = 0x829D
    static let sensitivity: UInt32 = 0x8827
    static let taken: UInt32 = 0x9003
    static let focalLength: UInt32 = 0x920A
    static let latitudeSide: UInt32 = 1
    static let latitude: UInt32 = 2
    static let longitudeSide: UInt32 = 3
    static let longitude: UInt32 = 4
  }

  private enum Part {
    static let main = 0
    static let camera = 2
    static let position = 3
  }

  var facts: PictureFacts {
    var facts = PictureFacts()
    facts.taken = taken
    facts.camera = camera
    facts.exposure = exposure
    facts.place = place
    return facts
  }

  /// `2026:06:01 12:30:45` is written `2026-06-01 12:30`.
  private var taken: String {
    guard let text = text(Tag.taken, Part.camera) ?? text(Tag.changed, Part.main) else { return "" }
    let parts = text.split(separator: " ")
    guard parts.count == 2, parts[0].utf8.count == 10, parts[1].utf8.count >= 5,
      text.utf8.contains(where: { (0x31...0x39).contains($0) })
    else { return "" }
    let day = parts[0].split(separator: ":").joined(separator: "-")
    return PictureFacts.line("\(day) \(parts[1].prefix(5))")
  }

  private var camera: String {
    let (make, model) = (text(Tag.make, Part.main) ?? "", text(Tag.model, Part.main) ?? "")
    let first = make.split(separator: " ").first.map { $0.lowercased() } ?? ""
    let names = !first.isEmpty && model.lowercased().hasPrefix(first)
    return PictureFacts.line(names ? model : "\(make) \(model)")
  }

  private var exposure: String {
    var words: [String] = []
    if let time = number(Tag.exposureTime, Part.camera), time > 0 {
      words.append(time < 0.4 ? "1/\(Int((1 / time).rounded())) s" : "\(Self.short(time)) s")
    }
    if let aperture = number(Tag.aperture, Part.camera), aperture > 0 {
      words.append("f/\(Self.short(aperture))")
    }
    if let value = number(Tag.sensitivity, Part.camera), value > 0 {
      words.append("ISO \(Self.short(value))")
    }
    if let length = number(Tag.focalLength, Part.camera), length > 0 {
      words.append("\(Self.short(length)) mm")
    }
    return words.joined(separator: "  ")
  }

  private var place: String {
    guard let north = angle(Tag.latitude, Tag.latitudeSide, ["N", "S"], most: 90),
      let east = angle(Tag.longitude, Tag.longitudeSide, ["E", "W"], most: 180)
    else { return "" }
    return "\(north)  \(east)"
  }

  private func angle(
    _ tag: UInt32, _ sideTag: UInt32, _ sides: [String], most: Double
  ) -> String? {
    guard let side = text(sideTag, Part.position), sides.contains(side) else { return nil }
    let parts = numbers(tag, Part.position)
    guard parts.count == 3, parts.allSatisfy({ $0 >= 0 }) else { return nil }
    let seconds = (parts[0] * 3600 + parts[1] * 60 + parts[2]).rounded()
    guard seconds.isFinite, seconds <= most * 3600 else { return nil }
    let whole = Int(seconds)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(whole / 3600)°\(two(whole / 60 % 60))′\(two(whole % 60))″ \(side)"
  }

  /// One place after the point, and none where it is 0. Absurd numbers are cut to a million.
  private static func short(_ number: Double) -> String {
    let tenths = Int((min(number, 1_000_000) * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
