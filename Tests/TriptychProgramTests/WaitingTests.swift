import CSystem
import Glibc
import Testing
import TriptychCore

@testable import TriptychApp

/// The main loop's sleep beside a pad: a fifo stands for the device.
@Suite struct WaitingTests {
  private let folder: TemporaryFolder
  private let waiting: Waiting

  init() throws {
    folder = try TemporaryFolder()
    folder.makeFifo("event7")
    waiting = Waiting(
      bell: Bell(), display: -1, signals: -1, watchesConsole: false, folder: folder.path)
  }

  /// What a pad says: type, code, value.
  private func say(_ events: [(Int32, Int32, Int32)], on name: String = "event7") throws {
    let descriptor = open(folder.path + "/" + name, O_WRONLY | O_NONBLOCK)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    for event in events {
      var record = input_event()
      (record.type, record.code, record.value) = (UInt16(event.0), UInt16(event.1), event.2)
      #expect(write(descriptor, &record, MemoryLayout<input_event>.size) > 0)
    }
  }

  private func keepOpen() -> Int32 { open(folder.path + "/event7", O_RDWR | O_NONBLOCK) }

  private func wakes() -> Bool { waiting.wait(atMost: .milliseconds(30)).devices }

  @Test("a stick that trembles wakes nobody, a push and a button do")
  func tremble() throws {
    let held = keepOpen()
    defer { close(held) }
    #expect(!wakes())
    try say([(EV_ABS, ABS_X, 128), (EV_SYN, 0, 0)])
    #expect(wakes(), "where it rests is news once")
    for round in 0..<20 {
      try say([(EV_ABS, ABS_X, 128 + Int32(round % 3) * 900), (EV_SYN, 0, 0), (EV_MSC, 4, 1)])
      #expect(!wakes())
    }
    try say([(EV_ABS, ABS_X, 32767)])
    #expect(wakes())
    try say([(EV_ABS, ABS_X, 20000)])
    #expect(wakes(), "its way back too")
    try say([(EV_KEY, BTN_SOUTH, 1)])
    #expect(wakes())
    try say([(EV_ABS, ABS_HAT0X, -1)])
    #expect(wakes())
    try say([(EV_SYN, SYN_DROPPED, 0)])
    #expect(wakes())
    #expect(!wakes())
  }

  @Test("a slow push is not missed")
  func slow() throws {
    let held = keepOpen()
    defer { close(held) }
    var woken = 0
    for value in stride(from: Int32(0), through: 32000, by: 400) {
      try say([(EV_ABS, ABS_Y, value)])
      if waiting.wait(atMost: .zero).devices { woken += 1 }
    }
    #expect((9...20).contains(woken))
  }

  @Test("a device that comes or goes wakes, and SDL is asked again for a while")
  func plugs() throws {
    let held = keepOpen()
    #expect(!wakes())
    folder.makeFifo("event8")
    #expect(waiting.wait(atMost: nil).devices)
    let other = open(folder.path + "/event8", O_RDWR | O_NONBLOCK)
    defer { close(other) }
    try say([(EV_KEY, BTN_SOUTH, 1)], on: "event8")
    #expect(wakes())
    // As an unplugged device does.
    close(held)
    #expect(waiting.wait(atMost: nil).devices)
    var turns = 0
    while waiting.wait(atMost: .seconds(10)).devices {
      turns += 1
      if turns == 12 { break }
    }
    #expect(turns == 12, "for three seconds, then no more")
    #expect(!wakes())
  }

  @Test("a folder that is not there is no reason to stay awake")
  func nowhere() {
    let bell = Bell()
    let waiting = Waiting(
      bell: bell, display: -1, signals: -1, watchesConsole: true, folder: "/nonexistent")
    #expect(!waiting.wait(atMost: .milliseconds(1)).isWorthIt)
    bell.ring()
    #expect(waiting.wait(atMost: nil).bell)
  }
}
