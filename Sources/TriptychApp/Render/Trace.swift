import Glibc
import TriptychCore

/// The lines of `--trace` (DESIGN section 5): `k t x current`, then for each drawn view, lowest
/// first, `place item p opacity m11 … m33`.
struct TraceLine {
  private var words: [String]

  init(frame: Int, time: Duration, x: Double, current: Int) {
    words = ["\(frame)", TraceLine.shortest(time.inSeconds), TraceLine.shortest(x), "\(current)"]
  }

  mutating func add(_ pose: ViewPose) {
    let map = pose.placement.map
    let numbers = [
      pose.p, pose.placement.opacity, map.m11, map.m12, map.m13, map.m21, map.m22, map.m23,
      map.m31, map.m32, map.m33,
    ]
    words += ["\(pose.place)", "\(pose.item + 1)"] + numbers.map(TraceLine.shortest)
  }

  var text: String { words.joined(separator: " ") + "\n" }

  /// The shortest decimal that reads back as the same number; whole numbers without a point.
  static func shortest(_ number: Double) -> String {
    if number == number.rounded(), abs(number) < 1e15 { return "\(Int(number))" }
    return "\(number)"
  }
}

/// The file of `--trace`: a line for each frame. Main thread.
final class TraceFile {
  private let path: [UInt8]
  private let file: TextFile
  /// The instant from which the lines count.
  var start = Instant.zero
  private var frame = 0
  private var hasFailed = false

  /// Made or emptied; throws what is wrong with it.
  init(_ path: [UInt8]) throws(OptionError) {
    let descriptor = openToWrite(path)
    guard descriptor >= 0 else {
      throw OptionError(.badValue, Self.words(path, errno))
    }
    self.path = path
    file = TextFile(descriptor: descriptor)
  }

  /// The next frame shows the show as it is at an instant. What has gone wrong, once; the rest is
  /// not written then.
  func write(_ show: Show, at now: Instant) -> String? {
    guard !hasFailed else { return nil }
    var line = TraceLine(
      frame: frame, time: now - start, x: show.position(at: now), current: show.currentPlace)
    for pose in show.poses(at: now) { line.add(pose) }
    frame += 1
    return problem(file.write(line.text))
  }

  /// What was written is in the file.
  func flush() -> String? { hasFailed ? nil : problem(file.flush()) }

  func close() -> String? { hasFailed ? nil : problem(file.close()) }

  private func problem(_ isWell: Bool) -> String? {
    guard !isWell else { return nil }
    hasFailed = true
    return Self.words(path, file.failure)
  }

  private static func words(_ path: [UInt8], _ failure: Int32) -> String {
    "--trace \(String(escaping: path)): \(String(cString: strerror(failure)))"
  }
}
