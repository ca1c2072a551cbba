import Glibc
import TriptychCore
import TriptychWire

// What the main thread asks for, and the steps that the crew decides on.
extension WireLoop {
  func obey(_ command: Desk.Command) {
    switch command {
    case .screen(let width, let height):
      screen = (width, height)
      setSlotSizes()
    case .still(let serial, let work, let descriptor):
      let role = role(of: work)
      orders[serial] = Order(what: .still(work), role: role, descriptor: descriptor)
      submit(serial, role, bounds(of: work), trouble: work.trouble)
    case .film(let serial, let film, let descriptor):
      orders[serial] = Order(what: .film(film), role: .film, descriptor: descriptor)
      submit(serial, .film, PixelBounds(film.request), trouble: film.trouble)
    case .cancel(let serial): cancel(serial)
    case .run(let serial):
      orders[serial]?.runs = true
      tellFilm(serial) { .run($0) }
    case .seek(let serial, let generation, let time): seek(serial, generation, time)
    case .loop(let serial): loop(serial)
    case .heard(let serial, let time): tellFilm(serial) { .heard($0, time: time) }
    case .speed(let serial, let thousandths, let from): changeSpeed(serial, thousandths, from)
    case .want(let serial): filmWorker(serial)?.talk.want(at: desk.clock.now())
    case .close(let serial): close(serial)
    case .makeSpare: perform(crew.makeSpare())
    case .shutDown: isEnding = true
    }
  }

  func setSlotSizes() {
    let (width, height) = (UInt32(clamping: screen.width), UInt32(clamping: screen.height))
    let cell = PixelRequest(cellWidth: width, cellHeight: height, fit: .contain)
    var large = cell
    // Ken Burns asks for 15 % more each way.
    large.scale = 1150
    crew.setUsualSlotBytes(PixelBounds(large).slotBytes, for: .picture)
    crew.setUsualSlotBytes(PixelBounds(large).slotBytes, for: .heif)
    crew.setUsualSlotBytes(PixelBounds(cell).slotBytes, for: .film)
    crew.setUsualSlotBytes(PixelBounds(cell).slotBytes, for: .text)
    crew.setUsualSlotBytes(PixelBounds(cell).slotBytes, for: .encode)
  }

  /// `trouble`: what is wrong with the order itself; the codec would refuse it.
  private func submit(
    _ serial: JobSerial, _ role: Role, _ bounds: PixelBounds, trouble: String?
  ) {
    if let trouble { return give(up: serial, MediaError(.badRequest, trouble)) }
    guard bounds.slotBytes <= WireLimit.slotBytes else {
      return give(up: serial, MediaError(.tooLarge, "larger than a slot can be"))
    }
    perform(crew.submit(serial, role, slotBytes: bounds.slotBytes))
    hurryCancelled(role)
  }

  /// What nobody wants any more does not keep others waiting.
  private func hurryCancelled(_ role: Role) {
    guard crew.isShort(of: role) else { return }
    let now = desk.clock.now()
    for worker in workers.values where worker.role == role { worker.talk.hurry(at: now) }
  }

  private func role(of work: Desk.Work) -> Role {
    switch work {
    case .picture, .stored, .facts: .picture
    case .text: .text
    case .png: .encode
    }
  }

  func bounds(of work: Desk.Work) -> PixelBounds {
    switch work {
    case .picture(let request, _), .stored(let request, _): PixelBounds(request)
    case .text(let request):
      PixelBounds(width: request.maxWidth, height: bounded(request).maxHeight)
    case .facts: PixelBounds(width: 1, height: 1)
    case .png(let picture, _):
      PixelBounds(
        width: UInt32(clamping: picture.width), height: UInt32(clamping: picture.height))
    }
  }

  /// With the height that it may have, so that the worker cuts off what would not fit.
  private func bounded(_ text: TextRequest) -> TextRequest {
    var text = text
    let most = min(max(UInt32(clamping: screen.height), 1), WireLimit.side)
    if text.maxHeight == 0 { text.maxHeight = most }
    return text
  }

  // MARK: - Steps

  func perform(_ steps: [Crew.Step]) {
    for step in steps {
      switch step {
      case .spawn(let number, let role): spawn(number, role)
      case .retire(let number):
        if let worker = workers[number] { end(worker) }
      case .refuse(let serial, let role):
        give(up: serial, troubles[role] ?? MediaError(.noDecoder, "the decoder does not start"))
      case .begin(let serial, let number, let slotBytes):
        begin(serial, on: number, slotBytes: slotBytes)
      }
    }
  }

  private func spawn(_ number: WorkerNumber, _ role: Role) {
    let program = programs.program(for: role)
    do throws(ChannelError) {
      workers[number] = try WireWorker.start(
        number, role, program: program, at: desk.clock.now())
    } catch {
      let path = String(decoding: program, as: UTF8.self)
      troubles[role] = MediaError(
        .noDecoder, "cannot start \(path) (\(error)); install it beside the program")
      perform(crew.gone(number))
    }
  }

  private func begin(_ serial: JobSerial, on number: WorkerNumber, slotBytes: UInt64?) {
    guard let worker = workers[number], orders[serial] != nil else { return }
    orders[serial]?.worker = number
    if let slotBytes, !giveSlots(to: worker, slotBytes) {
      give(up: serial, MediaError(.noMemory, "no memory for the pixels"))
      return lose(worker)
    }
    switch orders[serial]?.what {
    case .still(let work): beginStill(serial, work, on: worker)
    case .film(let film):
      beginFilm(serial, film, on: worker)
      // The worker has the file; our descriptor closes.
      orders[serial]?.descriptor = nil
      dropFilesBeside(serial)
    case nil: return
    }
  }

  /// True if a still's worker went in a way that another job may be to blame for: killed from
  /// outside, or by what it did before. The still is then tried again with another worker, within
  /// its 10 s. Not a PNG: its file has been written to.
  func triesAgain(
    _ serial: JobSerial, after error: MediaError, on worker: WireWorker
  ) -> Bool {
    guard error.code == .decoderDied || error.code == .decoderLied,
      var order = orders[serial], case .still(let work) = order.what
    else { return false }
    let wasKilled = worker.process.reap() && worker.process.endSignal == SIGKILL
    guard order.attempts < (wasKilled ? Self.attemptsWhenKilled : Self.attempts) else {
      return false
    }
    if case .png = work { return false }
    order.worker = nil
    orders[serial] = order
    crew.resubmit(serial, order.role, slotBytes: bounds(of: work).slotBytes)
    return true
  }

  private func giveSlots(to worker: WireWorker, _ slotBytes: UInt64) -> Bool {
    let (count, bell) = (worker.role.slotCount(slotBytes: slotBytes), desk.bell)
    do throws(SharedMemoryError) {
      let bank = try SlotBank(
        count: count, slotBytes: slotBytes, channel: worker.process.channel,
        writable: worker.role == .encode, ring: { bell.ring() })
      return worker.give(bank)
    } catch {
      return false
    }
  }

  private func beginStill(_ serial: JobSerial, _ work: Desk.Work, on worker: WireWorker) {
    guard let bank = worker.bank, let slot = freeSlot(of: bank) else {
      give(up: serial, MediaError(.noMemory, "no slot is free"))
      return lose(worker)
    }
    let mark = JobMark(job: serial, generation: orders[serial]?.attempts ?? 0)
    let now = orders[serial]?.since ?? desk.clock.now()
    orders[serial]?.since = now
    orders[serial]?.attempts += 1
    let image = StillTalk.Expected.picture(slot: slot, bounds(of: work))
    switch work {
    case .picture(let request, let beside):
      worker.talk.begin(
        StillTalk(mark: mark, expected: image, since: now, takesNews: request.wantsNews))
      // A thumbnail that ends its worker is not told of again: the picture is not to blame.
      let thumbnail = mark.generation == 0 ? beside : nil
      say(
        .picture(mark, slot: slot, request, thumbnail: thumbnail?.subject),
        [orders[serial]?.descriptor, thumbnail?.descriptor].compactMap(\.self), to: worker)
    case .stored(let request, let subject):
      let image = StillTalk.Expected.stored(slot: slot, bounds(of: work))
      worker.talk.begin(StillTalk(mark: mark, expected: image, since: now))
      let question = Request.stored(mark, slot: slot, request, subject)
      say(question, orders[serial]?.descriptor, to: worker)
    case .text(let request):
      worker.talk.begin(StillTalk(mark: mark, expected: image, since: now, isText: true))
      say(.text(mark, slot: slot, bounded(request)), nil, to: worker)
    case .facts:
      worker.talk.begin(StillTalk(mark: mark, expected: .facts, since: now))
      say(.facts(mark), orders[serial]?.descriptor, to: worker)
    case .png(let picture, let labels):
      bank.put(picture, in: slot)
      worker.talk.begin(StillTalk(mark: mark, expected: .written, since: now))
      let request = Request.png(
        mark, slot: slot, width: UInt32(picture.width), height: UInt32(picture.height),
        stride: UInt32(SlotLayout.stride(width: picture.width)), labels: labels)
      say(request, orders[serial]?.descriptor, to: worker)
    }
  }

  /// A quick worker has filled all its slots before the first was copied: then that comes first.
  private func freeSlot(of bank: SlotBank) -> UInt32? {
    if bank.firstFree == nil { copyPictures() }
    return bank.firstFree
  }

  private func beginFilm(_ serial: JobSerial, _ film: Desk.Film, on worker: WireWorker) {
    let mark = JobMark(job: serial, generation: 0)
    var bounds = PixelBounds(film.request)
    bounds.takesPlanes = film.request.takesPlanes
    bounds.takesBackdrops = film.request.fit == .blur
    bounds.takesSubtitles = film.tracks.subtitles != nil
    worker.talk.begin(FilmTalk(mark: mark, bounds: bounds, since: desk.clock.now()))
    let request = Request.film(
      mark, film.request, start: film.start, end: film.end, loops: film.rounds,
      sound: film.sound, speed: film.speed, tracks: film.tracks)
    say(request, [orders[serial]?.descriptor].compactMap(\.self) + film.beside, to: worker)
    if let (generation, time) = orders[serial]?.seek { seek(serial, generation, time) }
    if orders[serial]?.runs == true { tellFilm(serial) { .run($0) } }
  }

  /// A worker that does not take its messages is as good as dead.
  private func say(_ request: Request, _ files: [Descriptor], to worker: WireWorker) {
    if worker.send(request, passing: files) { return }
    take(worker.talk.end(MediaError(.decoderDied, "the decoder does not listen")), from: worker)
  }

  private func say(_ request: Request, _ file: Descriptor?, to worker: WireWorker) {
    say(request, file.map { [$0] } ?? [], to: worker)
  }

  // MARK: - Running jobs

  private func cancel(_ serial: JobSerial) {
    guard let order = orders.removeValue(forKey: serial), !crew.withdraw(serial) else { return }
    guard let worker = order.worker.flatMap({ workers[$0] }) else { return }
    worker.talk.cancel(at: desk.clock.now())
    hurryCancelled(worker.role)
  }

  /// Of a film that has not begun yet: it begins with it.
  private func changeSpeed(_ serial: JobSerial, _ thousandths: UInt32, _ from: Int64) {
    if let worker = filmWorker(serial) {
      worker.talk.changeSpeed()
      tellFilm(serial) { .speed($0, thousandths: thousandths, from: from) }
    } else if let order = orders[serial], case .film(var film) = order.what {
      film.speed = thousandths
      orders[serial]?.what = .film(film)
    }
  }

  /// A film that has not begun yet begins so.
  private func loop(_ serial: JobSerial) {
    if let worker = filmWorker(serial) {
      worker.talk.loop(at: desk.clock.now())
      _ = desk.withShelf(serial) { $0.goOn() }
      tellFilm(serial) { .loop($0) }
    } else if let order = orders[serial], case .film(var film) = order.what {
      film.rounds = 0
      orders[serial]?.what = .film(film)
    }
  }

  private func close(_ serial: JobSerial) {
    if let worker = filmWorker(serial) {
      tellFilm(serial) { .close($0) }
      worker.talk.close(at: desk.clock.now())
    } else {
      _ = crew.withdraw(serial)
    }
    orders[serial] = nil
  }

  private func seek(_ serial: JobSerial, _ generation: UInt32, _ time: Int64) {
    guard let worker = filmWorker(serial) else {
      orders[serial]?.seek = (generation, time)
      return
    }
    worker.talk.seek(generation: generation, at: desk.clock.now())
    tellFilm(serial) { .seek($0, time: time) }
  }

  private func dropFilesBeside(_ serial: JobSerial) {
    guard let order = orders[serial], case .film(var film) = order.what else { return }
    film.beside = []
    orders[serial]?.what = .film(film)
  }

  private func tellFilm(_ serial: JobSerial, _ request: (JobMark) -> Request) {
    guard let worker = filmWorker(serial), let mark = worker.talk.filmMark else { return }
    say(request(mark), nil, to: worker)
  }

  /// The worker that has begun the film.
  private func filmWorker(_ serial: JobSerial) -> WireWorker? {
    guard let number = orders[serial]?.worker, let worker = workers[number],
      worker.talk.job == serial
    else { return nil }
    return worker
  }

  // MARK: - Ends

  /// The job fails without a worker.
  func give(up serial: JobSerial, _ error: MediaError) {
    if orders.removeValue(forKey: serial) != nil { desk.tell(.failed(serial, error)) }
  }

  /// The worker goes although it has done nothing wrong.
  func lose(_ worker: WireWorker) {
    // Before we do it ourselves.
    let wasKilled = worker.process.endSignal == SIGKILL
    end(worker)
    perform(crew.gone(worker.number, wasKilled: wasKilled))
  }
}
