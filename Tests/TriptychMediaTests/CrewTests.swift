import Testing

@testable import TriptychMedia

/// Who works on what: decided without a process.
@Suite struct CrewTests {
  /// A crew whose first picture worker, number 1, listens.
  private func crewWithOne() -> Crew {
    var crew = Crew()
    same(crew.prepare(.picture), [.spawn(1, .picture)])
    same(crew.ready(1).isEmpty, true)
    return crew
  }

  @Test("a job waits for a worker that is starting, and gets slots with its first job")
  func firstJob() {
    var crew = Crew()
    crew.setUsualSlotBytes(100, for: .picture)
    _ = crew.prepare(.picture)
    same(crew.submit(7, .picture, slotBytes: 10).isEmpty, true)
    same(crew.ready(1), [.begin(7, on: 1, slots: 100)])
    same(crew.done(1).isEmpty, true)
    same(crew.submit(8, .picture, slotBytes: 100), [.begin(8, on: 1, slots: nil)])
  }

  @Test("at most two pictures are decoded at once, the others in the order of the calls")
  func twoAtOnce() {
    var crew = crewWithOne()
    same(crew.submit(1, .picture, slotBytes: 1), [.begin(1, on: 1, slots: 1)])
    same(crew.submit(2, .picture, slotBytes: 1), [.spawn(2, .picture)])
    same(crew.submit(3, .picture, slotBytes: 1).isEmpty, true)
    same(crew.submit(4, .picture, slotBytes: 1).isEmpty, true)
    same(crew.ready(2), [.begin(2, on: 2, slots: 1)])
    same(crew.done(2), [.begin(3, on: 2, slots: nil)])
    same(crew.done(1), [.begin(4, on: 1, slots: nil)])
  }

  @Test("films do not count against pictures")
  func filmsApart() {
    var crew = crewWithOne()
    same(crew.submit(1, .film, slotBytes: 1), [.spawn(2, .film)])
    same(crew.ready(2), [.begin(1, on: 2, slots: 1)])
    same(crew.submit(2, .picture, slotBytes: 1), [.begin(2, on: 1, slots: 1)])
  }

  @Test("a job that waits can be withdrawn, one that runs cannot")
  func withdrawal() {
    var crew = crewWithOne()
    _ = crew.submit(1, .picture, slotBytes: 1)
    _ = crew.submit(2, .picture, slotBytes: 1)
    same(crew.withdraw(1), false)
    same(crew.withdraw(2), true)
    same(crew.withdraw(2), false)
    same(crew.ready(2).isEmpty, true)
  }

  @Test("a worker is replaced after 500 items")
  func renewal() {
    var crew = crewWithOne()
    for serial in 1...499 as ClosedRange<JobSerial> {
      _ = crew.submit(serial, .picture, slotBytes: 1)
      same(crew.done(1).isEmpty, true)
    }
    _ = crew.submit(500, .picture, slotBytes: 1)
    same(crew.done(1), [.retire(1)])
    same(crew.submit(501, .picture, slotBytes: 1), [.spawn(2, .picture)])
  }

  @Test("a spare is made only if nobody stands by, and for films only once there was one")
  func spares() {
    var crew = crewWithOne()
    same(crew.makeSpare().isEmpty, true)
    _ = crew.submit(1, .picture, slotBytes: 1)
    same(crew.makeSpare(), [.spawn(2, .picture)])
    same(crew.makeSpare().isEmpty, true)
    _ = crew.submit(2, .film, slotBytes: 1)
    _ = crew.ready(3)
    same(crew.makeSpare(), [.spawn(4, .film)])
  }

  @Test("the spare takes over at once when a worker is gone")
  func takeover() {
    var crew = crewWithOne()
    _ = crew.submit(1, .picture, slotBytes: 1)
    _ = crew.makeSpare()
    _ = crew.ready(2)
    same(crew.gone(1).isEmpty, true)
    same(crew.submit(2, .picture, slotBytes: 1), [.begin(2, on: 2, slots: 1)])
  }

  @Test("a job too large for the slots that are there gets a fresh worker")
  func largerSlots() {
    var crew = crewWithOne()
    _ = crew.submit(1, .picture, slotBytes: 10)
    _ = crew.done(1)
    same(crew.submit(2, .picture, slotBytes: 11), [.retire(1), .spawn(2, .picture)])
    same(crew.ready(2), [.begin(2, on: 2, slots: 11)])
  }

  @Test("at most two film workers stand by")
  func idleFilms() {
    var crew = Crew()
    for serial in 1...3 as ClosedRange<JobSerial> {
      _ = crew.submit(serial, .film, slotBytes: 1)
      _ = crew.ready(serial)
    }
    same(crew.done(1).isEmpty, true)
    same(crew.done(2).isEmpty, true)
    same(crew.done(3), [.retire(1)])
  }

  @Test("after three workers that never were ready, those who wait are refused, not before")
  func stillborn() {
    var crew = Crew()
    same(crew.submit(1, .text, slotBytes: 1), [.spawn(1, .text)])
    same(crew.gone(1), [.spawn(2, .text)])
    same(crew.gone(2), [.spawn(3, .text)])
    same(crew.gone(3), [.refuse(1, .text)])
    same(crew.submit(2, .text, slotBytes: 1), [.spawn(4, .text)])
    same(crew.ready(4), [.begin(2, on: 4, slots: 1)])
    same(crew.gone(4).isEmpty, true)
    same(crew.submit(3, .text, slotBytes: 1), [.spawn(5, .text)])
    same(crew.gone(5), [.spawn(6, .text)])
  }

  @Test("workers that are killed while they start are replaced, but not for ever")
  func killedAtStart() {
    var crew = Crew()
    same(crew.submit(1, .text, slotBytes: 1), [.spawn(1, .text)])
    for number in 1..<WorkerNumber(Crew.killedLimit) {
      same(crew.gone(number, wasKilled: true), [.spawn(number + 1, .text)])
    }
    same(crew.gone(20, wasKilled: true), [.refuse(1, .text)])
    // One that is ready makes up for all.
    same(crew.submit(2, .text, slotBytes: 1), [.spawn(21, .text)])
    same(crew.ready(21), [.begin(2, on: 21, slots: 1)])
    same(crew.gone(21, wasKilled: true).isEmpty, true)
    same(crew.submit(3, .text, slotBytes: 1), [.spawn(22, .text)])
    // Those that die by themselves count as before.
    same(crew.gone(22, wasKilled: true), [.spawn(23, .text)])
    same(crew.gone(23), [.spawn(24, .text)])
    same(crew.gone(24), [.spawn(25, .text)])
    same(crew.gone(25), [.refuse(3, .text)])
  }

  @Test("while one worker lives, its jobs wait for it rather than be refused")
  func stillbornBeside() {
    var crew = crewWithOne()
    _ = crew.submit(1, .picture, slotBytes: 1)
    same(crew.submit(2, .picture, slotBytes: 1), [.spawn(2, .picture)])
    same(crew.gone(2), [.spawn(3, .picture)])
    same(crew.gone(3), [.spawn(4, .picture)])
    same(crew.gone(4), [])
    same(crew.done(1), [.begin(2, on: 1, slots: nil)])
  }

  @Test("a job that is tried again comes before those that wait")
  func secondAttempt() {
    var crew = crewWithOne()
    _ = crew.submit(1, .picture, slotBytes: 1)
    _ = crew.submit(2, .picture, slotBytes: 1)
    _ = crew.ready(2)
    _ = crew.submit(3, .picture, slotBytes: 1)
    crew.resubmit(1, .picture, slotBytes: 1)
    same(crew.gone(1), [.spawn(3, .picture)])
    same(crew.ready(3), [.begin(1, on: 3, slots: 1)])
  }
}
