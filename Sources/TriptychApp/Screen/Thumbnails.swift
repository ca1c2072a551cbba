import Glibc
import TriptychCore
import TriptychFiles
import TriptychMedia

/// Small pictures of items for the overview: decoded while they are in sight, kept while there is
/// room. Main thread; never blocks.
final class Thumbnails {
  /// What is known of an item's small picture.
  enum State {
    case picture(Thumbnail)
    case failed
  }

  private struct Errand {
    var item: Int
    var isDecoding = false
    /// A thumbnail from the disk is being read.
    var isStored = false
    /// Where it is kept once it is made.
    var place: ThumbnailPlace?
    /// The picture's decoder has said that it is a film.
    var isFilm = false
    /// Number of the film that gives its first frame.
    var film: Int?
  }

  private let opener: Opener
  private let media: Media
  private let numbers: Numbers
  /// nil: none is kept.
  private let store: ThumbnailStore?
  /// Of a cell, pixels.
  private var cell = Size(1, 1)
  private var states: [Int: State] = [:]  // by item
  /// Items in the order in which they were last in sight, the latest last.
  private var order: [Int] = []
  private var errands: [Int: Errand] = [:]  // by job
  private var wanted: [Int] = []
  private var list = ItemList()
  /// One decoder is left to what is shown.
  private static let atOnce = 2
  /// Bytes of pictures.
  private static let room = 64 << 20

  init(opener: Opener, media: Media, numbers: Numbers, store: ThumbnailStore?) {
    (self.opener, self.media, self.numbers, self.store) = (opener, media, numbers, store)
  }

  subscript(item: Int) -> State? { states[item] }

  /// What is in sight now, the most wanted first; nothing else is decoded.
  func want(_ items: [Int], cell: Size, list: ItemList) {
    if cell != self.cell { forget() }
    (self.cell, wanted, self.list) = (cell, items, list)
    let sought = Set(items)
    for (job, errand) in errands where !sought.contains(errand.item) { cancel(job) }
    order = order.filter { !sought.contains($0) } + items.reversed().filter { states[$0] != nil }
    dropOldest(keeping: sought)
    ask()
  }

  /// Nothing is in sight any more; what is here stays for the next time.
  func rest() { want([], cell: cell, list: list) }

  /// The list is another one.
  func renumber(_ numbers: [Int: Int]) {
    for job in errands.keys { cancel(job) }
    states = Dictionary(
      uniqueKeysWithValues: states.compactMap { item, state in
        numbers[item].map { ($0, state) }
      })
    (order, wanted) = (order.compactMap { numbers[$0] }, [])
  }

  private func forget() {
    for job in errands.keys { cancel(job) }
    (states, order) = ([:], [])
  }

  // MARK: Jobs

  private func ask() {
    let asked = Set(errands.values.map(\.item))
    var free = Thumbnails.atOnce - errands.count
    for item in wanted where free > 0 && states[item] == nil && !asked.contains(item) {
      let job = numbers.next()
      errands[job] = Errand(item: item)
      let wish = keeper(for: item).map { ThumbnailWish($0.folder, size) }
      opener.open(job: job, list: list, item: item, thumbnail: wish)
      free -= 1
    }
  }

  private func cancel(_ job: Int) {
    guard let errand = errands.removeValue(forKey: job) else { return }
    if let film = errand.film {
      media.closeFilm(film)
    } else if errand.isDecoding {
      media.cancel(job: job)
    } else {
      opener.cancel(job: job)
    }
  }

  private func finish(_ job: Int, _ state: State) {
    guard let errand = errands[job] else { return }
    if let film = errand.film { media.closeFilm(film) }
    errands[job] = nil
    states[errand.item] = state
    order.append(errand.item)
    ask()
  }

  private func dropOldest(keeping sought: Set<Int>) {
    var bytes = states.values.reduce(0) { $0 + $1.bytes }
    var kept: [Int] = []
    for item in order {
      if bytes > Thumbnails.room, !sought.contains(item) {
        bytes -= states.removeValue(forKey: item)?.bytes ?? 0
      } else {
        kept.append(item)
      }
    }
    order = kept
  }

  // MARK: News

  func isWaiting(for job: Int) -> Bool { errands[job] != nil }

  func hear(_ answer: OpenNews) {
    let job = answer.job
    guard let errand = errands[job] else { return }
    if case .stored(_, let found) = answer {
      errands[job]?.isDecoding = true
      errands[job]?.isStored = true
      return media.readStored(
        job: job, descriptor: found.descriptor, request: request(errand),
        subject: ThumbnailSubject(found.place))
    }
    guard case .opened(_, let file) = answer else { return finish(job, .failed) }
    errands[job]?.place = keeper(for: errand.item)?.folder.place(
      of: file.path, modified: file.modified, size)
    switch errand.isFilm ? .film : file.kind {
    case .film: openFilm(job, file.descriptor)
    case .playlist:
      file.drop()
      finish(job, .failed)
    case .jpeg, .picture, .unknown:
      errands[job]?.isDecoding = true
      media.decodePicture(
        job: job, descriptor: file.descriptor, request: request(errands[job] ?? errand))
    }
  }

  /// What the disk has answered.
  func listen() { store?.listen() }

  /// True if the answer was to one of these jobs.
  func hear(_ answer: MediaNews) -> Bool {
    switch answer {
    case .picture(let job, let picture, let source) where errands[job] != nil:
      made(job, Thumbnail(picture, source: source, isWhole: isKept(job)))
    case .stored(let job, let picture, let source, let length) where errands[job] != nil:
      finish(
        job,
        .picture(
          Thumbnail(
            picture, source: source, isFilm: length != nil,
            length: length.flatMap { $0 > .zero ? $0 : nil })))
    case .isFilm(let job) where errands[job] != nil: reopen(job, isFilm: true)
    case .failed(let job, let error) where errands[job] != nil:
      if errands[job]?.isStored == true {
        reopen(job, isFilm: false)
      } else if error.code == .unknownFormat {
        reopen(job, isFilm: true)
      } else {
        finish(job, .failed)
      }
    case .film(let film, let length, _, _, let source):
      guard let job = job(of: film) else { return false }
      // Its own copy: the frame's memory goes with the film.
      guard let frame = media.frame(film, at: .zero).map({ $0.picture.copied() }) else {
        finish(job, .failed)
        return true
      }
      made(
        job,
        Thumbnail(frame, source: source, isFilm: true, length: length, isWhole: isKept(job)))
    case .filmFailed(let film, _):
      guard let job = job(of: film) else { return false }
      finish(job, .failed)
    case .ended(let film, _), .frames(let film): return job(of: film) != nil
    default: return store?.hear(answer) ?? false
    }
    return true
  }

  private func job(of film: Int) -> Int? { errands.first { $0.value.film == film }?.key }

  private func isKept(_ job: Int) -> Bool { errands[job]?.place != nil }

  /// Made from the item's file: it is kept for the next time.
  private func made(_ job: Int, _ thumbnail: Thumbnail) {
    let place = errands[job]?.place
    finish(job, .picture(thumbnail))
    // What is no larger than a thumbnail is decoded as fast as one.
    guard let store, let place,
      max(thumbnail.source.width, thumbnail.source.height) > Double(size.side)
    else { return }
    let length = thumbnail.isFilm ? thumbnail.length?.inSeconds ?? 0 : nil
    store.keep(
      job: numbers.next(), thumbnail.picture, at: place, source: thumbnail.source, length: length)
  }

  /// The file is a film, or its thumbnail is none: it is opened once more, for the descriptor
  /// went with the job.
  private func reopen(_ job: Int, isFilm: Bool) {
    guard let errand = errands.removeValue(forKey: job) else { return }
    let next = numbers.next()
    errands[next] = Errand(item: errand.item, isFilm: isFilm)
    opener.open(job: next, list: list, item: errand.item)
  }

  private func openFilm(_ job: Int, _ descriptor: Int32) {
    guard let errand = errands[job] else {
      Glibc.close(descriptor)
      return
    }
    let film = numbers.next()
    errands[job]?.film = film
    media.openFilm(
      film, descriptor: descriptor, request: request(errand), start: .zero, end: nil, loops: false,
      sound: false)
  }

  /// nil: none is kept. What is kept shows the file as it is, not as the list turns it.
  private func keeper(for item: Int) -> ThumbnailStore? {
    (list.options(item).rotation ?? Rotation.none) == Rotation.none ? store : nil
  }

  private var size: ThumbnailSize { ThumbnailSize(covering: max(cell.width, cell.height)) }

  /// What is to be kept comes whole and as its file has it; else it covers the cell.
  private func request(_ errand: Errand) -> PixelRequest {
    var settings = ItemSettings()
    if errand.place != nil {
      return PixelRequest(settings, cell: Size(Double(size.side), Double(size.side)), scale: 1)
    }
    settings.fit = .cover
    settings.rotation = list.options(errand.item).rotation ?? settings.rotation
    return PixelRequest(settings, cell: cell, scale: 1)
  }
}

extension Thumbnails.State {
  fileprivate var bytes: Int {
    if case .picture(let it) = self { it.picture.stride * it.picture.height } else { 64 }
  }
}
