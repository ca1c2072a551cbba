import TriptychCore
import TriptychMedia

/// Texts as pictures: asks the text worker once for each and keeps what came. Main thread.
final class Captions {
  private enum State {
    case asked(job: Int)
    case here(Picture)
    case failed
  }

  private let media: Media
  private var states: [TextRequest: State] = [:]
  private var jobs: [Int: TextRequest] = [:]
  /// Numbers of its own, far from the gallery's.
  private var lastJob = 1_000_000_000
  private static let limit = 32

  init(media: Media) { self.media = media }

  var isBusy: Bool { !jobs.isEmpty }

  /// The text's bitmap; nil until it has come. Asking is what makes it come.
  func picture(_ request: TextRequest) -> Picture? {
    switch states[request] {
    case .here(let picture): return picture
    case .asked, .failed: return nil
    case nil:
      if states.count >= Captions.limit { forget() }
      lastJob += 1
      states[request] = .asked(job: lastJob)
      jobs[lastJob] = request
      media.setText(job: lastJob, request: request)
      return nil
    }
  }

  /// Takes an answer of the text worker; false: it was not one of ours. `reason` nil: it came.
  func take(job: Int, picture: Picture?) -> Bool {
    guard let request = jobs.removeValue(forKey: job) else { return false }
    states[request] = picture.map { .here($0) } ?? .failed
    return true
  }

  private func forget() {
    states = states.filter { if case .asked = $0.value { true } else { false } }
  }
}
