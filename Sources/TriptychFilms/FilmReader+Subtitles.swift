import CFFmpeg
import TriptychWire

/// What is read with the film.
extension FilmReader {
  /// What lies so far ahead in files is told.
  private static let ahead = 2 * FilmTime.second
  /// So much of a film is read on the way to a place for the subtitles that began before it.
  private static let mostBytes: Int64 = 8 << 20

  /// Tells what is said, on the film's line. `subtitles`: source time.
  func say(_ subtitles: [Subtitle]) {
    for subtitle in subtitles {
      let shift = passage.shift
      let from = max(subtitle.start, passage.from)
      let until = min(subtitle.end, passage.until ?? .max)
      guard until > from, until < WireLimit.time - max(shift, 0) else { continue }
      let (start, end, track) = (from + shift, until + shift, subtitle.track)
      switch subtitle.content {
      case .text(let text):
        outbox.send(epoch: passage.epoch) {
          .subtitle($0, track: track, start: start, end: end, text: text)
        }
      case .picture(let image):
        for part in image.parts(track: track, start: start, end: end) {
          outbox.send(epoch: passage.epoch) { .subtitlePart($0, part) }
        }
      case .end:
        outbox.send(epoch: passage.epoch) { .subtitlesEnd($0, track: track, time: start) }
      }
    }
  }

  /// Before the picture of that packet is shown.
  func sayFiles(upTo packet: Packet, _ base: AVRational?) {
    guard let base, let ticks = packet.presented ?? packet.decoded else { return }
    say(board.take(upTo: FilmTime.ns(ticks, base) &- origin &+ Self.ahead))
  }

  /// Nothing is read beyond the end of a round.
  func endSubtitles(at end: Int64) {
    say(board.take(upTo: end))
    for track in board.tracks.indices {
      outbox.send(epoch: passage.epoch) { [shift = passage.shift] in
        .subtitlesEnd($0, track: UInt32(track), time: end + shift)
      }
    }
  }

  /// Those within the film that began before the passage and are still to be read. The container
  /// stands elsewhere then.
  func earlySubtitles(of passage: Passage) throws(FilmError) -> [Subtitle] {
    guard !container.subtitles.isEmpty, passage.from > 0, goBack(before: passage.from) else {
      return []
    }
    board.flush()
    defer { board.flush() }
    var found: [Subtitle] = []
    container.readsSubtitlesOnly(true)
    defer { container.readsSubtitlesOnly(false) }
    reading: while exchange.mark(of: passage.epoch) != nil {
      let packet = try Packet()
      switch container.read(into: packet) {
      case .end, .stopped: break reading
      case .packet(let isSound):
        let base = container.stream(packet.raw.pointee.stream_index)?.pointee.time_base
        guard !isSound, let base, let ticks = packet.decoded ?? packet.presented else { continue }
        if FilmTime.ns(ticks, base) &- origin >= passage.from { break reading }
      case .subtitle:
        for subtitle in board.read(packet) {
          if subtitle.start >= passage.from { break reading }
          found.add(subtitle)
        }
      }
    }
    return found.filter { $0.end > passage.from }
  }

  /// As far as a subtitle may stand, unless that is too much to read.
  private func goBack(before time: Int64) -> Bool {
    var head = SubtitleReader.longest
    if let rate = container.byteRate { head = min(head, Self.mostBytes * FilmTime.second / rate) }
    return container.seek(to: facts.ticks(max(time - head, 0)))
  }
}

extension [Subtitle] {
  /// What ends others is not kept, but its effect.
  fileprivate mutating func add(_ subtitle: Subtitle) {
    guard subtitle.content == .end else { return append(subtitle) }
    for index in indices
    where self[index].track == subtitle.track && self[index].start < subtitle.start {
      self[index].end = Swift.min(self[index].end, subtitle.start)
    }
  }
}
