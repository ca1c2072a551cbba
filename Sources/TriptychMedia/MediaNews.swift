import TriptychCore
import TriptychWire

/// What has come back from the workers, in order, by `Media.drain`.
///
/// After `cancel(job:)` or `closeFilm` nothing more comes of that job or film.
public enum MediaNews: Sendable {
  /// `source`: the picture's own size, oriented, before scaling.
  case picture(job: Int, Picture, source: Size)
  /// What the job's picture will look like, small; the picture itself follows. `source` is that of
  /// the picture.
  case preview(job: Int, Picture, source: Size)
  /// So much of the picture's work is done, 0…1, each time more.
  case decoded(job: Int, Double)
  /// Characters of the job's text that no font has; the text itself follows.
  case missing(job: Int, [MissingGlyph])
  /// A thumbnail. `source`: the size of what it shows; `length`: of a film, nil: a picture.
  case stored(job: Int, Picture, source: Size, length: Duration?)
  /// The file is a film: open it anew and call `openFilm`.
  case isFilm(job: Int)
  /// The film is open and its first frame is here. `length` nil: unknown; `frameTime`: how long
  /// a usual frame stands.
  case film(Int, length: Duration?, frameTime: Duration, hasSound: Bool, source: Size)
  /// Frames or sound have come where there were none ahead: the first after a pause or a seek.
  case frames(Int)
  /// No frame follows; `at` is where the last one ends (film time).
  case ended(Int, at: Duration)
  case failed(job: Int, MediaError)
  /// The frames that are here can be shown until `closeFilm`; no others come.
  case filmFailed(Int, MediaError)
  /// What the file's camera has written.
  case facts(job: Int, PictureFacts)
  /// The PNG is in its file, whole.
  case written(job: Int)
}

/// What became of a film's frames, for the log.
public struct FilmStatistics: Hashable, Sendable {
  /// Returned by `Media.frame`, each counted once.
  public var shown = 0
  /// Let go of without having been returned.
  public var skipped = 0
  /// Came after their time had passed.
  public var late = 0

  public init() {}
}

/// How pixels are asked for (`TriptychWire` stays behind this module).
public typealias PixelRequest = TriptychWire.PixelRequest
public typealias PictureFacts = TriptychWire.PictureFacts

/// Which of a film's tracks are wanted.
public typealias TrackWishes = TriptychWire.TrackWishes
public typealias PixelRegion = TriptychWire.PixelRegion
/// What there is to say of a film.
public typealias FilmTraits = TriptychWire.FilmTraits
public typealias WireFit = TriptychWire.WireFit
public typealias Label = TriptychWire.Label
public typealias ThumbnailSubject = TriptychWire.ThumbnailSubject
public typealias MissingGlyph = TriptychWire.MissingGlyph
public typealias TextRequest = TriptychWire.TextRequest
