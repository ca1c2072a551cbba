import Glibc
import TriptychCore
import TriptychFiles
import TriptychMedia

/// The part of the enlarged picture that has been decoded as sharp as it is seen: one at a time.
/// What is here stays until the next has come. Main thread; never blocks.
final class Details {
  struct Shown {
    var item: Int
    var detail: Detail
    var picture: Picture
  }

  private struct Errand {
    var job: Int
    var item: Int
    var detail: Detail
    var settings: ItemSettings
    var isDecoding = false
  }

  private let opener: Opener
  private let media: Media
  private let numbers: Numbers
  private var shown: Shown?
  private var errand: Errand?

  init(opener: Opener, media: Media, numbers: Numbers) {
    (self.opener, self.media, self.numbers) = (opener, media, numbers)
  }

  subscript(item: Int) -> Shown? { shown?.item == item ? shown : nil }

  var isBusy: Bool { errand != nil }

  var pictures: [Picture] { shown.map { [$0.picture] } ?? [] }

  func load(_ item: Int, _ detail: Detail, _ settings: ItemSettings, _ list: ItemList) {
    stop()
    if shown?.item != item { shown = nil }
    let job = numbers.next()
    errand = Errand(job: job, item: item, detail: detail, settings: settings)
    opener.open(job: job, list: list, item: item)
  }

  func drop(_ item: Int) {
    if errand?.item == item { stop() }
    if shown?.item == item { shown = nil }
  }

  /// Items have other numbers.
  func renumber(_ numbers: [Int: Int]) {
    if let errand {
      if let new = numbers[errand.item] { self.errand?.item = new } else { stop() }
    }
    if let shown {
      if let new = numbers[shown.item] { self.shown?.item = new } else { self.shown = nil }
    }
  }

  private func stop() {
    guard let errand else { return }
    self.errand = nil
    if errand.isDecoding { media.cancel(job: errand.job) } else { opener.cancel(job: errand.job) }
  }

  // MARK: News

  func isWaiting(for job: Int) -> Bool { errand?.job == job }

  func hear(_ answer: OpenNews) {
    guard let errand, errand.job == answer.job else { return }
    guard case .opened(let job, let file) = answer, file.kind != .film, file.kind != .playlist
    else {
      answer.drop()
      self.errand = nil
      return
    }
    self.errand?.isDecoding = true
    let request = PixelRequest(errand.settings, detail: errand.detail)
    media.decodePicture(job: job, descriptor: file.descriptor, request: request)
  }

  /// True if the answer was to its job. What fails is not asked for again: the picture that is
  /// there stays.
  func hear(_ answer: MediaNews) -> Bool {
    switch answer {
    case .picture(let job, let picture, let source) where isWaiting(for: job):
      // A picture of another size is another file by now, or a decoder that lies.
      if let errand, errand.detail.fits(picture, of: source) {
        shown = Shown(item: errand.item, detail: errand.detail, picture: picture)
      }
    case .isFilm(let job) where isWaiting(for: job): break
    case .failed(let job, _) where isWaiting(for: job): break
    default: return false
    }
    errand = nil
    return true
  }
}

extension Detail {
  fileprivate func fits(_ picture: Picture, of source: Size) -> Bool {
    Size(Double(picture.width), Double(picture.height)) == size && source == self.source
  }
}

extension PixelRequest {
  /// A part of an item's picture, stretched to the pixels that it is wanted with.
  fileprivate init(_ settings: ItemSettings, detail: Detail) {
    self.init(settings, cell: detail.size, scale: 1)
    let region = detail.region
    self.region = PixelRegion(
      x: UInt32(region.x), y: UInt32(region.y), width: UInt32(region.width),
      height: UInt32(region.height))
  }
}
