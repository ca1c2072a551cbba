import Synchronization
import TriptychCore
import TriptychWire

/// Where the main thread and the wire thread meet: commands one way, tidings the other, and the
/// shelves of films. Neither waits for the other.
final class Desk: Sendable {
  /// What is in a still job.
  enum Work: Sendable {
    case picture(PixelRequest, Beside? = nil)
    case text(TextRequest)
    /// What a picture's camera has written.
    case facts
    case png(Picture, [Label])
    /// A thumbnail, and what it has to show.
    case stored(PixelRequest, ThumbnailSubject)
  }

  /// A thumbnail that was found beside a picture.
  struct Beside: Sendable {
    var descriptor: Descriptor
    var subject: ThumbnailSubject
  }

  struct Film: Sendable {
    var request: PixelRequest
    var start: Int64
    var end: Int64
    /// How often it plays; 0: without end.
    var rounds: UInt32
    var sound: Bool
    /// Thousandths.
    var speed: UInt32
    var tracks: TrackWishes
    /// The files of `tracks.beside`.
    var beside: [Descriptor] = []
  }

  enum Command: Sendable {
    case screen(width: Int, height: Int)
    case still(JobSerial, Work, Descriptor?)
    case film(JobSerial, Film, Descriptor)
    case cancel(JobSerial)
    case run(JobSerial)
    case seek(JobSerial, generation: UInt32, to: Int64)
    case loop(JobSerial)
    case heard(JobSerial, upTo: Int64)
    case speed(JobSerial, thousandths: UInt32, from: Int64)
    case want(JobSerial)
    case close(JobSerial)
    case makeSpare
    case shutDown
  }

  enum Tidings: Sendable {
    case picture(JobSerial, Picture, source: Size)
    case preview(JobSerial, Picture, source: Size)
    case missing(JobSerial, [MissingGlyph])
    case decoded(JobSerial, Double)
    case stored(JobSerial, Picture, source: Size, length: Duration?)
    case written(JobSerial)
    case facts(JobSerial, PictureFacts)
    case isFilm(JobSerial)
    case failed(JobSerial, MediaError)
    case film(JobSerial, FilmFacts)
    case frames(JobSerial)
    case ended(JobSerial, generation: UInt32, at: Duration)
  }

  let clock: any MediaClock
  let bell: Doorbell
  private let wake: @Sendable () -> Void
  private let commands = Mutex<[Command]>([])
  private let tidings = Mutex<[Tidings]>([])
  private let shelves = Mutex<[JobSerial: FilmShelf]>([:])

  init(clock: any MediaClock, bell: Doorbell, wake: @escaping @Sendable () -> Void) {
    (self.clock, self.bell, self.wake) = (clock, bell, wake)
  }

  // MARK: - To the wire thread

  func post(_ command: Command) {
    commands.withLock { $0.append(command) }
    bell.ring()
  }

  func takeCommands() -> [Command] { commands.withLock { exchange(&$0, with: []) } }

  // MARK: - To the main thread

  func tell(_ item: Tidings) {
    let isFirst = tidings.withLock { list in
      list.append(item)
      return list.count == 1
    }
    if isFirst { wake() }
  }

  func takeTidings() -> [Tidings] { tidings.withLock { exchange(&$0, with: []) } }

  // MARK: - Shelves

  func addShelf(_ serial: JobSerial) {
    shelves.withLock { $0[serial] = FilmShelf(serial: serial) }
  }

  /// The shelf, to be let go of outside the lock with its frames.
  func removeShelf(_ serial: JobSerial) -> FilmShelf? {
    shelves.withLock { $0.removeValue(forKey: serial) }
  }

  /// Works on a shelf; nil where there is none. What it holds must not be let go of inside.
  func withShelf<R: Sendable>(_ serial: JobSerial, _ body: (inout FilmShelf) -> R) -> R? {
    shelves.withLock { shelves in
      guard var shelf = shelves.removeValue(forKey: serial) else { return nil }
      defer { shelves[serial] = shelf }
      return body(&shelf)
    }
  }

  private func exchange<T>(_ list: inout [T], with other: [T]) -> [T] {
    defer { list = other }
    return list
  }
}
