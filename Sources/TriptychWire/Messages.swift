/// What is being asked, and for which attempt. A worker echoes both; the player drops what does
/// not match. A crash blames only the job that was running.
public struct JobMark: Hashable, Sendable {
  public var job: UInt32
  public var generation: UInt32

  public init(job: UInt32, generation: UInt32) {
    self.job = job
    self.generation = generation
  }
}

/// How a picture is brought to the cell. The values are those on the wire.
public enum WireFit: UInt8, CaseIterable, Sendable {
  case contain = 0
  case cover = 1
  case auto = 2
  case stretch = 3
  case none = 4
  /// Like `contain`. A picture comes with its bars, as large as the cell: they are filled with the
  /// picture itself, blurred.
  case blur = 5
}

/// A part of a picture, pixels of it as it is shown upright, before it is scaled.
public struct PixelRegion: Hashable, Sendable {
  public var x: UInt32
  public var y: UInt32
  /// At least 1; nothing of it lies beyond 1,000,000 pixels.
  public var width: UInt32
  public var height: UInt32

  public init(x: UInt32, y: UInt32, width: UInt32, height: UInt32) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}

/// Where pixels go and what shape they take, for pictures and films alike.
public struct PixelRequest: Hashable, Sendable {
  /// The cell, pixels, 1…16384.
  public var cellWidth: UInt32
  public var cellHeight: UInt32
  public var fit: WireFit
  /// Thousandths: 1000 fits the cell, 1150 leaves 15 % more detail for a slow crop.
  public var scale: UInt32
  /// 0xRRGGBB, under what is transparent.
  public var background: UInt32
  /// Quarter turns clockwise after the file's own orientation, 0…3.
  public var turns: UInt8
  /// The frames of a film may come as planes (`SlotImage.isPlanar`), where that is less work.
  /// Pictures never do.
  public var takesPlanes: Bool
  /// Of a picture that takes a while it is told what it will be and how far it has come.
  public var wantsNews: Bool
  /// Only that part is wanted, stretched to exactly the cell; `fit` and `scale` mean nothing then.
  /// Of pictures only; nil: the whole.
  public var region: PixelRegion?

  public init(
    cellWidth: UInt32, cellHeight: UInt32, fit: WireFit, scale: UInt32 = 1000,
    background: UInt32 = 0, turns: UInt8 = 0, takesPlanes: Bool = false, wantsNews: Bool = false,
    region: PixelRegion? = nil
  ) {
    (self.cellWidth, self.cellHeight, self.fit) = (cellWidth, cellHeight, fit)
    (self.scale, self.background, self.turns) = (scale, background, turns)
    (self.takesPlanes, self.wantsNews, self.region) = (takesPlanes, wantsNews, region)
  }
}

/// What a thumbnail has to show to be right (Thumbnail Managing Standard of freedesktop.org).
public struct ThumbnailSubject: Hashable, Sendable {
  /// The file's address (`Thumb::URI`): printable ASCII, at most `WireLimit.labelBytes`.
  public var address: String
  /// When the file was changed (`Thumb::MTime`), seconds since 1970.
  public var modified: Int64

  public init(address: String, modified: Int64) {
    (self.address, self.modified) = (address, modified)
  }
}

/// Player → worker. Descriptors travel beside the message (SCM_RIGHTS).
public enum Request: Hashable, Sendable {
  /// Once, with one sealed memfd of `count × slotBytes` bytes. Slot k starts at k × slotBytes.
  case slots(count: UInt32, slotBytes: UInt64)
  /// With the file's descriptor. Answer: `picture` or `failed`; before it, where the request wants
  /// news, perhaps one `preview` and some `decoded`. `thumbnail`: a second descriptor follows, that
  /// of a thumbnail's PNG, which may serve as preview if it shows that.
  case picture(JobMark, slot: UInt32, PixelRequest, thumbnail: ThumbnailSubject? = nil)
  /// With the file's descriptor, then those of `tracks.beside`. Answer: `film`, then `frame`s and
  /// `sound`s, `ended`; or `failed`.
  /// `start`, `end`: film time in ns (end −1: the film's own). `loops` 0: for ever. `speed`:
  /// thousandths, for the sound's sake: pictures carry film time, whenever they are shown.
  case film(
    JobMark, PixelRequest, start: Int64, end: Int64, loops: UInt32, sound: Bool,
    speed: UInt32 = 1000, tracks: TrackWishes = TrackWishes())
  /// Until this comes a film holds its first frame (and no sound); then it fills its ring.
  case run(JobMark)
  /// The player has let go of the slot.
  case free(slot: UInt32)
  /// Sound up to this film time (ns) has been played: decode no more than 1 s beyond it.
  case heard(JobMark, time: Int64)
  /// The film plays at another speed (thousandths). Sound of that speed follows from film time
  /// `from` (ns) on, in place of what has been sent and not yet been heard. A film that plays at
  /// its own speed is not changed; at others its tones keep their height.
  case speed(JobMark, thousandths: UInt32, from: Int64)
  /// Film time in ns; frames and sound of the new generation follow from there.
  case seek(JobMark, time: Int64)
  /// From now on the film plays round after round without end. One that has ended goes on: frames
  /// follow `ended`, in the same generation.
  case loop(JobMark)
  /// Ends the job; `closed` answers.
  case close(JobMark)
  /// UTF-8, `\n` ends a line. Answer: `picture` (premultiplied, transparent ground) or `failed`.
  case text(JobMark, slot: UInt32, TextRequest)
  /// The slot holds width × height BGRA pixels, `stride` apart; with the file to write a PNG to.
  /// `labels` become the file's texts. Answer: `written` or `failed`.
  case png(
    JobMark, slot: UInt32, width: UInt32, height: UInt32, stride: UInt32, labels: [Label] = [])
  /// With the descriptor of a thumbnail's PNG. Answer: `stored`; or `failed`, with `stale` if it
  /// was made of another file, or of another state of it.
  case stored(JobMark, slot: UInt32, PixelRequest, ThumbnailSubject)
  /// What this worker can do, for people. Answer: `words`.
  case formats(JobMark)
  /// With a file's descriptor: what it is, for people; little more than its header is read.
  /// Answer: `words` or `failed`.
  case inspect(JobMark)
  /// With a file's descriptor: what its camera has written. Answer: `facts` or `failed`.
  case facts(JobMark)
  /// With a file's descriptor: when its picture was taken; little more than its header is read.
  /// Answer: `taken` or `failed`.
  case taken(JobMark)
  /// With the file to write a film to. Then come its frames and sound in order, and `recordEnd`.
  /// Answer: `progress` once it has begun; or `failed`, now or later.
  case record(JobMark, RecordRequest)
  /// The slot holds the film's next frame, BGRA, rows without a gap. Answer: `progress` when the
  /// slot is free again.
  case recordFrame(JobMark, slot: UInt32)
  /// The next samples: 48 kHz stereo floats, at most 4096 of each channel. No answer.
  case recordSound(JobMark, samples: [Float])
  /// Nothing follows. Answer: `written` or `failed`.
  case recordEnd(JobMark)
  /// With the descriptor of a playlist in XML. Answer: `list` or `failed`.
  case list(JobMark, slot: UInt32)
}

/// Which of a film's tracks are wanted, by languages: `de`, `ger` or `de-AT`. Where the film does
/// not have it, and for an empty one, its first.
public struct TrackWishes: Hashable, Sendable {
  /// At most `WireLimit.languageBytes`.
  public var sound: String
  /// nil: no subtitles.
  public var subtitles: String?
  /// The languages of files with subtitles beside the film, as their names say; empty: they do not.
  /// At most `WireLimit.filesBeside`.
  public var beside: [String]

  public init(sound: String = "", subtitles: String? = nil, beside: [String] = []) {
    (self.sound, self.subtitles, self.beside) = (sound, subtitles, beside)
  }
}

/// A film to be written.
public struct RecordRequest: Hashable, Sendable {
  /// Pixels, even numbers.
  public var width: UInt32
  public var height: UInt32
  /// Frames a second: `rate` / `per`.
  public var rate: UInt32
  public var per: UInt32
  /// It gets a track of sound.
  public var sound: Bool
  /// False: the file can only be written from front to back (a pipe).
  public var seekable: Bool

  public init(
    width: UInt32, height: UInt32, rate: UInt32, per: UInt32, sound: Bool, seekable: Bool
  ) {
    (self.width, self.height, self.rate, self.per) = (width, height, rate, per)
    (self.sound, self.seekable) = (sound, seekable)
  }
}

/// A text to be set.
public struct TextRequest: Hashable, Sendable {
  public var text: String
  /// Height of the letters (font size), pixels.
  public var size: UInt32
  /// 0xRRGGBB.
  public var color: UInt32
  /// Lines break at this width, pixels.
  public var maxWidth: UInt32
  /// What would lie lower is cut off, pixels; 0: at the height of the screen.
  public var maxHeight: UInt32
  /// Lines centred, else from the start side of the script.
  public var centered: Bool
  /// At most so many lines, the last with an ellipsis where more was to follow; 0: all.
  public var lines: UInt32

  public init(
    text: String, size: UInt32, color: UInt32, maxWidth: UInt32, maxHeight: UInt32 = 0,
    centered: Bool, lines: UInt32 = 0
  ) {
    (self.text, self.size, self.color) = (text, size, color)
    (self.maxWidth, self.maxHeight) = (maxWidth, maxHeight)
    (self.centered, self.lines) = (centered, lines)
  }
}

/// Why a job failed. The values are those on the wire.
public enum FailureCode: UInt16, CaseIterable, Sendable {
  /// Not a media file, or not one of a known format.
  case unknownFormat = 1
  /// The file is damaged.
  case damaged = 2
  /// Larger than allowed.
  case tooLarge = 3
  /// A format or a feature that this build does not have.
  case unsupported = 4
  /// Reading failed.
  case unreadable = 5
  /// There is not enough memory.
  case noMemory = 6
  /// The file is a film; ask the film worker. Only from the picture worker.
  case isFilm = 7
  /// The request makes no sense.
  case badRequest = 8
  /// A thumbnail of what the file once was.
  case stale = 9
  /// The file is a picture in HEIF's boxes; ask the worker for those. Only from the picture worker.
  case isHEIF = 10
}

/// The part of a picture that an image holds, pixels of the picture as it is shown. Its edges may
/// lie a little beyond those of the picture.
public struct PictureSpan: Hashable, Sendable {
  /// So far beyond the picture, pixels, at most.
  public static let beyond: Int64 = 64

  public var x: Int64
  public var y: Int64
  public var width: UInt32
  public var height: UInt32

  public init(x: Int64, y: Int64, width: UInt32, height: UInt32) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// True if it lies within a picture of that size, as far as it may.
  public func lies(in sourceWidth: UInt32, _ sourceHeight: UInt32) -> Bool {
    let low = -Self.beyond
    return x >= low && y >= low && x + Int64(width) <= Int64(sourceWidth) + Self.beyond
      && y + Int64(height) <= Int64(sourceHeight) + Self.beyond
  }
}

/// What stands in a slot. The player checks each number against the slot before it looks.
public struct SlotImage: Hashable, Sendable {
  public var slot: UInt32
  public var width: UInt32
  public var height: UInt32
  /// Bytes; of planes, those of Y.
  public var stride: UInt32
  public var isOpaque: Bool
  /// Not BGRA, but 8-bit 4:2:0 in BT.709 with limited range: Y, then U and V with half the stride
  /// and half of `planeRows`, rounded up.
  public var isPlanar: Bool
  /// Rows from the first of Y to the first of U: the height, or more where a decoder has room for
  /// itself below.
  public var planeRows: UInt32
  /// nil: nobody knows, or all of what is seen of its source.
  public var span: PictureSpan?

  public init(
    slot: UInt32, width: UInt32, height: UInt32, stride: UInt32, isOpaque: Bool,
    isPlanar: Bool = false, planeRows: UInt32? = nil
  ) {
    (self.slot, self.width, self.height) = (slot, width, height)
    (self.stride, self.isOpaque, self.isPlanar) = (stride, isOpaque, isPlanar)
    self.planeRows = planeRows ?? height
  }

  /// The bytes that it takes of its slot. No overflow: the factors have 32 bits.
  public var byteCount: UInt64 {
    let (stride, height, rows) = (UInt64(stride), UInt64(height), UInt64(planeRows))
    return isPlanar ? stride * rows + stride / 2 * ((rows + 1) / 2 * 2) : stride * height
  }
}

/// What a picture will look like, small enough for a message: its pixels need no slot, so the
/// picture itself cannot overwrite them.
public struct Preview: Hashable, Sendable {
  /// Pixels, at least 1; together no more than `WireLimit.previewPixels`.
  public var width: UInt32
  public var height: UInt32
  /// The picture as shown, oriented, before scaling. The preview shows what the picture will show.
  public var sourceWidth: UInt32
  public var sourceHeight: UInt32
  /// Red, green and blue, rows without a gap.
  public var pixels: [UInt8]

  public init(
    width: UInt32, height: UInt32, sourceWidth: UInt32, sourceHeight: UInt32, pixels: [UInt8]
  ) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
    (self.sourceWidth, self.sourceHeight) = (sourceWidth, sourceHeight)
  }
}

/// What a picture's file says of it, for people: each a line without control characters, at most
/// `WireLimit.factBytes` of UTF-8, empty where it says nothing.
public struct PictureFacts: Hashable, Sendable {
  /// When it was taken: `2026-06-01 12:30`.
  public var taken = ""
  public var camera = ""
  /// `1/250 s  f/2.8  ISO 400  50 mm`.
  public var exposure = ""
  /// `48°51′30″ N  2°17′40″ E`.
  public var place = ""
  /// `Passage Pommeraye, Nantes, Loire-Atlantique, France`.
  public var placeName = ""

  public init() {}

  /// Puts a line of its own making in place of what may not stand in one.
  public static func line(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { line.append(mayStand(scalar) ? scalar : " ") }
    let words = String(line).split(separator: " ")
    return words.joined(separator: " ")
  }

  /// False for what commands a terminal, or turns the direction of what stands beside it.
  static func mayStand(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      false
    default: true
    }
  }

  var lines: [String] { [taken, camera, exposure, place, placeName] }
}

/// Worker → player.
public enum Reply: Hashable, Sendable {
  /// The first message: locked down and waiting. `layers`: bit 0 seccomp, 1 Landlock, 2 rlimits.
  case ready(layers: UInt32)
  /// `sourceWidth × sourceHeight`: the picture as shown, oriented, before scaling.
  case picture(JobMark, SlotImage, sourceWidth: UInt32, sourceHeight: UInt32)
  /// Of a picture at most once, before `picture`, and only if the request wants news. Of a film
  /// that is to have blurred bars: what they show from the next frame on.
  case preview(JobMark, Preview)
  /// So many thousandths of a picture's work are done, 1…1000, each time more than before. Only if
  /// the request wants news.
  case decoded(JobMark, thousandths: UInt16)
  /// At most once, before a text's `picture`: what its letters lack, at least one.
  case missing(JobMark, [MissingGlyph])
  /// A thumbnail, and what it says of its file: `sourceWidth × sourceHeight` as shown; a film's
  /// length, ns, else −1.
  case stored(
    JobMark, SlotImage, sourceWidth: UInt32, sourceHeight: UInt32, filmLength: Int64)
  /// The film is open. `length` ns, −1 unknown. `frameTime` ns of a usual frame.
  case film(
    JobMark, sourceWidth: UInt32, sourceHeight: UInt32, length: Int64, frameTime: Int64,
    hasSound: Bool)
  /// `time` and `duration` in ns of film time; time grows over loops.
  case frame(JobMark, SlotImage, time: Int64, duration: Int64)
  /// 48 kHz stereo floats, at most 4096 of each channel; bytes little-endian. `time`: film time of
  /// the first, ns; from one to the next it goes on by `speed` / 1000 / 48,000 s. It goes back
  /// once for each request `speed`.
  case sound(JobMark, time: Int64, speed: UInt32 = 1000, samples: [Float])
  /// At most once, after `film` and before the first frame.
  case traits(JobMark, FilmTraits)
  /// A text to be read with the film from `start` until `end` (film time, ns), at most
  /// `WireLimit.subtitleBytes` of UTF-8, not empty. Only if subtitles are wanted, in any order.
  case subtitle(JobMark, track: UInt32, start: Int64, end: Int64, text: String)
  /// The same for a picture.
  case subtitlePart(JobMark, SubtitlePart)
  /// What began before `time` in that track ends there, if not sooner.
  case subtitlesEnd(JobMark, track: UInt32, time: Int64)
  /// No frame follows `time` (the last frame's end, ns), unless it is to `loop`.
  case ended(JobMark, time: Int64)
  /// The job goes on although no frame has come (long probing, seeking).
  case progress(JobMark)
  case closed(JobMark)
  case written(JobMark, bytes: UInt64)
  /// UTF-8, at most `WireLimit.textBytes`.
  case words(JobMark, String)
  /// What stands beside a picture in its file.
  case facts(JobMark, PictureFacts)
  /// Nanoseconds of the camera's own clock since 1970; nil: the file says nothing of it.
  case taken(JobMark, Int64?)
  /// So many bytes of `ListRecord`s stand in the slot.
  case list(JobMark, slot: UInt32, bytes: UInt64)
  /// `message`: the library's own words, UTF-8, at most 500 bytes.
  case failed(JobMark, FailureCode, message: String)
}
