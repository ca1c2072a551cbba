/// Inputs and pointers as they are written in a record.
extension Input {
  var recorded: String {
    switch self {
    case .keyDown(let key, let modifiers, let isRepeat):
      "key \(key.recorded) \(modifiers.rawValue) \(RecordWord.flag(isRepeat))"
    case .keyUp(let key): "key-up \(key.recorded)"
    case .mouseDown(let button, let modifiers): "mouse \(button.rawValue) \(modifiers.rawValue)"
    case .wheel(let way, let modifiers): "wheel \(way.rawValue) \(modifiers.rawValue)"
    case .padDown(let pad, let button): "pad \(pad) \(button.rawValue)"
    case .padUp(let pad, let button): "pad-up \(pad) \(button.rawValue)"
    case .padMoved(let pad, let axis, let value):
      "stick \(pad) \(axis.rawValue) \(RecordWord.number(value))"
    case .padGone(let pad): "pad-gone \(pad)"
    case .allReleased: "released"
    }
  }

  init(_ reader: inout RecordReader) throws(RecordError) {
    let word = try reader.word()
    switch word {
    case "key":
      self = .keyDown(
        try Key(&reader), try Modifiers(&reader), isRepeat: try reader.flag())
    case "key-up": self = .keyUp(try Key(&reader))
    case "mouse": self = .mouseDown(try reader.choice(), try Modifiers(&reader))
    case "wheel": self = .wheel(try reader.choice(), try Modifiers(&reader))
    case "pad": self = .padDown(pad: try reader.int(), try reader.choice())
    case "pad-up": self = .padUp(pad: try reader.int(), try reader.choice())
    case "stick":
      self = .padMoved(pad: try reader.int(), try reader.choice(), try reader.number())
    case "pad-gone": self = .padGone(pad: try reader.int())
    case "released": self = .allReleased
    default: throw reader.error("'\(String(escaping: word.utf8))' is not an input")
    }
  }
}

extension Key {
  fileprivate var recorded: String {
    RecordWord.text(name.utf8) + " " + RecordWord.text(position.utf8)
  }

  fileprivate init(_ reader: inout RecordReader) throws(RecordError) {
    self.init(try reader.text(), position: try reader.text())
  }
}

extension Modifiers {
  fileprivate init(_ reader: inout RecordReader) throws(RecordError) {
    self.init(rawValue: UInt8(try reader.int(0...15)))
  }
}

extension PointerEvent {
  var recorded: String {
    switch self {
    case .down(let pointer, let point): "down \(pointer.recorded) \(RecordWord.point(point))"
    case .moved(let pointer, let point): "move \(pointer.recorded) \(RecordWord.point(point))"
    case .up(let pointer, let point): "up \(pointer.recorded) \(RecordWord.point(point))"
    case .cancelled(let pointer): "cancel \(pointer.recorded)"
    case .wheel(let notches, let point, let zooms):
      "notch \(RecordWord.number(notches)) \(RecordWord.point(point)) \(RecordWord.flag(zooms))"
    }
  }

  init(_ reader: inout RecordReader) throws(RecordError) {
    let word = try reader.word()
    switch word {
    case "down": self = .down(try Pointer(&reader), try reader.point())
    case "move": self = .moved(try Pointer(&reader), try reader.point())
    case "up": self = .up(try Pointer(&reader), try reader.point())
    case "cancel": self = .cancelled(try Pointer(&reader))
    case "notch":
      self = .wheel(try reader.number(), try reader.point(), zooms: try reader.flag())
    default: throw reader.error("'\(String(escaping: word.utf8))' is no event of a pointer")
    }
  }
}

extension Pointer {
  fileprivate var recorded: String { isMouse ? "mouse" : "\(number)" }

  fileprivate init(_ reader: inout RecordReader) throws(RecordError) {
    let word = try reader.word()
    guard word != "mouse" else {
      self = .mouse
      return
    }
    guard let number = Int64(word) else { throw reader.error("neither mouse nor a finger") }
    self.init(finger: number)
  }
}
