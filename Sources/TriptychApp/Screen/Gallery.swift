import Glibc
import TriptychCore
import TriptychFiles
import TriptychMedia

/// What can be drawn of an item.
struct Exhibit {
  var picture: Picture
  /// The picture as shown, oriented, before it was scaled.
  var source: Size
  /// How it was made to fit: the show's wish may have changed since.
  var fit: Fit
}

/// Holds what the show has asked for: has files opened and decoded, and tells the show the news.
/// Main thread; never blocks.
final class Gallery {
  /// An item that is on its way.
  private struct Errand {
    var job: Int
    var isDecoding = false
    var kind = MediaKind.unknown
    var settings: ItemSettings
    /// A thumbnail has been looked for besides, and the system did not answer.
    var wasStuck = false
  }

  private let opener: Opener
  let media: Media
  let films: FilmShelf
  let thumbnails: Thumbnails
  let facts: FactFinder
  let details: Details
  /// Where files were found that a list names otherwise.
  private(set) var places = FoundPlaces()
  /// What the numbers of items mean.
  var list: ItemList
  /// The cell, pixels.
  var cell: Size {
    didSet { films.cell = cell }
  }
  private var errands: [Int: Errand] = [:]  // by item
  private var items: [Int: Int] = [:]  // job → item
  private var exhibits: [Int: Exhibit] = [:]  // by item
  /// The files of items that are held, as they were opened.
  private var works: [Int: WorkItem] = [:]  // by item
  /// Says why a file is not to be decoded; nil: it is.
  var objection: (WorkItem) -> String? = { _ in nil }
  /// Hears of a file with which a decoder has died.
  var hasKilled: (WorkItem) -> Void = { _ in }
  /// What is coming, by item.
  let arrivals = Arrivals()
  private var others: [MediaNews] = []
  /// Pictures that are decoded and not with the painter yet.
  private var arriving: [MediaNews] = []
  /// False while drawing the picture would hold up a frame: the show hears of it later.
  var mayBeShown: (Picture) -> Bool = { _ in true }
  private let numbers: Numbers
  /// Where thumbnails are that may serve as previews; nil: nowhere.
  private var previews: ThumbnailFolder?
  /// Somebody waits for pictures and wants to see how far they are.
  var tellsOfArrivals = false
  /// Set where a small picture or a detail has come; whoever draws it takes it back.
  var hasNewThumbnails = false
  /// The same for what cameras have written.
  var hasNewFacts = false
  /// Hears what decoders and their libraries say besides, for the debug log.
  var note: (String) -> Void = { _ in }
  /// Hears what is strange about files that are shown all the same.
  var remark: (String) -> Void = { _ in }

  /// `hasSound`: somebody takes the sound of films.
  /// `store`: keeps thumbnails on the disk.
  init(
    opener: Opener, media: Media, list: ItemList, cell: Size, hasSound: Bool,
    store: ThumbnailStore? = nil
  ) {
    (self.opener, self.media, self.list, self.cell) = (opener, media, list, cell)
    (numbers, previews) = (Numbers(), store?.folder)
    facts = FactFinder(opener: opener, media: media, numbers: numbers)
    thumbnails = Thumbnails(opener: opener, media: media, numbers: numbers, store: store)
    details = Details(opener: opener, media: media, numbers: numbers)
    films = FilmShelf(
      opener: opener, media: media, numbers: numbers, cell: cell, hasSound: hasSound)
  }

  /// True while something is on its way that the show waits for.
  var isBusy: Bool { !errands.isEmpty || films.isBusy || details.isBusy }

  /// True once a decoder has been asked for something.
  var isDecoding: Bool { films.isBusy || errands.values.contains { $0.isDecoding } }

  /// True while news of a picture waits for the painter.
  var isHolding: Bool { !arriving.isEmpty }

  /// What is shown or may soon be, the awaited first.
  var pictures: [Picture] {
    arriving.compactMap { if case .picture(_, let picture, _) = $0 { picture } else { nil } }
      + details.pictures + exhibits.values.map(\.picture)
  }

  func exhibit(_ item: Int) -> Exhibit? { exhibits[item] }

  /// The file of an item that was opened.
  func work(_ item: Int) -> WorkItem? { works[item] }

  /// The items whose files are being decoded, or have just been and go to the painter.
  var itemsInWork: Set<Int> {
    var found = films.items
    for (item, errand) in errands where errand.isDecoding { found.insert(item) }
    for case .picture(let job, _, _) in arriving {
      if let item = items[job] { found.insert(item) }
    }
    return found
  }

  /// What can stand in the item's stead until its picture comes.
  func preview(_ item: Int) -> Exhibit? { arrivals.previews[item] }

  // MARK: What the show wants

  /// Performs what concerns pictures and films; other effects are the loop's.
  func perform(_ effect: Effect, settings: (Int) -> ItemSettings) {
    switch effect {
    case .load(let item, _): load(item, settings(item))
    case .loadDetail(let item, let detail): details.load(item, detail, settings(item), list)
    case .dropDetail(let item): details.drop(item)
    case .cancel(let item): cancel(item)
    case .openFilm(let item, let place, let from, let loops):
      films.open(
        place, FilmWish(item: item, from: from, loops: loops, settings: settings(item)), list)
    case .warmFilm(let place): films.warm(place)
    case .loopFilm(let place): films.loop(place)
    case .seekFilm(let place, let to): films.seek(place, to: to)
    case .setFilmSpeed(let place, let speed, let time):
      films.setSpeed(place, to: speed, from: time)
    case .closeFilm(let place): films.close(place)
    case .renumber(let numbers): renumber(numbers)
    default: break
    }
  }

  /// What is shown of the item stays until the new picture comes.
  private func load(_ item: Int, _ settings: ItemSettings) {
    stop(item)
    facts.forget(item)
    let job = numbers.next()
    errands[item] = Errand(job: job, settings: settings)
    open(item, job)
  }

  private func open(_ item: Int, _ job: Int) {
    items[job] = item
    let wish = tellsOfArrivals ? previews.map { ThumbnailWish($0, .large, use: .beside) } : nil
    let isStuck = errands[item]?.wasStuck == true
    opener.open(job: job, list: list, item: item, thumbnail: isStuck ? nil : wish)
  }

  private func cancel(_ item: Int) {
    stop(item)
    details.drop(item)
    exhibits[item] = nil
    works[item] = nil
    arrivals.forget(item)
  }

  private func stop(_ item: Int) {
    arrivals.parts[item] = nil
    guard let errand = errands.removeValue(forKey: item) else { return }
    items[errand.job] = nil
    if errand.isDecoding {
      media.cancel(job: errand.job)
    } else {
      opener.cancel(job: errand.job)
    }
  }

  /// Items have other numbers; the list is the new one already.
  private func renumber(_ numbers: [Int: Int]) {
    for item in Set(errands.keys).union(exhibits.keys) where numbers[item] == nil { cancel(item) }
    errands = errands.renumbered(numbers)
    exhibits = exhibits.renumbered(numbers)
    works = works.renumbered(numbers)
    arrivals.renumber(numbers)
    facts.forget()
    items = items.compactMapValues { numbers[$0] }
    films.renumber(numbers)
    thumbnails.renumber(numbers)
    details.renumber(numbers)
  }

  // MARK: News

  /// What has arrived since the last call, in the show's words.
  func drain() -> [News] {
    thumbnails.listen()
    let opened = opener.drain().compactMap(hear)
    let answers = arriving + media.drain()
    arriving = []
    let news = opened + answers.compactMap { isTooEarly($0) ? nil : hear($0) }
    return news.flatMap { measured(by: $0) + [$0] }
  }

  /// The size of what has come, before the news of it.
  private func measured(by news: News) -> [News] {
    switch news {
    case .picture(let item): exhibits[item].map { [.measured(item: item, $0.source)] } ?? []
    case .preview(let item): preview(item).map { [.measured(item: item, $0.source)] } ?? []
    case .film(let place, _):
      (films[place].map { [.measured(item: $0.item, $0.source)] } ?? []) + notes(on: place)
    default: []
    }
  }

  private func notes(on place: Int) -> [News] {
    for path in films.latinFiles(place) {
      remark("\(String(escaping: path)) is not UTF-8: its subtitles are read as Latin-1")
    }
    return films.traits(place).map { [$0] } ?? []
  }

  /// Keeps the picture of an item for later if the painter is not ready for it.
  private func isTooEarly(_ answer: MediaNews) -> Bool {
    guard case .picture(let job, let picture, _) = answer,
      items[job] != nil || details.isWaiting(for: job), !mayBeShown(picture)
    else { return false }
    arriving.append(answer)
    return true
  }

  /// Answers that are not about items: texts and files written.
  func takeOthers() -> [MediaNews] {
    defer { others = [] }
    return others
  }

  private func hear(_ answer: OpenNews) -> News? {
    if films.isWaiting(for: answer.job) { return films.hear(answer) }
    if facts.isWaiting(for: answer.job) {
      facts.hear(answer)
      return nil
    }
    if thumbnails.isWaiting(for: answer.job) {
      thumbnails.hear(answer)
      return nil
    }
    if details.isWaiting(for: answer.job) {
      details.hear(answer)
      return nil
    }
    guard let item = items[answer.job] else {
      answer.drop()
      return nil
    }
    switch answer {
    case .opened(let job, let file):
      places.found(file.path, for: item, of: list)
      return opened(item, job, file)
    case .failed(let job, let error):
      if error.code == .stuck, openAgain(item, job) { return nil }
      return fail(item, error.words)
    case .stored:  // only thumbnails ask for these
      answer.drop()
      return nil
    case .folder: return fail(item, "it is a folder")
    case .playlist: return fail(item, "it is a playlist, not a picture or a film")
    }
  }

  /// The file's disk does not answer, or that of the thumbnails: then the file itself will do.
  private func openAgain(_ item: Int, _ job: Int) -> Bool {
    guard previews != nil, tellsOfArrivals, errands[item]?.wasStuck == false else { return false }
    let next = numbers.next()
    items[job] = nil
    errands[item]?.job = next
    errands[item]?.wasStuck = true
    open(item, next)
    return true
  }

  private func opened(_ item: Int, _ job: Int, _ file: OpenedFile) -> News? {
    let work = WorkItem(path: file.path, byteCount: file.byteCount, modified: file.modified)
    works[item] = work
    if let reason = objection(work) {
      file.drop()
      return fail(item, reason)
    }
    errands[item]?.kind = file.kind
    // It was the thumbnails' disk: nobody waits for that again.
    if errands[item]?.wasStuck == true { previews = nil }
    switch file.kind {
    case .film:
      file.drop()
      return becomeFilm(item)
    case .playlist:
      file.drop()
      return fail(item, "it is a playlist, not a picture or a film")
    case .jpeg, .picture, .unknown:
      errands[item]?.isDecoding = true
      media.decodePicture(
        job: job, descriptor: file.descriptor, request: request(for: item),
        thumbnail: file.thumbnail.map { ($0.descriptor, ThumbnailSubject($0.place)) })
      return nil
    }
  }

  private func hear(_ answer: MediaNews) -> News? {
    if facts.hear(answer) {
      hasNewFacts = true
      return nil
    }
    if thumbnails.hear(answer) || details.hear(answer) {
      hasNewThumbnails = true
      return nil
    }
    switch answer {
    case .failed(let job, let error), .filmFailed(let job, let error):
      if !error.trace.isEmpty { note("a decoder says: \(String(escaping: error.trace))") }
      if error.code == .decoderDied, let work = (items[job] ?? films.item(of: job)).flatMap(work) {
        hasKilled(work)
      }
    default: break
    }
    switch answer {
    case .picture(let job, let picture, let source):
      guard let item = items[job] else { return setAside(answer) }
      let fit = errands[item]?.settings.fit ?? .contain
      finish(item)
      exhibits[item] = Exhibit(picture: picture, source: source, fit: fit)
      return .picture(item: item)
    case .preview(let job, let picture, let source):
      guard let item = items[job] else { return nil }
      let wish = errands[item]?.settings.fit ?? .contain
      // A preview comes without its bars.
      let fit = wish == .blur ? .contain : wish
      arrivals.previews[item] = Exhibit(picture: picture, source: source, fit: fit)
      return .preview(item: item)
    case .decoded(let job, let part):
      if let item = items[job] { arrivals.parts[item] = part }
      return nil
    case .missing: return setAside(answer)
    case .isFilm(let job): return items[job].flatMap(becomeFilm)
    case .failed(let job, let error):
      guard let item = items[job] else { return setAside(answer) }
      // FFmpeg knows more kinds of film than the table of first bytes.
      if errands[item]?.kind == .unknown, error.code == .unknownFormat { return becomeFilm(item) }
      return fail(item, error.words)
    case .stored, .facts, .written: return setAside(answer)
    case .film, .ended, .filmFailed, .frames: return films.hear(answer)
    }
  }

  private func setAside(_ answer: MediaNews) -> News? {
    others.append(answer)
    return nil
  }

  /// The show opens a stream for each place at which the film stands.
  private func becomeFilm(_ item: Int) -> News? {
    finish(item)
    exhibits[item] = nil
    return .isFilm(item: item)
  }

  private func fail(_ item: Int, _ reason: String) -> News? {
    finish(item)
    return .failed(item: item, reason: reason)
  }

  private func finish(_ item: Int) {
    if let errand = errands.removeValue(forKey: item) { items[errand.job] = nil }
  }

  private func request(for item: Int) -> PixelRequest {
    let settings = errands[item]?.settings ?? ItemSettings()
    let scale = settings.kenBurns ? Drift.largestZoom : 1
    var request = PixelRequest(settings, cell: cell, scale: scale)
    request.wantsNews = tellsOfArrivals
    return request
  }
}
