/// What other programs call a thing, so that their users find it here.
struct OptionSynonym: Sendable {
  /// Without dashes; one letter for `-D`.
  let name: String
  /// Who calls it so.
  let program: String
  /// The option here; nil where `advice` says all.
  let option: String?
  /// A whole phrase, where the option's name is not enough.
  let advice: String

  init(_ name: String, _ program: String, _ option: String, _ advice: String? = nil) {
    (self.name, self.program, self.option) = (name, program, option)
    self.advice = advice ?? "--" + option
  }

  init(_ name: String, _ program: String, advice: String) {
    (self.name, self.program, self.option, self.advice) = (name, program, nil, advice)
  }

  /// What to say of a word that is no option here.
  static func advice(for name: String) -> String? {
    let known = all.filter { $0.name == name }
    guard !known.isEmpty else { return nil }
    let phrases = known.map { synonym in
      let theirs = "\(synonym.program)'s \(name.count == 1 ? "-" : "--")\(name)"
      return "\(theirs) is " + synonym.advice + (synonym.option == nil ? "" : " here")
    }
    return phrases.joined(separator: ", ")
  }

  /// `mpv --image-display-duration, feh -D`, for `help OPTION`, with blanks that do not break;
  /// nil if nobody else has it.
  static func others(of option: String) -> String? {
    let names = all.filter { $0.option == option }
      .map { "\($0.program)\u{A0}\($0.name.count == 1 ? "-" : "--")\($0.name)" }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  static let all = mpv + feh + imv

  private static let allOfAFolder = "not needed: a folder is shown with all that is in it"
  private static let wholeScreen = "not needed: the screen is filled unless --window"

  /// From mpv's manual page.
  private static let mpv = [
    OptionSynonym("image-display-duration", "mpv", "duration"),
    OptionSynonym("loop-playlist", "mpv", "loop"),
    OptionSynonym("loop-file", "mpv", "loop"),
    OptionSynonym("keep-open", "mpv", "at-end", "--at-end hold"),
    OptionSynonym("playlist-start", "mpv", "start-at", "--start-at (counting from 1)"),
    OptionSynonym("start", "mpv", advice: "start= in a playlist (for items: --start-at)"),
    OptionSynonym("fullscreen", "mpv", advice: wholeScreen),
    OptionSynonym("fs", "mpv", advice: wholeScreen),
    OptionSynonym("geometry", "mpv", "window"),
    OptionSynonym("autofit", "mpv", "window"),
    OptionSynonym("panscan", "mpv", "fit", "--fit cover"),
    OptionSynonym("keepaspect", "mpv", "fit"),
    OptionSynonym("video-unscaled", "mpv", "fit", "--fit none"),
    OptionSynonym("background-color", "mpv", "background"),
    OptionSynonym("no-audio", "mpv", "mute"),
    OptionSynonym("alang", "mpv", "audio"),
    OptionSynonym("slang", "mpv", "subtitles"),
    OptionSynonym("vo", "mpv", "renderer"),
    OptionSynonym("screen", "mpv", "display", "--display (counting from 1)"),
    OptionSynonym("fs-screen", "mpv", "display", "--display (counting from 1)"),
    OptionSynonym("screen-name", "mpv", "display"),
    OptionSynonym("drm-connector", "mpv", "display"),
    OptionSynonym("drm-mode", "mpv", "mode"),
    OptionSynonym("save-position-on-quit", "mpv", "resume"),
    OptionSynonym("resume-playback", "mpv", "resume"),
    OptionSynonym("input-conf", "mpv", "bind", "--bind, or bind.KEY = COMMAND in --config"),
    OptionSynonym("include", "mpv", "config"),
    OptionSynonym("msg-level", "mpv", "log-level"),
    OptionSynonym("quiet", "mpv", "log-level", "--log-level error"),
    OptionSynonym("really-quiet", "mpv", "log-level", "--log-level error"),
  ]

  /// From feh's manual page.
  private static let feh = [
    OptionSynonym("slideshow-delay", "feh", "duration"),
    OptionSynonym("D", "feh", "duration"),
    OptionSynonym("randomize", "feh", "shuffle"),
    OptionSynonym("z", "feh", "shuffle"),
    OptionSynonym("recursive", "feh", advice: allOfAFolder),
    OptionSynonym("r", "feh", advice: allOfAFolder),
    OptionSynonym("cycle-once", "feh", "loop", "--loop no"),
    OptionSynonym("on-last-slide", "feh", "at-end"),
    OptionSynonym("filelist", "feh", "playlist"),
    OptionSynonym("f", "feh", "playlist"),
    OptionSynonym("auto-zoom", "feh", "fit"),
    OptionSynonym("Z", "feh", "fit"),
    OptionSynonym("zoom", "feh", "fit"),
    OptionSynonym("scale-down", "feh", "fit"),
    OptionSynonym("image-bg", "feh", "background"),
    OptionSynonym("B", "feh", "background"),
    OptionSynonym("sort", "feh", "order"),
    OptionSynonym("S", "feh", "order"),
    OptionSynonym("g", "feh", "window"),
    OptionSynonym("xinerama-index", "feh", "display", "--display (counting from 1)"),
    OptionSynonym("F", "feh", advice: wholeScreen),
    OptionSynonym("q", "feh", "log-level", "--log-level error"),
  ]

  /// From imv's manual page.
  private static let imv = [
    OptionSynonym("t", "imv", "duration"),
    OptionSynonym("n", "imv", "start-at"),
    OptionSynonym("s", "imv", "fit"),
    OptionSynonym("b", "imv", "background"),
    OptionSynonym("f", "imv", advice: wholeScreen),
    OptionSynonym("W", "imv", "window"),
    OptionSynonym("H", "imv", "window"),
    OptionSynonym("x", "imv", "at-end", "--at-end quit"),
    OptionSynonym("r", "imv", advice: allOfAFolder),
  ]
}

extension Option {
  /// What follows the name of an unknown option: whose it is, else the nearest of `known`.
  static func hint(_ name: String, _ known: [String], dashes: String = "") -> String {
    if let advice = OptionSynonym.advice(for: name) { return "; " + advice }
    return suggestion(closestWord(to: name, among: known).map { dashes + $0 })
  }
}
