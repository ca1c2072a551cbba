import CFFmpeg
import Glibc
import Testing
import TriptychWire

@testable import TriptychFilms

/// Films of a high dynamic range on a screen of the usual one.
@Suite(.enabled(if: FilterChain.isThere)) struct RangeTests {
  /// The PQ code, 0…1, of a light in cd/m²: ITU-R BT.2100-2 table 4.
  static func perceptual(_ light: Double) -> Double {
    let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
    let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
    let power = pow(light / 10_000, m1)
    return pow((c1 + c2 * power) / (1 + c3 * power), m2)
  }

  private static func film(
    _ transfer: AVColorTransferCharacteristic, _ colors: [[Double]]
  ) -> SampleFilm {
    // Kr and Kb of BT.2020-2 table 4; 10 bits, limited range.
    let (red, blue) = (0.2627, 0.0593)
    return SampleFilm(
      format: AV_PIX_FMT_YUV420P10LE, width: Int32(32 * colors.count), matrix: AVCOL_SPC_BT2020_NCL,
      range: AVCOL_RANGE_MPEG, transfer: transfer, primaries: AVCOL_PRI_BT2020,
      sample: { _, component, x, _ in
        let rgb = colors[(component == 0 ? x : 2 * x) / 32]
        let luma = red * rgb[0] + (1 - red - blue) * rgb[1] + blue * rgb[2]
        switch component {
        case 0: return UInt16((876 * luma + 64).rounded())
        case 1: return UInt16((896 * (rgb[2] - luma) / (2 * (1 - blue)) + 512).rounded())
        default: return UInt16((896 * (rgb[0] - luma) / (2 * (1 - red)) + 512).rounded())
        }
      })
  }

  /// The middle of each bar.
  private static func shown(
    _ transfer: AVColorTransferCharacteristic, _ colors: [[Double]]
  ) throws -> [[Int]] {
    let made = try film(transfer, colors).make()
    let request = PixelRequest(cellWidth: 640, cellHeight: 480, fit: .none)
    let frame = try firstFrame(of: made.path, request)
    return colors.indices.map { bar in
      let pixel = frame.pixels[32 * frame.width + 32 * bar + 16]
      return [16, 8, 0].map { Int(pixel >> UInt32($0) & 0xFF) }
    }
  }

  private static func greys(_ codes: [Double]) -> [[Double]] {
    codes.map { [$0, $0, $0] }
  }

  @Test("greys of PQ stay grey and in order; the grey card is as bright as usual, white is not cut")
  func perceptual() throws {
    let lights = [0, 0.1, 1, 5, 10, 26, 50, 100, 203, 400, 600, 1000]
    let colors = Self.greys(lights.map { Self.perceptual($0) })
    guard Self.film(AVCOL_TRC_SMPTE2084, colors).hasEncoder else { return }
    let shown = try Self.shown(AVCOL_TRC_SMPTE2084, colors)
    for color in shown { #expect((color.max() ?? 0) - (color.min() ?? 255) <= 2) }
    let values = shown.map { $0[1] }
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
    #expect(values[0] <= 1)
    // BT.2408-7 table 1: a grey card of 18 % has 26 cd/m², and 41 % in a film of the usual range.
    #expect(abs(values[5] - 104) <= 10, "\(values)")
    // Diffuse white leaves room for what is brighter, but does not look grey.
    #expect(values[8] >= 200 && values[8] <= 240, "\(values)")
    #expect(values[11] >= 250)
  }

  @Test("greys of HLG: the same light comes out alike")
  func hybrid() throws {
    // BT.2408-7 table 1: the grey card is coded 38 %, diffuse white 75 %.
    let codes = [0, 0.1, 0.2, 0.3, 0.38, 0.5, 0.6, 0.75, 0.85, 0.95, 1]
    let colors = Self.greys(codes)
    guard Self.film(AVCOL_TRC_ARIB_STD_B67, colors).hasEncoder else { return }
    let values = try Self.shown(AVCOL_TRC_ARIB_STD_B67, colors).map { $0[1] }
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
    #expect(abs(values[4] - 104) <= 10, "\(values)")
    #expect(values[7] >= 200 && values[7] <= 240, "\(values)")
    #expect(values[10] >= 250)
  }

  @Test(
    "strong colours keep their hue",
    arguments: [AVCOL_TRC_SMPTE2084.rawValue, AVCOL_TRC_ARIB_STD_B67.rawValue])
  func hues(transfer: UInt32) throws {
    let transfer = AVColorTransferCharacteristic(transfer)
    let (high, low) =
      transfer == AVCOL_TRC_SMPTE2084
      ? (Self.perceptual(150), Self.perceptual(8)) : (0.7, 0.2)
    let colors = [
      [high, low, low], [low, high, low], [low, low, high], [high, high, low], [low, high, high],
      [high, low, high],
    ]
    guard Self.film(transfer, colors).hasEncoder else { return }
    for (got, made) in zip(try Self.shown(transfer, colors), colors) {
      let bright = zip(got, made).filter { $1 == high }.map(\.0)
      let dark = zip(got, made).filter { $1 == low }.map(\.0)
      #expect((bright.min() ?? 0) > (dark.max() ?? 255) + 60, "\(got) of \(made)")
      #expect((bright.min() ?? 0) >= 150)
    }
  }

  @Test(
    "films of a high range are scaled and cut like others", arguments: [WireFit.contain, .cover])
  func scaled(fit: WireFit) throws {
    let colors = Self.greys([0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9])
    guard Self.film(AVCOL_TRC_SMPTE2084, colors).hasEncoder else { return }
    let made = try Self.film(AVCOL_TRC_SMPTE2084, colors).make()
    let frame = try firstFrame(
      of: made.path, PixelRequest(cellWidth: 101, cellHeight: 75, fit: fit))
    #expect(frame.width == 101 && frame.height == (fit == .cover ? 75 : 25))
    let row = frame.height / 2 * frame.width
    #expect(frame.pixels[row] & 0xFF < frame.pixels[row + 100] & 0xFF)
  }
}
