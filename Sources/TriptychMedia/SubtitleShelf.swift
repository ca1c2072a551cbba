import TriptychCore

/// What is read with a film, as far as it is known. A value.
struct SubtitleShelf: Sendable {
  private static let most = 1024
  /// Of their pictures.
  private static let mostBytes = 32 << 20

  private var subtitles: [FilmSubtitle] = []
  private var bytes = 0

  /// False if it is known already, from that time on.
  mutating func add(_ subtitle: FilmSubtitle) -> Bool {
    if let index = subtitles.firstIndex(where: { $0.isSame(as: subtitle) }) {
      let known = subtitles[index].start
      subtitles[index].start = min(known, subtitle.start)
      return subtitle.start < known
    }
    subtitles.append(subtitle)
    bytes += subtitle.byteCount
    while subtitles.count > Self.most || bytes > Self.mostBytes, subtitles.count > 1 {
      bytes -= subtitles.removeFirst().byteCount
    }
    return true
  }

  /// What began before a time ends there.
  mutating func end(_ track: Int, at time: Duration) {
    for index in subtitles.indices
    where subtitles[index].track == track && subtitles[index].start < time {
      subtitles[index].end = min(subtitles[index].end, time)
    }
  }

  /// What is to be read at a time, of each track at most four.
  func at(_ time: Duration) -> [Subtitle] {
    let now = subtitles.filter { $0.start <= time && time < $0.end }
    return Set(now.map(\.track)).sorted().flatMap { track in
      now.filter { $0.track == track }.suffix(4).map { Subtitle(track: track, $0.content) }
    }
  }
}
