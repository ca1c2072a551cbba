import CScale
import TriptychDecoding
import TriptychWire

/// Decodes one picture at a time into the slot that is named.
struct PictureWorker: Worker {
  /// nil: what comes in boxes is another worker's.
  private let boxes: BoxLibrary?

  init(boxes: BoxLibrary? = nil) {
    self.boxes = boxes
    // What libswscale has to say about formats is of no use to anybody.
    av_log_set_level(AV_LOG_QUIET)
  }

  func answer(
    _ request: Request, with descriptors: [Descriptor], slots: Slots, by replier: Replier
  ) {
    guard let mark = request.mark else { return refuse(request, by: replier) }
    do throws(Failure) {
      switch (request, descriptors.first) {
      case (.picture(_, let slot, let pixels, let subject), let file?):
        let telling = Telling(mark, pixels, replier)
        if let subject, descriptors.count == 2 {
          telling.stored = stored(descriptors[1], subject)
        }
        replier.send(try decode(SourceFile(file), pixels, slot, of: slots, telling))
      case (.stored(_, let slot, let pixels, let subject), let file?):
        replier.send(try stored(mark, SourceFile(file), pixels, subject, slot, of: slots))
      case (.inspect, let file?):
        replier.send(.words(mark, try PictureInspection(boxes).words(on: SourceFile(file))))
      case (.facts, let file?):
        replier.send(.facts(mark, try PictureInspection(boxes).facts(of: SourceFile(file))))
      case (.taken, let file?):
        replier.send(.taken(mark, try TakenDate.of(SourceFile(file), boxes)))
      case (.formats, _): replier.send(.words(mark, boxes?.formats ?? PictureInspection.formats))
      default: refuse(request, by: replier)
      }
    } catch {
      replier.fail(mark, error)
    }
  }

  /// A slot that is given back needs no answer: the player says again where to write.
  private func refuse(_ request: Request, by replier: Replier) {
    if case .free = request { return }
    replier.refuse(request)
  }

  private func decode(
    _ source: SourceFile, _ request: PixelRequest, _ slot: UInt32, of slots: Slots,
    _ telling: Telling
  ) throws(Failure) -> Reply {
    let decoded = try decoded(source, request, telling)
    let shown = decoded.orientation.swapsAxes ? decoded.size.transposed : decoded.size
    let fitting = request.region == nil ? Fitting(of: shown, request) : Fitting(whole: request.cell)
    let stored = decoded.orientation.swapsAxes ? fitting.transposed : fitting
    let extent =
      request.region == nil ? Extent(of: decoded.size, decodedTo: decoded.picture.size) : nil
    let scaled: PlanarPicture
    if let extent {
      scaled = try Scaler.scale(decoded.picture, stored, extent)
    } else {
      scaled = try Scaler.scale(decoded.picture, stored)
    }
    let size = fitting.canvas ?? fitting.target
    let area = try slots.area(of: slot, width: size.width, height: size.height)
    if size != fitting.target {
      let stored = decoded.orientation.swapsAxes ? size.transposed : size
      let backdrop = try Backdrop.of(scaled, filling: stored)
      try Composer.compose(backdrop, decoded.orientation, into: area)
    }
    let place = area.part(
      x: (size.width - fitting.target.width) / 2, y: (size.height - fitting.target.height) / 2,
      width: fitting.target.width, height: fitting.target.height)
    try Composer.compose(scaled, decoded.orientation, into: place)
    var image = area.image(isOpaque: true)
    // With its bars it is no part of the picture alone.
    if let extent, fitting.canvas == nil {
      let part = extent.part(stored, of: decoded.picture.size, in: decoded.picture.size)
      image.span = extent.span(part, decoded.orientation)
    }
    return .picture(
      telling.mark, image, sourceWidth: UInt32(shown.width), sourceHeight: UInt32(shown.height))
  }

  /// A thumbnail, unless its file has been changed since.
  private func stored(
    _ mark: JobMark, _ source: SourceFile, _ request: PixelRequest,
    _ subject: ThumbnailSubject, _ slot: UInt32, of slots: Slots
  ) throws(Failure) -> Reply {
    let file = try Memory.reading(source)
    let facts = withExtendedLifetime(file) { StoredThumbnail(ByteView(file.bytes)) }
    guard facts.shows(subject) else {
      throw Failure(.stale, "a thumbnail of another file, or of what it once was")
    }
    guard
      case .picture(_, var image, let width, let height) = try decode(
        source, request, slot, of: slots, Telling(mark))
    else { throw Failure(.damaged, "no thumbnail") }
    // What it says is of the thumbnail's own pixels.
    image.span = nil
    return .stored(
      mark, image, sourceWidth: facts.width ?? width, sourceHeight: facts.height ?? height,
      filmLength: facts.wireLength)
  }

  /// nil: there is nothing to be read.
  private func stored(_ file: Descriptor, _ subject: ThumbnailSubject) -> StoredFile? {
    do throws(Failure) {
      return StoredFile(source: try SourceFile(file), subject: subject)
    } catch {
      return nil
    }
  }

  private typealias Decoded = (picture: PlanarPicture, size: PixelSize, orientation: Orientation)

  private func decoded(
    _ source: SourceFile, _ request: PixelRequest, _ telling: Telling
  ) throws(Failure) -> Decoded {
    let start = try source.bytes(at: 0, count: FileFormat.needed)
    let format = start.withUnsafeBytes { FileFormat(ByteView($0)) }
    switch format {
    case .film: throw Failure(.isFilm, "the file is a film")
    case .unsupported(let name): throw Failure(.unsupported, "\(name) pictures are not supported")
    case .boxed:
      if start.dropFirst(8).starts(with: "avis".utf8) { throw Self.isAnimation }
      return try boxed(source, request, telling)
    case .jpeg where request.region != nil:
      var decoded = try JPEGDecoder().decode(try Memory.reading(source)) {
        (size, own) throws(Failure) in
        try cutout(of: size, own.turned(request.turns), request)
      }
      decoded.orientation = decoded.orientation.turned(request.turns)
      return decoded
    case .jpeg:
      telling.tellEarly(of: source, format, request)
      let file = try Memory.reading(source, telling: telling)
      var decoded = try JPEGDecoder().decode(file, telling: telling) { size, own in
        let orientation = own.turned(request.turns)
        let shown = orientation.swapsAxes ? size.transposed : size
        let fitting = Fitting(of: shown, request)
        return orientation.swapsAxes ? fitting.transposed : fitting
      }
      decoded.orientation = decoded.orientation.turned(request.turns)
      return decoded
    case .png, .gif, .bmp, .webp, .tiff, .other:
      let file = try Memory.reading(source, telling: telling)
      try refuseMoving(format, file)
      if request.region == nil { telling.tellEarly(of: source, format, request) }
      var decoded = try generic(
        file, format, request, telling)
      decoded.orientation = decoded.orientation.turned(request.turns)
      if request.region != nil {
        let cutout = try cutout(of: decoded.picture.size, decoded.orientation, request)
        decoded.picture = cutout.part(of: decoded.picture)
      }
      return decoded
    }
  }

  private static let isAnimation = Failure(.isFilm, "the picture moves")

  /// What moves is the film worker's.
  private func refuseMoving(_ format: FileFormat, _ file: Memory) throws(Failure) {
    guard [.png, .gif, .webp].contains(format) else { return }
    let bytes = file.bytes
    let facts = AnimationFacts(frames: 2) { offset, count in
      guard offset >= 0, offset < bytes.count else { return [] }
      return Array(bytes[offset..<min(offset + count, bytes.count)])
    }
    if let facts, facts.frames > 1 { throw Self.isAnimation }
  }

  private func boxed(
    _ source: SourceFile, _ request: PixelRequest, _ telling: Telling
  ) throws(Failure) -> Decoded {
    guard let boxes else { throw PictureInspection.isBoxed }
    let picture = try boxes.open(try Memory.reading(source, telling: telling))
    try picture.check()
    let orientation = Orientation.upright.turned(request.turns)
    guard request.region == nil else {
      let whole = try picture.decode(over: request.background)
      let cutout = try cutout(of: whole.size, orientation, request)
      return (cutout.part(of: whole), whole.size, orientation)
    }
    telling.tellEarly(of: picture, request)
    let shown = orientation.swapsAxes ? picture.size.transposed : picture.size
    let fitting = Fitting(of: shown, request)
    let stored = orientation.swapsAxes ? fitting.transposed : fitting
    return (
      try picture.decode(for: stored, over: request.background), picture.size, orientation
    )
  }

  private func cutout(
    of size: PixelSize, _ orientation: Orientation, _ request: PixelRequest
  ) throws(Failure) -> Cutout {
    guard let region = request.region else { throw Failure(.badRequest, "no part is named") }
    return try Cutout(region, of: size, orientation, target: request.cell)
  }

  private func generic(
    _ file: Memory, _ format: FileFormat, _ request: PixelRequest, _ telling: Telling
  ) throws(Failure) -> Decoded {
    var decoder = GenericDecoder(background: request.background)
    // Of these the libraries read no more than they need for the next rows.
    if [.png, .bmp, .tiff].contains(format) { decoder.telling = telling }
    if format == .other,
      let drawing = try decoder.draw(
        file,
        fitting: { size in
          request.turns % 2 == 0
            ? Fitting(of: size, request) : Fitting(of: size.transposed, request).transposed
        })
    {
      guard request.region == nil else { throw Failure(.unsupported, "a drawing has no parts") }
      return (drawing, drawing.size, .upright)
    }
    var header = try PictureHeader(format, ByteView(file.bytes))
    header.hideFromDecoders(in: file)
    decoder.clearGray = header.clearGray
    decoder.isOpaque = header.isOpaque
    if format == .other, decoder.isTarga(file) {
      header.orientation = Targa.straighten(file)
      let picture = try decoder.decodeTarga(file)
      return (picture, picture.size, header.orientation)
    }
    let picture = try decoder.decode(file, format)
    return (picture, picture.size, header.orientation)
  }
}

extension PixelRequest {
  fileprivate var cell: PixelSize { PixelSize(width: Int(cellWidth), height: Int(cellHeight)) }
}
