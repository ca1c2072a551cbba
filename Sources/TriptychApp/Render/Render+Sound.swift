import TriptychCore

/// A part of a frame's time, in which each film that is heard is as loud as it grows evenly.
private struct Stretch {
  /// Samples of each channel.
  var count: Int
  var parts: [RenderedSound.Part]
}

/// What is heard with each frame. What happens before the next frame is foreseen, so that a film
/// is heard from its first sample on, and as loud as its view stands at each instant.
extension RenderJob {
  /// In so many parts of a frame's time loudness follows the motion.
  private static let parts = 8

  /// The films that are heard with the frame of an instant and whose sound is not there yet.
  func filmsWithoutSound(_ now: Instant) -> [Int] {
    guard output.takesSound else { return [] }
    var lacking: Set<Int> = []
    for stretch in stretches(now) {
      for part in stretch.parts {
        media.heard(part.film, upTo: part.time)
        // What was on its way when the speed changed is not heard.
        sound.add(part.film, media.takeSound(part.film).filter { $0.speed == part.speed })
        if !sound.has(part, count: stretch.count) { lacking.insert(part.film) }
      }
    }
    return lacking.sorted()
  }

  /// The sound of the frame of an instant.
  func mixSound(from now: Instant) -> [Float] {
    let stretches = ended ? [Stretch(count: samples(now), parts: [])] : stretches(now)
    let mixed = stretches.flatMap { sound.mix($0.parts, count: $0.count) }
    sound.keep(Set(stretches.last?.parts.map(\.film) ?? []))
    return mixed
  }

  private func samples(_ now: Instant) -> Int {
    let frame = Int((now.sinceStart.inSeconds * settings.render.fps).rounded())
    return settings.render.firstSample(of: frame + 1) - settings.render.firstSample(of: frame)
  }

  private func stretches(_ now: Instant) -> [Stretch] {
    let (count, step) = (samples(now), max(samples(now) / RenderJob.parts, 1))
    var (later, stretches) = (show, [Stretch]())
    var (begun, poses) = (0, later.poses(at: now))
    while begun < count {
      var next = min(begun / step * step + step, count)
      // What happens in between is a seam of its own.
      if let turn = later.nextTurn {
        let sample = ((turn - now).inSeconds * Double(SampleBlock.rate)).rounded(.up)
        if sample > Double(begun), sample < Double(next) { next = Int(sample) }
      }
      let instant = now + .nanoseconds(next * 1_000_000_000 / SampleBlock.rate)
      later = later.foreseen(at: instant)
      let ends = later.poses(at: instant)
      let time = Duration.nanoseconds((next - begun) * 1_000_000_000 / SampleBlock.rate)
      let heard = Set((poses + ends).map(\.place)).sorted().compactMap { place in
        self.part(
          at: place, poses.first { $0.place == place }, ends.first { $0.place == place }, time)
      }
      stretches.append(Stretch(count: next - begun, parts: heard))
      (begun, poses) = (next, ends)
    }
    return stretches
  }

  /// What the film at a place gives to a stretch that lasts so long, between two poses.
  private func part(
    at place: Int, _ begin: ViewPose?, _ end: ViewPose?, _ time: Duration
  ) -> RenderedSound.Part? {
    guard let pose = begin ?? end, let exhibit = gallery.films[place], exhibit.hasSound,
      exhibit.item == pose.item
    else { return nil }
    if let film = begin?.film, film.isPlaying {
      // A view that a cut takes away was whole to the last.
      let last = end?.film?.gain ?? (begin?.p == 0 ? film.gain : 0)
      return RenderedSound.Part(
        film: exhibit.film, time: film.time, speed: film.speed, begin: Float(film.gain),
        gain: Float(last), end: exhibit.end)
    }
    // It begins within the stretch, with its own first sample.
    guard let film = end?.film, film.isPlaying else { return nil }
    let first = begin?.film?.gain ?? (end?.p == 0 ? film.gain : 0)
    return RenderedSound.Part(
      film: exhibit.film, time: film.time - film.speed.filmTime(in: time), speed: film.speed,
      begin: Float(first), gain: Float(film.gain), end: exhibit.end)
  }
}
