import CSDL2
import TriptychCore

/// Game controllers and joysticks: opened when they come, closed when they go. Never makes one
/// shake. Main thread.
final class Pads {
  private struct Device {
    var raw: OpaquePointer
    var isController: Bool
    var name: String
    /// Held while it was plugged in: stuck, or under something. Counts from its release on.
    var ignored: Set<PadButton> = []
    /// Joysticks: what the hats say.
    var hats: [UInt8: UInt8] = [:]
  }

  private var devices: [SDL_JoystickID: Device] = [:]
  private var kept: Set<String> = []
  private static let most = 16

  /// Starts SDL's controllers. `mappings`: lines in the form of gamecontrollerdb, which go before
  /// SDL's own. Nil where SDL has no controllers.
  init?(mappings: [String], inBackground: Bool) {
    // Its drivers talk to the devices by themselves; the kernel's are enough, and can be polled.
    SDL_SetHint(SDL_HINT_JOYSTICK_HIDAPI, "0")
    SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, inBackground ? "1" : "0")
    guard SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) == 0 else { return nil }
    // Before any is opened, so that it holds for those that are there already.
    for line in mappings { SDL_GameControllerAddMapping(line) }
  }

  deinit {
    for device in devices.values { Pads.close(device) }
    SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER)
  }

  /// Of those that are there.
  var names: [String] { devices.sorted { $0.key < $1.key }.map(\.value.name) }

  func translate(_ event: SDL_Event) -> [StageEvent] {
    switch SDL_EventType(event.type) {
    case SDL_JOYDEVICEADDED: return come(event.jdevice.which)
    case SDL_JOYDEVICEREMOVED: return go(event.jdevice.which)
    case SDL_CONTROLLERBUTTONDOWN, SDL_CONTROLLERBUTTONUP:
      guard let button = Pads.button(event.cbutton.button) else { return [] }
      return press(event.cbutton.which, button, isDown: event.cbutton.state != 0)
    case SDL_CONTROLLERAXISMOTION:
      guard let axis = Pads.axis(event.caxis.axis) else { return [] }
      return move(event.caxis.which, axis, event.caxis.value)
    case SDL_JOYBUTTONDOWN, SDL_JOYBUTTONUP:
      let button: PadButton? = [0: .a, 1: .b][event.jbutton.button]
      guard isJoystick(event.jbutton.which), let button else { return [] }
      return press(event.jbutton.which, button, isDown: event.jbutton.state != 0)
    case SDL_JOYAXISMOTION:
      let axis: PadAxis? = [0: .leftx, 1: .lefty][event.jaxis.axis]
      guard isJoystick(event.jaxis.which), let axis else { return [] }
      return move(event.jaxis.which, axis, event.jaxis.value)
    case SDL_JOYHATMOTION: return turn(event.jhat)
    default: return []
    }
  }

  // MARK: Coming and going

  private func come(_ index: Int32) -> [StageEvent] {
    let number = SDL_JoystickGetDeviceInstanceID(index)
    guard number >= 0, devices[number] == nil, devices.count < Pads.most else { return [] }
    let isController = SDL_IsGameController(index) == SDL_TRUE
    if isController { keepMapping(index) }
    let raw = isController ? SDL_GameControllerOpen(index) : SDL_JoystickOpen(index)
    guard let raw else { return [] }
    let name = isController ? SDL_GameControllerName(raw) : SDL_JoystickName(raw)
    var device = Device(
      raw: raw, isController: isController,
      name: name.map { String(cString: $0) } ?? "a pad without a name")
    // Sensors of a pad call themselves joysticks too.
    if !isController, SDL_JoystickNumButtons(raw) < 1 {
      Pads.close(device)
      return []
    }
    SDL_JoystickUpdate()
    device.ignored = Pads.held(device)
    devices[number] = device
    return [.padCame(device.name, isKnown: isController)] + rests(number, device)
  }

  /// SDL guesses the mapping of a pad that is in none of its lists, and guesses, and keeps, it anew
  /// each time that the pad is plugged in (2.26). So it is given its own first guess.
  private func keepMapping(_ index: Int32) {
    guard let raw = SDL_GameControllerMappingForDeviceIndex(index) else { return }
    defer { SDL_free(raw) }
    let mapping = String(cString: raw)
    // Not more of them than SDL's own list has.
    guard !kept.contains(mapping), kept.count < 256 else { return }
    kept.insert(mapping)
    SDL_GameControllerAddMapping(PadMappings.withoutChecksum(mapping))
  }

  private func go(_ number: SDL_JoystickID) -> [StageEvent] {
    guard let device = devices.removeValue(forKey: number) else { return [] }
    Pads.close(device)
    return [.input(.padGone(pad: Int(number))), .padWent(device.name)]
  }

  /// Where its sticks are before anybody pushes them.
  private func rests(_ number: SDL_JoystickID, _ device: Device) -> [StageEvent] {
    if !device.isController {
      return [PadAxis.leftx, .lefty].enumerated().flatMap { index, axis in
        move(number, axis, SDL_JoystickGetAxis(device.raw, Int32(index)))
      }
    }
    return PadAxis.allCases.enumerated().flatMap { index, axis in
      move(
        number, axis, SDL_GameControllerGetAxis(device.raw, SDL_GameControllerAxis(Int32(index))))
    }
  }

  private static func held(_ device: Device) -> Set<PadButton> {
    guard device.isController else {
      let pressed = [PadButton.a, .b].enumerated().filter {
        SDL_JoystickGetButton(device.raw, Int32($0.offset)) != 0
      }
      return Set(pressed.map(\.element))
    }
    let pressed = PadButton.allCases.enumerated().filter {
      SDL_GameControllerGetButton(device.raw, SDL_GameControllerButton(Int32($0.offset))) != 0
    }
    return Set(pressed.map(\.element))
  }

  private static func close(_ device: Device) {
    device.isController ? SDL_GameControllerClose(device.raw) : SDL_JoystickClose(device.raw)
  }

  // MARK: Buttons and sticks

  private func isJoystick(_ number: SDL_JoystickID) -> Bool {
    devices[number]?.isController == false
  }

  private func press(
    _ number: SDL_JoystickID, _ button: PadButton, isDown: Bool
  ) -> [StageEvent] {
    guard devices[number] != nil else { return [] }
    if devices[number]?.ignored.contains(button) == true {
      if !isDown { devices[number]?.ignored.remove(button) }
      return []
    }
    let pad = Int(number)
    return [.input(isDown ? .padDown(pad: pad, button) : .padUp(pad: pad, button))]
  }

  private func move(_ number: SDL_JoystickID, _ axis: PadAxis, _ value: Int16) -> [StageEvent] {
    guard devices[number] != nil else { return [] }
    return [.input(.padMoved(pad: Int(number), axis, max(-1, Double(value) / 32767)))]
  }

  /// A joystick's hat acts as the four buttons of a pad.
  private func turn(_ event: SDL_JoyHatEvent) -> [StageEvent] {
    guard isJoystick(event.which) else { return [] }
    let before = devices[event.which]?.hats[event.hat] ?? 0
    devices[event.which]?.hats[event.hat] = event.value
    let ways: [(Int32, PadButton)] = [
      (SDL_HAT_UP, .dpup), (SDL_HAT_DOWN, .dpdown), (SDL_HAT_LEFT, .dpleft),
      (SDL_HAT_RIGHT, .dpright),
    ]
    let changed = ways.filter { Int32(before ^ event.value) & $0.0 != 0 }
    // First what is let go, so that the new way stays held.
    let ordered =
      changed.filter { Int32(before) & $0.0 != 0 }
      + changed.filter { Int32(event.value) & $0.0 != 0 }
    return ordered.flatMap {
      press(event.which, $0.1, isDown: Int32(event.value) & $0.0 != 0)
    }
  }

  /// In SDL's order.
  private static func button(_ number: UInt8) -> PadButton? {
    let all = PadButton.allCases
    return Int(number) < all.count ? all[Int(number)] : nil
  }

  private static func axis(_ number: UInt8) -> PadAxis? {
    let all = PadAxis.allCases
    return Int(number) < all.count ? all[Int(number)] : nil
  }
}
