import Glibc
import TriptychCore
import TriptychFiles
import TriptychMedia

/// Where rendered frames go. Main thread.
protocol RenderOutput: AnyObject {
  /// True if sound is wanted, too.
  var takesSound: Bool { get }
  /// Nothing is being written.
  var isIdle: Bool { get }
  /// Another frame may be given.
  var hasRoom: Bool { get }
  /// The next frame. What went wrong, if anything did.
  func write(_ picture: Picture, frame: Int) -> String?
  /// The sound of the frame that was written last, interleaved.
  func write(_ samples: [Float]) -> String?
  /// Hears of a job that it has begun: nil if it is not its own, else the problem, "" for none.
  func take(_ answer: MediaNews) -> String?
  /// After the last frame. What went wrong.
  func finish() -> String?
  /// After that: what people should know of what else lies there.
  var remark: String? { get }
}

extension RenderOutput {
  var remark: String? { nil }
}

/// frame-00000.png, frame-00001.png … in a folder.
final class PictureFolder: RenderOutput {
  private let media: Media
  private let folder: [UInt8]
  private let unfinished: Unfinished
  private var jobs: [Int: Int] = [:]  // job → frame
  private var count = 0
  /// PNG jobs have numbers of their own.
  private static let firstJob = 2_000_000_000
  private static let atMost = 2

  init(_ folder: [UInt8], media: Media, unfinished: Unfinished) {
    (self.folder, self.media, self.unfinished) = (folder, media, unfinished)
  }

  let takesSound = false
  var isIdle: Bool { jobs.isEmpty }
  var hasRoom: Bool { jobs.count < PictureFolder.atMost }

  func write(_ picture: Picture, frame: Int) -> String? {
    let descriptor = openToWrite(path(frame))
    guard descriptor >= 0 else {
      return "\(String(escaping: path(frame))): \(String(cString: strerror(errno)))"
    }
    unfinished.begin(path(frame))
    let job = PictureFolder.firstJob + frame
    jobs[job] = frame
    count = max(count, frame + 1)
    media.writePNG(job: job, picture: picture, descriptor: descriptor)
    return nil
  }

  func write(_ samples: [Float]) -> String? { nil }

  func take(_ answer: MediaNews) -> String? {
    switch answer {
    case .written(let job):
      return jobs.removeValue(forKey: job).map {
        _ = unfinished.finish(path($0))
        return ""
      }
    case .failed(let job, let error):
      return jobs.removeValue(forKey: job).map {
        "\(String(escaping: path($0))): \(error.words)"
      }
    default: return nil
    }
  }

  func finish() -> String? { nil }

  /// Frames of an earlier and longer run stay: nothing that this run has not made is deleted.
  var remark: String? {
    let old = oldFrames()
    guard let first = old.min(), let last = old.max() else { return nil }
    let names = first == last ? name(first) : "\(name(first)) to \(name(last))"
    return
      "\(String(escaping: folder)) also holds \(names) (\(old.count)), of an earlier run that was"
      + " longer: they do not belong to this one"
  }

  /// The numbers of frames that lie in the folder beyond the last one written.
  private func oldFrames() -> [Int] {
    let opened = (folder + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { path in
      path.baseAddress.flatMap { opendir($0) }
    }
    guard let opened else { return [] }
    defer { closedir(opened) }
    var old: [Int] = []
    while let entry = readdir(opened) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasPrefix("frame-"), name.hasSuffix(".png"),
        let frame = Int(name.dropFirst(6).dropLast(4)), frame >= count, name == self.name(frame)
      else { continue }
      old.append(frame)
    }
    return old
  }

  private func name(_ frame: Int) -> String {
    let digits = String(frame)
    return "frame-" + String(repeating: "0", count: max(0, 5 - digits.count)) + digits + ".png"
  }

  private func path(_ frame: Int) -> [UInt8] {
    folder + [UInt8(ascii: "/")] + Array(name(frame).utf8)
  }
}

/// Nothing is kept: what is rendered is only looked at.
final class NoOutput: RenderOutput {
  let takesSound = false
  let isIdle = true
  let hasRoom = true

  func write(_ picture: Picture, frame: Int) -> String? { nil }
  func write(_ samples: [Float]) -> String? { nil }
  func take(_ answer: MediaNews) -> String? { nil }
  func finish() -> String? { nil }
}

/// One film with sound. The file gets its name when it is whole: until then it is FILE.part, and
/// what stood there before stays.
final class FilmFile: RenderOutput {
  private let writer: FilmWriter
  private let path: [UInt8]
  private let part: [UInt8]?
  private let unfinished: Unfinished

  /// `path` "-": standard output. Throws what is wrong, for people.
  init(
    _ path: [UInt8], settings: RenderSettings, programs: WorkerPrograms, unfinished: Unfinished
  ) throws(MediaError) {
    (self.path, self.unfinished) = (path, unfinished)
    var found = stat()
    if path.withCString({ stat($0, &found) }) == 0, found.st_mode & S_IFMT == S_IFDIR {
      throw MediaError(.unreadable, "there is a folder of that name")
    }
    let isStream = path == [UInt8(ascii: "-")]
    part = isStream ? nil : path + Array(".part".utf8)
    let descriptor = part.map { openToWrite($0) } ?? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard descriptor >= 0 else {
      throw MediaError(.unreadable, String(cString: strerror(errno)))
    }
    if let part { unfinished.begin(part) }
    let isSeekable = lseek(descriptor, 0, SEEK_CUR) >= 0
    let (rate, per) = settings.frameRate
    writer = try FilmWriter(
      programs: programs,
      shape: FilmWriter.Shape(
        width: settings.size.width, height: settings.size.height, rate: rate, per: per),
      descriptor: descriptor, seekable: isSeekable)
  }

  let takesSound = true
  let isIdle = true
  let hasRoom = true

  func write(_ picture: Picture, frame: Int) -> String? {
    tell { () throws(MediaError) in try writer.write(picture) }
  }
  func write(_ samples: [Float]) -> String? {
    tell { () throws(MediaError) in try writer.write(samples) }
  }
  func take(_ answer: MediaNews) -> String? { nil }

  func finish() -> String? {
    if let words = tell({ () throws(MediaError) in _ = try writer.finish() }) { return words }
    guard let part else { return nil }
    let code = unfinished.finish(part, as: path)
    return code == 0 ? nil : "\(String(escaping: path)): \(String(cString: strerror(code)))"
  }

  private func tell(_ body: () throws(MediaError) -> Void) -> String? {
    do throws(MediaError) {
      try body()
      return nil
    } catch {
      return "--output \(String(escaping: path)): \(error.words)"
    }
  }
}

extension RenderSettings {
  /// Frames a second as a fraction.
  var frameRate: (rate: Int, per: Int) {
    fps == fps.rounded() ? (Int(fps), 1) : (Int((fps * 1000).rounded()), 1000)
  }

  /// The instant of frame k: exact to the attosecond.
  func instant(of frame: Int) -> Instant {
    guard fps == fps.rounded(), fps >= 1 else { return Instant(.seconds(Double(frame) / fps)) }
    let (whole, rest) = frame.quotientAndRemainder(dividingBy: Int(fps))
    return Instant(.seconds(whole) + Duration.seconds(1) * rest / Int(fps))
  }

  /// The number of the first sample that belongs to frame k.
  func firstSample(of frame: Int) -> Int {
    let (rate, per) = frameRate
    return frame * SampleBlock.rate * per / rate
  }
}

extension [UInt8] {
  /// True if rendering there makes a film, not pictures.
  var namesFilm: Bool {
    self == [UInt8(ascii: "-")]
      || String(decoding: self, as: UTF8.self).lowercased()
        .hasSuffix(".mp4")
  }
}
