import CSystem
import Glibc
import Testing
import TriptychCore
import TriptychStage

@testable import TriptychApp

@Suite struct BareConsoleTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["dev", "kernel"] { mkdir(folder.path + "/" + name, 0o755) }
  }

  private func card(_ name: String, _ connectors: [String: String] = [:]) {
    folder.write("", to: "dev/\(name)")
    for (connector, status) in connectors {
      mkdir(folder.path + "/kernel/\(name)-\(connector)", 0o755)
      folder.write(status + "\n", to: "kernel/\(name)-\(connector)/status")
      folder.write("", to: "kernel/\(name)-\(connector)/modes")
    }
  }

  private func look(_ access: [String: Int32] = [:]) -> BareConsole {
    BareConsole.look(
      devices: folder.path + "/dev", kernel: folder.path + "/kernel",
      commandLine: folder.path + "/cmdline",
      access: { path in access[String(path.split(separator: "/").last ?? "")] ?? 1 })
  }

  @Test("no card: the driver is missing, or was told to stay away")
  func noCard() {
    #expect(
      look().problem(user: "show")?.hasPrefix("there is no /dev/dri/card*. The graphics") == true)
    folder.write("quiet nomodeset root=/dev/sda1\n", to: "cmdline")
    #expect(
      look().problem(user: "show")?.hasSuffix("Take nomodeset off the kernel's command line")
        == true)
    folder.write("quiet notnomodeset\n", to: "cmdline")
    #expect(!look().hasNoModes)
  }

  @Test("a card that may not be opened, and one that another program has, are told apart")
  func access() {
    card("card0", ["HDMI-A-1": "connected"])
    #expect(look().problem(user: "show") == nil && look().awaited == nil)
    let denied = look(["card0": -EACCES]).problem(user: "show")
    #expect(denied?.contains("/dev/dri/card0 may not be opened") == true)
    #expect(denied?.contains("sudo usermod -aG video show") == true)
    let taken = look(["card0": 0]).problem(user: "show")
    #expect(taken?.hasPrefix("another program has the display of card0. End it") == true)
    #expect(look(["card0": -EIO]).problem(user: "show")?.contains("Input/output error") == true)
  }

  @Test("a card that only computes does not stand for the one with connectors")
  func twoCards() {
    card("card0")
    card("card1", ["HDMI-A-1": "disconnected", "HDMI-A-2": "disconnected"])
    let taken = look(["card1": 0])
    #expect(taken.problem(user: "show")?.contains("card1") == true)
    #expect(look().problem(user: "show") == nil)
    #expect(look().awaited == ["HDMI-A-1", "HDMI-A-2"])
  }

  @Test("it waits while all connectors say that nothing is there, and no longer")
  func awaited() {
    #expect(look().awaited == nil, "no card is nothing to wait for")
    card("card0", ["DP-1": "disconnected"])
    #expect(look().awaited == ["DP-1"])
    #expect(look(["card0": -EACCES]).awaited == nil, "that is said at once")
    folder.write("unknown\n", to: "kernel/card0-DP-1/status")
    #expect(look().awaited == nil, "old displays do not tell")
    folder.write("connected\n", to: "kernel/card0-DP-1/status")
    #expect(look().awaited == nil)
  }

  @Test("a display server, or another driver, leaves cards alone")
  func meant() {
    #expect(BareConsole.isMeant(display: nil, wayland: nil, driver: nil))
    #expect(BareConsole.isMeant(display: "", wayland: "", driver: ""))
    #expect(BareConsole.isMeant(display: ":0", wayland: nil, driver: "KMSDRM"))
    #expect(!BareConsole.isMeant(display: ":0", wayland: nil, driver: nil))
    #expect(!BareConsole.isMeant(display: nil, wayland: "wayland-0", driver: nil))
    #expect(!BareConsole.isMeant(display: nil, wayland: nil, driver: "dummy"))
  }

  @Test("devices none of which may be read are named, with the group")
  func deaf() throws {
    let inputs = folder.path + "/inputs"
    #expect(BareConsole.deafness(in: inputs, user: "show") == nil)
    folder.write("", to: "inputs/event0")
    folder.write("", to: "inputs/mouse0")
    #expect(BareConsole.deafness(in: inputs, user: "show") == nil)
    // For root every file may be read, but not one that is not there.
    remove(inputs + "/event0")
    symlink("/none", inputs + "/event0")
    let words = BareConsole.deafness(in: inputs, user: "show")
    #expect(words?.hasPrefix("none of the 1 devices in ") == true)
    #expect(words?.contains("usermod -aG input show") == true)
  }

  @Test("a console of its own has a number; another one in front is another")
  func consoles() {
    #expect(VirtualConsole.name(of: "/dev/tty1") == "tty1")
    #expect(VirtualConsole.name(of: "/dev/tty12") == "tty12")
    for other in [nil, "/dev/pts/3", "/dev/tty", "/dev/tty0", "/dev/ttyS0", "/dev/ttyAMA0", "tty1"]
    {
      #expect(VirtualConsole.name(of: other) == nil)
    }
    #expect(VirtualConsole.other(than: "tty1", active: "tty2") == "tty2")
    #expect(VirtualConsole.other(than: "tty1", active: "tty1") == nil)
    #expect(VirtualConsole.other(than: "tty1", active: nil) == nil)
    #expect(VirtualConsole.other(than: "tty1", active: "") == nil)
    #expect(VirtualConsole(terminal: "/dev/pts/0") == nil)
    // A file that the kernel tells nothing of.
    folder.write("tty1\n", to: "active")
    #expect(VirtualConsole(terminal: "/dev/tty1", folder: folder.path) == nil)
  }

  /// What a device says that it can do.
  private func kind(
    _ keys: [Int32], _ axes: [Int32] = [], direct: Bool = false, sensor: Bool = false
  ) -> Int32 {
    func bits(_ numbers: [Int32], _ count: Int) -> [UInt8] {
      var bits = [UInt8](repeating: 0, count: count)
      for number in numbers { bits[Int(number) / 8] |= 1 << UInt8(number % 8) }
      return bits
    }
    let properties = (direct ? [1] : []) + (sensor ? [Int32(6)] : [])
    return waiting_kind_of(bits(properties, 8), bits(keys, 96), bits(axes, 8))
  }

  @Test("pointers that say where they are, are told from touch screens, mice and pads")
  func pointers() {
    let (x, y, left, touch) = (ABS_X, ABS_Y, BTN_LEFT, BTN_TOUCH)
    #expect(kind([left, BTN_RIGHT], [x, y]) == 3, "a virtual machine's tablet")
    #expect(kind([left, touch, BTN_TOOL_FINGER], [x, y]) == 3, "a touchpad")
    #expect(kind([touch, BTN_TOOL_PEN, BTN_STYLUS], [x, y]) == 3, "a drawing tablet")
    #expect(kind([touch, BTN_TOOL_PEN], [x, y], direct: true) == 3, "a screen for pens")
    #expect(kind([touch], [x, y], direct: true) == 0, "a touch screen")
    #expect(kind([touch], [x, y]) == 0, "an old one")
    #expect(kind([touch, BTN_TOOL_FINGER], [x, y], direct: true) == 0, "another")
    #expect(kind([left, BTN_RIGHT]) == 0, "a mouse")
    #expect(kind([KEY_A, KEY_B]) == 0, "a keyboard")
    #expect(kind([BTN_SOUTH, BTN_EAST], [x, y, ABS_RX]) == 1, "a pad")
    #expect(kind([BTN_TRIGGER], [x, y]) == 1, "a joystick")
    #expect(kind([], [x, y, ABS_Z], sensor: true) == 2)
  }
}
