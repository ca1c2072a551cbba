import Glibc
import TriptychCore
import TriptychFiles
import TriptychMedia

/// How the show wants a film at a place.
struct FilmWish {
  var item: Int
  var from: Duration
  var loops: Bool
  var settings: ItemSettings
  /// As it plays now.
  var speed: FilmSpeed
  /// Where it was sent last, film time.
  var sought: Duration?
  /// It plays at once when it is open.
  var isWarm = false

  init(item: Int, from: Duration, loops: Bool, settings: ItemSettings) {
    (self.item, self.from, self.loops, self.settings) = (item, from, loops, settings)
    speed = settings.speed
  }
}

/// A film that stands at a place of the track.
struct FilmExhibit {
  /// Number at `Media`; every opening has another.
  var film: Int
  var wish: FilmWish
  var source = Size(1, 1)
  var hasSound = false
  /// How long a usual frame stands.
  var frameTime = Duration.zero
  /// It decodes ahead.
  var isWarm = false
  /// The first frame is here.
  var isReady = false
  /// No frame follows those that are here.
  var hasEnded = false
  /// How often it has been sent elsewhere.
  var seeks = 0
  /// The files with subtitles that were handed over with it.
  var filesBeside: [[UInt8]] = []
  /// Film time after which there is neither frame nor sound; nil: not known yet.
  var end: Duration?

  var item: Int {
    get { wish.item }
    set { wish.item = newValue }
  }

  /// How its frames are made to fit.
  var fit: Fit { wish.settings.fit }
}

extension ItemSettings {
  /// Subtitles are asked for always: people may want to see them later.
  var tracks: TrackWishes {
    var subtitles = ""
    if case .language(let name) = self.subtitles { subtitles = name.text }
    return TrackWishes(sound: soundLanguage?.text ?? "", subtitles: subtitles)
  }
}

/// The streams of the films in the window, one for each place. Main thread; never blocks.
final class FilmShelf {
  private let opener: Opener
  private let media: Media
  private let numbers: Numbers
  /// False: nobody will take the sound, so it is not decoded.
  private let hasSound: Bool
  /// Pixels.
  var cell: Size
  /// Films are opened with frames as planes; those that are open already go on as they are.
  var takesPlanes = false
  private var exhibits: [Int: FilmExhibit] = [:]  // by place
  private var places: [Int: Int] = [:]  // film → place
  private var opening: [Int: (place: Int, wish: FilmWish)] = [:]  // by job

  init(opener: Opener, media: Media, numbers: Numbers, cell: Size, hasSound: Bool) {
    (self.opener, self.media, self.numbers, self.cell) = (opener, media, numbers, cell)
    self.hasSound = hasSound
  }

  subscript(place: Int) -> FilmExhibit? { exhibits[place] }

  /// The items whose films are open.
  var items: Set<Int> { Set(exhibits.values.map(\.item)) }

  /// Whose film it is.
  func item(of film: Int) -> Int? { places[film].flatMap { exhibits[$0]?.item } }

  var isBusy: Bool { !opening.isEmpty || exhibits.values.contains { !$0.isReady } }

  func open(_ place: Int, _ wish: FilmWish, _ list: ItemList) {
    close(place)
    let job = numbers.next()
    opening[job] = (place, wish)
    opener.open(job: job, list: list, item: wish.item, subtitles: true)
  }

  /// Opens all films anew, where the painter turns out to want other frames than was thought.
  func reopen(takingPlanes: Bool, _ list: ItemList) {
    guard takingPlanes != takesPlanes else { return }
    takesPlanes = takingPlanes
    let wishes = exhibits.mapValues(\.wish)
    for (place, wish) in wishes { open(place, wish, list) }
  }

  func warm(_ place: Int) {
    run(place)
    exhibits[place]?.wish.isWarm = true
    for (job, waiting) in opening where waiting.place == place { opening[job]?.wish.isWarm = true }
  }

  /// Lets every film decode ahead (`render` knows no refresh to be late for).
  func warmAll() {
    for (place, exhibit) in exhibits where exhibit.isReady { run(place) }
  }

  private func run(_ place: Int) {
    guard let exhibit = exhibits[place], !exhibit.isWarm else { return }
    exhibits[place]?.isWarm = true
    media.runFilm(exhibit.film)
  }

  func seek(_ place: Int, to time: Duration) {
    for (job, waiting) in opening where waiting.place == place { opening[job]?.wish.sought = time }
    guard let exhibit = exhibits[place] else { return }
    exhibits[place]?.wish.sought = time
    media.seekFilm(exhibit.film, to: time)
    exhibits[place]?.hasEnded = false
    exhibits[place]?.end = nil
    exhibits[place]?.seeks += 1
  }

  /// What was opened to play once goes on.
  func loop(_ place: Int) {
    for (job, waiting) in opening where waiting.place == place { opening[job]?.wish.loops = true }
    guard let exhibit = exhibits[place] else { return }
    exhibits[place]?.wish.loops = true
    exhibits[place]?.hasEnded = false
    exhibits[place]?.end = nil
    media.loopFilm(exhibit.film)
  }

  func setSpeed(_ place: Int, to speed: FilmSpeed, from time: Duration) {
    for (job, waiting) in opening where waiting.place == place { opening[job]?.wish.speed = speed }
    guard let exhibit = exhibits[place] else { return }
    exhibits[place]?.wish.speed = speed
    media.setSpeed(exhibit.film, speed, from: time)
  }

  func close(_ place: Int) {
    for (job, waiting) in opening where waiting.place == place {
      opener.cancel(job: job)
      opening[job] = nil
    }
    guard let exhibit = exhibits.removeValue(forKey: place) else { return }
    places[exhibit.film] = nil
    media.closeFilm(exhibit.film)
  }

  /// Items have other numbers; those of all that stand here are told.
  func renumber(_ numbers: [Int: Int]) {
    for (place, exhibit) in exhibits {
      exhibits[place]?.item = numbers[exhibit.item] ?? exhibit.item
    }
    for (job, waiting) in opening {
      opening[job]?.wish.item = numbers[waiting.wish.item] ?? waiting.wish.item
    }
  }

  /// True if the frame due at `time` is here: a later one has come, or none will.
  func hasFrame(at time: Duration, place: Int) -> Bool {
    guard let exhibit = exhibits[place], exhibit.isReady else { return true }
    return media.hasFrame(exhibit.film, at: time) || exhibit.hasEnded
  }

  // MARK: News

  func isWaiting(for job: Int) -> Bool { opening[job] != nil }

  func hear(_ answer: OpenNews) -> News? {
    guard let (place, wish) = opening.removeValue(forKey: answer.job) else { return nil }
    switch answer {
    case .opened(_, let file):
      start(wish, at: place, file)
      return nil
    case .failed(_, let error): return .failed(item: wish.item, reason: error.words)
    case .stored, .folder, .playlist:
      answer.drop()
      return .failed(item: wish.item, reason: "it is not a film any more")
    }
  }

  private func start(_ wish: FilmWish, at place: Int, _ file: OpenedFile) {
    let film = numbers.next()
    exhibits[place] = FilmExhibit(film: film, wish: wish)
    places[film] = place
    var tracks = wish.settings.tracks
    tracks.beside = file.subtitles.map(\.language)
    exhibits[place]?.filesBeside = file.subtitles.map(\.path)
    media.openFilm(
      film, descriptor: file.descriptor,
      request: PixelRequest(wish.settings, cell: cell, scale: 1, planes: takesPlanes),
      start: wish.from, end: wish.settings.end, loops: wish.loops,
      rounds: wish.settings.repetitions, sound: hasSound, speed: wish.speed, tracks: tracks,
      beside: file.subtitles.map(\.descriptor))
    if let time = wish.sought { media.seekFilm(film, to: time) }
    if wish.isWarm { run(place) }
  }

  /// What is to be told of the film at a place, besides that it is there.
  func traits(_ place: Int) -> News? {
    guard let film = exhibits[place]?.film else { return nil }
    let traits = media.traits(film)
    guard traits != FilmTraits() else { return nil }
    return .traits(
      place: place, isAnimation: traits.isAnimation, subtitles: traits.subtitles.count)
  }

  /// The files with subtitles that are no UTF-8.
  func latinFiles(_ place: Int) -> [[UInt8]] {
    guard let exhibit = exhibits[place] else { return [] }
    return media.traits(exhibit.film).subtitles.filter(\.isLatin).compactMap { track in
      track.file.map(Int.init).flatMap {
        exhibit.filesBeside.indices.contains($0) ? exhibit.filesBeside[$0] : nil
      }
    }
  }

  /// True while what was asked for of the film at a place is not there yet.
  func isSeeking(_ place: Int) -> Bool {
    exhibits[place].map { media.isSeeking($0.film) } ?? false
  }

  func hear(_ answer: MediaNews) -> News? {
    switch answer {
    case .film(let film, let length, let frameTime, let hasSound, let source):
      guard let place = places[film] else { return nil }
      exhibits[place]?.source = source
      exhibits[place]?.hasSound = hasSound
      exhibits[place]?.frameTime = frameTime
      exhibits[place]?.isReady = true
      return .film(place: place, length: length)
    case .ended(let film, let time):
      guard let place = places[film] else { return nil }
      // One that loops by now has only said so before it heard of that.
      guard exhibits[place]?.wish.loops != true || media.traits(film).isAnimation else {
        return nil
      }
      exhibits[place]?.hasEnded = true
      exhibits[place]?.end = time
      return .filmEnded(place: place, at: time)
    case .filmFailed(let film, let error):
      guard let place = places[film], let exhibit = exhibits[place] else { return nil }
      exhibits[place]?.isReady = true  // nothing more is to be waited for
      exhibits[place]?.hasEnded = true
      return .failed(item: exhibit.item, reason: error.words)
    default: return nil
    }
  }
}
