import CFFmpeg
import CFFmpegShim
import TriptychWire

/// Why a film or a picture file came to nothing: what the answer `failed` carries.
struct FilmError: Error, Sendable, Hashable {
  let code: FailureCode
  /// The library's own words, or ours where it has none.
  let message: String

  init(_ code: FailureCode, _ message: String) {
    self.code = code
    self.message = message
  }

  /// From an error of FFmpeg; `code` where the number alone does not say more.
  init(library error: Int32, as code: FailureCode) {
    self.code =
      switch error {
      case -ENOMEM: .noMemory
      case -EIO: .unreadable
      case ff_error_decoder_not_found: .unsupported
      default: code
      }
    var text = [CChar](repeating: 0, count: 200)
    ff_error_text(error, &text, text.count)
    let end = text.firstIndex(of: 0) ?? text.count
    message = String(decoding: text[..<end].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  static let noMemory = FilmError(.noMemory, "out of memory")
}
