/// The connectors of the DRM cards, as the kernel tells of them in /sys/class/drm.
public struct Connectors {
  /// One connector of a card.
  public struct Connector: Hashable, Sendable {
    /// `card0`.
    public var card: String
    /// `HDMI-A-1`.
    public var name: String
    /// The kernel's number of it; nil with kernels before 6.0.
    public var number: Int?
    /// connected, disconnected or unknown.
    public var status: String
    /// Its modes' sizes, the preferred one first, without repeats.
    public var sizes: [String]
  }

  /// All of them, card after card, in the kernel's order. Reads small files of the kernel.
  public static func all(in folder: String = "/sys/class/drm") -> [Connector] {
    SmallFile.names(in: folder).compactMap { entry -> Connector? in
      guard entry.hasPrefix("card"), let dash = entry.firstIndex(of: "-") else { return nil }
      let path = folder + "/" + entry
      guard let status = line(of: path + "/status") else { return nil }
      var sizes: [String] = []
      for size in SmallFile.lines(path + "/modes") where !sizes.contains(size) {
        sizes.append(size)
      }
      return Connector(
        card: String(entry[..<dash]), name: String(entry[entry.index(after: dash)...]),
        number: line(of: path + "/connector_id").flatMap { Int($0) }, status: status, sizes: sizes)
    }.sorted { a, b in
      a.card != b.card ? a.card < b.card : (a.number ?? 0, a.name) < (b.number ?? 0, b.name)
    }
  }

  /// The names of those that SDL's KMSDRM driver uses, in its order: the connected ones of the
  /// first card that has any.
  static func inUse(in folder: String = "/sys/class/drm") -> [String] {
    let connected = all(in: folder).filter { $0.status == "connected" }
    return connected.filter { $0.card == connected.first?.card }.map(\.name)
  }

  private static func line(of path: String) -> String? { SmallFile.lines(path).first }
}
