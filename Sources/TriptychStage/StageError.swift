/// Why the display cannot be used.
public struct StageError: Error, Sendable, CustomStringConvertible {
  /// What kind of failure it is; decides the exit code.
  public enum Code: Sendable {
    /// No X server, no Wayland compositor, no DRM card.
    case noDisplay
    /// The display is there but cannot be drawn on.
    case cannotDraw
  }

  public let code: Code
  /// What was tried, SDL's own words and what to do.
  public let description: String
}
