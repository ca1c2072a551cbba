import Glibc
import TriptychCore

/// A thumbnail that has been found, or what one would be called.
public struct ThumbnailPlace: Hashable, Sendable {
  /// The address of the file that it shows.
  public let address: String
  /// When that file was changed, seconds since 1970.
  public let modified: Int64
  let size: ThumbnailSize
}

/// Where a thumbnail may be taken from instead of its file, and how large it has to be.
public struct ThumbnailWish: Hashable, Sendable {
  public let folder: ThumbnailFolder
  public let size: ThumbnailSize

  public init(_ folder: ThumbnailFolder, _ size: ThumbnailSize) {
    (self.folder, self.size) = (folder, size)
  }

  func find(_ path: [UInt8], modified: Int64) -> (ThumbnailPlace, Int32)? {
    guard let place = folder.place(of: path, modified: modified, size),
      let descriptor = folder.open(place)
    else { return nil }
    return (place, descriptor)
  }
}

/// The thumbnails of this user (`$XDG_CACHE_HOME/thumbnails`), which file managers share.
public struct ThumbnailFolder: Hashable, Sendable {
  /// Absolute.
  let root: [UInt8]

  public init(root: [UInt8]) { self.root = root }

  /// Where the thumbnail of a file would be; nil for what must not have one: thumbnails
  /// themselves, and paths that are too long to be told.
  public func place(
    of path: [UInt8], modified: Int64, _ size: ThumbnailSize
  ) -> ThumbnailPlace? {
    guard path.first == UInt8(ascii: "/"), path.count <= 4096,
      !path.starts(with: root + [UInt8(ascii: "/")])
    else { return nil }
    // Down, for files from before 1970 too.
    let seconds = (Double(modified) / 1e9).rounded(.down)
    return ThumbnailPlace(
      address: ThumbnailName.address(of: path), modified: Int64(seconds), size: size)
  }

  /// Opens the thumbnail in that size or a larger one; nil: there is none. May wait for the disk.
  func open(_ place: ThumbnailPlace) -> Int32? {
    for size in place.size.orLarger {
      let raw = Disk.withPath(path(place, size)) {
        Glibc.open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW)
      }
      if raw >= 0 { return raw }
    }
    return nil
  }

  func path(_ place: ThumbnailPlace, _ size: ThumbnailSize) -> [UInt8] {
    folder(size) + Array(("/" + ThumbnailName.file(for: place.address)).utf8)
  }

  func folder(_ size: ThumbnailSize) -> [UInt8] { root + Array(("/" + size.folder).utf8) }
}
