/// Commands as they are written in a record.
extension Command {
  var recorded: String {
    switch self {
    case .next: "next"
    case .previous: "previous"
    case .go(let number): "go \(number)"
    case .first: "first"
    case .last: "last"
    case .drag(let way): "drag \(RecordWord.number(way))"
    case .release(let speed): "release \(RecordWord.number(speed))"
    case .jump(let number): "jump \(number)"
    case .togglePause: "toggle-pause"
    case .setPause(let on): "pause \(RecordWord.flag(on))"
    case .toggleFilm: "film"
    case .seek(let time): "seek \(time.recorded)"
    case .speed(let more): "faster \(more)"
    case .setSpeed(let speed): "speed \(speed.thousandths)"
    case .stepFrame(let count): "step-frame \(count)"
    case .stand(let way, let isHere): "stand \(way.recorded) \(RecordWord.flag(isHere))"
    case .scrub(let time): "scrub \(time.recorded)"
    case .endScrub: "end-scrub"
    case .reload: "reload"
    case .drop: "drop"
    case .toggleMute: "toggle-mute"
    case .toggleSubtitles: "toggle-subtitles"
    case .setMute(let on): "mute \(RecordWord.flag(on))"
    case .volume(let points): "louder \(points)"
    case .setVolume(let percent): "volume \(percent)"
    case .toggleBlank: "toggle-blank"
    case .setBlank(let on): "blank \(RecordWord.flag(on))"
    case .set(let change): "set \(change.option) \(RecordWord.text(change.value))"
    case .quit: "quit"
    case .idleReset(let number): "idle-reset \(number.map { "\($0)" } ?? "-")"
    case .pinch, .pan, .letGo, .toggleZoom, .zoom, .look, .leaveZoom, .setOverview: recordedZoom
    }
  }

  private var recordedZoom: String {
    switch self {
    case .pinch(let factor, let point, let way):
      "pinch \(RecordWord.number(factor)) \(RecordWord.point(point)) \(RecordWord.point(way))"
    case .pan(let way): "pan \(RecordWord.point(way))"
    case .letGo(let velocity): "let-go \(RecordWord.point(velocity))"
    case .toggleZoom(let point): "toggle-zoom \(point.map { RecordWord.point($0) } ?? "-")"
    case .zoom(let factor): "zoom \(RecordWord.number(factor))"
    case .look(let x, let y): "look \(RecordWord.point(Point(x, y)))"
    case .leaveZoom: "leave-zoom"
    case .setOverview(let on): "overview \(RecordWord.flag(on))"
    default: preconditionFailure("only what belongs to zoom and overview comes here")
    }
  }

  init(_ reader: inout RecordReader) throws(RecordError) {
    let word = try reader.word()
    if let simple = Self.simple[word] {
      self = simple
      return
    }
    switch word {
    case "go": self = .go(to: try reader.int())
    case "drag": self = .drag(by: try reader.number())
    case "release": self = .release(velocity: try reader.number())
    case "jump": self = .jump(to: try reader.int())
    case "pause": self = .setPause(try reader.flag())
    case "seek": self = .seek(by: try reader.time())
    case "faster": self = .speed(by: try reader.int())
    case "speed": self = .setSpeed(FilmSpeed(thousandths: try reader.int()))
    case "step-frame": self = .stepFrame(by: try reader.int())
    case "stand":
      let way = try reader.time()
      self = .stand(by: way, isHere: try reader.flag())
    case "scrub": self = .scrub(to: try reader.time())
    case "mute": self = .setMute(try reader.flag())
    case "louder": self = .volume(by: try reader.int())
    case "volume": self = .setVolume(try reader.int())
    case "blank": self = .setBlank(try reader.flag())
    case "set":
      let (option, value) = (try reader.word(), try reader.bytes())
      do throws(OptionError) {
        self = .set(try SettingChange(option, value))
      } catch { throw reader.error(error.message) }
    case "idle-reset":
      self = .idleReset(
        goTo: try reader.maybe { (reader) throws(RecordError) in try reader.int() })
    default: self = try Self.zoom(word, &reader)
    }
  }

  private static let simple: [String: Command] = [
    "next": .next, "previous": .previous, "first": .first, "last": .last,
    "toggle-pause": .togglePause, "film": .toggleFilm, "end-scrub": .endScrub, "reload": .reload,
    "drop": .drop,
    "toggle-mute": .toggleMute, "toggle-subtitles": .toggleSubtitles, "toggle-blank": .toggleBlank,
    "quit": .quit,
    "leave-zoom": .leaveZoom,
  ]

  private static func zoom(
    _ word: String, _ reader: inout RecordReader
  ) throws(RecordError) -> Command {
    switch word {
    case "pinch":
      return .pinch(
        by: try reader.number(), about: try reader.point(), movedBy: try reader.point())
    case "pan": return .pan(by: try reader.point())
    case "let-go": return .letGo(velocity: try reader.point())
    case "toggle-zoom":
      return .toggleZoom(
        at: try reader.maybe { (reader) throws(RecordError) in try reader.point() })
    case "zoom": return .zoom(by: try reader.number())
    case "look": return .look(x: try reader.number(), y: try reader.number())
    case "overview": return .setOverview(try reader.flag())
    default: throw reader.error("'\(String(escaping: word.utf8))' is not a command")
    }
  }
}
