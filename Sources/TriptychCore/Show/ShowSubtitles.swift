/// What a person wants to read, whatever the options say.
enum SubtitlesByHand: Hashable, Sendable {
  case off
  /// A track of the film, from 0.
  case track(Int)
}

extension Show {
  /// The track of subtitles that is shown with a film of that item at a place; nil: none is.
  public func subtitleTrack(of item: Int, place: Int) -> Int? {
    switch subtitlesByHand {
    case .off: return nil
    case .track(let track): return min(track, max((films[place]?.subtitles ?? 1) - 1, 0))
    case nil: break
    }
    switch settings(of: item).subtitles {
    case .auto: return gain(item, p: 0) == 0 ? 0 : nil
    case .off: return nil
    case .language: return 0
    }
  }

  /// From none to the first, to the next, and behind the last to none again.
  mutating func cycleSubtitles() {
    let count = films[currentPlace]?.subtitles ?? 0
    guard let shown = subtitleTrack(of: current, place: currentPlace) else {
      subtitlesByHand = .track(0)
      return
    }
    subtitlesByHand = shown + 1 < count ? .track(shown + 1) : .off
  }
}
