import CSystem
import Glibc
import TestChance
import Testing

@testable import TriptychPictures
@testable import TriptychWire

@Suite struct WorkerTests {
  @Test(arguments: [WorkerKind.picture, .text])
  func `a worker and all its threads are locked`(kind: WorkerKind) throws {
    let session = try Session(kind)
    // Seccomp and limits stand always; Landlock where the kernel has it.
    #expect(session.layers & 5 == 5)
    let threads = try names(in: "/proc/\(session.worker.pid)/task")
    #expect(!threads.isEmpty)
    for thread in threads {
      let status = try text(of: "/proc/\(session.worker.pid)/task/\(thread)/status")
      #expect(status.contains("Seccomp:\t2"))
      #expect(status.contains("NoNewPrivs:\t1"))
    }
  }

  @Test func `a worker ends when the player is gone`() throws {
    let worker = try start()
    _ = shutdown(worker.channel.descriptor, Int32(SHUT_RDWR))
    worker.waitForEnd()
    #expect(worker.exitCode == 0)
  }

  @Test func `a worker that gets no request but bytes ends itself`() throws {
    for bytes: [UInt8] in [[0xFF], [2, 1], Reply.ready(layers: 1).encoded()] {
      let worker = try start()
      try worker.channel.send(bytes, waits: false)
      worker.waitForEnd()
      #expect(worker.exitCode == 4)
    }
  }

  @Test func `a worker without slots, or with slots twice, ends itself`() throws {
    let mark = JobMark(job: 1, generation: 1)
    let first = try start()
    let pixels = PixelRequest(cellWidth: 8, cellHeight: 8, fit: .contain)
    let file = memfd(holding: [1])
    defer { close(file) }
    try first.channel.send(.picture(mark, slot: 0, pixels), passing: file)
    first.waitForEnd()
    #expect(first.exitCode == 4)
    let second = try start()
    let memory = try SharedMemory(sealed: 8192)
    for _ in 0..<2 {
      try second.channel.send(.slots(count: 2, slotBytes: 4096), passing: memory.descriptor)
    }
    second.waitForEnd()
    #expect(second.exitCode == 4)
  }

  @Test func `a worker does not take memory of another size than was said`() throws {
    let worker = try start()
    let memory = try SharedMemory(sealed: 4096)
    try worker.channel.send(.slots(count: 2, slotBytes: 4096), passing: memory.descriptor)
    worker.waitForEnd()
    #expect(worker.exitCode == 4)
  }

  @Test func `a descriptor that is no regular file is refused`() throws {
    let session = try Session(.picture)
    let folder = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    let device = open("/dev/zero", O_RDONLY | O_CLOEXEC)
    for descriptor in [folder, device] {
      defer { close(descriptor) }
      let answer = try session.picture(descriptor, PictureTests.cell)
      #expect(answer == .failed(.unreadable, "not a regular file"))
    }
  }

  @Test func `without a kind the program says how it is used`() throws {
    var pid: Int32 = 0
    var ends: [Int32] = [-1, -1]
    try #require(sys_seqpacket_pair(&ends) == 0)
    defer { for end in ends { close(end) } }
    let program = BuiltPrograms.path(of: "triptych-decode")
    try #require(sys_spawn(program, "nonsense", ends[1], -1, &pid) == 0)
    var status: Int32 = 0
    try #require(sys_reap(pid, &status, 1) == 1)
    #expect(status >> 8 == 2)
  }

  @Test func `300 mutated pictures are answered or cost a worker, none hangs`() throws {
    let originals = [
      StoredPictures.jpeg420, StoredPictures.jpegProgressive, StoredPictures.gif,
      StoredPictures.webp, WrittenPictures.png(), WrittenPictures.tiff(orientation: 6),
      WrittenPictures.tga(leftwards: true), WrittenPictures.svg, WrittenPictures.ppm,
    ]
    var random = SeededRandom(state: 45)
    var session = try Session(.picture)
    var (shown, failed) = (0, 0)
    for round in 0..<300 {
      let bytes = mutated(originals[round % originals.count], &random)
      switch try session.picture(bytes, PictureTests.large) {
      case .picture: shown += 1
      case .failed: failed += 1
      case .died: session = try Session(.picture)
      }
    }
    #expect(shown > 30 && failed > 30)
  }

  @Test func `headers of any bytes are read or refused, never a trap`() {
    let originals = [
      WrittenPictures.jpeg(StoredPictures.jpeg420, exif: WrittenPictures.exif(orientation: 6)),
      WrittenPictures.png(exif: WrittenPictures.exif(orientation: 3, bigEndian: true)),
      WrittenPictures.webp(StoredPictures.webp, exif: WrittenPictures.exif(orientation: 5)),
      WrittenPictures.tiff(orientation: 8), StoredPictures.gif,
      WrittenPictures.tga(leftwards: true), Array("II*\0".utf8) + [0xFF, 0xFF, 0xFF, 0xFF],
    ]
    var random = SeededRandom(state: 10)
    let formats: [FileFormat] = [.jpeg, .png, .gif, .bmp, .webp, .tiff, .other]
    for round in 0..<20_000 {
      let bytes = mutated(originals[round % originals.count], &random)
      bytes.withUnsafeBytes { bytes in
        let view = ByteView(bytes)
        _ = FileFormat(view)
        _ = JPEGHeader(view)
        _ = TIFFDirectory(view)
        _ = WebPFrame(firstOf: view)
        _ = Targa.isPlausible(view)
        _ = try? PictureHeader(formats[round % formats.count], view)
      }
    }
  }

  private func start() throws -> WorkerProcess {
    let worker = try WorkerProcess.spawn(
      program: Array(BuiltPrograms.path(of: "triptych-decode").utf8), kind: .picture)
    guard case .ready = try Session.nextReply(of: worker) else {
      throw Session.Broken(what: "not ready")
    }
    return worker
  }

  private func mutated(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var bytes = bytes
    for _ in 0...Int(random.next() % 8) where !bytes.isEmpty {
      let at = Int(random.next() % UInt64(bytes.count))
      switch random.next() % 5 {
      case 0: bytes[at] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes[at] = 0xFF
      case 2: bytes.removeSubrange(at..<min(at + 4, bytes.count))
      case 3: bytes.insert(contentsOf: [0xFF, 0xFF, 0, 0], at: at)
      default: if random.next() % 4 == 0 { bytes.removeSubrange(at...) }
      }
    }
    return bytes
  }

  private func names(in folder: String) throws -> [String] {
    guard let opened = opendir(folder) else { throw Session.Broken(what: folder) }
    defer { closedir(opened) }
    var names: [String] = []
    while let entry = readdir(opened) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  private func text(of path: String) throws -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Session.Broken(what: path) }
    defer { close(file) }
    var room = [UInt8](repeating: 0, count: 8192)
    let count = read(file, &room, room.count)
    return String(decoding: room.prefix(max(count, 0)), as: UTF8.self)
  }
}
