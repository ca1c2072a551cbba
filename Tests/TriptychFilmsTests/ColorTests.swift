import CFFmpeg
import CFFmpegShim
import Testing
import TriptychWire

@testable import TriptychFilms

/// Colour bars, coded here by the formulas of the standards, come out as the colours they are.
@Suite struct ColorTests {
  /// Red, green and blue, 0…1: white, the 75 % bars, a grey and two mixed colours.
  private static let bars: [[Double]] = [
    [1, 1, 1], [0.75, 0.75, 0], [0, 0.75, 0.75], [0, 0.75, 0], [0.75, 0, 0.75], [0.75, 0, 0],
    [0, 0, 0.75], [0.5, 0.5, 0.5],
  ]

  /// Kr and Kb: ITU-R BT.601-7 section 2.5.1, BT.709-6 item 3.2, BT.2020-2 table 4.
  struct Matrix: Sendable, CustomStringConvertible {
    let description: String
    let tag: AVColorSpace
    let red: Double
    let blue: Double

    static let all = [
      Matrix(description: "601", tag: AVCOL_SPC_SMPTE170M, red: 0.299, blue: 0.114),
      Matrix(description: "709", tag: AVCOL_SPC_BT709, red: 0.2126, blue: 0.0722),
      Matrix(description: "2020", tag: AVCOL_SPC_BT2020_NCL, red: 0.2627, blue: 0.0593),
    ]
  }

  /// The code of a component of a colour: ITU-R BT.2100-2 table 9 (limited and full range).
  private static func code(
    _ rgb: [Double], _ component: Int, _ matrix: Matrix, depth: Int, full: Bool
  ) -> UInt16 {
    let luma = matrix.red * rgb[0] + (1 - matrix.red - matrix.blue) * rgb[1] + matrix.blue * rgb[2]
    let step = Double(1 << (depth - 8))
    if component == 0 {
      let most = Double((1 << depth) - 1)
      return UInt16((full ? luma * most : (219 * luma + 16) * step).rounded())
    }
    let chroma =
      component == 1
      ? (rgb[2] - luma) / (2 * (1 - matrix.blue)) : (rgb[0] - luma) / (2 * (1 - matrix.red))
    let (most, middle) = (Double((1 << depth) - 1), Double(1 << (depth - 1)))
    return UInt16((full ? chroma * most + middle : (224 * chroma + 128) * step).rounded())
  }

  struct Kind: Sendable, CustomStringConvertible {
    let format: AVPixelFormat
    let depth: Int
    var codec = "libx264"
    var options = ["qp": "0", "preset": "ultrafast"]
    var container = "mkv"
    /// What a lossy encoder loses.
    var most = 3
    var mayBeFull = true

    var description: String { String(cString: av_get_pix_fmt_name(format)) + " " + codec }

    static let lossless265 = ["x265-params": "lossless=1:log-level=none", "preset": "ultrafast"]
    static let all = [
      Kind(format: AV_PIX_FMT_YUV420P, depth: 8), Kind(format: AV_PIX_FMT_YUV422P, depth: 8),
      Kind(format: AV_PIX_FMT_YUV444P, depth: 8), Kind(format: AV_PIX_FMT_YUV420P10LE, depth: 10),
      Kind(format: AV_PIX_FMT_YUV422P10LE, depth: 10),
      Kind(format: AV_PIX_FMT_YUV444P10LE, depth: 10),
      Kind(
        format: AV_PIX_FMT_YUV420P12LE, depth: 12, codec: "libx265", options: lossless265),
      Kind(
        format: AV_PIX_FMT_YUV422P12LE, depth: 12, codec: "libx265", options: lossless265),
      Kind(
        format: AV_PIX_FMT_YUV444P12LE, depth: 12, codec: "libx265", options: lossless265),
      Kind(format: AV_PIX_FMT_NV12, depth: 8, codec: "rawvideo", options: [:]),
      Kind(format: AV_PIX_FMT_UYVY422, depth: 8, codec: "rawvideo", options: [:]),
      Kind(
        format: AV_PIX_FMT_YUV420P, depth: 8, codec: "libvpx-vp9", options: ["lossless": "1"],
        container: "webm"),
    ]
  }

  /// The bars of a film of 8 of them, each 32 columns wide; the largest difference.
  private static func worst(_ film: SampleFilm, _ wanted: [[Double]]) throws -> Int {
    let made = try film.make()
    let shown = try firstFrame(of: made.path)
    #expect(shown.width == 256 && shown.height == 64)
    var worst = 0
    for (bar, color) in wanted.enumerated() {
      for y in [4, 31, 60] {
        // What lies at the edge is mixed where the chroma is coarse.
        for x in [4, 16, 27] {
          let pixel = shown.pixels[y * shown.width + bar * 32 + x]
          for channel in 0..<3 {
            let got = Int(pixel >> UInt32(16 - 8 * channel) & 0xFF)
            worst = max(worst, abs(got - Int((color[channel] * 255).rounded())))
          }
        }
      }
    }
    return worst
  }

  @Test("each matrix, range, depth and sampling gives the colours it was made of")
  func matrices() throws {
    var count = 0
    for kind in Kind.all {
      for matrix in Matrix.all {
        for full in [false, true] {
          let shift = Int(av_pix_fmt_desc_get(kind.format)?.pointee.log2_chroma_w ?? 0)
          let film = SampleFilm(
            format: kind.format, codec: kind.codec, options: kind.options,
            container: kind.container, matrix: matrix.tag,
            range: full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG,
            sample: { _, component, x, _ in
              let bar = (component == 0 ? x : x << shift) / 32
              return Self.code(Self.bars[bar], component, matrix, depth: kind.depth, full: full)
            })
          guard film.hasEncoder else { continue }
          count += 1
          let worst = try Self.worst(film, Self.bars)
          #expect(worst <= kind.most, "\(kind), BT.\(matrix), full range \(full): off by \(worst)")
        }
      }
    }
    #expect(count > 0)
  }

  @Test("grey films, in both ranges", arguments: [false, true])
  func grey(full: Bool) throws {
    let greys = (0..<8).map { [Double](repeating: Double($0) / 7, count: 3) }
    for (format, depth) in [(AV_PIX_FMT_GRAY8, 8), (AV_PIX_FMT_GRAY10LE, 10)] {
      let film = SampleFilm(
        format: format, matrix: AVCOL_SPC_BT709,
        range: full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG,
        sample: { _, _, x, _ in
          Self.code(greys[x / 32], 0, Matrix.all[1], depth: depth, full: full)
        })
      guard film.hasEncoder else { return }
      let worst = try Self.worst(film, greys)
      #expect(worst <= 3, "\(depth) bits: off by \(worst)")
    }
  }

  @Test("films of red, green and blue have no matrix")
  func primaries() throws {
    let kinds = [
      (AV_PIX_FMT_BGR24, "libx264rgb", "mkv"), (AV_PIX_FMT_RGB24, "png", "mov"),
      (AV_PIX_FMT_BGR24, "rawvideo", "avi"), (AV_PIX_FMT_RGB24, "qtrle", "mov"),
    ]
    for (format, codec, container) in kinds {
      var film = SampleFilm(
        format: format, codec: codec, container: container,
        sample: { _, component, x, _ in UInt16((Self.bars[x / 32][component] * 255).rounded()) })
      film.options = codec == "libx264rgb" ? ["qp": "0", "preset": "ultrafast"] : [:]
      guard film.hasEncoder else { continue }
      #expect(try Self.worst(film, Self.bars) <= 1, "\(codec)")
    }
  }

  @Test("what the stream leaves unsaid is guessed by its size: BT.601 up to 576 lines")
  func guessed() throws {
    for (height, matrix) in [(Int32(64), Matrix.all[0]), (720, Matrix.all[1])] {
      let film = SampleFilm(
        width: height == 64 ? 256 : 1280, height: height, matrix: AVCOL_SPC_UNSPECIFIED,
        range: AVCOL_RANGE_MPEG,
        sample: { _, component, _, _ in
          Self.code([0.75, 0.25, 0.1], component, matrix, depth: 8, full: false)
        })
      guard film.hasEncoder else { return }
      let made = try film.make()
      let shown = try firstFrame(
        of: made.path, PixelRequest(cellWidth: 320, cellHeight: 240, fit: .contain))
      let pixel = shown.pixels[shown.pixels.count / 2 + shown.width / 2]
      for (channel, wanted) in [191, 64, 26].enumerated() {
        #expect(abs(Int(pixel >> UInt32(16 - 8 * channel) & 0xFF) - wanted) <= 3)
      }
    }
  }
}
