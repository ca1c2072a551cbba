import TriptychCore
import TriptychStage

/// What has become of films while nobody saw the screen: it was blank, or behind another console.
struct Curtain {
  /// Films (numbers at `Media`) that went on because they were heard; nil: the screen is seen.
  private(set) var heard: Set<Int>?
  /// Since when films have been looked for where they are now; nil: all are there.
  var searchedSince: Instant?

  /// They are there by then, or do not keep the screen black any longer.
  static let patience = Duration.seconds(1)

  mutating func close(_ films: [Int]) { heard = (heard ?? []).union(films) }

  /// The films that were heard, once after it was closed.
  mutating func open() -> Set<Int>? {
    defer { heard = nil }
    return heard
  }
}

/// Films that are neither seen nor heard are not decoded: their frames are not taken, and the
/// decoder waits when it has some. The show's time goes on all the same; where it is then, they
/// are sent when they are seen again.
extension PlayLoop {
  /// True of a film that nobody sees or hears now.
  func isUnnoticed(_ pose: ViewPose) -> Bool {
    guard isBehind || performance.show.isBlank, let film = pose.film,
      let exhibit = performance.gallery.films[pose.place]
    else { return false }
    return isBehind || film.gain == 0 || !exhibit.hasSound
  }

  /// Films that are heard go on unseen: their frames are taken, and nothing is drawn.
  func goOnUnseen(_ poses: [ViewPose]) {
    let noticed = poses.filter { !isUnnoticed($0) }
    curtain.close(noticed.compactMap { performance.gallery.films[$0.place]?.film })
    _ = projector.layers(noticed, settings: performance.show.settings(of:))
  }

  /// True if what is seen again can be drawn. A film that was not decoded meanwhile is sent to
  /// where it is now, and its frame waited for: the old one would be seen else.
  func isUnveiled(_ poses: [ViewPose], _ now: Instant) -> Bool {
    let films = performance.gallery.films
    if let heard = curtain.open() {
      for pose in poses {
        guard let film = pose.film, let exhibit = films[pose.place], exhibit.isReady,
          !heard.contains(exhibit.film), !films.hasFrame(at: film.time, place: pose.place)
        else { continue }
        performance.find(pose.place, at: film.time)
        curtain.searchedSince = now
      }
    }
    guard let since = curtain.searchedSince else { return true }
    if now - since < Curtain.patience, poses.contains(where: { films.isSeeking($0.place) }) {
      return false
    }
    curtain.searchedSince = nil
    return true
  }
}
