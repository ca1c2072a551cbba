import CFFmpeg
import TriptychWire

/// What the reader hands to the decoding threads.
enum FilmParcel: Sendable {
  case begin(Passage)
  case packet(Packet)
  /// The passage ends at this source time. `isLast`: nothing follows but a seek.
  case end(at: Int64, isLast: Bool)
}

/// Parcels of one stream that wait.
private struct ParcelQueue {
  private struct Entry {
    let parcel: FilmParcel
    let bytes: Int
    let duration: Int64
  }

  private var entries: [Entry] = []
  private var head = 0
  private(set) var bytes = 0
  private(set) var duration: Int64 = 0

  var count: Int { entries.count - head }

  mutating func put(_ parcel: FilmParcel, duration: Int64) {
    var bytes = 0
    if case .packet(let packet) = parcel { bytes = packet.byteCount }
    entries.append(Entry(parcel: parcel, bytes: bytes, duration: duration))
    self.bytes += bytes
    self.duration += duration
  }

  mutating func take() -> FilmParcel? {
    guard head < entries.count else { return nil }
    let entry = entries[head]
    head += 1
    bytes -= entry.bytes
    duration -= entry.duration
    if head == entries.count || head > 64 {
      entries.removeFirst(head)
      head = 0
    }
    return entry.parcel
  }

  mutating func clear() { self = ParcelQueue() }
}

/// A speed of the sound. `turn` counts the changes.
struct SpeedOrder: Sendable, Hashable {
  /// Thousandths.
  var speed: UInt32
  /// Line time, ns.
  var from: Int64
  var turn: Int
}

/// What lies between a film's threads: packets, slots and orders. Any thread.
final class Exchange: @unchecked Sendable {
  /// Where threads wait.
  private enum Place {
    static let reader = 0
    static let picture = 1
    static let sound = 2
  }

  /// What has been read ahead is enough with so much of each stream …
  private static let enoughTime = FilmTime.second
  private static let enoughCount = 8
  /// … and never more than so many bytes of all.
  private static let mostBytes = 32 << 20

  private let turnstile = Turnstile(places: 3)
  private let slots: SlotTable

  // Under the turnstile's lock.
  private var isStopped = false
  private var isRunning = false
  private var mark: JobMark
  private var epoch = 0
  private var hasShown = false
  private var hasEnded = false
  /// The last round of this epoch after which others follow although it was to be the last.
  private var continued: (epoch: Int, round: UInt32)?
  private var wantsLoop = false
  private var heard: Int64?
  private var wanted: Int64?
  private var lastWanted: Int64
  private var tries = 0
  private var isResting = false
  private var pictures = ParcelQueue()
  private var sounds = ParcelQueue()

  private var hasSound = false
  private var speed: SpeedOrder
  /// The newest change that the sound's thread has taken.
  private var takenTurn = 0

  /// `start`: line time of the beginning. `speed`: thousandths.
  init(mark: JobMark, slots: SlotTable, start: Int64, speed: UInt32) {
    self.mark = mark
    self.slots = slots
    self.speed = SpeedOrder(speed: speed, from: start, turn: 0)
    lastWanted = start
  }

  // MARK: - Orders, from the main thread

  func run() {
    turnstile.locked {
      isRunning = true
      turnstile.wakeAll()
    }
  }

  func stop() {
    turnstile.locked {
      isStopped = true
      turnstile.wakeAll()
    }
  }

  func slotFreed() { turnstile.locked { turnstile.wake(Place.picture) } }

  /// Ignored if it belongs to an older seek.
  func heard(_ mark: JobMark, upTo time: Int64) {
    turnstile.locked {
      guard mark == self.mark else { return }
      heard = max(heard ?? 0, time)
      turnstile.wake(Place.sound)
    }
  }

  /// Of the sound. `from`: line time.
  func changeSpeed(_ thousandths: UInt32, from time: Int64) {
    turnstile.locked {
      speed = SpeedOrder(speed: thousandths, from: time, turn: speed.turn + 1)
      turnstile.wakeAll()
    }
  }

  func seek(_ mark: JobMark, to time: Int64) {
    turnstile.locked {
      self.mark = mark
      begin(seekingTo: time)
    }
  }

  /// Round after round from now on.
  func loop() {
    turnstile.locked {
      wantsLoop = true
      turnstile.wake(Place.reader)
    }
  }

  private func begin(seekingTo time: Int64) {
    epoch += 1
    (hasShown, hasEnded, heard, tries) = (false, false, nil, 0)
    lastWanted = time
    readFromWanted()
  }

  private func readFromWanted() {
    wanted = lastWanted
    pictures.clear()
    sounds.clear()
    turnstile.wakeAll()
  }

  // MARK: - Everybody

  /// The mark to answer with, nil if the epoch is over.
  func mark(of epoch: Int) -> JobMark? {
    turnstile.locked { epoch == self.epoch && !isStopped ? mark : nil }
  }

  var currentMark: JobMark { turnstile.locked { mark } }

  // MARK: - The reader

  enum ReaderTurn {
    case read
    /// To this line time. `tries`: how often that came out too late already.
    case seek(Int64, epoch: Int, tries: Int)
    /// No round is the last one any more.
    case loop
    case stop
  }

  /// Waits until more is wanted. `atEnd`: there is nothing more to read.
  func readerTurn(atEnd: Bool) -> ReaderTurn {
    turnstile.locked {
      while true {
        if isStopped { return .stop }
        if let time = wanted {
          wanted = nil
          return .seek(time, epoch: epoch, tries: tries)
        }
        if wantsLoop {
          wantsLoop = false
          return .loop
        }
        // Half empty before it is filled again: fewer awakenings.
        if !atEnd, isResting ? isLow : !isFull {
          isResting = false
          return .read
        }
        isResting = true
        turnstile.wait(at: Place.reader)
      }
    }
  }

  private func holds(_ queue: ParcelQueue, of enough: Int64) -> Bool {
    queue.count >= Self.enoughCount && queue.duration >= enough
  }

  /// A fast film needs more of its time.
  private var enoughTime: Int64 { Self.enoughTime * max(Int64(speed.speed), 1000) / 1000 }

  /// A second of what is heard: a slow film's own time is shorter.
  private var heardAhead: Int64 { Self.enoughTime * Int64(speed.speed) / 1000 }

  private var bytes: Int { pictures.bytes + sounds.bytes }

  private var isFull: Bool {
    let soundIsFull = !hasSound || holds(sounds, of: enoughTime)
    return bytes > Self.mostBytes || holds(pictures, of: enoughTime) && soundIsFull
  }

  private var isLow: Bool {
    let soundIsLow = hasSound && !holds(sounds, of: enoughTime / 2)
    return bytes < Self.mostBytes / 2
      && (!holds(pictures, of: enoughTime / 2) || soundIsLow)
  }

  /// Dropped if the epoch is over. Sound that nobody takes is dropped rather than grow for ever.
  func put(_ parcel: FilmParcel, isSound: Bool, duration: Int64 = 0, epoch: Int) {
    turnstile.locked {
      guard epoch == self.epoch, !isStopped else { return }
      if isSound {
        if case .packet = parcel, bytes > Self.mostBytes { return }
        sounds.put(parcel, duration: duration)
        if sounds.count == 1 { turnstile.wake(Place.sound) }
      } else {
        pictures.put(parcel, duration: duration)
        if pictures.count == 1 { turnstile.wake(Place.picture) }
      }
    }
  }

  /// There is sound to be read, too.
  func expectSound() { turnstile.locked { hasSound = true } }

  // MARK: - The picture

  /// The seek came out too late; false if there is no use in trying again.
  func seekEarlier(epoch: Int) -> Bool {
    turnstile.locked {
      guard epoch == self.epoch, !isStopped, tries < FilmReader.headStarts.count - 1 else {
        return false
      }
      tries += 1
      readFromWanted()
      return true
    }
  }

  /// Waits until a frame may be decoded: a slot is free, and the film runs or its first frame
  /// is still to be shown. nil: the film is over.
  func takeSlot() -> UInt32? {
    turnstile.locked {
      while !isStopped {
        if !hasEnded, isRunning || !hasShown, let slot = slots.take() { return slot }
        turnstile.wait(at: Place.picture)
      }
      return nil
    }
  }

  /// nil: the film is over.
  func nextPicture() -> FilmParcel? {
    turnstile.locked {
      while !isStopped {
        if let parcel = pictures.take() {
          if isResting, isLow { turnstile.wake(Place.reader) }
          return parcel
        }
        turnstile.wait(at: Place.picture)
      }
      return nil
    }
  }

  func hasShown(epoch: Int) {
    turnstile.locked { if epoch == self.epoch { hasShown = true } }
  }

  /// A round that was to be the last has been shown. False: others follow by now.
  func end(epoch: Int, round: UInt32) -> Bool {
    turnstile.locked {
      if let continued, continued.epoch == epoch, continued.round >= round { return false }
      if epoch == self.epoch { hasEnded = true }
      return true
    }
  }

  /// Another round follows one that was to be the last, whether it has been shown or not.
  func goOn(epoch: Int, after round: UInt32) {
    turnstile.locked {
      continued = (epoch, round)
      guard epoch == self.epoch else { return }
      hasEnded = false
      turnstile.wakeAll()
    }
  }

  // MARK: - The sound

  enum SoundTurn {
    case parcel(FilmParcel)
    case speed(SpeedOrder)
    case over
  }

  /// Waits for the film to run.
  func nextSound() -> SoundTurn {
    turnstile.locked {
      while !isStopped {
        if let order = newSpeed() { return .speed(order) }
        if isRunning, let parcel = sounds.take() {
          if isResting, isLow { turnstile.wake(Place.reader) }
          return .parcel(parcel)
        }
        turnstile.wait(at: Place.sound)
      }
      return .over
    }
  }

  enum Hearing {
    case now
    case speed(SpeedOrder)
    /// Nobody wants it now.
    case never
  }

  /// Waits until sound of a line time is near enough to be heard.
  func hearing(of time: Int64, begun: Int64, epoch: Int) -> Hearing {
    turnstile.locked {
      while !isStopped, epoch == self.epoch {
        if let order = newSpeed() { return .speed(order) }
        if time <= max(heard ?? begun, begun) + heardAhead { return .now }
        turnstile.wait(at: Place.sound)
      }
      return .never
    }
  }

  private func newSpeed() -> SpeedOrder? {
    guard takenTurn < speed.turn else { return nil }
    takenTurn = speed.turn
    return speed
  }

  /// Line time up to which sound has been heard; nil: none.
  var heardTime: Int64? { turnstile.locked { heard } }
}
