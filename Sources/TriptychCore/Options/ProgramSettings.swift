/// A size in whole pixels.
public struct PixelSize: Hashable, Sendable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Pixels in all.
  public var area: Int { width * height }
}

extension PixelSize: CustomStringConvertible {
  /// `1280x720`.
  public var description: String { "\(width)x\(height)" }
}

/// Who draws.
public enum Renderer: String, CaseIterable, Sendable {
  /// The graphics processor where there is one, else the processor.
  case auto
  /// The processor.
  case cpu
  /// OpenGL ES 2 or OpenGL, whatever answers to it.
  case gpu
  case opengles2
  /// X11 and Wayland only: on a bare console it shows black.
  case opengl
}

/// Which of several displays.
public enum DisplayChoice: Hashable, Sendable {
  /// Counting from 1.
  case number(Int)
  /// A connector's name, or the session's name of the display.
  case named(String)
}

/// A display's size and rate, as wished.
public struct ModeChoice: Hashable, Sendable {
  public var size: PixelSize
  /// Hz, 1…1000; nil: the fastest there is.
  public var refreshRate: Int?

  public init(size: PixelSize, refreshRate: Int? = nil) {
    (self.size, self.refreshRate) = (size, refreshRate)
  }
}

/// In what order a folder is shown.
public enum FolderOrder: String, CaseIterable, Sendable {
  /// Natural order of the names, files before subfolders.
  case name
  /// Oldest first, by when the camera took it, else by its last change.
  case date
  /// Oldest change first.
  case mtime
}

/// How much the log says; each level with those before it.
public enum LogLevel: String, CaseIterable, Comparable, Sendable {
  case error, warn, info, debug

  /// 0 for `error` … 3 for `debug`.
  public var rank: Int {
    switch self {
    case .error: 0
    case .warn: 1
    case .info: 2
    case .debug: 3
    }
  }

  public static func < (a: LogLevel, b: LogLevel) -> Bool { a.rank < b.rank }
}

/// Where the show starts.
public enum StartPoint: Hashable, Sendable {
  /// A position in the list, counting from 1.
  case number(Int)
  /// The first item of that file name, or whose location ends in it.
  case name([UInt8])
}

/// A path that the user or the configuration names.
public struct NamedPath: Hashable, Sendable {
  /// As written (from a configuration file: joined to the file's folder).
  public var bytes: [UInt8]
  /// Given by `--playlist`: a playlist whatever its name and content.
  public var isPlaylist: Bool

  public init(bytes: [UInt8], isPlaylist: Bool = false) {
    self.bytes = bytes
    self.isPlaylist = isPlaylist
  }

  /// `-`: a list on standard input.
  public var isStandardInput: Bool { bytes == [0x2D] }
}

/// What `render` makes.
public struct RenderSettings: Hashable, Sendable {
  public var size = PixelSize(width: 1280, height: 720)
  /// Frames a second; frame k shows t = k / fps.
  public var fps = 30.0
  /// nil with `seconds` nil: one pass.
  public var frames: Int?
  public var seconds: Duration?
  /// More pixels than that do not fit into the memory that a decoder may have.
  static let largestPicture = PixelSize(width: 8192, height: 8192)
  /// An encoder holds dozens of frames.
  public static let largestFilm = PixelSize(width: 8192, height: 4320)
  /// The folder for frame-00000.png …
  public var output: [UInt8]?
  /// The trace whose frames are rendered again.
  public var instants: [UInt8]?

  /// Nobody says how long.
  public var isOnePass: Bool { frames == nil && seconds == nil && instants == nil }

  public init() {}
}

/// All that options and configuration say, the show's own values among it.
public struct ProgramSettings: Hashable, Sendable {
  public var show = ShowSettings()
  /// In the order given.
  public var paths: [NamedPath] = []
  /// What is shown while `paths` give nothing at all.
  public var fallbacks: [[UInt8]] = []
  /// The file of `--safe-config`.
  public var safeConfiguration: [UInt8]?
  /// Lists on standard input end their entries with NUL instead of a line end.
  public var nulSeparated = false
  public var order = FolderOrder.name
  /// What the list is read from is watched, and read again when it changes.
  public var watch = true
  public var startAt = StartPoint.number(1)
  /// nil: by chance, and 0 in `render`. The program part settles it in `show.seed`.
  public var seed: UInt64?
  /// nil: the whole screen.
  public var window: PixelSize?
  /// nil: the first display.
  public var display: DisplayChoice?
  /// nil: the display stays as it is.
  public var mode: ModeChoice?
  public var renderer = Renderer.auto
  /// How the display is turned against the viewer, clockwise.
  public var screenRotation = Rotation.none
  public var bars = BarsSettings()
  /// nil: that of the environment.
  public var language: Language?
  /// Words that stand in the stead of the language's.
  public var ownWords: [Words.Key: String] = [:]
  /// What is kept free of the show at the display's edges.
  public var inset = Insets.none
  /// When the screen is on.
  public var screenHours = ScreenHours()
  /// How long after the last input of a person what they did is undone; nil: never.
  public var idleReset: Duration?
  /// The item that this goes to; nil: the show goes on where it is.
  public var idleGoto: StartPoint?
  /// The show goes on where it was when it ended.
  public var resumes = false
  public var logLevel = LogLevel.info
  /// The file of `--config`.
  public var configuration: [UInt8]?
  public var bindings = Bindings.builtIn
  /// Inputs are shown, not obeyed.
  public var testsInput = false
  /// The file of `--pad-mappings`.
  public var padMappings: [UInt8]?
  /// What that file says. The program part reads it.
  public var pads = PadMappings()
  public var render = RenderSettings()
  /// So many items are played, and every frame that was late, black or wrong is named.
  public var prove: Int?
  /// Where to listen; `ctl`: where to connect. nil: where it is usual.
  public var controlSocket: [UInt8]?
  /// Whose members may connect, too.
  public var controlGroup: String?
  /// Beneath which files may be inserted, besides what is played.
  public var controlRoots: [[UInt8]] = []
  /// `ctl` prints answers as they come.
  public var printsJSON = false
  /// `check` prints the entries instead of the problems.
  public var listsEntries = false
  /// `check` plays each film for a moment.
  public var playsFilms = false
  public var rehearsal = RehearsalSettings()
  /// Where to write what happens.
  public var record: [UInt8]?
  /// The file that gets a line a frame.
  public var trace: [UInt8]?
  /// The record that is played back. The program part reads it.
  public var replay: [UInt8]?
  /// The options that make the show what it is, as written, for a record's head.
  public var written: [WrittenOption] = []

  public init() {}

  /// The built-in values; those of a kiosk differ in what `help kiosk` lists.
  public static func builtIn(kiosk: Bool) -> ProgramSettings {
    var settings = ProgramSettings()
    guard kiosk else { return settings }
    for option in Option.all {
      guard let fallback = option.kioskFallback else { continue }
      // The table's own values are right: a test reads each of them.
      if let change = try? option.read(Array(fallback.utf8)) { change(&settings) }
    }
    settings.show.kiosk = true
    return settings
  }
}
