import CFFmpeg
import CFFmpegShim
import TriptychWire

/// All of a film's subtitles, those within it and those beside it. One thread.
final class SubtitleBoard {
  /// What is asked for first.
  let tracks: [SubtitleTrack]
  private var readers: [Int32: SubtitleReader] = [:]
  private var files: [(lines: [Subtitle], next: Int)] = []
  /// Of the film on its file's own line, ns.
  private let origin: Int64

  private struct Candidate {
    var rank: Int
    var language: String
    var stream: Int32?
    var file: Int?
  }

  init(
    _ container: Container, order: FilmOrder, files descriptors: [Descriptor], origin: Int64,
    watch: Watch
  ) {
    self.origin = origin
    var tracks: [SubtitleTrack] = []
    let picture = container.stream(container.picture)?.pointee.codecpar
    let canvas = (picture?.pointee.width ?? 0, picture?.pointee.height ?? 0)
    for candidate in Self.candidates(container, order, fileCount: descriptors.count)
    where tracks.count < WireLimit.tracks {
      let number = UInt32(tracks.count)
      var track = SubtitleTrack(language: Self.short(candidate.language))
      if let index = candidate.stream {
        guard let stream = container.stream(index),
          let reader = SubtitleReader(stream, track: number, canvas: canvas)
        else { continue }
        readers[index] = reader
      } else if let index = candidate.file {
        guard let file = SubtitleFile(descriptors[index], track: number, watch: watch) else {
          continue
        }
        (track.file, track.isLatin) = (UInt32(index), file.isLatin)
        files.append((file.lines, 0))
      }
      tracks.append(track)
    }
    self.tracks = tracks
  }

  /// Who put a file beside the film, wants it read.
  private static func candidates(
    _ container: Container, _ order: FilmOrder, fileCount: Int
  ) -> [Candidate] {
    // A picture that moves has the name of no film.
    guard let asked = order.subtitles, container.animation == nil else { return [] }
    var found: [Candidate] = []
    for index in 0..<min(fileCount, order.beside.count) {
      let language = order.beside[index]
      let rank = language.isEmpty ? 1 : Language.isSame(language, asked) ? 0 : 2
      found.append(Candidate(rank: rank, language: language, file: index))
    }
    for index in container.subtitles {
      let language = container.language(of: index)
      let rank = Language.isSame(language, asked) ? 0 : 3
      found.append(Candidate(rank: rank, language: language, stream: index))
    }
    // Those of a kind keep their order.
    return (0...3).flatMap { rank in found.filter { $0.rank == rank } }
  }

  private static func short(_ language: String) -> String {
    language.utf8.count <= WireLimit.languageBytes ? language : ""
  }

  /// What a packet of the film says; source time.
  func read(_ packet: Packet) -> [Subtitle] {
    (readers[packet.raw.pointee.stream_index]?.read(packet) ?? []).map {
      var subtitle = $0
      subtitle.start &-= origin
      subtitle.end &-= origin
      return subtitle
    }
  }

  /// Packets from elsewhere follow.
  func flush() {
    for reader in readers.values { reader.flush() }
  }

  /// The texts of files follow from there.
  func go(to time: Int64) {
    for index in files.indices {
      let lines = files[index].lines
      files[index].next =
        lines.firstIndex { $0.start >= time - SubtitleReader.longest } ?? lines.count
    }
  }

  /// What files say up to a time and has not been taken yet.
  func take(upTo time: Int64) -> [Subtitle] {
    files.indices.flatMap { index in
      let (lines, next) = files[index]
      let end = lines[next...].firstIndex { $0.start > time } ?? lines.count
      files[index].next = end
      return lines[next..<end]
    }
  }
}
