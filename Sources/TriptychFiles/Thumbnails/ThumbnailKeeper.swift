import Glibc

/// What has become of a thumbnail that is being kept.
public enum ThumbnailNews: Sendable {
  /// An empty file to write it to; the receiver owns the descriptor. Then `commit` or `drop`.
  case opened(job: Int, descriptor: Int32)
  /// It cannot be kept; the words say why.
  case failed(job: Int, words: String)
}

/// Brings thumbnails to the disk on a thread of its own: each is written beside its place and
/// renamed when it is whole, readable by its owner alone. Methods may be called on any thread and
/// never wait for a disk.
public final class ThumbnailKeeper: Sendable {
  private enum Order: Sendable {
    case begin(job: Int, ThumbnailPlace)
    case commit(job: Int)
    case drop(job: Int)
  }

  private struct Work: Sendable {
    var orders: [Order] = []
    var news: [ThumbnailNews] = []
    var isOver = false
  }

  private let work = Monitor(Work())
  private let isRunning: Bool

  /// `wake` is called on the keeper's thread when `drain` has something new.
  public init(_ folder: ThumbnailFolder, wake: @escaping @Sendable () -> Void) {
    let work = work
    isRunning = startThread(named: "thumbnails") {
      var bench = ThumbnailBench(folder: folder)
      while let order = Self.next(work) {
        guard let news = Self.obey(order, &bench) else { continue }
        work.withLock { $0.news.append(news) }
        wake()
      }
      bench.clear()
    }
  }

  deinit { work.update { $0.isOver = true } }

  /// Asks for a file to write a thumbnail to.
  public func begin(job: Int, _ place: ThumbnailPlace) { post(.begin(job: job, place)) }

  /// It is whole.
  public func commit(job: Int) { post(.commit(job: job)) }

  /// It could not be written.
  public func drop(job: Int) { post(.drop(job: job)) }

  /// The news since the last call.
  public func drain() -> [ThumbnailNews] {
    work.withLock { work in
      defer { work.news = [] }
      return work.news
    }
  }

  private func post(_ order: Order) {
    if isRunning { work.update { $0.orders.append(order) } }
  }

  /// The next order; nil: the keeper has ended.
  private static func next(_ work: Monitor<Work>) -> Order? {
    work.wait { work -> Order?? in
      if !work.orders.isEmpty { return work.orders.removeFirst() }
      return work.isOver ? .some(nil) : nil
    }
  }

  private static func obey(_ order: Order, _ bench: inout ThumbnailBench) -> ThumbnailNews? {
    switch order {
    case .begin(let job, let place):
      do throws(FileError) {
        return .opened(job: job, descriptor: try bench.begin(job, place))
      } catch {
        return .failed(
          job: job, words: "\(String(decoding: error.path, as: UTF8.self)): \(error.words)")
      }
    case .commit(let job): bench.commit(job)
    case .drop(let job): bench.drop(job)
    }
    return nil
  }
}

/// Thumbnails that are being written.
private struct ThumbnailBench {
  let folder: ThumbnailFolder
  /// By job: where it is written, and where it goes.
  private var written: [Int: (beside: [UInt8], place: [UInt8])] = [:]

  init(folder: ThumbnailFolder) { self.folder = folder }

  mutating func begin(_ job: Int, _ place: ThumbnailPlace) throws(FileError) -> Int32 {
    let home = folder.folder(place.size)
    Disk.makeFolders(home)
    let path = folder.path(place, place.size)
    let beside = path + Array(".triptych-\(getpid())-\(job)".utf8)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let raw = Disk.withPath(beside) { open($0, flags, 0o600) }
    guard raw >= 0 else { throw FileError(errno: errno, path: home) }
    written[job] = (beside, path)
    return raw
  }

  mutating func commit(_ job: Int) {
    guard let (beside, place) = written.removeValue(forKey: job) else { return }
    let done = Disk.withPath(beside) { old in Disk.withPath(place) { rename(old, $0) } }
    if done != 0 { remove(beside) }
  }

  mutating func drop(_ job: Int) {
    if let (beside, _) = written.removeValue(forKey: job) { remove(beside) }
  }

  /// What is not whole goes.
  mutating func clear() {
    for (beside, _) in written.values { remove(beside) }
    written = [:]
  }

  private func remove(_ path: [UInt8]) { _ = Disk.withPath(path) { unlink($0) } }
}
