import Glibc
import TriptychCore
import TriptychFiles
import TriptychMedia

/// What cameras have written beside pictures: looked up when somebody asks. Main thread; never
/// blocks.
final class FactFinder {
  private enum State {
    case asked(job: Int, isReading: Bool)
    case here(PictureFacts)
  }

  private let opener: Opener
  private let media: Media
  private let numbers: Numbers
  private var states: [Int: State] = [:]  // by item
  private var items: [Int: Int] = [:]  // by job
  /// Pictures whose facts are kept.
  private static let limit = 64

  init(opener: Opener, media: Media, numbers: Numbers) {
    (self.opener, self.media, self.numbers) = (opener, media, numbers)
  }

  /// nil until they have come; asking is what makes them come.
  func facts(_ item: Int, of list: ItemList) -> PictureFacts? {
    switch states[item] {
    case .here(let facts): return facts
    case .asked: return nil
    case nil:
      if states.count >= Self.limit { forget() }
      let job = numbers.next()
      states[item] = .asked(job: job, isReading: false)
      items[job] = item
      opener.open(job: job, list: list, item: item)
      return nil
    }
  }

  /// Items have other numbers, or are others under the same name.
  func forget() {
    for (job, item) in items {
      if case .asked(_, let isReading) = states[item], isReading {
        media.cancel(job: job)
      } else {
        opener.cancel(job: job)
      }
    }
    (states, items) = ([:], [:])
  }

  /// The item's file may be another one.
  func forget(_ item: Int) {
    if case .here = states[item] { states[item] = nil }
  }

  func isWaiting(for job: Int) -> Bool { items[job] != nil }

  func hear(_ answer: OpenNews) {
    guard let item = items[answer.job] else { return }
    guard case .opened(let job, let file) = answer, file.kind != .film, file.kind != .playlist
    else {
      answer.drop()
      return finish(answer.job, PictureFacts())
    }
    states[item] = .asked(job: job, isReading: true)
    media.readFacts(job: job, descriptor: file.descriptor)
  }

  /// True if the answer was to one of these jobs.
  func hear(_ answer: MediaNews) -> Bool {
    switch answer {
    case .facts(let job, let facts) where items[job] != nil: finish(job, facts)
    case .failed(let job, _) where items[job] != nil: finish(job, PictureFacts())
    default: return false
    }
    return true
  }

  private func finish(_ job: Int, _ facts: PictureFacts) {
    if let item = items.removeValue(forKey: job) { states[item] = .here(facts) }
  }
}
