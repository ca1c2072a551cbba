extension ModeChoice {
  /// `1920x1080@50`.
  public var words: String {
    "\(size.width)x\(size.height)" + (refreshRate.map { "@\($0)" } ?? "")
  }

  /// True if a mode that a display has is the one that is wished for. Displays say 60 for 59.94 and
  /// 59 for 59.94, so a rate next to it counts.
  public func takes(_ mode: ModeChoice) -> Bool {
    guard size == mode.size else { return false }
    guard let wish = refreshRate, let rate = mode.refreshRate else { return true }
    return abs(wish - rate) <= 1
  }

  /// The mode that is most like it: the size counts first, then the rate.
  public func nearest(among modes: [ModeChoice]) -> ModeChoice? {
    func difference(_ mode: ModeChoice) -> (Int, Int) {
      let sides = abs(mode.size.width - size.width) + abs(mode.size.height - size.height)
      return (sides, abs((mode.refreshRate ?? 60) - (refreshRate ?? 1000)))
    }
    return modes.min { difference($0) < difference($1) }
  }
}
