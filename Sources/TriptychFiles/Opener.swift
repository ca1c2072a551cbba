import Glibc
import TriptychCore

/// A regular file that is open and not empty. The receiver owns the descriptors and closes them.
public struct OpenedFile: Hashable, Sendable {
  public let descriptor: Int32
  public let path: [UInt8]
  public let kind: MediaKind
  public let byteCount: Int64
  /// Nanoseconds since 1970.
  public let modified: Int64
  /// A thumbnail of it, where one was wished for and found.
  public var thumbnail: FoundThumbnail?
  /// Files with subtitles beside it, where they were asked for.
  public var subtitles: [FoundSubtitles] = []

  /// Closes what nobody wants.
  public func drop() {
    close(descriptor)
    for file in subtitles { close(file.descriptor) }
    dropThumbnail()
  }

  /// Closes the thumbnail alone.
  public func dropThumbnail() {
    if let thumbnail { close(thumbnail.descriptor) }
  }
}

/// A thumbnail of which its own file has to say whether it is still right. The receiver owns the
/// descriptor and closes it.
public struct FoundThumbnail: Hashable, Sendable {
  public let descriptor: Int32
  public let place: ThumbnailPlace
}

/// What became of a job of the opener.
public enum OpenNews: Hashable, Sendable {
  case opened(job: Int, OpenedFile)
  /// A thumbnail of the item in its stead.
  case stored(job: Int, FoundThumbnail)
  case failed(job: Int, FileError)
  /// The item is a folder.
  case folder(job: Int, path: [UInt8])
  /// The item is a playlist.
  case playlist(job: Int, path: [UInt8])

  /// Closes what its receiver owns.
  public func drop() {
    switch self {
    case .opened(_, let file): file.drop()
    case .stored(_, let thumbnail): close(thumbnail.descriptor)
    case .failed, .folder, .playlist: break
    }
  }

  public var job: Int {
    switch self {
    case .opened(let job, _), .stored(let job, _), .failed(let job, _), .folder(let job, _),
      .playlist(let job, _):
      job
    }
  }
}

/// Opens items on two threads of its own, so that a dead mount holds up nobody else.
///
/// A job that the system does not answer within the limit is given up and named; its thread is
/// left behind and replaced. What such a thread opens late is closed at once. Methods may be
/// called on any thread and never wait for a disk.
public final class Opener: Sendable {
  private let crew: OpenerCrew

  /// `wake` is called on an opener's thread when `drain` has something new.
  public convenience init(wake: @escaping @Sendable () -> Void) {
    self.init(limit: .seconds(10), wake: wake) { openItem(job: $0, $1, $2) }
  }

  init(
    limit: Duration, wake: @escaping @Sendable () -> Void,
    open: @escaping @Sendable (Int, Candidates, OpeningWish) -> OpenNews
  ) {
    crew = OpenerCrew(limit: limit, wake: wake, open: open)
    crew.start()
  }

  deinit { crew.stop() }

  /// Asks for an item; its news carry the number of the job, which must be new. A wish says what
  /// a thumbnail of it is good for. `subtitles`: with those in files beside it.
  public func open(
    job: Int, list: ItemList, item: Int, thumbnail: ThumbnailWish? = nil, subtitles: Bool = false
  ) {
    let wish = OpeningWish(thumbnail: thumbnail, subtitles: subtitles)
    crew.add(job, list.candidates(item), wish)
  }

  /// Nobody wants the job any more: no news will come of it.
  public func cancel(job: Int) { crew.cancel(job) }

  /// The news since the last call, oldest first.
  public func drain() -> [OpenNews] { crew.drain() }
}

/// What is wanted with an item.
struct OpeningWish: Sendable {
  var thumbnail: ThumbnailWish?
  var subtitles = false
}

/// Tries an item's candidates in order and tells what the first existing one is.
func openItem(
  job: Int, _ candidates: Candidates, _ wish: OpeningWish = OpeningWish()
) -> OpenNews {
  guard !candidates.paths.isEmpty else {
    return .failed(
      job: job,
      FileError(.address, path: candidates.literal, words: "network addresses are not read"))
  }
  for path in candidates.paths {
    do throws(FileError) {
      return try openPath(job: job, path, beneath: candidates.root, wish)
    } catch {
      if error.code != .missing { return .failed(job: job, error) }
    }
  }
  // The literal is what people know the item by.
  do throws(FileError) {
    return try openPath(job: job, candidates.literal, beneath: candidates.root, wish)
  } catch {
    return .failed(job: job, error)
  }
}

private func openPath(
  job: Int, _ path: [UInt8], beneath root: [UInt8]?, _ wish: OpeningWish
) throws(FileError) -> OpenNews {
  if root == nil, try Disk.look(at: path).kind == .folder {
    return .folder(job: job, path: path)
  }
  let news = try sniffed(job: job, path, Disk.openFile(path, beneath: root), wish.thumbnail)
  guard wish.subtitles, case .opened(_, var opened) = news else { return news }
  opened.subtitles = FoundSubtitles.beside(path, beneath: root)
  return .opened(job: job, opened)
}

private func sniffed(
  job: Int, _ path: [UInt8], _ file: consuming OpenFile, _ thumbnail: ThumbnailWish?
) throws(FileError) -> OpenNews {
  if let thumbnail, thumbnail.use == .instead, let found = thumbnail.find(path, file.state) {
    return .stored(job: job, found)
  }
  let head = try file.head(4096, path: path)
  guard !head.isEmpty else {
    throw FileError(.empty, path: path, words: "the file is empty")
  }
  let kind = MediaKind.sniff(head)
  if kind == .playlist || (kind == .unknown && MediaNames.isPlaylist(path)) {
    return .playlist(job: job, path: path)
  }
  let state = file.state
  var opened = OpenedFile(
    descriptor: file.release(), path: path, kind: kind, byteCount: state.byteCount,
    modified: state.modified)
  if let thumbnail, thumbnail.use == .beside, kind == .picture || kind == .jpeg {
    opened.thumbnail = thumbnail.find(path, state)
  }
  return .opened(job: job, opened)
}
