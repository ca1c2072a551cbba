import TriptychCore

/// Tells what items are without showing them. Waits for disks.
public struct MediaScout: Sendable {
  public init() {}

  /// What the file of an item is, by its first bytes; nil: it is missing, empty or no file.
  public func kind(of item: Int, in list: ItemList) -> MediaKind? {
    guard let (path, _) = Disk.resolve(list.candidates(item)) else { return nil }
    do throws(FileError) {
      let head = try Disk.openFile(path).head(4096, path: path)
      return head.isEmpty ? nil : MediaKind.sniff(head)
    } catch {
      return nil
    }
  }
}
