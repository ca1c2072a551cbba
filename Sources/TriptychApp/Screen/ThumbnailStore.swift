import TriptychCore
import TriptychFiles
import TriptychMedia

extension ThumbnailFolder {
  /// That of this user, or of the service; nil: there is no home.
  init?(_ environment: Environment) {
    let name = Array("/thumbnails".utf8)
    if let own = environment.cacheDirectory?.split(separator: UInt8(ascii: ":")).first {
      self.init(root: Array(own) + name)
    } else if let cache = environment.cacheHome {
      self.init(root: cache + name)
    } else if let home = environment.home {
      self.init(root: home + Array("/.cache".utf8) + name)
    } else {
      return nil
    }
  }
}

extension ThumbnailSubject {
  init(_ place: ThumbnailPlace) {
    self.init(address: place.address, modified: place.modified)
  }
}

/// Keeps the overview's small pictures on the disk, where this program and others find them.
/// Main thread; never waits for the disk.
final class ThumbnailStore {
  let folder: ThumbnailFolder
  private let keeper: ThumbnailKeeper
  private let media: Media
  private let note: (String) -> Void
  private var waiting: [Int: (picture: Picture, labels: [Label])] = [:]  // by job
  private var writing: Set<Int> = []
  /// The disk has refused one: no other is tried.
  private var isOff = false
  /// Pictures that wait for the disk; what comes beyond is not kept this time.
  private static let room = 32

  init(
    _ folder: ThumbnailFolder, media: Media, wake: @escaping @Sendable () -> Void,
    note: @escaping (String) -> Void
  ) {
    (self.folder, self.media, self.note) = (folder, media, note)
    keeper = ThumbnailKeeper(folder, wake: wake)
  }

  /// Writes a picture that was just made. `source`: the size of what it shows; `length`: seconds
  /// of a film, 0 where nobody knows, nil for a picture.
  func keep(
    job: Int, _ picture: Picture, at place: ThumbnailPlace, source: Size, length: Double?
  ) {
    guard !isOff, waiting.count + writing.count < ThumbnailStore.room else { return }
    var labels = [
      Label(key: "Thumb::URI", text: place.address),
      Label(key: "Thumb::MTime", text: String(place.modified)),
      Label(key: "Thumb::Image::Width", text: String(Int(source.width))),
      Label(key: "Thumb::Image::Height", text: String(Int(source.height))),
      Label(key: "Software", text: "Triptych"),
    ]
    if let length { labels.append(Label(key: "Thumb::Movie::Length", text: String(length))) }
    waiting[job] = (picture, labels)
    keeper.begin(job: job, place)
  }

  /// What the disk has answered.
  func listen() {
    for news in keeper.drain() {
      switch news {
      case .opened(let job, let descriptor):
        // Every job that was begun is waited for until this.
        guard let (picture, labels) = waiting.removeValue(forKey: job) else { continue }
        writing.insert(job)
        media.writePNG(job: job, picture: picture, labels: labels, descriptor: descriptor)
      case .failed(_, let words):
        if !isOff { note("thumbnails are not kept: \(words)") }
        (isOff, waiting) = (true, [:])
      }
    }
  }

  /// True if the answer was to one of these jobs.
  func hear(_ answer: MediaNews) -> Bool {
    switch answer {
    case .written(let job) where writing.remove(job) != nil: keeper.commit(job: job)
    case .failed(let job, _) where writing.remove(job) != nil: keeper.drop(job: job)
    default: return false
    }
    return true
  }
}
