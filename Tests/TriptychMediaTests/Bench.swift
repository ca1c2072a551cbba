import Glibc
import Synchronization
import Testing
import TriptychCore
import TriptychWire

@testable import TriptychMedia

/// A time that stands still until a test moves it.
final class ScriptedClock: MediaClock {
  private let time = Mutex(Instant.zero)

  func now() -> Instant { time.withLock { $0 } }

  func timeout(until instant: Instant?) -> Int32 {
    guard let instant else { return -1 }
    return instant <= now() ? 0 : -1
  }

  func advance(by step: Duration) { time.withLock { $0 = $0 + step } }
}

/// A `Media` with what a test needs: its bell, its news in order, files for its jobs.
final class Bench {
  let media: Media
  let clock: ScriptedClock?
  private let bell: Doorbell
  /// The other ends of files, for as long as they are read.
  private var scripts: [Descriptor] = []
  private var kept: [MediaNews] = []

  /// With `clock` nil the time is the system's.
  init(_ programs: WorkerPrograms, clock: ScriptedClock? = nil) throws {
    let bell = try Self.bell()
    self.bell = bell
    self.clock = clock
    media = try Media(
      programs: programs, clock: clock ?? MonotonicClock(), wake: { bell.ring() })
    media.setScreen(width: 64, height: 36)
  }

  private static func bell() throws -> Doorbell {
    guard let bell = Doorbell() else { throw MediaError(.noDecoder, "no descriptor is left") }
    return bell
  }

  /// The first news that `pick` takes; waits for it. nil: none came and 20 s were silent, the test
  /// has failed.
  func next<T>(_ pick: (MediaNews) -> T?) -> T? {
    var silent = 0
    while silent < 20 {
      kept += media.drain()
      for (index, news) in kept.enumerated() {
        guard let found = pick(news) else { continue }
        kept.remove(at: index)
        return found
      }
      var waiting = pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&waiting, 1, 1000) > 0 { bell.hush() } else { silent += 1 }
    }
    return nil
  }

  /// Until `isDone`, or nothing of that kind has come for 20 s.
  func wait(_ isDone: () -> Bool) {
    var silent = 0
    while !isDone(), silent < 1000 {
      kept += media.drain()
      var waiting = pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&waiting, 1, 20) > 0 { bell.hush() } else { silent += 1 }
    }
  }

  /// All news that has come and was not picked.
  func rest() -> [MediaNews] {
    defer { kept = [] }
    kept += media.drain()
    return kept
  }

  func advance(by step: Duration) {
    clock?.advance(by: step)
    media.nudge()
  }

  // MARK: - Pictures

  static let request = PixelRequest(cellWidth: 64, cellHeight: 36, fit: .contain)

  /// Asks for a picture by a script; the other end of its file, which says `!` once it has begun.
  @discardableResult
  func ask(
    _ job: Int, _ script: String, wantsNews: Bool = false, thumbnail: ThumbnailSubject? = nil
  ) throws -> Descriptor {
    let (theirs, ours) = try scriptFile(script)
    var request = Self.request
    request.wantsNews = wantsNews
    media.decodePicture(
      job: job, descriptor: theirs, request: request,
      thumbnail: thumbnail.map { (dup(0), $0) })
    return ours
  }

  /// Asks for a thumbnail by a script.
  func askStored(_ job: Int, _ script: String) throws {
    let (theirs, _) = try scriptFile(script)
    media.readStored(
      job: job, descriptor: theirs, request: Self.request,
      subject: ThumbnailSubject(address: "file:///a", modified: 5))
  }

  func askFacts(_ job: Int, _ script: String) throws {
    let (theirs, ours) = try scriptFile(script)
    media.readFacts(job: job, descriptor: theirs)
    scripts.append(ours)
  }

  func openFilm(_ film: Int, _ script: String, sound: Bool = false) throws {
    let (theirs, _) = try scriptFile(script)
    media.openFilm(
      film, descriptor: theirs, request: Self.request, start: .zero, end: nil, loops: false,
      sound: sound)
  }

  private func scriptFile(_ script: String) throws -> (theirs: Int32, ours: Descriptor) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
      throw MediaError(.unreadable, "no sockets are left")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = write(ends[1], script, script.utf8.count)
    return (ends[0], Descriptor(owning: ends[1]))
  }

  /// The first pixel of the job's picture, or why there is none.
  func result(of job: Int) -> Result<UInt32, MediaError>? {
    next { news in
      switch news {
      case .picture(job, let picture, _):
        .success(picture.base.load(as: UInt32.self))
      case .failed(job, let error): .failure(error)
      default: nil
      }
    }
  }

  /// True if a good job is done; then all that was asked before it has been heard, too.
  func servesGood(_ job: Int = 9999) throws -> Bool {
    try ask(job, "good")
    if case .success = result(of: job) { return true }
    return false
  }

  func failure(ofFilm film: Int) -> MediaError? {
    next { news in if case .filmFailed(film, let error) = news { error } else { nil } }
  }

  func isOpen(_ film: Int) -> Bool {
    next { news in if case .film(film, _, _, _, _) = news { true } else { nil } } == true
  }
}

/// Waits until the worker says that it has begun.
func waitForBegin(_ file: Descriptor) {
  var byte: UInt8 = 0
  _ = read(file.raw, &byte, 1)
}

/// Where the programs of this build are.
enum Programs {
  /// The folder of the running test program.
  static var folder: [UInt8] {
    var room = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &room, room.count)
    let path = room.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }
    return Array(path[..<(path.lastIndex(of: 0x2F) ?? 0)])
  }

  static var hostile: WorkerPrograms {
    let path = folder + "/HostileWorker".utf8
    return WorkerPrograms(picture: path, film: path, text: path, heif: path)
  }

  /// The workers of this build.
  static var real: WorkerPrograms { WorkerPrograms.beside(folder + "/triptych".utf8) { _ in true } }

  /// The hostile worker, called by another name: that decides how it starts.
  static func withHostile(
    called name: String, _ body: (WorkerPrograms) throws -> Void
  ) rethrows {
    let target = String(decoding: folder, as: UTF8.self) + "/HostileWorker"
    let link = "/tmp/triptych-test-\(getpid())-\(name)"
    unlink(link)
    symlink(target, link)
    defer { unlink(link) }
    let path = Array(link.utf8)
    try body(WorkerPrograms(picture: path, film: path, text: path))
  }
}

/// How many files, sockets, pipes and pieces of memory this process has open. Epoll, timers and
/// the like are left out: they belong to what runs the tests, and come and go.
func openDescriptors() -> Int {
  (0..<Int32(1024)).count { descriptor in
    var room = [CChar](repeating: 0, count: 64)
    let count = readlink("/proc/self/fd/\(descriptor)", &room, room.count)
    let name = room.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }
    return count > 0 && !name.starts(with: "anon_inode:".utf8)
  }
}

/// `#expect(a == b)` for calls that change something, which the macro does not take.
func same<T: Equatable>(
  _ value: T, _ expected: T, at location: SourceLocation = #_sourceLocation
) {
  #expect(value == expected, sourceLocation: location)
}
