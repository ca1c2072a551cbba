import CSystem
import Glibc
import TriptychWire

@testable import TriptychFilms

/// A film worker in a process of its own, locked down, and the little of a player that it needs.
struct WorkerDriver {
  enum Result {
    case frame(Int, Int, [[Int]])
    case failed(FilmError)
    /// The process ended.
    case died(String)
    /// Nothing for 10 s.
    case silent
  }

  private let process: WorkerProcess
  private let memory: SharedMemory
  private var job: UInt32 = 0
  static let slotBytes = 4096 * 2304 * 4
  static let slotCount = 3

  init() throws {
    let path = try Shared.worker.orThrow()
    process = try WorkerProcess.spawn(program: Array(path.utf8), kind: .video)
    memory = try SharedMemory(sealed: Self.slotCount * Self.slotBytes)
    guard case .ready = next() else { throw FilmError(.badRequest, "the worker is not ready") }
    let slots = Request.slots(
      count: UInt32(Self.slotCount), slotBytes: UInt64(Self.slotBytes))
    try process.channel.send(slots, passing: memory.descriptor)
  }

  /// nil: the worker is gone or says nothing for 10 s.
  private func next() -> Reply? {
    var entry = pollfd(fd: process.channel.descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, 10_000) == 1 else { return nil }
    return try? process.channel.nextReply()
  }

  /// The size as shown, and the quadrants of the first frame at its own size.
  mutating func firstFrame(_ path: String) -> Result {
    job += 1
    let mark = JobMark(job: job, generation: 0)
    let file = Descriptor(owning: open(path, O_RDONLY | O_CLOEXEC))
    let pixels = PixelRequest(cellWidth: 4096, cellHeight: 2304, fit: .none)
    let request = Request.film(mark, pixels, start: 0, end: -1, loops: 1, sound: true)
    guard (try? process.channel.send(request, passing: file.raw)) != nil else { return gone() }
    let result = answer()
    if case .frame = result {
      try? process.channel.send(.close(mark))
      while let reply = next() {
        if case .closed(mark) = reply { return result }
      }
      return gone()
    }
    return result
  }

  private func answer() -> Result {
    var size = (0, 0)
    while let reply = next() {
      switch reply {
      case .film(_, let width, let height, _, _, _): size = (Int(width), Int(height))
      case .frame(_, let image, _, _):
        let base = memory.base + Int(image.slot) * Self.slotBytes
        let shown = Pixels(
          base: base, width: Int(image.width), height: Int(image.height),
          stride: Int(image.stride))
        try? process.channel.send(.free(slot: image.slot))
        return .frame(size.0, size.1, shown.quadrants)
      case .failed(_, let code, let message): return .failed(FilmError(code, message))
      default: continue
      }
    }
    return gone()
  }

  private func gone() -> Result {
    if process.reap() { return .died("signal \(process.endSignal ?? 0)") }
    return .silent
  }
}

extension Optional {
  fileprivate func orThrow() throws -> Wrapped {
    guard let self else { throw FilmError(.badRequest, "the worker is not built") }
    return self
  }
}
