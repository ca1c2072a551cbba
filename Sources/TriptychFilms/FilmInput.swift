import CFFmpeg
import CFFmpegShim
import Glibc
import Synchronization
import TriptychWire

/// Tells a film's threads to stop, and the player that they are alive.
///
/// Used from all threads of a film.
final class Watch: Sendable {
  private let stopped = Atomic<Bool>(false)
  private let lastNews: Atomic<Int64>
  private let workSince: Atomic<Int64>
  private let readSince: Atomic<Int64>
  private let report: @Sendable () -> Void

  /// The player kills a film that says nothing for 4 s (DESIGN section 2).
  private static let reportEvery: Int64 = 1_000_000_000
  /// Longest work for one frame (RELIABILITY section 8).
  static let longestWork: Int64 = 10_000_000_000

  /// `report` sends `progress`.
  init(report: @escaping @Sendable () -> Void) {
    self.report = report
    let now = Self.now()
    lastNews = Atomic(now)
    workSince = Atomic(now)
    readSince = Atomic(now)
  }

  var isStopped: Bool { stopped.load(ordering: .relaxed) }
  func stop() { stopped.store(true, ordering: .relaxed) }

  /// Work for a frame begins.
  func workBegins() {
    let now = Self.now()
    lastNews.store(now, ordering: .relaxed)
    workSince.store(now, ordering: .relaxed)
  }

  /// Reading of a packet begins, or opening.
  func readBegins() { readSince.store(Self.now(), ordering: .relaxed) }

  var isReadOverdue: Bool { Self.now() - readSince.load(ordering: .relaxed) > Self.longestWork }

  var isOverdue: Bool { Self.now() - workSince.load(ordering: .relaxed) > Self.longestWork }

  /// Called again and again by whoever works; says `progress` once a second.
  func pulse() {
    let now = Self.now()
    let last = lastNews.load(ordering: .relaxed)
    guard now - last >= Self.reportEvery, !isStopped else { return }
    let (isMine, _) = lastNews.compareExchange(
      expected: last, desired: now, ordering: .relaxed)
    if isMine { report() }
  }

  /// Monotonic, ns.
  static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// A film's bytes, read from a descriptor, never by a path (RELIABILITY section 8).
///
/// Used by one thread at a time.
final class FilmInput {
  let context: UnsafeMutablePointer<AVIOContext>
  private let source: Source
  private static let bufferBytes: Int32 = 65_536

  fileprivate final class Source {
    let descriptor: Descriptor?
    /// In the descriptor's stead.
    let bytes: [UInt8]
    let watch: Watch
    var position: Int64 = 0

    init(_ descriptor: Descriptor?, _ bytes: [UInt8], _ watch: Watch) {
      self.descriptor = descriptor
      self.bytes = bytes
      self.watch = watch
    }

    /// nil: the system does not say.
    var size: Int64? {
      guard let descriptor else { return Int64(bytes.count) }
      var status = stat()
      return fstat(descriptor.raw, &status) == 0 ? Int64(status.st_size) : nil
    }

    /// As `pread`.
    func read(_ room: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
      if let descriptor { return pread(descriptor.raw, room, count, off_t(position)) }
      let part = bytes[min(Int(position), bytes.count)...].prefix(count)
      _ = UnsafeMutableBufferPointer(start: room, count: count).update(fromContentsOf: part)
      return part.count
    }
  }

  convenience init(_ descriptor: Descriptor, watch: Watch) throws(FilmError) {
    try self.init(Source(descriptor, [], watch))
  }

  /// Bytes that are here already.
  convenience init(_ bytes: [UInt8], watch: Watch) throws(FilmError) {
    try self.init(Source(nil, bytes, watch))
  }

  private init(_ source: Source) throws(FilmError) {
    guard let size = source.size else { throw FilmError(.unreadable, "cannot be read") }
    guard size > 0 else { throw FilmError(.unknownFormat, "the file is empty") }
    guard let buffer = av_malloc(Int(Self.bufferBytes)) else { throw .noMemory }
    let opaque = Unmanaged.passUnretained(source).toOpaque()
    guard
      let context = avio_alloc_context(
        buffer.assumingMemoryBound(to: UInt8.self), Self.bufferBytes, 0, opaque, readFilm, nil,
        seekFilm)
    else {
      av_free(buffer)
      throw .noMemory
    }
    (self.source, self.context) = (source, context)
  }

  /// To the first byte, as if nothing had been read.
  func rewind() {
    avio_seek(context, 0, SEEK_SET)
    context.pointee.error = 0
    context.pointee.eof_reached = 0
  }

  deinit {
    // The library may have replaced the buffer.
    av_free(context.pointee.buffer)
    var owned: UnsafeMutablePointer<AVIOContext>? = context
    avio_context_free(&owned)
  }
}

private func readFilm(
  _ opaque: UnsafeMutableRawPointer?, _ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int32
) -> Int32 {
  guard let opaque, let bytes, count > 0 else { return -EINVAL }
  let source = Unmanaged<FilmInput.Source>.fromOpaque(opaque).takeUnretainedValue()
  source.watch.pulse()
  while true {
    if source.watch.isStopped { return ff_error_exit }
    let got = source.read(bytes, Int(count))
    if got > 0 {
      source.position += Int64(got)
      return Int32(got)
    }
    if got == 0 { return ff_error_eof }
    if errno != EINTR { return -EIO }
  }
}

private func seekFilm(_ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32) -> Int64
{
  guard let opaque else { return -Int64(EINVAL) }
  let source = Unmanaged<FilmInput.Source>.fromOpaque(opaque).takeUnretainedValue()
  guard let size = source.size else { return -Int64(EIO) }
  let target: Int64
  switch whence & ~AVSEEK_FORCE {
  case AVSEEK_SIZE: return size
  case SEEK_SET: target = offset
  case SEEK_CUR: target = source.position + offset
  case SEEK_END: target = size + offset
  default: return -Int64(EINVAL)
  }
  guard target >= 0 else { return -Int64(EINVAL) }
  source.position = target
  return target
}
