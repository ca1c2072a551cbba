import CFFmpeg
import CFFmpegShim

/// Brings films of a high dynamic range (PQ, HLG) to that of the screen. One thread.
///
/// What a film says of diffuse white, 203 cd/m² (ITU-R BT.2408-7, section 2), and below 0.3 of it
/// keeps its light; what is brighter is pressed together up to the brightest that the film holds.
/// So a grey card (26 cd/m², the same report) is as bright as in a film of the usual range.
final class ToneMapper {
  private var chain: FilterChain?
  private var plan: Plan?
  private var times: Int64 = 0

  /// Whatever a chain is made for.
  private struct Plan: Hashable {
    var format: Int32
    var width: Int32
    var height: Int32
    var target: PixelSize
    var transfer: UInt32
    var primaries: UInt32
    var matrix: UInt32
    var range: UInt32
    /// cd/m².
    var peak: Int
  }

  struct PixelSize: Hashable {
    var width: Int
    var height: Int
  }

  private static let white = 203.0
  /// Where the film says nothing of its brightest (the usual mastering display).
  private static let usualPeak = 1000.0
  /// Frames of more than one thread's worth are many.
  private static let threads: Int32 = 2

  /// True of frames that want it.
  static func isHigh(_ frame: DecodedFrame) -> Bool {
    let transfer = frame.raw.pointee.color_trc
    return transfer == AVCOL_TRC_SMPTE2084 || transfer == AVCOL_TRC_ARIB_STD_B67
  }

  /// The frame, already cut, at this size, as RGB of BT.709. Its contents are used up. nil: the
  /// library cannot; the frame is as it was.
  func map(_ frame: DecodedFrame, to size: PixelSize) throws(FilmError) -> DecodedFrame? {
    Self.complete(frame)
    let raw = frame.raw.pointee
    let plan = Plan(
      format: raw.format, width: raw.width, height: raw.height, target: size,
      transfer: raw.color_trc.rawValue, primaries: raw.color_primaries.rawValue,
      matrix: raw.colorspace.rawValue, range: raw.color_range.rawValue,
      peak: Int(Self.peak(of: frame)))
    if plan != self.plan {
      chain = FilterChain(
        like: frame, timeBase: AVRational(num: 1, den: 1000), filters: Self.filters(plan),
        threads: Self.threads)
      self.plan = plan
    }
    guard let chain else { return nil }
    // The filters keep step by these times; the film's own are kept outside.
    times += 1
    frame.raw.pointee.pts = times
    let mapped = try DecodedFrame()
    guard chain.send(frame), chain.receive(into: mapped) else {
      throw FilmError(.damaged, "the film's colours make no sense")
    }
    return mapped
  }

  /// Scaled first, in the film's own light: the filters are slow.
  private static func filters(_ plan: Plan) -> String {
    let peak = Double(plan.peak) / white
    return "zscale=w=\(plan.target.width):h=\(plan.target.height):filter=bilinear"
      + ":transfer=linear:npl=\(white):primaries=bt709,format=gbrpf32le,"
      + "tonemap=mobius:desat=0:peak=\(peak),zscale=transfer=bt709:range=full,format=gbrp"
  }

  /// Says what the stream has left unsaid, as it is with this kind of films; and leaves out what
  /// half a sample of colour would belong to.
  private static func complete(_ frame: DecodedFrame) {
    let raw = frame.raw
    if raw.pointee.color_primaries == AVCOL_PRI_UNSPECIFIED {
      raw.pointee.color_primaries = AVCOL_PRI_BT2020
    }
    if raw.pointee.colorspace == AVCOL_SPC_UNSPECIFIED {
      raw.pointee.colorspace = AVCOL_SPC_BT2020_NCL
    }
    if raw.pointee.color_range == AVCOL_RANGE_UNSPECIFIED {
      raw.pointee.color_range = AVCOL_RANGE_MPEG
    }
    guard let about = av_pix_fmt_desc_get(AVPixelFormat(raw.pointee.format)) else { return }
    if about.pointee.log2_chroma_w > 0, raw.pointee.width > 1 { raw.pointee.width &= ~1 }
    if about.pointee.log2_chroma_h > 0, raw.pointee.height > 1 { raw.pointee.height &= ~1 }
  }

  /// The brightest that the film says it holds, cd/m².
  private static func peak(of frame: DecodedFrame) -> Double {
    var peak = 0.0
    if let side = av_frame_get_side_data(frame.raw, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL) {
      let light = UnsafeRawPointer(side.pointee.data).load(as: AVContentLightMetadata.self)
      peak = Double(light.MaxCLL)
    }
    if peak <= 0,
      let side = av_frame_get_side_data(frame.raw, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA)
    {
      let display = UnsafeRawPointer(side.pointee.data).load(
        as: AVMasteringDisplayMetadata.self)
      let most = display.max_luminance
      if display.has_luminance != 0, most.den > 0 { peak = av_q2d(most) }
    }
    if !peak.isFinite || peak <= 0 { peak = usualPeak }
    return min(max(peak, 1.5 * white), 10_000)
  }
}
