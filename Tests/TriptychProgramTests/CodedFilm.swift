import Glibc
import Testing

/// Films whose frames carry a number (docs/proof.md), made by ffmpeg's own filters.
struct CodedFilm {
  var name: String
  var fps = 25
  var frames = 30
  /// Options of the encoder.
  var encoder = "-c:v libx264 -preset ultrafast -bf 2 -g 12"
  /// Filters after the numbers are drawn.
  var filters = ""
  /// Of the encoder: to a thousandth of a second, for frames of uneven length.
  var isUneven = false
  private var timing: String { isUneven ? "-enc_time_base 1/1000 " : "" }
  /// Of a pixel.
  var pixels = "yuv420p"
  var hasSound = false
  /// Another sound: values of the left and the right side at t, as aevalsrc takes them; and how it
  /// is encoded.
  var wave = ""
  var soundCodec = "pcm_s16le"
  /// First number.
  var first = 0

  static let size = (width: 320, height: 180)

  /// Bars along the top: white, black, 16 bits, one that makes the number of white bits odd, white.
  private var bars: String {
    let n = "(n+\(first))"
    func bit(_ power: Int) -> String { "mod(floor(\(n)/\(1 << power)),2)" }
    let sum = (0..<16).map(bit).joined(separator: "+")
    var conditions = ["1"] + (0..<16).reversed().map(bit)
    conditions.append("not(mod(\(sum),2))")
    conditions.append("1")
    let places = [0] + Array(2..<20)
    var parts = ["drawbox=x=0:y=0:w=iw:h=ih/16:color=black:t=fill"]
    for (place, condition) in zip(places, conditions) {
      parts.append(
        "drawbox=x=iw*\(place)/20:y=0:w=iw/20:h=ih/16:color=white:t=fill:enable='\(condition)'")
    }
    return parts.joined(separator: ",")
  }

  /// Writes the film into a folder; its path. Throws where ffmpeg is not there.
  func make(in folder: String) throws -> String {
    let path = folder + "/" + name
    let seconds = Double(frames) / Double(fps)
    let sound =
      hasSound ? " -f lavfi -i sine=440:sample_rate=48000:duration=\(seconds) -c:a aac" : ""
    let heard =
      wave.isEmpty
      ? sound : " -f lavfi -i \"aevalsrc='\(wave)':s=48000:d=\(seconds)\" -c:a \(soundCodec)"
    // With a number of frames ffmpeg would end the sound early.
    let count = wave.isEmpty ? " -frames:v \(frames)" : ""
    let more = filters.isEmpty ? "" : "," + filters
    let command =
      "ffmpeg -v error -y -f lavfi -i testsrc2=size=\(Self.size.width)x\(Self.size.height)"
      + ":rate=\(fps):duration=\(seconds)\(heard) -vf \"\(bars)\(more)\"\(count)"
      + " -pix_fmt \(pixels) -fps_mode passthrough \(timing)\(encoder) '\(path)' </dev/null 2>&1"
    let words = String(decoding: try output(of: command), as: UTF8.self)
    try #require(words.isEmpty, "\(words)")
    return path
  }
}

/// What a command writes to standard output.
func output(of command: String) throws -> [UInt8] {
  let pipe = try #require(popen(command, "r"))
  defer { pclose(pipe) }
  var (bytes, block) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
  while true {
    let count = fread(&block, 1, block.count, pipe)
    guard count > 0 else { return bytes }
    bytes += block[..<count]
  }
}

/// The numbers in a folder of rendered frames, read here and not by the program; nil: none.
func frameCodes(of folder: String) throws -> [Int?] {
  let (width, height) = CodedFilm.size
  let pixels = try output(
    of: "ffmpeg -v error -i '\(folder)/frame-%05d.png' -f rawvideo -pix_fmt gray - </dev/null")
  return stride(from: 0, to: pixels.count, by: width * height).map { frame in
    var whites: [Bool] = []
    for block in 0..<20 {
      let light = pixels[frame + 5 * width + block * width / 20 + width / 40]
      guard light > 160 || light < 96 else { return nil }
      whites.append(light > 160)
    }
    guard whites[0], !whites[1], whites[19],
      whites[2...18].filter(\.self).count % 2 == 1
    else { return nil }
    return whites[2...17].reduce(0) { 2 * $0 + ($1 ? 1 : 0) }
  }
}
