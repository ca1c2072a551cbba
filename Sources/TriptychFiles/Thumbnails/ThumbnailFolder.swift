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

/// Where a thumbnail may be taken from, what for, and how large it has to be.
public struct ThumbnailWish: Hashable, Sendable {
  /// What it is good for.
  public enum Use: Hashable, Sendable {
    /// It is all that is wanted; no smaller one will do.
    case instead
    /// It comes with its picture, where that may take a while; a smaller one is better than none.
    case beside
  }

  public let folder: ThumbnailFolder
  public let size: ThumbnailSize
  public let use: Use
  /// A picture in so few bytes is soon there.
  static let leastBytes = 64 << 10

  public init(_ folder: ThumbnailFolder, _ size: ThumbnailSize, use: Use = .instead) {
    (self.folder, self.size, self.use) = (folder, size, use)
  }

  func find(_ path: [UInt8], _ file: FileState) -> FoundThumbnail? {
    guard use == .instead || file.byteCount >= Self.leastBytes,
      let place = folder.place(of: path, modified: file.modified, size),
      let descriptor = folder.open(place, in: use == .instead ? size.orLarger : size.orAny)
    else { return nil }
    return FoundThumbnail(descriptor: descriptor, place: place)
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
  func open(_ place: ThumbnailPlace) -> Int32? { open(place, in: place.size.orLarger) }

  /// The same for other sizes, the best first.
  func open(_ place: ThumbnailPlace, in sizes: [ThumbnailSize]) -> Int32? {
    for size in sizes {
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
