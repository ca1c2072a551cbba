import CHeif
import TriptychDecoding
import TriptychPictures

/// The program `triptych-decode-heif`: the picture worker with libheif, whose libraries take too
/// long to load for all those that never meet such a picture. Started by the player, with a
/// channel as descriptor 3.
public func runHEIFProgram() -> Never {
  // Looks for decoders of its own while it may.
  _ = heif_init(nil)
  let known = [(heif_compression_HEVC, "HEIC"), (heif_compression_AV1, "AVIF")]
  let names = known.filter { heif_have_decoder_for_format($0.0) != 0 }.map(\.1)
  let words = names.isEmpty ? "libheif has no decoder" : names.joined(separator: ", ")
  servePictures(
    boxes: BoxLibrary(
      formats: words, open: { file throws(Failure) in try HEIFPicture(file) },
      peek: { file throws(Failure) in try HEIFPicture(peekingAt: file) }))
}
