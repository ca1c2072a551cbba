/// Keys that are held while another is pressed.
public struct Modifiers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let control = Modifiers(rawValue: 1)
  public static let alt = Modifiers(rawValue: 2)
  public static let shift = Modifiers(rawValue: 4)
  /// The Windows, Command or Super key.
  public static let meta = Modifiers(rawValue: 8)
}

/// A key of a keyboard as it is pressed.
public struct Key: Hashable, Sendable {
  /// SDL's name of what is printed on the key in the current layout (`SDL_GetKeyName`): `Right`,
  /// `N`, `Keypad Enter`. Letters are upper case.
  public var name: String
  /// SDL's name of its place (`SDL_GetScancodeName`), as on a US keyboard: takes over where
  /// nothing is bound to `name`, so that N works on a Cyrillic keyboard and digits on a French
  /// one.
  public var position: String

  /// `position` nil: the same as the name.
  public init(_ name: String, position: String? = nil) {
    self.name = name
    self.position = position ?? name
  }

  /// What it may be bound by, the first that is bound: its name, then its place, unless that would
  /// make a key do what another Latin key bears.
  var names: [String] {
    guard name != position, !name.isEmpty else { return [position] }
    guard let scalar = name.unicodeScalars.first, name.unicodeScalars.count == 1 else {
      return [name, position]
    }
    // On a French keyboard A stands where Q is elsewhere, and M where the semicolon is.
    let isLatin = scalar.properties.isAlphabetic && scalar.value < 0x250 || ("0"..."9") ~= scalar
    let placesDigit = position.utf8.count == 1 && ("0"..."9") ~= position
    return (placesDigit ? !isLatin || scalar.value >= 0x80 : scalar.value >= 0x250)
      ? [name, position] : [name]
  }
}

/// A button of a mouse.
public enum MouseButton: String, CaseIterable, Sendable { case left, middle, right, back, forward }

/// A button of a game controller, by SDL's names.
public enum PadButton: String, CaseIterable, Sendable {
  case a, b, x, y, back, guide, start, leftstick, rightstick, leftshoulder, rightshoulder
  case dpup, dpdown, dpleft, dpright, misc1, paddle1, paddle2, paddle3, paddle4, touchpad
}

/// An axis of a game controller, by SDL's names. Right and down are positive.
public enum PadAxis: String, CaseIterable, Sendable {
  case leftx, lefty, rightx, righty, lefttrigger, righttrigger
}

/// What a person does, as the display's events tell it.
public enum Input: Hashable, Sendable {
  /// `isRepeat`: the system's own repetition. It only says that the key is still held.
  case keyDown(Key, Modifiers, isRepeat: Bool = false)
  case keyUp(Key)
  case mouseDown(MouseButton, Modifiers = [])
  /// One notch of the wheel: where it goes.
  case wheel(Direction, Modifiers = [])
  /// A button of a game controller. `pad` tells several of them apart.
  case padDown(pad: Int, PadButton)
  case padUp(pad: Int, PadButton)
  /// A stick or trigger has moved: −1…1, triggers 0…1.
  case padMoved(pad: Int, PadAxis, Double)
  /// The game controller is unplugged or asleep: nothing of it is held any more.
  case padGone(pad: Int)
  /// The keyboard is somebody else's now (focus lost, unplugged): nothing is held any more.
  case allReleased
}
