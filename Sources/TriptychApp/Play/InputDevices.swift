import CSystem
import Glibc

/// /dev/input/event*, opened only to be told when SDL has something to read. Main thread.
struct InputDevices {
  /// What was heard.
  enum News { case nothing, spoken, changed }

  fileprivate struct Device {
    var descriptor: Int32
    var isPad: Bool
    /// A pointer that SDL would misunderstand: read and not heeded.
    var isRefused = false
    /// Of a pad: what its axes said when it was last heard, and how far they go.
    var axes: [UInt16: (told: Int32, span: Int32)] = [:]
    /// Of a pad whose trembling the kernel leaves out: what it left out before.
    var fuzz: [Int32: Int32] = [:]
  }

  private let folder: String
  private let onlyPads: Bool
  private let watch: Int32
  private var open: [String: Device] = [:]
  /// Not looked at again: what is no pad where only pads count, and sensors.
  private var passedOver: Set<String> = []
  private static let most = 40
  /// Pointers that say where they are, by name: SDL takes the device's units for pixels.
  private(set) var refused: [String] = []

  /// `onlyPads`: keyboards and mice come by the display server.
  init(folder: String, onlyPads: Bool) {
    (self.folder, self.onlyPads) = (folder, onlyPads)
    watch = waiting_watch(folder)
    rescan()
  }

  var descriptors: [Int32] { [watch] + names.map { open[$0]?.descriptor ?? -1 } }

  private var names: [String] { open.keys.sorted() }

  /// Reads all that is there. `ready` belongs to `descriptors`, in that order.
  mutating func drain(_ ready: ArraySlice<Int16>) -> News {
    var news = News.nothing
    let names = names
    for (name, bits) in zip(names, ready.dropFirst()) where bits != 0 {
      if open[name]?.hear() == true { news = .spoken }
      guard Int32(bits) & (POLLHUP | POLLERR) != 0 else { continue }
      forget(name)
      news = .changed
    }
    if let first = ready.first, first != 0 {
      _ = waiting_drain(watch)
      rescan()
      news = .changed
    }
    return news
  }

  /// Sets back what pads were told, for programs that come after.
  mutating func close() {
    for name in names { forget(name) }
    Glibc.close(watch)
  }

  private mutating func forget(_ name: String) {
    guard let device = open.removeValue(forKey: name) else { return }
    device.trembleAgain()
    Glibc.close(device.descriptor)
  }

  private mutating func rescan() {
    guard let stream = opendir(folder) else { return }
    defer { closedir(stream) }
    var seen: Set<String> = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasPrefix("event") else { continue }
      seen.insert(name)
      if open[name] == nil, !passedOver.contains(name), open.count < Self.most { take(name) }
    }
    passedOver.formIntersection(seen)
  }

  private mutating func take(_ name: String) {
    let descriptor = Glibc.open(folder + "/" + name, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    // Perhaps not yet: its owner is set after it is made, and that is heard of too.
    guard descriptor >= 0 else { return }
    let kind = waiting_device_kind(descriptor)
    if kind == 2 || kind != 1 && onlyPads {
      Glibc.close(descriptor)
      passedOver.insert(name)
    } else {
      open[name] = Device(descriptor: descriptor, isPad: kind == 1)
      // On a bare console its pads are ours alone; a session has other programs.
      if kind == 1, !onlyPads { open[name]?.trembleNoMore() }
      if kind == 3 { refuse(name, descriptor) }
    }
  }

  /// SDL hears nothing of it any more.
  private mutating func refuse(_ file: String, _ descriptor: Int32) {
    var name = [CChar](repeating: 0, count: 128)
    guard waiting_take_device(descriptor, &name, Int32(name.count)) == 0 else { return }
    open[file]?.isRefused = true
    let text = String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    refused.append(String(escaping: text.utf8))
  }

  /// The pointers that were refused since the last call.
  mutating func takeRefused() -> [String] {
    defer { refused = [] }
    return refused
  }
}

extension InputDevices.Device {
  /// Each word of a stick would wake the processor, and worn ones never rest. So the kernel is told
  /// to leave out what is less than a thirty-second of the way; the dead zone is ten times as wide.
  fileprivate mutating func trembleNoMore() {
    for axis in 0..<ABS_HAT0X {
      let (span, before) = (
        waiting_axis_span(descriptor, axis), waiting_axis_fuzz(descriptor, axis)
      )
      // Half of it counts.
      let wanted = span / 16
      guard span >= 64, (0..<wanted).contains(before) else { continue }
      if waiting_set_axis_fuzz(descriptor, axis, wanted) == 0 { fuzz[axis] = before }
    }
  }

  fileprivate func trembleAgain() {
    for (axis, before) in fuzz { _ = waiting_set_axis_fuzz(descriptor, axis, before) }
  }

  /// Reads all that it has said; false: nothing that a show could heed. The sticks of a pad tremble
  /// all day long, and each tremble would wake the program.
  mutating func hear() -> Bool {
    guard isPad else {
      _ = waiting_drain(descriptor)
      return !isRefused
    }
    var isWorthIt = false
    var block = [UInt8](repeating: 0, count: 64 * MemoryLayout<input_event>.stride)
    while true {
      let count = read(descriptor, &block, block.count)
      guard count > 0 else { return isWorthIt }
      block.withUnsafeBytes { bytes in
        let size = MemoryLayout<input_event>.stride
        for start in stride(from: 0, through: count - size, by: size) {
          let event = bytes.loadUnaligned(fromByteOffset: start, as: input_event.self)
          if heeds(event) { isWorthIt = true }
        }
      }
    }
  }

  private mutating func heeds(_ event: input_event) -> Bool {
    switch Int32(event.type) {
    case EV_KEY: return true
    case EV_SYN: return Int32(event.code) == SYN_DROPPED
    case EV_ABS: break
    default: return false
    }
    if (ABS_HAT0X...ABS_HAT3Y).contains(Int32(event.code)) { return true }
    guard let axis = axes[event.code] else {
      let span = waiting_axis_span(descriptor, Int32(event.code))
      axes[event.code] = (event.value, span > 0 ? span : 65535)
      return true
    }
    // A twentieth: finer than any dead zone, coarser than what sticks do by themselves.
    guard abs(Int64(event.value) - Int64(axis.told)) > Int64(axis.span) / 20 else { return false }
    axes[event.code]?.told = event.value
    return true
  }
}
