import Glibc
import Testing
import TriptychCore
import TriptychWire

@testable import TriptychMedia

/// With the workers of this build: pictures, films, texts and PNGs through their real programs.
@Suite(.serialized) struct RealWorkerTests {
  /// A PNG that the encode worker has written: left half red, right half blue.
  static func writePNG(_ bench: Bench, width: Int, height: Int, labels: [Label] = []) throws
    -> Int32
  {
    let picture = Picture.make(width: width, height: height) { base, stride in
      for row in 0..<height {
        for column in 0..<width {
          let pixel: UInt32 = column < width / 2 ? 0xFFFF_0000 : 0xFF00_00FF
          base.storeBytes(of: pixel, toByteOffset: row * stride + column * 4, as: UInt32.self)
        }
      }
    }
    let file = try temporaryFile()
    bench.media.writePNG(job: 1, picture: picture, labels: labels, descriptor: dup(file))
    let error = bench.next { news -> MediaError?? in
      switch news {
      case .written(1): .some(nil)
      case .failed(1, let error): .some(error)
      default: nil
      }
    }
    #expect(error == .some(nil))
    return file
  }

  static func temporaryFile() throws -> Int32 {
    let path = "/tmp/triptych-test-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    unlink(path)
    guard file >= 0 else { throw MediaError(.unreadable, "no file") }
    return file
  }

  static func ask(_ bench: Bench, _ job: Int, _ file: Int32) {
    bench.media.decodePicture(job: job, descriptor: dup(file), request: Bench.request)
  }

  @Test("a PNG that was written is read back with its colours")
  func roundTrip() throws {
    let bench = try Bench(Programs.real)
    let file = try Self.writePNG(bench, width: 64, height: 36)
    defer { close(file) }
    Self.ask(bench, 2, file)
    let found = bench.next { news -> Picture? in
      if case .picture(2, let picture, Size(64, 36)) = news { picture } else { nil }
    }
    let picture = try #require(found)
    #expect(picture.width == 64 && picture.height == 36)
    #expect(picture.base.load(as: UInt32.self) | 0xFF00_0000 == 0xFFFF_0000)
    let last = picture.base + 63 * 4
    #expect(last.load(as: UInt32.self) | 0xFF00_0000 == 0xFF00_00FF)
  }

  @Test("a thumbnail tells of its file, and is refused once that was changed")
  func thumbnail() throws {
    let bench = try Bench(Programs.real)
    let labels = [
      Label(key: "Thumb::URI", text: "file:///a%20b.mp4"), Label(key: "Thumb::MTime", text: "77"),
      Label(key: "Thumb::Image::Width", text: "4000"),
      Label(key: "Thumb::Image::Height", text: "3000"),
      Label(key: "Thumb::Movie::Length", text: "2.5"),
    ]
    let film = try Self.writePNG(bench, width: 64, height: 36, labels: labels)
    defer { close(film) }
    let picture = try Self.writePNG(
      bench, width: 64, height: 36, labels: Array(labels.prefix(2)))
    defer { close(picture) }
    let plain = try Self.writePNG(bench, width: 64, height: 36)
    defer { close(plain) }
    let address = "file:///a%20b.mp4"
    let cases: [(Int32, String, Int64)] = [
      (film, address, 77), (film, address, 78), (picture, address, 77), (plain, address, 77),
      (film, "file:///a%20b.mp3", 77),
    ]
    for (job, (file, address, modified)) in cases.enumerated() {
      bench.media.readStored(
        job: job, descriptor: dup(file), request: Bench.request,
        subject: ThumbnailSubject(address: address, modified: modified))
    }
    let first = bench.next { news -> (Size, Duration?)? in
      if case .stored(0, _, let source, let length) = news { (source, length) } else { nil }
    }
    #expect(first?.0 == Size(4000, 3000) && first?.1 == .seconds(2.5))
    #expect(bench.result(of: 1)?.code == .stale)
    let third = bench.next { news -> (Size, Duration?)? in
      if case .stored(2, _, let source, let length) = news { (source, length) } else { nil }
    }
    #expect(third?.0 == Size(64, 36) && third?.1 == nil)
    #expect(bench.result(of: 3)?.code == .stale)
    #expect(bench.result(of: 4)?.code == .stale)
  }

  @Test("what is no picture fails in the decoder's own words, and the next one is decoded")
  func damage() throws {
    let bench = try Bench(Programs.real)
    let good = try Self.writePNG(bench, width: 64, height: 36)
    defer { close(good) }
    let bad = try Self.temporaryFile()
    defer { close(bad) }
    #expect(write(bad, "no picture at all, only words", 29) == 29)
    Self.ask(bench, 2, bad)
    Self.ask(bench, 3, good)
    let error = bench.result(of: 2)
    #expect(error?.code == .unknownFormat)
    #expect(error?.words.isEmpty == false)
    #expect(bench.result(of: 3)?.code == nil)
  }

  @Test("a text is set")
  func text() throws {
    let bench = try Bench(Programs.real)
    let request = TextRequest(
      text: "Triptych", size: 20, color: 0xFFFFFF, maxWidth: 300, centered: true)
    bench.media.setText(job: 1, request: request)
    let found = bench.next { news -> Result<Picture, MediaError>? in
      switch news {
      case .picture(1, let picture, _): .success(picture)
      case .failed(1, let error): .failure(error)
      default: nil
      }
    }
    let picture = try #require(found).get()
    #expect(picture.height >= 12 && picture.height < 36 && !picture.isOpaque)
  }

  private func openDemo(_ bench: Bench, _ film: Int, loops: Bool) throws {
    let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let file = open("/\(folder)/Playlists/demo/sea.mp4", O_RDONLY | O_CLOEXEC)
    try #require(file >= 0)
    bench.media.openFilm(
      film, descriptor: file, request: Bench.request, start: .zero, end: nil, loops: loops,
      sound: true)
  }

  @Test("a film is played to its end: every frame in order, with its sound")
  func film() throws {
    let bench = try Bench(Programs.real)
    try openDemo(bench, 1, loops: false)
    let found = bench.next { news -> (Duration?, Duration)? in
      if case .film(1, let length, let usual, true, _) = news { (length, usual) } else { nil }
    }
    let (length, usual) = try #require(found, "\(bench.rest())")
    bench.media.runFilm(1)
    var (last, end, samples) = (Duration.zero - usual, Duration?.none, 0)
    while end == nil {
      while let next = bench.media.nextFrameTime(1) {
        #expect(bench.media.frame(1, at: next)?.time == next)
        #expect(next > last && next - last < usual * 1.5)
        last = next
        bench.media.heard(1, upTo: next)
      }
      samples += bench.media.takeSound(1).reduce(0) { $0 + $1.samples.count / 2 }
      let heard = bench.next { news -> Result<Duration?, MediaError>? in
        switch news {
        case .ended(1, let at): .success(at)
        case .frames(1): .success(nil)
        case .filmFailed(1, let error): .failure(error)
        default: nil
        }
      }
      end = try #require(heard).get()
    }
    let ended = try #require(end)
    let said = try #require(length)
    while let next = bench.media.nextFrameTime(1) { _ = bench.media.frame(1, at: next) }
    // The sound has a thread of its own: its last pieces may come after the last frame.
    bench.media.heard(1, upTo: ended)
    bench.wait {
      samples += bench.media.takeSound(1).reduce(0) { $0 + $1.samples.count / 2 }
      return Double(samples) / 48_000 > said.inSeconds - 0.2
    }
    #expect(abs((ended - said).inSeconds) < 0.1)
    #expect(abs(Double(samples) / 48_000 - said.inSeconds) < 0.2)
    #expect(bench.media.closeFilm(1)?.skipped == 0)
  }

  @Test("films are opened, run, moved and closed at any moment, and the last one still plays")
  func commotion() throws {
    let bench = try Bench(Programs.real)
    for round in 0..<30 {
      let film = round % 3
      try openDemo(bench, film, loops: true)
      if round % 2 == 0 { #expect(bench.isOpen(film)) }
      bench.media.runFilm(film)
      bench.media.seekFilm(film, to: .milliseconds(round * 50))
      if round % 5 == 0 { bench.media.closeFilm(film) }
      #expect(bench.rest().allSatisfy { if case .filmFailed = $0 { false } else { true } })
    }
    bench.media.closeFilm(7)
    try openDemo(bench, 7, loops: true)
    #expect(bench.isOpen(7))
    #expect(bench.media.frame(7, at: .zero)?.time == .zero)
  }

  @Test("no descriptor is left behind by 200 jobs, good and bad", .enabled(if: isLong))
  func leaks() async {
    await #expect(processExitsWith: .success) {
      let before = openDescriptors()
      do {
        let bench = try Bench(Programs.hostile)
        try #require(try bench.servesGood())
        try bench.openFilm(9, "good")
        try #require(bench.isOpen(9))
        let during = openDescriptors()
        for job in 0..<200 {
          try bench.ask(job, job % 10 == 0 ? "exits" : "good")
          try #require(bench.result(of: job) != nil)
        }
        try #require(try bench.servesGood())
        // Another picture worker may stand by now: its channel, its errors, its slots.
        try #require(openDescriptors() <= during + 3)
      }
      try #require(openDescriptors() == before)
    }
  }

  @Test(
    "workers are killed 200 times at any moment, and every good picture arrives",
    .enabled(if: isLong))
  func killing() async {
    await #expect(processExitsWith: .success) {
      let bench = try Bench(Programs.real)
      let file = try RealWorkerTests.writePNG(bench, width: 640, height: 360)
      var kills = 0
      var round = 0
      while kills < 200, round < 1000 {
        round += 1
        for job in 2...4 { RealWorkerTests.ask(bench, job, file) }
        poll(nil, 0, Int32.random(in: 0...8))
        if let child = children().randomElement(), kill(child, SIGKILL) == 0 { kills += 1 }
        for job in 2...4 { try #require(bench.result(of: job)?.code == .some(nil)) }
      }
      try #require(kills == 200)
    }
  }

  @Test(
    "what a picture costs besides its decoding",
    .enabled(if: getenv("TRIPTYCH_MEASURE") != nil))
  func measure() throws {
    let bench = try Bench(Programs.hostile)
    bench.media.setScreen(width: 1920, height: 1080)
    _ = try bench.servesGood()
    let small = try Self.median(100) { _ = try bench.servesGood() }
    let bank = try Self.bank()
    let image = SlotImage(slot: 0, width: 1920, height: 1080, stride: 7680, isOpaque: true)
    let copy = Self.median(50) { _ = bank.copy(image) }
    print("round trip 64 × 36: \(small); copy of 1920 × 1080: \(copy)")
  }

  private static func bank() throws -> SlotBank {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
    close(ends[1])
    return try SlotBank(
      count: 1, slotBytes: 7680 * 1080, channel: Channel(owning: ends[0]), writable: false,
      ring: {})
  }

  private static func median(_ times: Int, _ body: () throws -> Void) rethrows -> Duration {
    let clock = ContinuousClock()
    let taken = try (0..<times).map { _ in try clock.measure(body) }
    return taken.sorted()[times / 2]
  }
}

/// The processes that this one has started.
func children() -> [pid_t] {
  guard let tasks = opendir("/proc/self/task") else { return [] }
  defer { closedir(tasks) }
  var found: [pid_t] = []
  while let entry = readdir(tasks) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    guard let file = fopen("/proc/self/task/\(name)/children", "r") else { continue }
    defer { fclose(file) }
    var room = [UInt8](repeating: 0, count: 4096)
    let count = fread(&room, 1, room.count, file)
    found += String(decoding: room.prefix(count), as: UTF8.self).split(separator: " ")
      .compactMap { pid_t($0) }
  }
  return found
}

/// Tests in a process of their own run with TRIPTYCH_LONG only: Swift Testing waits for such a
/// process with `waitid(P_ALL)`, and turns for ever if another test's dead worker has not been
/// collected yet.
private let isLong = getenv("TRIPTYCH_LONG") != nil
