import CFFmpeg
import CFFmpegShim
import TriptychWire

/// Why a film or a picture file came to nothing: what the answer `failed` carries.
struct FilmError: Error, Sendable, Hashable {
  let code: FailureCode
  /// For people, in one line; empty: the player has words for the code. A second line is FFmpeg's,
  /// for the debug log.
  let message: String

  init(_ code: FailureCode, _ message: String) {
    self.code = code
    self.message = message
  }

  /// From an error of FFmpeg; `code` where the number alone does not say more. Its words are not
  /// for people: "Invalid data found when processing input".
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
    message =
      "\nFFmpeg: " + String(decoding: text[..<end].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  static let noMemory = FilmError(.noMemory, "out of memory")
}
