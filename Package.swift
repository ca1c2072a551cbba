// swift-tools-version: 6.2
import PackageDescription

/// Every target: Swift 6 mode, `any` written out, and no warning is let through.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
]

func module(_ name: String, _ needs: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: needs, swiftSettings: strict)
}

func program(_ name: String, _ needs: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: needs, swiftSettings: strict)
}

func library(_ name: String, _ pkgConfig: String, apt: [String]) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt(apt)])
}

func tests(_ name: String, _ needs: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: needs, exclude: exclude, swiftSettings: strict)
}

let package = Package(
  name: "triptych",
  products: [
    .executable(name: "triptych", targets: ["triptych"]),
    .executable(name: "triptych-decode", targets: ["triptych-decode"]),
    .executable(name: "triptych-decode-heif", targets: ["triptych-decode-heif"]),
    .executable(name: "triptych-decode-av", targets: ["triptych-decode-av"]),
    .executable(name: "triptych-decode-text", targets: ["triptych-decode-text"]),
    .executable(name: "triptych-decode-list", targets: ["triptych-decode-list"]),
    .library(name: "TriptychCore", targets: ["TriptychCore"]),
  ],
  targets: [
    // C libraries: bare includes only (an edit here does not rebuild its users).
    library("CSDL2", "sdl2", apt: ["libsdl2-dev"]),
    library("CSDL2Image", "SDL2_image", apt: ["libsdl2-image-dev"]),
    library(
      "CFFmpeg", "libavformat libavcodec libswscale libswresample libavutil",
      apt: ["libavformat-dev", "libswscale-dev", "libswresample-dev"]),
    library("CScale", "libswscale libavutil", apt: ["libswscale-dev"]),
    library("CTurboJPEG", "libturbojpeg", apt: ["libturbojpeg0-dev"]),
    library("CExif", "libexif", apt: ["libexif-dev"]),
    library("CIPTC", "libiptcdata", apt: ["libiptcdata0-dev"]),
    library("CWebP", "libwebpdemux", apt: ["libwebp-dev"]),
    library("CHeif", "libheif", apt: ["libheif-dev"]),
    library("CDRM", "libdrm", apt: ["libdrm-dev"]),
    library("CLua", "lua5.4", apt: ["liblua5.4-dev"]),
    library("CMessageDigest", "libmd", apt: ["libmd-dev"]),
    library("CExpat", "expat", apt: ["libexpat1-dev"]),
    library("CPango", "pangocairo", apt: ["libpango1.0-dev"]),

    // C shims: what Swift cannot call (macros, variadics, GNU extensions).
    .target(name: "CSystem"),
    .target(name: "CSandbox", linkerSettings: [.linkedLibrary("seccomp")]),
    .target(name: "CSDLShim", dependencies: ["CSDL2", "CDRM"]),
    .target(name: "CFFmpegShim", dependencies: ["CFFmpeg"]),
    .target(name: "CScript", dependencies: ["CLua"]),
    .target(name: "CRegion", linkerSettings: [.linkedLibrary("jpeg")]),

    // The player. The modules in the middle never see each other (docs/ARCHITECTURE.md).
    module("TriptychCore"),
    module("TriptychPaint", ["TriptychCore"]),
    module("TriptychWire", ["CSystem"]),
    module("TriptychMedia", ["TriptychCore", "TriptychWire"]),
    module("TriptychFiles", ["TriptychCore", "CSystem", "CMessageDigest"]),
    module("TriptychScript", ["TriptychCore", "CScript"]),
    module("TriptychRemote", ["TriptychCore", "CSystem"]),
    module("TriptychStage", ["TriptychCore", "TriptychPaint", "CSDL2", "CSDLShim"]),
    module(
      "TriptychApp",
      [
        "TriptychCore", "TriptychPaint", "TriptychMedia", "TriptychFiles", "TriptychStage",
        "TriptychScript", "TriptychRemote",
        "CSystem",
      ]),
    program("triptych", ["TriptychApp"]),

    // The workers: one program for each family of C libraries, so that each starts fast.
    module("TriptychDecoding", ["TriptychWire", "CSandbox"]),
    module(
      "TriptychPictures",
      [
        "TriptychDecoding", "TriptychWire", "CSDL2Image", "CTurboJPEG", "CRegion", "CScale",
        "CExif", "CIPTC", "CExpat",
      ]),
    module(
      "TriptychFilms",
      ["TriptychDecoding", "TriptychWire", "CFFmpeg", "CFFmpegShim", "CSystem", "CWebP"]),
    module("TriptychText", ["TriptychDecoding", "TriptychWire", "CPango"]),
    module("TriptychLists", ["TriptychDecoding", "TriptychWire", "CExpat"]),
    module("TriptychHEIF", ["TriptychPictures", "TriptychDecoding", "CHeif"]),
    program("triptych-decode", ["TriptychPictures"]),
    program("triptych-decode-heif", ["TriptychHEIF"]),
    program("triptych-decode-av", ["TriptychFilms"]),
    program("triptych-decode-text", ["TriptychText"]),
    program("triptych-decode-list", ["TriptychLists"]),

    .executableTarget(
      name: "paint-bench", dependencies: ["TriptychCore", "TriptychPaint"],
      path: "Benchmarks/PaintBench", swiftSettings: strict),

    tests(
      "TriptychCoreTests", ["TriptychCore", "ListMutations"], exclude: ["Snapshots", "Streams"]),
    tests(
      "TriptychProgramTests",
      [
        "TriptychApp", "TriptychCore", "TriptychFiles", "TriptychMedia", "TriptychRemote",
        "CSystem", "triptych", "triptych-decode-list",
      ],
      exclude: ["Snapshots"]),
    tests("TriptychWireTests", ["TriptychWire", "CSystem", "TestChance"]),
    tests(
      "TriptychFilesTests",
      ["TriptychFiles", "TriptychApp", "TriptychCore", "triptych-decode-list"]),
    tests(
      "TriptychListsTests",
      [
        "TriptychLists", "TriptychDecoding", "TriptychWire", "CSystem", "ListMutations",
        "TestChance",
      ]),
    // Texts that are nearly lists, for the tests of the parsers.
    .target(name: "ListMutations", path: "Tests/ListMutations", swiftSettings: strict),
    // Chance that repeats itself.
    .target(name: "TestChance", path: "Tests/TestChance", swiftSettings: strict),
    .executableTarget(
      name: "SandboxProbe", dependencies: ["CSandbox"], path: "Tests/SandboxProbe"),
    tests(
      "TriptychDecodingTests",
      [
        "TriptychDecoding", "TriptychPictures", "TriptychWire", "CSystem", "SandboxProbe",
        "TestChance", "triptych-decode", "triptych-decode-heif", "triptych-decode-text",
      ]),
    tests(
      "TriptychFilmsTests",
      [
        "TriptychFilms", "TriptychDecoding", "TriptychWire", "CFFmpeg", "CFFmpegShim", "CSystem",
        "TestChance",
      ]),
    tests("TriptychMediaTests", ["TriptychMedia", "TriptychCore", "TriptychWire"]),
    // A worker that lies, for those tests; nothing installs it.
    .executableTarget(
      name: "HostileWorker", dependencies: ["TriptychCore", "TriptychWire"],
      path: "Tests/HostileWorker",
      swiftSettings: strict),
    tests("TidyTests", ["TriptychCore", "TriptychRemote"]),
    tests("TriptychRemoteTests", ["TriptychRemote", "TriptychCore", "CSystem"]),
    tests("TriptychScriptTests", ["TriptychScript", "TriptychCore"]),
    tests(
      "TriptychPaintTests",
      ["TriptychPaint", "TriptychCore", "TriptychStage", "TriptychApp", "TriptychMedia", "CSDL2"]),
    tests("TriptychStageTests", ["TriptychStage", "TriptychCore", "CSDL2"]),
  ]
)
