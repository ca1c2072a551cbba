import TriptychCore

/// How a film is to be heard: where it stands at an instant, which may be one that is to come.
struct SoundCue: Equatable {
  var place: Int
  var item: Int
  var film: FilmPose
  var at: Instant

  private init(_ pose: ViewPose, _ film: FilmPose, at instant: Instant) {
    (place, item, self.film, at) = (pose.place, pose.item, film, instant)
  }

  /// A film that begins by itself is known so long before its first sound is mixed: a turn of the
  /// loop and of the device's callback lie between.
  static let notice = Duration.milliseconds(40)

  /// How the films are heard whose views stand so at an instant. What is mixed now is heard
  /// `latency` later, so it has the loudness of then, and what begins then is mixed now.
  static func cues(
    _ poses: [ViewPose], of show: Show, at now: Instant, latency: Duration
  ) -> [SoundCue] {
    let (then, soon) = (now + latency, now + latency + notice)
    guard show.changes(by: soon) else {
      return poses.compactMap { pose in pose.film.map { SoundCue(pose, $0, at: now) } }
    }
    let next = show.foreseen(at: then)
    let last = next.foreseen(at: soon)
    let (nextPoses, lastPoses) = (next.poses(at: then), last.poses(at: soon))
    let places = Set((poses + nextPoses + lastPoses).map(\.place))
    return places.sorted().compactMap { place in
      let here = poses.first { $0.place == place }
      let next = nextPoses.first { $0.place == place }
      // It is heard to its end, and a view that a cut takes away is whole to the last.
      if let here, var film = here.film, film.isPlaying {
        film.gain = next?.film?.gain ?? (here.p == 0 ? film.gain : 0)
        return SoundCue(here, film, at: now)
      }
      if let next, let film = next.film, film.isPlaying { return SoundCue(next, film, at: then) }
      if let last = lastPoses.first(where: { $0.place == place }), let film = last.film,
        film.isPlaying
      {
        return SoundCue(last, film, at: soon)
      }
      return here.flatMap { pose in pose.film.map { SoundCue(pose, $0, at: now) } }
    }
  }
}
