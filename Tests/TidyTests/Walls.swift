/// Who may import what: the walls of docs/ARCHITECTURE.md, and Swift's own modules.
enum Walls {
  /// The standard library's parts; no Foundation anywhere.
  static let everywhere: Set<String> = ["Synchronization", "Builtin"]

  /// Per module of `Sources`, what it may import of ours and of C.
  static let table: [String: Set<String>] = [
    // Glibc for its mathematics: files and clocks are banned there by name.
    "TriptychCore": ["Glibc"],
    "TriptychPaint": ["Glibc", "TriptychCore"],
    "TriptychWire": ["Glibc", "CSystem"],
    "TriptychMedia": ["Glibc", "TriptychCore", "TriptychWire"],
    "TriptychRemote": ["Glibc", "TriptychCore", "CSystem"],
    "TriptychFiles": ["Glibc", "TriptychCore", "CSystem", "CMessageDigest"],
    "TriptychScript": ["Glibc", "TriptychCore", "CScript"],
    "TriptychStage": ["Glibc", "TriptychCore", "TriptychPaint", "CSDL2", "CSDLShim"],
    "TriptychApp": [
      "Glibc", "TriptychCore", "TriptychPaint", "TriptychMedia", "TriptychFiles",
      "TriptychStage", "TriptychRemote", "TriptychScript", "CSystem",
    ],
    "triptych": ["Glibc", "TriptychApp"],
    "TriptychDecoding": ["Glibc", "TriptychWire", "CSandbox", "CSystem"],
    "TriptychPictures": [
      "Glibc", "TriptychDecoding", "TriptychWire", "CSDL2Image", "CTurboJPEG", "CRegion",
      "CScale", "CExif", "CIPTC", "CExpat", "CSystem",
    ],
    "TriptychHEIF": ["Glibc", "TriptychDecoding", "TriptychPictures", "CHeif"],
    "TriptychFilms": [
      "Glibc", "TriptychDecoding", "TriptychWire", "CFFmpeg", "CFFmpegShim", "CSystem",
      "CWebP",
    ],
    "TriptychText": ["Glibc", "TriptychDecoding", "TriptychWire", "CPango", "CSystem"],
    "TriptychLists": ["Glibc", "TriptychDecoding", "TriptychWire", "CExpat", "CSystem"],
    "triptych-decode": ["Glibc", "TriptychPictures"],
    "triptych-decode-heif": ["Glibc", "TriptychHEIF"],
    "triptych-decode-av": ["Glibc", "TriptychFilms"],
    "triptych-decode-text": ["Glibc", "TriptychText"],
    "triptych-decode-list": ["Glibc", "TriptychLists"],
  ]

  /// Libraries that only their worker may touch, for tests too.
  static let parsers: Set<String> = [
    "CSDL2Image", "CTurboJPEG", "CRegion", "CScale", "CFFmpeg", "CFFmpegShim", "CPango",
    "CExpat", "CExif", "CHeif", "CIPTC", "CWebP",
  ]
}

/// A call that the project does without, and what stands in its place.
struct BannedCall {
  /// Matched where no letter, digit or dot stands before it.
  let text: String
  let instead: String
  var inTests = false
  /// Only in these modules; empty: everywhere.
  var modules: Set<String> = []
  /// Paths of files that may, each with its reason beside it here.
  var allowed: Set<String> = []
}

extension BannedCall {
  static let all: [BannedCall] =
    [
      BannedCall(text: "print(", instead: "Log, or the writer of standard output"),
      BannedCall(text: "debugPrint(", instead: "Log"),
      BannedCall(text: "dump(", instead: "Log"),
      BannedCall(text: "Task.sleep", instead: "an instant or a gate", inTests: true),
      BannedCall(text: "sleep(", instead: "an instant, a gate or poll", inTests: true),
      BannedCall(text: "usleep(", instead: "an instant, a gate or poll", inTests: true),
      BannedCall(text: "Date()", instead: "an instant that is passed in", inTests: true),
      BannedCall(text: "fatalError(", instead: "precondition with a sentence", inTests: true),
      BannedCall(text: "try!", instead: "typed throws", inTests: true),
      BannedCall(text: "as!", instead: "as? with a way on", inTests: true),
      BannedCall(text: "unsafelyUnwrapped", instead: "guard let", inTests: true),
      BannedCall(text: "import Foundation", instead: "the standard library", inTests: true),
      BannedCall(
        text: "CommandLine.arguments", instead: "CommandLine.unsafeArgv: paths are bytes",
        modules: ["triptych", "TriptychApp", "TriptychFiles"]),
    ] + coreOnly

  /// The core knows no clock, no file and no chance but its seed.
  private static let coreOnly = [
    "clock_gettime(", "gettimeofday(", "time(nil", "ContinuousClock", "SuspendingClock",
    "Glibc.open(",
    "openat(", "fopen(", "stat(", "lstat(", "fstat(", "opendir(", "getenv(",
    "SystemRandomNumberGenerator", "random(in", ".shuffled()", ".shuffle()", "pthread_create(",
  ].map {
    BannedCall(text: $0, instead: "a value that is passed in", modules: ["TriptychCore"])
  }
}
