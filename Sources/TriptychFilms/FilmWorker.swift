import CFFmpegShim
import TriptychDecoding
import TriptychWire

/// The worker of kind `video`: one film at a time, film after film.
///
/// Used from the main thread only.
public final class FilmWorker: Worker {
  private var film: Film?
  private var table: SlotTable?

  /// Before the process is locked down: a library is opened.
  public init() {
    ff_silence()
    _ = FilterChain.isThere
  }

  deinit {
    close()
    // Frames that are lent refer to the table.
    table?.freeAll()
  }

  /// Answers a request (see `Request`). A film answers from threads of its own, until `closed`
  /// or `failed`.
  public func answer(
    _ request: Request, with descriptors: [Descriptor], slots: Slots, by replier: Replier
  ) {
    switch request {
    case .film(
      let mark, let pixels, let start, let end, let loops, let sound, let speed, let tracks):
      guard !descriptors.isEmpty else { return replier.refuse(request) }
      let order = FilmOrder(
        pixels: pixels, start: start, end: end < 0 ? nil : end, loops: loops, wantsSound: sound,
        speed: speed, soundLanguage: tracks.sound, subtitles: tracks.subtitles,
        beside: tracks.beside)
      open(mark, order, descriptors, slots, replier)
    case .run(let mark): film(of: mark)?.run()
    case .free(let slot):
      table?.free(slot)
      film?.slotFreed()
    case .heard(let mark, let time): film(of: mark)?.heard(mark, upTo: time)
    case .speed(let mark, let thousandths, let from):
      film(of: mark)?.changeSpeed(thousandths, from: from)
    case .seek(let mark, let time): film(of: mark)?.seek(mark, to: time)
    case .loop(let mark): film(of: mark)?.loop()
    case .close(let mark):
      if film(of: mark) != nil { close() }
      replier.send(.closed(mark))
    case .inspect(let mark):
      guard let file = descriptors.first else { return replier.refuse(request) }
      do throws(FilmError) {
        replier.send(
          .words(mark, try FilmInspection.words(on: file) { replier.send(.progress(mark)) }))
      } catch {
        replier.fail(mark, Failure(error.code, error.message))
      }
    case .formats(let mark): replier.send(.words(mark, FilmInspection.formats))
    case .slots, .picture, .stored, .facts, .taken, .list, .text, .png, .record, .recordFrame,
      .recordSound,
      .recordEnd:
      replier.refuse(request)
    }
  }

  private func open(
    _ mark: JobMark, _ order: FilmOrder, _ files: [Descriptor], _ slots: Slots,
    _ replier: Replier
  ) {
    close()
    let table = self.table ?? SlotTable(count: slots.count)
    self.table = table
    do throws(FilmError) {
      film = try Film(mark, order, files: files, slots: slots, table: table) { replier.send($0) }
    } catch {
      replier.fail(mark, Failure(error.code, error.message))
    }
  }

  /// The film that the message means; others are over.
  private func film(of mark: JobMark) -> Film? { film?.job == mark.job ? film : nil }

  private func close() {
    film?.close()
    film = nil
  }
}
