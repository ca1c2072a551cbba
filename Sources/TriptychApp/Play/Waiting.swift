import CSystem
import Glibc
import TriptychCore

/// What ended a wait.
struct Awakening {
  var bell = false
  var display = false
  /// The display server has hung up.
  var displayGone = false
  /// A time of a schedule has come, or the clock on the wall was set.
  var wallClock = false
  /// Input devices of a bare console have spoken, or come or gone.
  var devices = false
  var signals: [Int32] = []
}

/// The main loop's one sleep (DESIGN section 2, "Idle"): SDL's own waits poll a thousand times
/// a second on KMSDRM, so we sleep in `ppoll` and pump SDL after it. Main thread.
final class Waiting {
  private let bell: Bell
  private let display: Int32
  private let signals: Int32
  private let wallClock: Int32
  private var devices: ConsoleDevices?

  /// `display`: the display server's descriptor; −1 where SDL reads /dev/input by itself.
  /// `wallClock`: the timer of schedules.
  init(bell: Bell, display: Int32, signals: Int32, wallClock: Int32, watchesConsole: Bool) {
    (self.bell, self.display, self.signals) = (bell, display, signals)
    self.wallClock = wallClock
    if watchesConsole { devices = ConsoleDevices() }
  }

  /// Sleeps until something happens or the time has come; nil: for ever.
  func wait(atMost limit: Duration?) -> Awakening {
    var descriptors = [bell.descriptor, signals, display, wallClock]
    if let devices { descriptors += devices.descriptors }
    var ready = [Int16](repeating: 0, count: descriptors.count)
    let nanoseconds = limit.map { max(0, $0.inNanoseconds) } ?? -1
    guard waiting_poll(descriptors, &ready, Int32(descriptors.count), nanoseconds) > 0 else {
      return Awakening()
    }
    var result = Awakening()
    if ready[0] != 0 {
      bell.hush()
      result.bell = true
    }
    while ready[1] != 0 {
      let signal = waiting_next_signal(signals)
      if signal == 0 { break }
      result.signals.append(signal)
    }
    result.display = ready[2] != 0
    result.displayGone = Int32(ready[2]) & (POLLHUP | POLLERR) != 0
    result.wallClock = ready[3] != 0
    if result.wallClock { _ = waiting_drain(wallClock) }
    if devices != nil, ready[4...].contains(where: { $0 != 0 }) {
      result.devices = true
      devices?.drain(ready[4...])
    }
    return result
  }
}

/// /dev/input/event*, opened only to be told when SDL has something to read.
struct ConsoleDevices {
  private static let folder = "/dev/input"
  private var watch: Int32
  private var open: [String: Int32] = [:]

  init() {
    watch = waiting_watch(ConsoleDevices.folder)
    rescan()
  }

  var descriptors: [Int32] { [watch] + open.keys.sorted().map { open[$0] ?? -1 } }

  /// `ready` belongs to `descriptors`, in that order.
  mutating func drain(_ ready: ArraySlice<Int16>) {
    for (descriptor, bits) in zip(descriptors, ready) where bits != 0 {
      _ = waiting_drain(descriptor)
      if Int32(bits) & (POLLHUP | POLLERR) != 0, descriptor != watch { forget(descriptor) }
    }
    if let first = ready.first, first != 0 { rescan() }
  }

  private mutating func forget(_ descriptor: Int32) {
    for (name, number) in open where number == descriptor {
      close(number)
      open[name] = nil
    }
  }

  private mutating func rescan() {
    guard let folder = opendir(ConsoleDevices.folder) else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasPrefix("event"), open[name] == nil, open.count < 56 else { continue }
      let path = ConsoleDevices.folder + "/" + name
      let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      if descriptor >= 0 { open[name] = descriptor }
    }
  }
}
