/// Why a job failed. It concerns that job only: the next one runs as if nothing had been.
public struct MediaError: Error, Hashable, Sendable {
  /// Stable words for logs and tests.
  public enum Code: String, CaseIterable, Sendable {
    // What a decoder says.
    case unknownFormat = "unknown-format"
    case damaged
    case tooLarge = "too-large"
    case unsupported
    case unreadable
    case noMemory = "no-memory"
    case badRequest = "bad-request"
    /// A thumbnail of what its file once was.
    case stale
    // What the player says of a decoder.
    case tookTooLong = "took-too-long"
    case decoderDied = "decoder-died"
    case decoderLied = "decoder-lied"
    case noDecoder = "no-decoder"
  }

  public let code: Code
  /// For people, in one line, without the words of libraries.
  public let words: String
  /// What the decoder's library says of it, and the end of what the decoder wrote to standard
  /// error, at most 4 KiB; for the debug log.
  public let trace: [UInt8]

  public init(_ code: Code, _ words: String, trace: [UInt8] = []) {
    self.code = code
    self.words = words
    self.trace = trace
  }

  /// The same error with what the decoder wrote.
  func with(trace: [UInt8]) -> MediaError {
    // What a dead decoder wrote is in its last words already.
    MediaError(code, words, trace: self.trace == trace ? trace : self.trace + trace)
  }
}

/// A decoder said something that cannot be true. It is killed and its job fails.
struct Lie: Error, Hashable, Sendable {
  let words: String

  init(_ words: String) { self.words = words }

  var asError: MediaError { MediaError(.decoderLied, "the decoder sent nonsense (\(words))") }
}
