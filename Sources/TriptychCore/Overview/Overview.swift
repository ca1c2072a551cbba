/// All items as a grid: which cell is chosen, and how far it is scrolled. A value that knows no
/// clock; instants are passed in.
public struct Overview: Hashable, Sendable {
  public private(set) var grid: Grid
  /// The chosen cell.
  public private(set) var selected: Int
  private var course: ScalarCourse
  /// Set while a finger holds it.
  private var held: Double?
  /// Nothing moves by itself: it jumps to where a scroll would lead.
  private let isCalm: Bool

  /// Opens at an item, which stands in the middle. `isCalm`: with `--reduced-motion`.
  public init(grid: Grid, at item: Int, isCalm: Bool = false, now: Instant) {
    (self.grid, self.isCalm) = (grid, isCalm)
    selected = min(max(item, 0), max(grid.count - 1, 0))
    course = ScalarCourse(at: grid.scroll(centring: selected), now)
  }

  /// The screen or the list is another one; the chosen cell stays chosen, and in sight.
  public mutating func fit(_ grid: Grid, selected: Int, at now: Instant) {
    let wasCentred = self.grid.size != grid.size
    self.grid = grid
    self.selected = min(max(selected, 0), max(grid.count - 1, 0))
    let place = wasCentred ? grid.scroll(centring: self.selected) : scroll(at: now)
    let allowed = min(max(place, 0), grid.scrollable)
    (held, course) = (nil, ScalarCourse(at: allowed, now))
  }

  /// Pixels from the top.
  public func scroll(at now: Instant) -> Double {
    guard let held else { return course.value(at: now) }
    // Beyond an end the finger is followed less and less.
    let allowed = min(max(held, 0), grid.scrollable)
    let excess = held - allowed
    return allowed + excess / (1 + abs(excess) / (grid.size.height / 4))
  }

  /// True until a scroll has come to rest.
  public func isMoving(at now: Instant) -> Bool { held == nil && course.isMoving(at: now) }

  // MARK: Keys and sticks

  /// Chooses another cell: columns to the right, rows down. Past the end of a row comes the next
  /// row; beyond the first and the last cell there is nothing.
  public mutating func move(columns: Int, rows: Int, at now: Instant) {
    guard grid.count > 0 else { return }
    var index = selected + columns
    if rows != 0 {
      index += rows * grid.columns
      // Down from the last row but one leads to the last cell, where nothing lies below.
      let isLastRow = selected / grid.columns == grid.rows - 1
      if rows > 0, index >= grid.count { index = isLastRow ? selected : grid.count - 1 }
      if rows < 0, index < 0 { index = selected / grid.columns == 0 ? selected : index }
    }
    choose(index, at: now)
  }

  /// As many rows as can be seen.
  public mutating func page(_ count: Int, at now: Instant) {
    let rows = max(Int(grid.size.height / grid.pitch) - 1, 1)
    choose(selected + count * rows * grid.columns, at: now)
  }

  /// Chooses a cell; one that is not in sight is scrolled to.
  public mutating func choose(_ index: Int, at now: Instant) {
    selected = min(max(index, 0), max(grid.count - 1, 0))
    let from = scroll(at: now)
    scroll(to: grid.scroll(showing: selected, from: goal(at: now)), from: from, at: now)
  }

  /// Screens towards the end, at once. What is chosen stays in its column, in sight.
  mutating func scroll(by way: Double, at now: Instant) {
    guard way.isFinite, grid.count > 0 else { return }
    let to = scroll(at: now) + way * grid.size.height
    let place = min(max(to, 0), grid.scrollable)
    (held, course) = (nil, ScalarCourse(at: place, now))
    while grid.rect(of: selected, scroll: place).y < 0, selected + grid.columns < grid.count {
      selected += grid.columns
    }
    while grid.rect(of: selected, scroll: place).maxY > grid.size.height, selected >= grid.columns {
      selected -= grid.columns
    }
  }

  // MARK: Fingers and wheel

  /// The finger moves it by so many pixels, positive towards the end.
  public mutating func drag(by way: Double, at now: Instant) {
    held = (held ?? course.value(at: now)) + way
  }

  /// The finger leaves, at so many pixels a second towards the end: it glides on.
  public mutating func release(speed: Double, at now: Instant) {
    let from = scroll(at: now)
    held = nil
    if isCalm {
      course = ScalarCourse(at: min(max(from, 0), grid.scrollable), now)
      return
    }
    course = ScalarCourse(
      thrownFrom: from, speed: speed, within: 0...grid.scrollable, extent: grid.size.height,
      start: now)
  }

  /// Notches of the wheel: two thirds of a row each.
  public mutating func wheel(_ notches: Double, at now: Instant) {
    let goal = min(max(goal(at: now) + notches * grid.pitch * 2 / 3, 0), grid.scrollable)
    scroll(to: goal, from: scroll(at: now), at: now)
  }

  private func goal(at now: Instant) -> Double { held ?? course.goal }

  private mutating func scroll(to goal: Double, from: Double, at now: Instant) {
    let speed = held == nil ? course.speed(at: now) : 0
    held = nil
    if isCalm {
      course = ScalarCourse(at: goal, now)
      return
    }
    course = ScalarCourse(
      from: from, speed: speed, to: goal, start: now, omega: 16, grain: 0.25)
  }
}
