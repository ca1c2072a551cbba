import Glibc
import Testing

/// A folder with pictures and lists in it, and the built program's renderings of them.
final class RenderedShow {
  private let home: TemporaryFolder
  var folder: String { home.path }

  init() throws { home = try TemporaryFolder() }

  func path(_ name: String) -> String { folder + "/" + name }

  func write(_ bytes: [UInt8], to name: String) {
    guard let stream = fopen(path(name), "w") else { return }
    fwrite(bytes, 1, bytes.count, stream)
    fclose(stream)
  }

  func write(_ text: String, to name: String) { write(Array(text.utf8), to: name) }

  /// Pictures of one colour each, `1.bmp` … in 16:9.
  func paint(_ count: Int) {
    for index in 0..<count {
      let shade = UInt8(40 + 60 * index)
      picture("\(index + 1).bmp", 32, 18) { _, _ in (shade, UInt8(255 - shade), 128) }
    }
  }

  /// Writes a BMP of 24 bits whose pixels are what `color` says.
  func picture(
    _ name: String, _ width: Int, _ height: Int, _ color: (Int, Int) -> (UInt8, UInt8, UInt8)
  ) {
    func word(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let stride = (3 * width + 3) / 4 * 4
    var bytes: [UInt8] = [0x42, 0x4D] + word(54 + stride * height, 4) + word(0, 4) + word(54, 4)
    bytes += word(40, 4) + word(width, 4) + word(height, 4) + word(1, 2) + word(24, 2)
    bytes += word(0, 4) + word(stride * height, 4) + [UInt8](repeating: 0, count: 16)
    for y in (0..<height).reversed() {
      for x in 0..<width {
        let (red, green, blue) = color(x, y)
        bytes += [blue, green, red]
      }
      bytes += [UInt8](repeating: 0, count: stride - 3 * width)
    }
    write(bytes, to: name)
  }

  /// Renders into the folder `name`, with a trace, at 32x18 and 10 frames a second unless
  /// `words` say more.
  func render(_ words: [String], to name: String = "out", input: String = "") throws -> Rendering {
    let common = ["--size", "32x18", "--fps", "10", "--trace", path(name + ".trace")]
    let run = try Run(
      ["render"] + common + words + ["--output", path(name)], input: input)
    return Rendering(run: run, folder: path(name), trace: bytes(name + ".trace"))
  }

  func bytes(_ name: String) -> [UInt8] { readFile(path(name)) }
}

/// Removes a file, or a folder and all in it; links are not followed.
func removeTree(_ path: String) {
  guard remove(path) != 0, let folder = opendir(path) else { return }
  while let entry = readdir(folder) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
      field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != ".", name != ".." { removeTree(path + "/" + name) }
  }
  closedir(folder)
  rmdir(path)
}

/// All of a file; empty if there is none.
func readFile(_ path: String) -> [UInt8] {
  guard let stream = fopen(path, "r") else { return [] }
  defer { fclose(stream) }
  var (bytes, block) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
  while true {
    let count = fread(&block, 1, block.count, stream)
    guard count > 0 else { return bytes }
    bytes += block[..<count]
  }
}

/// What a run of `render` left.
struct Rendering {
  let run: Run
  let folder: String
  let lines: [TraceRecord]
  let trace: String

  init(run: Run, folder: String, trace: [UInt8]) {
    (self.run, self.folder) = (run, folder)
    self.trace = String(decoding: trace, as: UTF8.self)
    lines = self.trace.split(separator: "\n").compactMap { TraceRecord(String($0)) }
  }

  func frame(_ index: Int) -> [UInt8] { readFile(name(index)) }

  func name(_ index: Int) -> String {
    folder + "/frame-" + String(String(100_000 + index).dropFirst()) + ".png"
  }

  /// How many frames the folder has, counted from the first one that is there.
  var frameCount: Int {
    var count = 0
    while access(name(count), F_OK) == 0 { count += 1 }
    return count
  }

  /// The list positions of the items that were shown whole, in their order.
  var itemsAtRest: [Int] {
    var items: [Int] = []
    var places: [Int] = []
    for line in lines where line.views.count == 1 && line.views[0].p == 0 {
      let view = line.views[0]
      if places.last != view.place {
        places.append(view.place)
        items.append(view.item)
      }
    }
    return items
  }
}

/// A line of a trace, read strictly: nil where it has not the form of DESIGN section 5.
struct TraceRecord {
  struct View {
    let place: Int
    let item: Int
    let p: Double
    let opacity: Double
    /// Row by row.
    let map: [Double]
  }

  let frame: Int
  let time: Double
  let x: Double
  let current: Int
  let views: [View]
  /// As written.
  let words: [String]

  init?(_ text: String) {
    words = text.split(separator: " ", omittingEmptySubsequences: false).map { String($0) }
    guard words.count >= 4, (words.count - 4) % 13 == 0, let frame = Int(words[0]),
      let time = Double(words[1]), let x = Double(words[2]), let current = Int(words[3])
    else { return nil }
    (self.frame, self.time, self.x, self.current) = (frame, time, x, current)
    var views: [View] = []
    for start in stride(from: 4, to: words.count, by: 13) {
      let numbers = words[(start + 2)..<(start + 13)].compactMap { Double($0) }
      guard numbers.count == 11, let place = Int(words[start]), let item = Int(words[start + 1])
      else { return nil }
      views.append(
        View(
          place: place, item: item, p: numbers[0], opacity: numbers[1], map: Array(numbers[2...])))
    }
    self.views = views
  }
}
