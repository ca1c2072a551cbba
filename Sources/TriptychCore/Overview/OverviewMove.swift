/// What a person does in the overview.
public enum OverviewMove: Hashable, Sendable {
  case left, right, up, down
  case pageUp, pageDown
  case first, last
  /// With a stick: screens towards the end. The chosen cell comes along.
  case scroll(by: Double)
  /// Flies to the chosen item.
  case open
  /// Flies back to where one came from.
  case close
}

extension Overview {
  /// Chooses another cell. `open` and `close` are not its own matter.
  public mutating func move(_ move: OverviewMove, at now: Instant) {
    switch move {
    case .left: self.move(columns: -1, rows: 0, at: now)
    case .right: self.move(columns: 1, rows: 0, at: now)
    case .up: self.move(columns: 0, rows: -1, at: now)
    case .down: self.move(columns: 0, rows: 1, at: now)
    case .pageUp: page(-1, at: now)
    case .pageDown: page(1, at: now)
    case .scroll(let way): scroll(by: way, at: now)
    case .first: choose(0, at: now)
    case .last: choose(grid.count - 1, at: now)
    case .open, .close: break
    }
  }
}
