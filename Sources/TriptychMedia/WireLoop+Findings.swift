import TriptychCore
import TriptychWire

// What the workers' replies lead to.
extension WireLoop {
  func take(_ findings: [Conversation.Finding], from worker: WireWorker) {
    for finding in findings {
      switch finding {
      case .ready:
        troubles[worker.role] = nil
        perform(crew.ready(worker.number))
      case .picture(let serial, let image, let source):
        take(image, of: serial, from: worker) { .picture(serial, $0, source: source) }
      case .preview(let serial, let preview):
        desk.tell(.preview(serial, Picture(preview), source: preview.source))
      case .missing(let serial, let glyphs): desk.tell(.missing(serial, glyphs))
      case .decoded(let serial, let part): desk.tell(.decoded(serial, part))
      case .stored(let serial, let image, let source, let length):
        take(image, of: serial, from: worker) {
          .stored(serial, $0, source: source, length: length)
        }
      case .facts(let serial, let facts): finish(serial, .facts(serial, facts))
      case .written(let serial): finish(serial, .written(serial))
      case .isHEIF(let serial): passOn(serial, from: worker)
      case .isFilm(let serial): finish(serial, .isFilm(serial))
      case .failed(let serial, let error):
        if triesAgain(serial, after: error, on: worker) { continue }
        finish(serial, .failed(serial, error.with(trace: worker.tail.bytes)))
      case .opened(let serial, let facts): desk.tell(.film(serial, facts))
      case .frame(let serial, let frame, let wanted):
        guard take(frame, of: serial, wanted: wanted, from: worker) else { return }
      case .backdrop(let serial, let generation, let preview):
        let picture = Picture(preview)
        _ = desk.withShelf(serial) { $0.set(backdrop: picture, generation: generation) }
      case .sound(let serial, let generation, let block):
        guard take(block, generation, of: serial, from: worker) else { return }
      case .subtitle(let serial, let subtitle):
        if desk.withShelf(serial, { $0.add(subtitle) }) == true { announce(serial) }
      case .subtitlesEnd(let serial, let track, let time):
        _ = desk.withShelf(serial) { $0.endSubtitles(of: track, at: time) }
      case .ended(let serial, let generation, let time):
        _ = desk.withShelf(serial) { $0.end(generation: generation) }
        desk.tell(.ended(serial, generation: generation, at: time))
      case .idle: perform(crew.done(worker.number))
      case .stillborn(let error):
        troubles[worker.role] = error.with(trace: worker.tail.bytes)
        lose(worker)
      case .over: lose(worker)
      }
    }
  }

  /// The worker for pictures gives those that come in boxes to the one for these.
  private func passOn(_ serial: JobSerial, from worker: WireWorker) {
    guard worker.role == .picture, var order = orders[serial], case .still(let work) = order.what
    else {
      return finish(serial, .failed(serial, MediaError(.unsupported, "HEIF in a strange place")))
    }
    (order.role, order.worker, order.attempts) = (.heif, nil, 0)
    orders[serial] = order
    perform(crew.submit(serial, .heif, slotBytes: bounds(of: work).slotBytes))
  }

  private func finish(_ serial: JobSerial, _ tidings: Desk.Tidings) {
    if orders.removeValue(forKey: serial) != nil { desk.tell(tidings) }
  }

  /// The slot is kept until the picture has been copied, after the worker got its next job.
  private func take(
    _ image: SlotImage, of serial: JobSerial, from worker: WireWorker,
    tidings: @escaping (Picture) -> Desk.Tidings
  ) {
    guard orders.removeValue(forKey: serial) != nil, let bank = worker.bank,
      bank.take(image.slot)
    else { return }
    toCopy.append((bank, image, tidings))
  }

  /// Copies what stands in slots to private memory; the slots are free again.
  func copyPictures() {
    let images = toCopy
    toCopy = []
    for (bank, image, tidings) in images {
      let picture = bank.copy(image)
      bank.release(image.slot)
      desk.tell(tidings(picture))
    }
  }

  /// False if the worker has been found lying.
  private func take(
    _ frame: FilmFrame, of serial: JobSerial, wanted: Bool, from worker: WireWorker
  ) -> Bool {
    guard let bank = worker.bank, bank.take(frame.image.slot) else {
      return found(worker, lying: "slot \(frame.image.slot) is not free")
    }
    // From here on the slot goes back by itself, with the last reference.
    let shown = Frame(
      picture: bank.picture(frame.image), time: frame.time, duration: frame.duration)
    guard wanted else { return true }
    let result = desk.withShelf(serial) { $0.add(shown, generation: frame.generation) }
    if result?.isNews == true { announce(serial) }
    return true
  }

  private func take(
    _ block: SampleBlock, _ generation: UInt32, of serial: JobSerial, from worker: WireWorker
  ) -> Bool {
    let isFirst = desk.withShelf(serial) { $0.add(block, generation: generation) }
    guard let isFirst else { return true }
    guard let isNews = isFirst else { return found(worker, lying: "sound without end") }
    if isNews { announce(serial) }
    return true
  }

  /// One piece of news, however many frames come before it is read.
  private func announce(_ serial: JobSerial) {
    let isNews = desk.withShelf(serial) { shelf in
      defer { shelf.isAnnounced = true }
      return !shelf.isAnnounced
    }
    if isNews == true { desk.tell(.frames(serial)) }
  }

  private func found(_ worker: WireWorker, lying words: String) -> Bool {
    take(worker.talk.end(Lie(words).asError), from: worker)
    return false
  }
}

extension Preview {
  /// The whole picture's size, as shown.
  var source: Size { Size(Double(sourceWidth), Double(sourceHeight)) }
}

extension Picture {
  /// The codec has held the number of pixels against the size.
  init(_ preview: Preview) {
    let (width, height) = (Int(preview.width), Int(preview.height))
    let rgb = preview.pixels
    precondition(rgb.count == 3 * width * height, "a preview has all its pixels")
    self = Picture.make(width: width, height: height) { base, stride in
      for y in 0..<height {
        let row = (base + y * stride).assumingMemoryBound(to: UInt32.self)
        for x in 0..<width {
          let at = 3 * (y * width + x)
          let color = UInt32(rgb[at]) << 16 | UInt32(rgb[at + 1]) << 8 | UInt32(rgb[at + 2])
          row[x] = 0xFF00_0000 | color
        }
      }
    }
  }
}
