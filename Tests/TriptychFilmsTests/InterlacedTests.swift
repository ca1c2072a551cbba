import CFFmpeg
import Testing
import TriptychWire

@testable import TriptychFilms

/// Films whose frames are made of two moments.
@Suite(.enabled(if: FilterChain.isThere)) struct InterlacedTests {
  /// A bright bar that moves 8 columns from field to field, over a slope; the number of the frame
  /// stands in 16 blocks in its middle, as `Pixels.code` reads it.
  private static func film(isInterlaced: Bool, codec: String, container: String) -> SampleFilm {
    var film = SampleFilm(
      codec: codec, container: container, height: 96, frames: 20, isInterlaced: isInterlaced,
      sample: { number, component, x, y in
        if component > 0 { return 128 }
        if (32..<64).contains(y) { return number >> (15 - x / 16) & 1 == 1 ? 235 : 16 }
        let left = (2 * number + y % 2) * 8 % 224
        return (left..<left + 32).contains(x) ? 220 : UInt16(40 + y / 2)
      })
    if codec == "mpeg2video" { film.options = ["q": "2"] }
    return film
  }

  /// How much lines differ from those above and below them, of all frames; and what came.
  private func play(_ film: SampleFilm, loops: UInt32 = 1, from start: Int64? = nil) throws
    -> (comb: Int, codes: [Int], times: [Int64], end: Int64?)
  {
    let made = try film.make()
    let player = try TestPlayer()
    player.open(made.path, loops: loops)
    if let start { player.seek(to: start) }
    player.say(.run(player.mark))
    var (comb, codes, times): (Int, [Int], [Int64]) = (0, [], [])
    while let reply = player.inbox.next() {
      switch reply {
      case .frame(let mark, let image, let time, _):
        let shown = player.pixels(image)
        if mark == player.mark {
          for y in 2..<30 {
            for x in 0..<shown.width {
              let rows = (-1...1).map { Int(shown[x, y + $0] & 0xFF) }
              comb += max(abs(2 * rows[1] - rows[0] - rows[2]) - 40, 0)
            }
          }
          codes.append(shown.code)
          times.append(time)
        }
        player.say(.free(slot: image.slot))
      case .ended(_, let time): return (comb, codes, times, time)
      case .failed(_, let code, let message): throw FilmError(code, message)
      default: continue
      }
    }
    return (comb, codes, times, nil)
  }

  @Test(
    "interlaced frames come whole: each once, at its time, round after round",
    arguments: [("libx264", "mkv"), ("mpeg2video", "ts")])
  func whole(codec: String, container: String) throws {
    let film = Self.film(isInterlaced: true, codec: codec, container: container)
    guard film.hasEncoder else { return }
    let plain = try play(Self.film(isInterlaced: false, codec: codec, container: container))
    let whole = try play(film, loops: 3)
    // Not said to be interlaced: shown as it is.
    #expect(plain.comb > 100_000)
    #expect(whole.comb / 3 < plain.comb / 5, "\(whole.comb / 3) of \(plain.comb)")
    #expect(whole.codes == (0..<60).map { $0 % 20 })
    let frame: Int64 = 40_000_000
    let steps = zip(whole.times, whole.times.dropFirst()).map { $1 - $0 }
    #expect(steps.allSatisfy { abs($0 - frame) < 2_000_000 })
    #expect(whole.end.map { abs($0 - 60 * frame) < 20_000_000 } == true)
  }

  @Test("a seek in an interlaced film shows the frame that stands there")
  func seek() throws {
    let film = Self.film(isInterlaced: true, codec: "libx264", container: "mkv")
    guard film.hasEncoder else { return }
    let played = try play(film, from: 17 * 40_000_000 + 5_000_000)
    #expect(played.codes == [17, 18, 19])
    #expect(played.comb < 20_000)
  }

  @Test("a single interlaced frame is shown")
  func single() throws {
    var film = Self.film(isInterlaced: true, codec: "libx264", container: "mkv")
    film.frames = 1
    guard film.hasEncoder else { return }
    #expect(try play(film).codes == [0])
  }
}
