import CSystem
import Glibc
import TriptychCore
import TriptychStage

/// What ended a wait.
struct Awakening {
  var bell = false
  var display = false
  /// The display server has hung up.
  var displayGone = false
  /// A time of a schedule has come, or the clock on the wall was set.
  var wallClock = false
  /// Input devices that SDL reads by itself have spoken, or come or gone.
  var devices = false
  /// Another console may be in front.
  var console = false
  var signals: [Int32] = []

  var isWorthIt: Bool {
    bell || display || displayGone || wallClock || devices || console
      || !signals.isEmpty
  }
}

/// The main loop's one sleep (DESIGN section 2, "Idle"): SDL's own waits poll a thousand times
/// a second on KMSDRM and with a pad, so we sleep in `ppoll` and pump SDL after it. Main thread.
final class Waiting {
  private let bell: Bell
  private let display: Int32
  private let signals: Int32
  private let wallClock: Int32
  private let console: Int32
  private var devices: InputDevices
  /// How often SDL shall still be asked for a device that has come: it believes in one only when
  /// udev has spoken, which is later than the file is there.
  private var unsettled = 0
  private static let settling = Duration.milliseconds(250)

  /// `display`: the display server's descriptor; −1 where SDL reads /dev/input by itself.
  /// `wallClock`: the timer of schedules, −1: there are none. `watchesConsole`: keyboards and mice
  /// have no other way in. `console`: tells when another one comes to the front, −1: nobody asks.
  /// `folder`: where devices are.
  init(
    bell: Bell, display: Int32, signals: Int32, wallClock: Int32 = -1, watchesConsole: Bool,
    console: Int32 = -1, folder: String = "/dev/input"
  ) {
    (self.bell, self.display, self.signals) = (bell, display, signals)
    (self.wallClock, self.console) = (wallClock, console)
    devices = InputDevices(folder: folder, onlyPads: !watchesConsole)
  }

  deinit { devices.close() }

  /// Pointers that cannot be used on a bare console, and are not heeded; each once.
  func takeRefused() -> [String] { devices.takeRefused() }

  /// Sleeps until something happens or the time has come; nil: for ever. What a pad says without
  /// meaning anything does not end the sleep.
  func wait(atMost limit: Duration?) -> Awakening {
    let end = limit.map { MonotonicClock.now + max(.zero, $0) }
    while true {
      var left = end.map { max(.zero, $0 - MonotonicClock.now) }
      let isCapped = unsettled > 0 && left ?? .seconds(60) > Waiting.settling
      if isCapped {
        left = Waiting.settling
        unsettled -= 1
      }
      guard let awakening = look(atMost: left) else {
        if isCapped { return Awakening(devices: true) }
        return Awakening()
      }
      if awakening.isWorthIt { return awakening }
    }
  }

  /// One sleep; nil: nothing has happened.
  private func look(atMost limit: Duration?) -> Awakening? {
    let descriptors = [bell.descriptor, signals, display, wallClock, console] + devices.descriptors
    var ready = [Int16](repeating: 0, count: descriptors.count)
    let nanoseconds = limit.map { max(0, $0.inNanoseconds) } ?? -1
    guard waiting_poll(descriptors, &ready, Int32(descriptors.count), nanoseconds) > 0 else {
      return nil
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
    result.console = ready[4] != 0
    if result.wallClock { _ = waiting_drain(wallClock) }
    if ready[5...].contains(where: { $0 != 0 }) {
      let news = devices.drain(ready[5...])
      if news == .changed { unsettled = 12 }
      result.devices = news != .nothing
    }
    return result
  }
}
