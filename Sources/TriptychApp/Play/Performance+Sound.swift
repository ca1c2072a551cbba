import TriptychCore

/// The sound of what is seen.
extension Performance {
  /// Brings the sound up to views that are seen since an instant.
  func follow(_ poses: [ViewPose], at now: Instant, isHeard: Bool) {
    var cues = SoundCue.cues(poses, of: show, at: now, latency: soundtrack.latency)
    if !isHeard { for index in cues.indices { cues[index].film.gain = 0 } }
    for lead in soundtrack.follow(cues, gallery.films, at: now) {
      // A film that nobody knew would begin is heard as late as the device is: its picture waits.
      if lead.isFirst, lead.ahead < .zero {
        show.nudgeFilm(lead.place, by: lead.ahead)
        continue
      }
      proving.heard(ahead: lead.ahead)
      // A fiftieth a frame: raw, the device's clock would make the picture stutter.
      show.nudgeFilm(lead.place, by: lead.ahead / 50)
    }
  }

  /// The next film begins by itself soon: its sound must be under way before.
  func readySound(_ now: Instant, isHeard: Bool) {
    guard let due = soundDue, due <= now else { return }
    readied = show.timerDue
    follow(show.poses(at: now), at: now, isHeard: isHeard)
  }

  /// When that is to be done; nil: nothing is to be done.
  var soundDue: Instant? {
    guard let due = show.timerDue, due != readied,
      let film = gallery.films[show.currentPlace + 1], film.hasSound, film.isReady
    else { return nil }
    return due - soundtrack.latency - SoundCue.notice / 2
  }
}
