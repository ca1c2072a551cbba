import Glibc
import Testing

/// The frames that are seen of films, number by number, in `render`.
@Suite struct RenderProofTests {
  private let show: RenderedShow

  init() throws { show = try RenderedShow() }

  /// Renders with `--prove`, which must find nothing; the numbers as they are read here.
  private func codes(_ words: [String], fps: Int, _ frames: Int, prove: Int = 100) throws -> [Int?]
  {
    let run = try Run(
      [
        "render", "--size", "320x180", "--fps", "\(fps)", "--frames", "\(frames)", "--prove",
        "\(prove)", "--output", show.path("out"),
      ] + words)
    #expect(run.code == 0, "\(run.output)\(run.errors)")
    return try frameCodes(of: show.path("out"))
  }

  @Test(
    "each rate on its own: 0 … N, 0 … N, and so on without a gap",
    arguments: [24, 25, 30, 50, 60])
  func loops(fps: Int) throws {
    let film = try CodedFilm(name: "a.mp4", fps: fps, frames: fps + 3).make(in: show.folder)
    let seen = try codes([film], fps: fps, 3 * (fps + 3))
    let ideal: [Int?] = (0..<(3 * (fps + 3))).map { $0 % (fps + 3) }
    #expect(seen == ideal)
  }

  @Test(
    "on 60 frames a second each frame stands in an even pattern", arguments: [24, 25, 30, 50])
  func cadence(fps: Int) throws {
    let film = try CodedFilm(name: "a.mp4", fps: fps, frames: fps).make(in: show.folder)
    let seen = try codes([film], fps: 60, 120)
    // The frame that is due at k/60 s: the newest whose time has come.
    let ideal: [Int?] = (0..<120).map { ($0 * fps / 60) % fps }
    #expect(seen == ideal)
  }

  @Test(
    "B-frames, open groups and other codecs lose nothing",
    arguments: [
      ("a.mp4", "-c:v libx264 -preset veryfast -bf 3 -b_strategy 0 -g 9"),
      ("b.mkv", "-c:v libx264 -preset veryfast -bf 3 -g 8 -x264-params open-gop=1:scenecut=0"),
      ("c.ts", "-c:v libx264 -preset veryfast -bf 2 -g 8 -x264-params open-gop=1"),
      ("d.webm", "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 2M -g 20"),
      ("e.mpg", "-c:v mpeg2video -b:v 4M -bf 2 -g 10"),
    ])
  func codecs(name: String, encoder: String) throws {
    let film = try CodedFilm(name: name, frames: 40, encoder: encoder).make(in: show.folder)
    let seen = try codes([film], fps: 25, 100)
    let ideal: [Int?] = (0..<100).map { $0 % 40 }
    #expect(seen == ideal)
  }

  @Test("frames of uneven length stand as long as they say")
  func uneven() throws {
    // At 0, 40, 60, 120, 160, 180, 240 … ms: 40, 20, 60 ms in turn.
    let film = try CodedFilm(
      name: "a.mkv", frames: 30,
      filters: "settb=1/1000,setpts='floor(N/3)*120+gte(mod(N\\,3)\\,1)*40+gte(mod(N\\,3)\\,2)*20'",
      isUneven: true
    ).make(in: show.folder)
    let seen = try codes([film], fps: 50, 55)
    var round: [Int?] = []
    for frame in 0..<30 {
      let stands = [2, 1, 3][frame % 3]
      round += [Int?](repeating: frame, count: stands)
    }
    #expect(seen == Array(round.prefix(55)))
  }

  @Test("cuts: each film from its first to its last frame, and pictures between")
  func cuts() throws {
    show.picture("1.bmp", 32, 18) { _, _ in (90, 90, 90) }
    let a = try CodedFilm(name: "a.mp4", frames: 20).make(in: show.folder)
    let b = try CodedFilm(name: "b.mp4", frames: 15, first: 100).make(in: show.folder)
    let list = [a, show.path("1.bmp"), b, "--transition", "cut", "--duration", "0.4"]
    var round: [Int?] = Array(0..<20)
    round += [Int?](repeating: nil, count: 10)
    round += Array(100..<115)
    #expect(try codes(list, fps: 25, 90) == round + round)
  }

  @Test("start and end: just these frames, again and again")
  func parts() throws {
    let film = try CodedFilm(name: "a.mp4", frames: 40).make(in: show.folder)
    show.write("#TRIPTYCH: start=0.4 end=0.8\n\(film)\n", to: "list.m3u")
    let seen = try codes([show.path("list.m3u")], fps: 25, 30)
    let ideal: [Int?] = (0..<30).map { 10 + $0 % 10 }
    #expect(seen == ideal)
  }

  @Test(
    "what is black, doubled or missing in a film with numbers is named, and fails the proof",
    arguments: [
      ("drawbox=color=black:t=fill:enable='eq(n,12)'", "no code is seen after code 11"),
      ("select='not(eq(n,12))',setpts=N/25/TB", "code 13 after 11"),
      ("loop=loop=1:size=1:start=12,setpts=N/25/TB", "code 11 again"),
    ])
  func faults(filter: String, words: String) throws {
    let film = try CodedFilm(name: "a.mp4", frames: 25, filters: filter).make(in: show.folder)
    let run = try Run(
      ["render", film, "--size", "320x180", "--fps", "25", "--prove", "1"])
    #expect(run.code == 1, "\(run.errors)")
    #expect(run.output.contains("wrong: \(words), frame at 0.480 s"), "\(run.output)")
    #expect(run.output.contains("item 1 (\(film)) at 0.480 s"), "\(run.output)")
    #expect(run.output.contains("1 item, "), "\(run.output)")
  }

  @Test("a proof ends after as many items, needs no output, and says what it saw")
  func items() throws {
    show.paint(3)
    let run = try Run(
      ["render", show.path("1.bmp"), show.path("2.bmp"), show.path("3.bmp"), "--size", "32x18"]
        + ["--fps", "10", "--duration", "1", "--transition-duration", "0.5", "--prove", "5"])
    #expect(run.code == 0, "\(run.errors)")
    // Five dwells and five changes up to the middle of the sixth: 1 + 4 × 1.5 + 0.25 s.
    #expect(run.output.hasPrefix("5 items, 73 frames: 0 late, 0 repeated, 0 dropped, 0 black"))
  }
}
