import CHeif
import TriptychDecoding
import TriptychPictures

/// The primary picture of a HEIF or AVIF file, and what stands beside it, read by libheif. It is
/// upright: the file's turns, mirrors and crops are carried out (what Exif says of them counts
/// for nothing here, ISO/IEC 23008-12).
final class HEIFPicture: BoxedPicture {
  private let context: OpaquePointer
  private let handle: OpaquePointer
  private let small: OpaquePointer?
  /// What is read from for as long as the context lives.
  private let owner: AnyObject

  /// All of the file is there.
  convenience init(_ file: Memory) throws(Failure) {
    try self.init(owner: file) { context in
      heif_context_read_from_memory_without_copy(context, file.base, file.byteCount, nil)
    }
  }

  /// Only what is asked for is read.
  convenience init(peekingAt file: SourceFile) throws(Failure) {
    let tape = FileTape(file)
    try self.init(owner: tape) { context in
      heif_context_read_from_reader(context, tape.reader, tape.own, nil)
    }
  }

  private init(
    owner: AnyObject, read: (OpaquePointer) -> heif_error
  ) throws(Failure) {
    guard let context = heif_context_alloc() else { throw Failure(.noMemory, "libheif") }
    var handle: OpaquePointer?
    do throws(Failure) {
      try Self.check(read(context))
      try Self.check(heif_context_get_primary_image_handle(context, &handle))
    } catch {
      heif_context_free(context)
      throw error
    }
    guard let handle else {
      heif_context_free(context)
      throw Failure(.damaged, "no picture in it is named as the one to be shown")
    }
    (self.context, self.handle, self.owner) = (context, handle, owner)
    small = Self.thumbnail(of: handle)
  }

  deinit {
    if let small { heif_image_handle_release(small) }
    heif_image_handle_release(handle)
    heif_context_free(context)
  }

  private static func thumbnail(of handle: OpaquePointer) -> OpaquePointer? {
    var item: heif_item_id = 0
    var small: OpaquePointer?
    guard heif_image_handle_get_list_of_thumbnail_IDs(handle, &item, 1) == 1,
      heif_image_handle_get_thumbnail(handle, item, &small).code == heif_error_Ok
    else { return nil }
    return small
  }

  var size: PixelSize { Self.size(of: handle) }

  var thumbnailSize: PixelSize? { small.map(Self.size) }

  private static func size(of handle: OpaquePointer) -> PixelSize {
    PixelSize(
      width: Int(heif_image_handle_get_width(handle)),
      height: Int(heif_image_handle_get_height(handle)))
  }

  func decode(over background: UInt32) throws(Failure) -> PlanarPicture {
    try Self.decode(handle, over: background)
  }

  func decodeThumbnail(over background: UInt32) throws(Failure) -> PlanarPicture {
    guard let small else { throw Failure(.damaged, "there is no thumbnail") }
    return try Self.decode(small, over: background)
  }

  private static func decode(
    _ handle: OpaquePointer, over background: UInt32
  ) throws(Failure) -> PlanarPicture {
    guard let options = heif_decoding_options_alloc() else { throw Failure(.noMemory, "libheif") }
    defer { heif_decoding_options_free(options) }
    options.pointee.convert_hdr_to_8bit = 1
    let hasAlpha = heif_image_handle_has_alpha_channel(handle) != 0
    let chroma = hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB
    var image: OpaquePointer?
    try check(heif_decode_image(handle, &image, heif_colorspace_RGB, chroma, options))
    guard let image else { throw Failure(.damaged, "there are no pixels") }
    defer { heif_image_release(image) }
    let size = PixelSize(
      width: Int(heif_image_get_width(image, heif_channel_interleaved)),
      height: Int(heif_image_get_height(image, heif_channel_interleaved)))
    var stride: Int32 = 0
    guard size.width > 0, size.height > 0,
      let pixels = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride)
    else { throw Failure(.damaged, "there are no pixels") }
    let layout = PixelLayout(
      red: 0, green: 1, blue: 2, alpha: hasAlpha ? 3 : nil, depth: hasAlpha ? 4 : 3,
      stride: Int(stride))
    return try layout.planes(of: UnsafeRawPointer(pixels), size: size, over: background)
  }

  // MARK: What stands beside it

  /// The mark of a JPEG's segment does not belong to it; where the data begins stands before it
  /// (ISO/IEC 23008-12, Annex A).
  var exif: [UInt8]? {
    guard let block = block("Exif", mime: nil), block.count > 4 else { return nil }
    let start = block.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    guard start < block.count - 4 else { return nil }
    return Array(block[(4 + start)...])
  }

  var xmp: [UInt8]? { block("mime", mime: "application/rdf+xml") }

  /// More is not looked at.
  private static let mostBytes = 1 << 20
  private static let mostBlocks = 16

  private func block(_ kind: String, mime: String?) -> [UInt8]? {
    var items = [heif_item_id](repeating: 0, count: Self.mostBlocks)
    let count = heif_image_handle_get_list_of_metadata_block_IDs(
      handle, kind, &items, Int32(items.count))
    for item in items.prefix(max(Int(count), 0)) {
      if let mime {
        let own = heif_image_handle_get_metadata_content_type(handle, item)
        guard own.map({ String(cString: $0) }) == mime else { continue }
      }
      let size = heif_image_handle_get_metadata_size(handle, item)
      guard size > 0, size <= Self.mostBytes else { continue }
      var bytes = [UInt8](repeating: 0, count: size)
      if heif_image_handle_get_metadata(handle, item, &bytes).code == heif_error_Ok {
        return bytes
      }
    }
    return nil
  }

  // MARK: Errors

  private static func check(_ error: heif_error) throws(Failure) {
    guard error.code != heif_error_Ok else { return }
    let words = error.message.map { String(cString: $0) } ?? "libheif says no more"
    switch error.code {
    case heif_error_Memory_allocation_error: throw Failure(.noMemory, words)
    case heif_error_Unsupported_feature, heif_error_Unsupported_filetype:
      throw Failure(.unsupported, words)
    default: throw Failure(.damaged, words)
    }
  }
}
