import TriptychCore
import TriptychFiles

/// Settings that lie beside what is shown, on a stick: they count for as long as it is shown.
extension Performance {
  /// Takes over what has come with a list, and gives back what has gone with one.
  func adopt(_ found: [ItemList.Settings], _ now: Instant) {
    guard found != brought else { return }
    let before = Set(
      brought.flatMap { SafeSettings($0.text, atStart: false).changes }.map(\.option))
    brought = found
    var changes: [SettingChange] = []
    for settings in found {
      let path = String(escaping: settings.path)
      let read = SafeSettings(settings.text, atStart: false)
      for problem in read.problems {
        log.warn("\(path):\(problem.line):\(problem.column): \(problem.message)", at: now)
      }
      guard !read.changes.isEmpty else { continue }
      let names = read.changes.map(\.option).joined(separator: ", ")
      log.info("\(path) sets \(names)", at: now)
      changes += read.changes
    }
    for name in before.subtracting(changes.map(\.option)).sorted() {
      guard let change = SettingChange(restoring: name, of: settings) else { continue }
      apply(.set(change), at: now)
    }
    if found.isEmpty, !before.isEmpty {
      log.info("the settings that a stick brought are undone", at: now)
    }
    for change in changes { apply(.set(change), at: now) }
  }
}
