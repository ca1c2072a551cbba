import CSDL2
import TriptychCore

/// A display that SDL has found.
public struct DisplayFacts: Hashable, Sendable {
  /// SDL's name of it; a number where it has none.
  public var name: String
  /// The kernel's name of its connector, on a bare console.
  public var connector: String?
  /// As it is.
  public var mode: ModeChoice
  /// All that it can be, as the driver orders them: largest first.
  public var modes: [ModeChoice]

  /// What one may write for it behind `--display`, besides its number.
  public var names: [String] {
    let own = Int(name) == nil ? [name] : []  // KMSDRM numbers its displays from 0
    return (connector.map { [$0] } ?? []) + own
  }
}

extension Display {
  /// The displays there are; `--display 1` is the first.
  public var facts: [DisplayFacts] {
    let connectors = driver == "kmsdrm" ? Connectors.inUse() : []
    return (0..<Int(max(SDL_GetNumVideoDisplays(), 0))).map { index in
      var now = SDL_DisplayMode()
      SDL_GetDesktopDisplayMode(Int32(index), &now)
      return DisplayFacts(
        name: SDL_GetDisplayName(Int32(index)).map { String(cString: $0) } ?? String(index),
        connector: connectors.indices.contains(index) ? connectors[index] : nil,
        mode: ModeChoice(now), modes: modes(of: index).map { ModeChoice($0) })
    }
  }

  /// SDL's number of the display that is wished for. Throws where it is not there, and says which
  /// are.
  func index(of choice: DisplayChoice?) throws(StageError) -> Int {
    guard let choice else { return 0 }
    let all = facts
    guard let index = all.index(of: choice) else {
      throw StageError(code: .noDisplay, description: "--display: " + all.words(without: choice))
    }
    return index
  }

  private func modes(of index: Int) -> [SDL_DisplayMode] {
    (0..<max(SDL_GetNumDisplayModes(Int32(index)), 0)).compactMap { number in
      var mode = SDL_DisplayMode()
      let isThere = SDL_GetDisplayMode(Int32(index), number, &mode) == 0
      return isThere && mode.w > 0 && mode.h > 0 ? mode : nil
    }
  }

  /// The mode that is wished for, or what to say where the display does not have it.
  func mode(_ choice: ModeChoice?, of index: Int) -> (mode: SDL_DisplayMode?, problem: String?) {
    guard let choice else { return (nil, nil) }
    let all = modes(of: index)
    let fitting = all.filter { choice.takes(ModeChoice($0)) }
    if let best = fitting.max(by: { $0.refresh_rate < $1.refresh_rate }) { return (best, nil) }
    guard let nearest = choice.nearest(among: all.map { ModeChoice($0) }) else {
      return (nil, "--mode \(choice.words): the display has no modes; it stays as it is")
    }
    return (
      nil,
      "--mode \(choice.words): the display does not have it, the nearest is \(nearest.words); "
        + "it stays as it is"
    )
  }
}

extension ModeChoice {
  init(_ mode: SDL_DisplayMode) {
    self.init(
      size: PixelSize(width: Int(mode.w), height: Int(mode.h)),
      refreshRate: mode.refresh_rate > 0 ? Int(mode.refresh_rate) : nil)
  }
}

extension [DisplayFacts] {
  /// Names count alike in both cases.
  public func index(of choice: DisplayChoice) -> Int? {
    switch choice {
    case .number(let number): indices.contains(number - 1) ? number - 1 : nil
    case .named(let name):
      firstIndex { $0.names.contains { $0.lowercased() == name.lowercased() } }
    }
  }

  /// What to say to somebody who asks for a display that is not there.
  public func words(without choice: DisplayChoice) -> String {
    let wanted =
      switch choice {
      case .number(let number): "there is no display \(number)"
      case .named(let name): "there is no display \(name)"
      }
    if isEmpty { return wanted + ", and no other" }
    let all = enumerated().map { index, facts in
      ([String(index + 1)] + facts.names).joined(separator: " or ")
    }
    return wanted + "; there is " + all.joined(separator: ", ")
  }
}
