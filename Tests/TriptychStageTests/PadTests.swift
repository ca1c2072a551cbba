import CSDL2
import Testing
import TriptychCore
import TriptychStage

/// Pads, from SDL's events to what they lead to.
@Suite(.serialized) @MainActor struct PadTests {
  private func at(_ milliseconds: Int) -> Instant { Instant(.milliseconds(milliseconds)) }
  private var reader: InputReader { InputReader(bindings: .builtIn, isKiosk: false) }

  @Test("every button and axis of a pad arrives under its own name")
  func names() throws {
    let bench = try PadBench()
    let pad = try bench.plug()
    let number = Int(pad.number)
    // SDL's own mapping of such a pad has no more.
    for button in PadButton.allCases where button != .touchpad {
      pad.set(button, true)
      #expect(bench.inputs() == [.padDown(pad: number, button)])
      pad.set(button, false)
      let inputs = bench.inputs()
      // SDL lets a short press of that one last longer.
      #expect(inputs == [.padUp(pad: number, button)] || button == .guide)
    }
    for axis in PadAxis.allCases {
      pad.set(axis, 32767)
      #expect(bench.inputs().last == .padMoved(pad: number, axis, 1))
      pad.set(axis, axis == .lefttrigger || axis == .righttrigger ? -32768 : 0)
      #expect(bench.inputs().last == .padMoved(pad: number, axis, 0))
    }
  }

  @Test(
    "each binding of a pad does what the table says", arguments: [Axis.horizontal, .vertical])
  func table(axis: Axis) throws {
    let bench = try PadBench()
    let pad = try bench.plug()
    let rows = Bindings.builtIn.all().filter { $0.chord.kind == .pad }
    #expect(rows.count == 20)
    for row in rows {
      var reader = reader
      for input in rest(of: pad, bench) { _ = reader.read(input, at: at(0)) }
      push(pad, row.chord.name)
      var actions = bench.inputs().flatMap { reader.read($0, at: at(1000), axis: axis) }
      let isAnalogue = row.action == .drag || row.chord.name.hasSuffix("trigger")
      if isAnalogue { actions = reader.advance(to: at(1016), axis: axis) }
      if case .command(.zoom(let whole)) = row.action {
        // In 16 ms 4^0.016, or back.
        guard case .command(.zoom(let factor)) = actions.first, actions.count == 1 else {
          #expect(Bool(false), "\(row.chord.text): \(actions)")
          continue
        }
        #expect(abs((whole > 1 ? factor : 1 / factor) - 1.022_428_5) < 0.000_01)
      } else {
        #expect(actions == expected(row, axis), "\(row.chord.text)")
      }
      release(pad, row.chord.name)
      _ = bench.inputs().flatMap { reader.read($0, at: at(1100), axis: axis) }
    }
  }

  private func expected(_ row: Bindings.Binding, _ axis: Axis) -> [UserAction] {
    switch row.action {
    case .command(let command): [.command(command)]
    case .down: axis == .vertical ? [.command(.next)] : []
    case .up: axis == .vertical ? [.command(.previous)] : []
    case .drag:
      (row.chord.name == "pad.rightx") == (axis == .horizontal)
        ? [.command(.drag(by: 0.032))] : []
    case .enter: [.command(.toggleFilm)]
    case .back: [.back]
    case .information: [.toggleInformation]
    case .bars: [.toggleBars]
    case .overview: [.toggleOverview]
    default: []
    }
  }

  private func rest(of pad: VirtualPad, _ bench: PadBench) -> [Input] {
    for axis in PadAxis.allCases { pad.set(axis, isTrigger(axis) ? -32768 : 0) }
    _ = bench.inputs()
    return PadAxis.allCases.map { .padMoved(pad: Int(pad.number), $0, 0) }
  }

  private func isTrigger(_ axis: PadAxis) -> Bool {
    axis == .lefttrigger || axis == .righttrigger
  }

  private func push(_ pad: VirtualPad, _ name: String) { set(pad, name, 32767) }
  private func release(_ pad: VirtualPad, _ name: String) { set(pad, name, 0) }

  private func set(_ pad: VirtualPad, _ name: String, _ value: Int16) {
    let bare = String(name.dropFirst(4))
    if let button = PadButton(rawValue: bare) { return pad.set(button, value != 0) }
    let isBack = bare.hasSuffix("-")
    let axis = PadAxis(rawValue: bare.hasSuffix("+") || isBack ? String(bare.dropLast()) : bare)
    if let axis { pad.set(axis, isBack ? -value : value) }
  }

  @Test("a pad that comes and goes a hundred times: one step a press, and nothing grows")
  func hundredTimes() throws {
    let bench = try PadBench()
    var (reader, steps, allocations) = (reader, 0, Int32(0))
    for round in 0..<100 {
      let pad = try VirtualPad()
      #expect(bench.stage.events().contains { if case .padCame = $0 { true } else { false } })
      #expect(bench.stage.padNames.count == 1)
      _ = try pad.opened()
      pad.set(.dpright, true)
      for input in bench.inputs() {
        steps += reader.read(input, at: at(round * 10)).count
      }
      pad.unplug()
      let events = bench.stage.events()
      #expect(events.contains { if case .padWent = $0 { true } else { false } })
      for case .input(let input) in events {
        #expect(reader.read(input, at: at(round * 10 + 5)) == [])
      }
      #expect(reader.due == nil, "nothing is held by a pad that is gone")
      if round == 9 { allocations = SDL_GetNumAllocations() }
    }
    #expect(steps == 100)
    #expect(bench.stage.padNames == [])
    #expect(SDL_GetNumAllocations() <= allocations)
  }

  @Test("two pads at once step both, and the end of one does not end the other's")
  func two() throws {
    let bench = try PadBench()
    let (first, second) = (try bench.plug(), try bench.plug())
    var reader = reader
    first.set(.dpright, true)
    #expect(bench.inputs().flatMap { reader.read($0, at: at(0)) } == [.command(.next)])
    second.set(.dpleft, true)
    #expect(bench.inputs().flatMap { reader.read($0, at: at(100)) } == [.command(.previous)])
    first.unplug()
    #expect(bench.inputs().flatMap { reader.read($0, at: at(200)) } == [])
    #expect(reader.advance(to: at(500)) == [.command(.previous)])
    second.set(.dpleft, false)
    _ = bench.inputs().flatMap { reader.read($0, at: at(510)) }
    #expect(reader.due == nil)
  }

  @Test("a joystick that SDL does not know steps by its hat, its stick and has two buttons")
  func joystick() throws {
    let bench = try PadBench()
    let stick = try bench.plug(SDL_JOYSTICK_TYPE_UNKNOWN)
    var (reader, now) = (reader, 0)
    func actions() -> [UserAction] {
      now += 100
      return bench.inputs().flatMap { reader.read($0, at: at(now)) }
    }
    stick.setHat(SDL_HAT_RIGHT)
    #expect(actions() == [.command(.next)])
    stick.setHat(SDL_HAT_LEFT)
    #expect(actions() == [.command(.previous)])
    #expect(reader.due != nil, "the new way is held")
    stick.setHat(0)
    #expect(actions() == [])
    #expect(reader.due == nil)
    stick.set(.leftx, 32767)
    #expect(actions() == [.command(.next)])
    stick.set(.leftx, 0)
    #expect(actions() == [])
    stick.set(.a, true)
    #expect(actions() == [.command(.toggleFilm)])
    stick.set(.b, true)
    #expect(actions() == [.back])
    stick.set(.start, true)
    #expect(actions() == [])
  }

  @Test("a mapping of the user's goes before SDL's own, also for a pad that is there already")
  func mapping() throws {
    let plain = try PadBench()
    let pad = try VirtualPad()
    var text = [CChar](repeating: 0, count: 33)
    SDL_JoystickGetGUIDString(SDL_JoystickGetDeviceGUID(pad.index), &text, 33)
    let guid = String(decoding: text.prefix(32).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    _ = plain
    let mappings = PadMappings(Array("\(guid),Swapped,a:b1,b:b0,platform:Linux,".utf8))
    #expect(mappings.problems == [])
    for line in mappings.lines { SDL_GameControllerAddMapping(line) }
    _ = plain.stage.events()
    #expect(plain.stage.padNames == ["Swapped"])
    let opened = try pad.opened()
    opened.set(.a, true)
    #expect(plain.inputs() == [.padDown(pad: Int(pad.number), .b)])
  }

  @Test("what is held while it is plugged in counts only from its release on")
  func held() throws {
    let bench = try PadBench()
    let pad = try VirtualPad()
    let opened: OpaquePointer? = SDL_JoystickOpen(pad.index)
    let raw = try #require(opened)
    defer { SDL_JoystickClose(raw) }
    _ = try pad.opened()
    pad.set(.dpright, true)
    pad.set(.leftx, 32767)
    SDL_JoystickUpdate()
    var reader = reader
    func actions(_ now: Int) -> [UserAction] {
      bench.inputs().flatMap { reader.read($0, at: at(now)) }
    }
    #expect(actions(0) == [])
    #expect(reader.due == nil)
    pad.set(.leftx, 32000)
    #expect(actions(10) == [])
    pad.set(.leftx, 0)
    pad.set(.dpright, false)
    #expect(actions(20) == [])
    pad.set(.dpright, true)
    #expect(actions(30) == [.command(.next)])
    pad.set(.dpright, false)
    #expect(actions(40) == [])
    pad.set(.leftx, 32767)
    #expect(actions(50) == [.command(.next)])
  }
}
