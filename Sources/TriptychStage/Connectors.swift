import Glibc

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
    names(in: folder).compactMap { entry -> Connector? in
      guard entry.hasPrefix("card"), let dash = entry.firstIndex(of: "-") else { return nil }
      let path = folder + "/" + entry
      guard let status = line(of: path + "/status") else { return nil }
      var sizes: [String] = []
      for size in lines(of: path + "/modes") where !sizes.contains(size) { sizes.append(size) }
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

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }

  private static func line(of path: String) -> String? { lines(of: path).first }

  /// The kernel answers such files in one page.
  private static func lines(of path: String) -> [String] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var page = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &page, page.count)
    return page.prefix(max(count, 0)).split(separator: 0x0A).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
