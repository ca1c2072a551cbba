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
}

/// A button of a mouse.
public enum MouseButton: String, CaseIterable, Sendable { case left, middle, right, back, forward }

/// What a person does, as the display's events tell it.
public enum Input: Hashable, Sendable {
  /// `isRepeat`: the system's own repetition. It only says that the key is still held.
  case keyDown(Key, Modifiers, isRepeat: Bool = false)
  case keyUp(Key)
  case mouseDown(MouseButton, Modifiers = [])
  /// One notch of the wheel: where it goes.
  case wheel(Direction, Modifiers = [])
  /// The keyboard is somebody else's now (focus lost, unplugged): nothing is held any more.
  case allReleased
}
