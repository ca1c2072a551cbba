import TriptychDecoding
import TriptychWire

/// A small picture that stands where a picture will until that has been decoded: what a JPEG
/// carries with it, else a thumbnail that lies on the disk.
enum EarlyPreview {
  /// A JPEG with fewer pixels is as soon here as its preview.
  static let leastPixels = 4_000_000
  /// The same for what the generic decoders read, who take four times as long.
  static let leastGenericPixels = 1_000_000
  /// The same for what comes in boxes.
  static let leastBoxedPixels = 500_000
  /// How much of the file's beginning is looked at: markers have 64 KiB each.
  static let headBytes = 256 << 10

  /// nil: there is none, or it does not show the same picture. Never a reason to fail.
  /// `head`: `headBytes`, or the whole file.
  static func of(
    _ head: ByteView, _ format: FileFormat, _ request: PixelRequest, stored: StoredFile?
  ) -> Preview? {
    // A thumbnail is a help, and what is wrong with one is nobody's news.
    try? of(head, format, request, stored)
  }

  private static func of(
    _ head: ByteView, _ format: FileFormat, _ request: PixelRequest, _ stored: StoredFile?
  ) throws(Failure) -> Preview? {
    guard format == .jpeg else {
      guard let stored, let size = PictureHeader.early(format, head),
        size.area >= leastGenericPixels, let small = try stored.picture(over: request.background),
        let shape = [size, size.transposed].first(where: { StoredFile.shows($0, small.size) })
      else { return nil }
      return try preview(small, of: shape, .upright, request)
    }
    let header = JPEGHeader(head)
    guard let size = header.size, size.area >= leastPixels else { return nil }
    // One that is broken is none.
    if let small = try? thumbnail(header),
      let preview = try preview(small, of: size, header.orientation, request)
    {
      return preview
    }
    let shape = header.orientation.swapsAxes ? size.transposed : size
    guard let small = try stored?.picture(over: request.background),
      StoredFile.shows(shape, small.size)
    else { return nil }
    return try preview(small, of: shape, .upright, request)
  }

  /// The same for a picture that is open, and upright.
  static func of(
    _ picture: any BoxedPicture, _ request: PixelRequest, stored: StoredFile?
  ) -> Preview? {
    let size = picture.size
    guard size.area >= leastBoxedPixels else { return nil }
    do throws(Failure) {
      if let own = picture.thumbnailSize, StoredFile.shows(size, own), own.area <= 1 << 20 {
        let small = try picture.decodeThumbnail(over: request.background)
        return try preview(small, of: size, .upright, request)
      }
      guard let small = try stored?.picture(over: request.background),
        StoredFile.shows(size, small.size)
      else { return nil }
      return try preview(small, of: size, .upright, request)
    } catch {
      return nil
    }
  }

  /// `size`: of what the small picture shows, in its own orientation.
  private static func preview(
    _ small: PlanarPicture, of size: PixelSize, _ own: Orientation, _ request: PixelRequest
  ) throws(Failure) -> Preview? {
    let orientation = own.turned(request.turns)
    let shown = orientation.swapsAxes ? size.transposed : size
    let fitting = Fitting(of: shown, request)
    let stored = orientation.swapsAxes ? fitting.transposed : fitting
    guard let view = view(of: small.size, stored, source: size) else { return nil }
    let scaled = try Scaler.scale(small, view)
    return try preview(scaled, orientation, source: shown)
  }

  /// As it is stored; Exif's before JFIF's.
  private static func thumbnail(_ header: JPEGHeader) throws(Failure) -> PlanarPicture? {
    if let bytes = header.exif.flatMap({ Exif($0)?.thumbnail }) {
      let file = try Memory(byteCount: bytes.count)
      file.base.copyMemory(from: bytes, byteCount: bytes.count)
      return try decoded(file)
    }
    switch header.thumbnail {
    case .jpeg(let view):
      guard let base = view.bytes.baseAddress else { return nil }
      let file = try Memory(byteCount: view.count)
      file.base.copyMemory(from: base, byteCount: view.count)
      return try decoded(file)
    case .pixels(let pixels, let size):
      guard let base = pixels.bytes.baseAddress else { return nil }
      let layout = PixelLayout(red: 0, green: 1, blue: 2, depth: 3, stride: 3 * size.width)
      return try layout.planes(of: base, size: size, over: 0)
    case nil: return nil
    }
  }

  private static func decoded(_ file: Memory) throws(Failure) -> PlanarPicture {
    try JPEGDecoder().decode(file) { size, _ in Fitting(whole: size) }.picture
  }

  /// What of a thumbnail shows what `fitting` shows of the picture. Cameras put black bars round
  /// thumbnails whose shape is not theirs. nil: its shape is quite another.
  private static func view(
    of thumbnail: PixelSize, _ fitting: Fitting, source: PixelSize
  ) -> Fitting? {
    let own = Double(thumbnail.width) / Double(thumbnail.height)
    let shape = Double(source.width) / Double(source.height)
    guard max(own, shape) / min(own, shape) < 1.5 else { return nil }
    var view = fitting
    view.visibleWidth *= min(1, shape / own)
    view.visibleHeight *= min(1, own / shape)
    // No more pixels than it has, nor than a message takes.
    let target = fitting.target
    let most = min(
      view.visibleWidth * Double(thumbnail.width) / Double(target.width),
      view.visibleHeight * Double(thumbnail.height) / Double(target.height),
      (Double(WireLimit.previewPixels) / Double(target.area)).squareRoot(), 1)
    view.target = PixelSize(
      width: max(1, Int(Double(target.width) * most)),
      height: max(1, Int(Double(target.height) * most)))
    return view.target.area <= Int(WireLimit.previewPixels) ? view : nil
  }

  private static func preview(
    _ picture: PlanarPicture, _ orientation: Orientation, source: PixelSize
  ) throws(Failure) -> Preview {
    let size = orientation.swapsAxes ? picture.size.transposed : picture.size
    let room = try Memory(byteCount: SlotLayout.bytes(width: size.width, height: size.height))
    let area = SlotArea(width: size.width, height: size.height, at: room.base)
    try Composer.compose(picture, orientation, into: area)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * size.area)
    for y in 0..<size.height {
      let row = (room.base + y * area.stride).assumingMemoryBound(to: UInt8.self)
      for x in 0..<size.width { pixels += [row[4 * x + 2], row[4 * x + 1], row[4 * x]] }
    }
    return Preview(
      width: UInt32(size.width), height: UInt32(size.height), sourceWidth: UInt32(source.width),
      sourceHeight: UInt32(source.height), pixels: pixels)
  }
}
