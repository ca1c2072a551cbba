import CSDL2
import Testing
import TriptychCore
import TriptychStage

/// A stage that nobody sees. SDL has one state a process: what starts it is on the main actor.
@MainActor final class PadBench {
  let stage: Stage

  init(mappings: [String] = []) throws {
    SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen")
    let display = try Display()
    stage = try Stage(display, Stage.Wish())
    try #require(stage.startPads(mappings: mappings))
    _ = stage.events()
  }

  /// What a person does, as the stage tells it.
  func inputs() -> [Input] {
    stage.events().compactMap { if case .input(let input) = $0 { input } else { nil } }
  }

  /// Plugs in a pad that the stage has seen, at rest.
  func plug(_ type: SDL_JoystickType = SDL_JOYSTICK_TYPE_GAMECONTROLLER) throws -> VirtualPad {
    let pad = try VirtualPad(type)
    _ = stage.events()
    return try pad.opened()
  }
}

/// A pad that is made of air. Unplugged with its owner, or sooner.
@MainActor final class VirtualPad {
  private(set) var index: Int32
  private(set) var number: SDL_JoystickID
  private var raw: OpaquePointer?
  private let name = strdup("Triptych's own")

  init(_ type: SDL_JoystickType = SDL_JOYSTICK_TYPE_GAMECONTROLLER) throws {
    var description = SDL_VirtualJoystickDesc()
    description.version = UInt16(SDL_VIRTUAL_JOYSTICK_DESC_VERSION)
    description.type = UInt16(type.rawValue)
    (description.naxes, description.nbuttons, description.nhats) = (6, 21, 1)
    description.name = UnsafePointer(name)
    index = SDL_JoystickAttachVirtualEx(&description)
    try #require(index >= 0)
    number = SDL_JoystickGetDeviceInstanceID(index)
  }

  isolated deinit {
    unplug()
    free(name)
  }

  func opened() throws -> VirtualPad {
    let found: OpaquePointer? = SDL_JoystickFromInstanceID(number)
    let here: OpaquePointer = try #require(found)
    raw = here
    return self
  }

  func unplug() {
    raw = nil
    for index in 0..<SDL_NumJoysticks() where SDL_JoystickGetDeviceInstanceID(index) == number {
      SDL_JoystickDetachVirtual(index)
    }
    number = -1
  }

  func set(_ button: PadButton, _ isDown: Bool) {
    guard let at = PadButton.allCases.firstIndex(of: button) else { return }
    SDL_JoystickSetVirtualButton(raw, Int32(at), isDown ? 1 : 0)
  }

  func set(_ axis: PadAxis, _ value: Int16) {
    guard let at = PadAxis.allCases.firstIndex(of: axis) else { return }
    SDL_JoystickSetVirtualAxis(raw, Int32(at), value)
  }

  func setHat(_ value: Int32) { SDL_JoystickSetVirtualHat(raw, 0, UInt8(value)) }
}
