extension Bindings {
  /// A line of the table of keys.
  public struct Row: Hashable, Sendable {
    /// `Right, PageDown`.
    public let keys: String
    /// The command as it is written; empty for the digits.
    public let words: String
    /// What it does.
    public let summary: String
  }

  /// A row for each action that a device has, in the order in which they were bound.
  public func rows(of kind: Chord.Kind = .key, kiosk: Bool = false) -> [Row] {
    var chords: [Action: [String]] = [:]
    var actions: [Action] = []
    for binding in all(kiosk: kiosk) where binding.chord.kind == kind {
      let action = if case .digit = binding.action { Action.digit(1) } else { binding.action }
      if chords[action] == nil { actions.append(action) }
      chords[action, default: []].append(binding.chord.text)
    }
    return actions.map { action in
      let chords = chords[action] ?? []
      let names = shortened(chords, action)
      let words = if case .digit = action { "" } else { action.words }
      return Row(
        keys: names.joined(separator: ", "), words: words,
        summary: Bindings.byTriggers(action, chords) ?? action.summary)
    }
  }

  /// What it does where triggers alone do it; nil: the same as elsewhere.
  private static func byTriggers(_ action: Action, _ chords: [String]) -> String? {
    guard case .command(.zoom(let factor)) = action else { return nil }
    let triggers = PadAxis.allCases.filter(\.isTrigger).map { $0.name(1) }
    guard chords.allSatisfy({ triggers.contains($0) }) else { return nil }
    return (factor > 1 ? "larger" : "less large") + ", the farther the faster"
  }

  /// The table that `triptych keys` prints, at most 80 columns wide.
  public func table(kiosk: Bool = false) -> String {
    var (text, bound) = ("", Set<String>())
    for (kind, title) in Bindings.devices {
      let rows = rows(of: kind, kiosk: kiosk)
      if rows.isEmpty { continue }
      text += (text.isEmpty ? "" : "\n") + title + ":\n"
      for row in rows { text += Bindings.row(row.keys, row.words, row.summary) }
      bound.formUnion(rows.map(\.words))
    }
    text += "\nMouse and fingers, as long as no binding says otherwise:\n"
    for (hand, summary) in Bindings.hands { text += Bindings.row(hand, "", summary) }
    text += "\nCommands that nothing has:\n"
    for entry in Action.entries where !bound.contains(entry.words) {
      if kiosk, entry.isLockedInKiosk { continue }
      text += Bindings.row("", entry.words, entry.summary)
    }
    return text + Bindings.row("", "go 3", "the third item; likewise seek 30, volume -10")
  }

  private static let devices: [(Chord.Kind, String)] = [
    (.key, "Keyboard"), (.pad, "Pad"), (.mouse, "Mouse"),
  ]

  /// What needs no binding.
  private static let hands = [
    ("click, tap", "the bars with their buttons, or away; in the overview: open the item"),
    ("double click, double tap", "enlarge the place, or back"),
    ("drag along", "the show follows: next or previous; enlarged: look round"),
    ("drag across", "pull the view away, down where the show goes sideways: the overview"),
    ("long press", "a line about the item, on or off"),
    ("pinch", "enlarge or back; made small: the overview"),
    ("wheel", "next or previous; in the overview: up and down"),
    ("Ctrl+wheel", "enlarge or back"),
  ]

  private static func row(_ names: String, _ words: String, _ summary: String) -> String {
    let (left, right) = (wrapped(names, to: 25), wrapped(summary, to: 38))
    var text = ""
    for index in 0..<max(left.count, right.count) {
      let name = index < left.count ? left[index] : ""
      let line = column(name, 27) + column(index == 0 ? words : "", 14)
      text += trimmedEnd(line + (index < right.count ? right[index] : "")) + "\n"
    }
    return text
  }

  /// The digits' keys are many, and everybody knows them.
  private func shortened(_ names: [String], _ action: Action) -> [String] {
    guard case .digit = action, names.count > 10 else { return names }
    return ["1 ... 8", "Keypad 0 ... 9"]
  }
}

/// The text, filled with blanks to `width`; at least one blank follows.
func column(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(1, width - text.count))
}

/// The text in lines of at most `width` characters, broken at blanks; at least one line. A word
/// longer than that has a line of its own.
func wrapped(_ text: String, to width: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    if !line.isEmpty, line.count + 1 + word.count > width {
      lines.append(line)
      line = ""
    }
    line += (line.isEmpty ? "" : " ") + word
  }
  return lines + (line.isEmpty && !lines.isEmpty ? [] : [line])
}

/// Without blanks at the end.
func trimmedEnd(_ text: String) -> String {
  String(text[..<(text.lastIndex { $0 != " " }.map { text.index(after: $0) } ?? text.startIndex)])
}
