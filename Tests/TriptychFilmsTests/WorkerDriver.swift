import CSystem
import Glibc
import TriptychWire

@testable import TriptychFilms

/// A film worker in a process of its own, locked down, and the little of a player that it needs.
struct WorkerDriver {
  enum Result {
    /// The size as shown, the quadrants of the first and of the last frame, how many came.
    case played(Int, Int, first: [[Int]], last: [[Int]], count: Int)
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

  /// Plays the film to its end, at its own size, as fast as it comes.
  mutating func play(_ path: String) -> Result {
    job += 1
    let mark = JobMark(job: job, generation: 0)
    let file = Descriptor(owning: open(path, O_RDONLY | O_CLOEXEC))
    let pixels = PixelRequest(cellWidth: 4096, cellHeight: 2304, fit: .none)
    let request = Request.film(mark, pixels, start: 0, end: -1, loops: 1, sound: true)
    guard (try? process.channel.send(request, passing: file.raw)) != nil,
      (try? process.channel.send(.run(mark))) != nil
    else { return gone() }
    let result = answer(mark)
    if case .played = result {
      try? process.channel.send(.close(mark))
      while let reply = next() {
        if case .closed(mark) = reply { return result }
      }
      return gone()
    }
    return result
  }

  private func answer(_ mark: JobMark) -> Result {
    var size = (0, 0)
    var first: [[Int]] = []
    var last: SlotImage?
    var count = 0
    while let reply = next() {
      switch reply {
      case .film(_, let width, let height, _, _, _): size = (Int(width), Int(height))
      case .frame(_, let image, _, _):
        if first.isEmpty { first = pixels(image).quadrants }
        if let last { try? process.channel.send(.free(slot: last.slot)) }
        last = image
        count += 1
      case .sound(_, let time, _, _): try? process.channel.send(.heard(mark, time: time))
      case .ended:
        guard let last else { return .failed(FilmError(.damaged, "ended without a frame")) }
        try? process.channel.send(.free(slot: last.slot))
        return .played(size.0, size.1, first: first, last: pixels(last).quadrants, count: count)
      case .failed(_, let code, let message): return .failed(FilmError(code, message))
      default: continue
      }
    }
    return gone()
  }

  private func pixels(_ image: SlotImage) -> Pixels {
    Pixels(
      base: memory.base + Int(image.slot) * Self.slotBytes, width: Int(image.width),
      height: Int(image.height), stride: Int(image.stride))
  }

  /// The most memory that the process ever had, bytes; nil if the system does not say.
  var mostMemory: Int? {
    guard let status = Shared.text("/proc/\(process.pid)/status") else { return nil }
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let words = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }) ?? []
    return words.count > 1 ? Int(words[1]).map { $0 << 10 } : nil
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
