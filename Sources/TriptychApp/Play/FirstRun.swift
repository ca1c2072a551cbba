import TriptychCore
import TriptychFiles

/// Whether a kiosk has ever shown anything here: until then its card tells who sets it up what to
/// do, afterwards it speaks to visitors. Main thread; reads a file at the start.
final class FirstRun {
  private let keeper: StateKeeper
  /// Nothing has been shown yet.
  private(set) var isFirst: Bool

  /// nil: no kiosk, or nobody could remember.
  init?(_ settings: ProgramSettings, _ environment: Environment) {
    guard settings.show.kiosk, let folder = environment.stateFolder else { return nil }
    let file = WholeFile("has-run", in: folder, atMost: 16)
    // What cannot be read has not been written.
    isFirst = ((try? file.read()) ?? nil) == nil
    keeper = StateKeeper(file)
  }

  /// An item is on the screen.
  func shown() {
    guard isFirst else { return }
    isFirst = false
    keeper.keep(Array("yes\n".utf8))
  }

  /// Waits for the disk, for a moment.
  func finish() { keeper.finish(within: .milliseconds(200)) }
}
