import Glibc
import Testing
import TriptychCore
import TriptychFiles
import TriptychMedia

@testable import TriptychApp

/// A show that is rendered within the test: the numbers of its frames, and its sound as it was
/// mixed, before any codec.
final class HeardShow: RenderOutput {
  private(set) var codes: [Int?] = []
  /// Interleaved.
  private(set) var samples: [Float] = []

  var left: [Float] { stride(from: 0, to: samples.count, by: 2).map { samples[$0] } }
  var right: [Float] { stride(from: 1, to: samples.count, by: 2).map { samples[$0] } }

  let (takesSound, isIdle, hasRoom) = (true, true, true)

  func write(_ picture: Picture, frame: Int) -> String? {
    codes.append(picture.frameCode)
    return nil
  }

  func write(_ samples: [Float]) -> String? {
    self.samples += samples
    return nil
  }

  func take(_ answer: MediaNews) -> String? { nil }
  func finish() -> String? { nil }

  /// Renders what `words` say, in the size of films with numbers.
  init(_ words: [String], fps: String, frames: Int? = nil, record: String? = nil) throws {
    let (width, height) = CodedFilm.size
    let all =
      ["render", "--size", "\(width)x\(height)", "--fps", fps]
      + (frames.map { ["--frames", "\($0)"] } ?? []) + words
    let invocation = try Invocation(all.map { Array($0.utf8) })
    let settings = ProgramSettings(layers: [invocation.layer])
    let (bell, log) = (Bell(), Log(level: .error, hasJournal: false))
    let ring: @Sendable () -> Void = { bell.ring() }
    let media = try Media(programs: try HeardShow.programs(), wake: ring)
    let list = wholeList(ListLoader(settings.listRequest, wake: ring), bell, log)
    let job = RenderJob(
      settings: settings, list: list, transformers: .builtIn, output: self, instants: nil,
      media: media, bell: bell, log: log)
    if let record { job.replay(try Record(Array(record.utf8)), list, .builtIn) }
    let code = job.run()
    try #require(code == 0, "\(job.problem ?? "")")
  }

  private static func programs() throws -> WorkerPrograms {
    let program = try #require(Run.program)
    let folder = program.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    func path(_ name: String) -> [UInt8] { Array((folder + "/triptych-decode" + name).utf8) }
    return WorkerPrograms(
      picture: path(""), film: path("-av"), text: path("-text"), list: path("-list"),
      heif: path("-heif"))
  }
}
