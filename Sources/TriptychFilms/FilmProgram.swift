import TriptychDecoding

/// The program `triptych-decode-av KIND`: serves on descriptor 3 until the player is gone.
public func runFilmProgram(arguments: [String]) -> Never {
  switch arguments.dropFirst().first {
  case "video": serve(FilmWorker(), in: .film)
  case "encode": serve(EncodeWorker(), in: .encode)
  default: leave(.badUsage)
  }
}
