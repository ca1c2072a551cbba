// What a 1920×1080 frame costs the painter, in CPU time, beside a copy of the frame in the same
// run; then the longest frame of each transition. `swift run -c release paint-bench [threads]`
import Glibc
import TriptychCore
import TriptychPaint

private let (width, height) = (1920, 1080)

/// CPU seconds of the process so far.
private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

private func noise(_ width: Int, _ height: Int, seed: UInt32, isOpaque: Bool = true) -> Picture {
  Picture.make(width: width, height: height, isOpaque: isOpaque) { base, stride in
    var state = seed
    for y in 0..<height {
      let row = (base + y * stride).assumingMemoryBound(to: UInt32.self)
      for x in 0..<width {
        state = state &* 1_664_525 &+ 1_013_904_223
        row[x] = isOpaque ? state | 0xFF00_0000 : 0x8040_2010
      }
    }
  }
}

private func layer(_ picture: Picture, _ placement: Placement, crop: Rect? = nil) -> Layer {
  let cell = Size(Double(width), Double(height))
  let whole = Rect(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height))
  return Layer(
    cell: cell, picture: picture, target: Rect(cell), crop: crop ?? whole, backdrop: .black,
    placement: placement)
}

/// Milliseconds.
private struct Cost {
  var processor = Double.infinity
  var wall = Double.infinity
}

private func wallTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The least of so many frames: what others do on the machine only adds.
private func measure(_ count: Int = 40, _ frame: () -> Void) -> Cost {
  for _ in 0..<3 { frame() }
  var least = Cost()
  for _ in 0..<count {
    let (processor, wall) = (processorTime(), wallTime())
    frame()
    least.processor = min(least.processor, (processorTime() - processor) * 1000)
    least.wall = min(least.wall, (wallTime() - wall) * 1000)
  }
  return least
}

private func hundredths(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }

private func padded(_ text: String, _ count: Int) -> String {
  text + String(repeating: " ", count: max(0, count - text.count))
}

private func report(_ name: String, _ cost: Cost, copy: Cost) {
  let ratio = (cost.processor / copy.processor * 10).rounded() / 10
  print(
    padded(name, 44) + padded("\(hundredths(cost.processor)) ms", 12)
      + padded("\(ratio) copies", 16) + "\(hundredths(cost.wall)) ms wall")
}

private func turned(_ degrees: Double) -> Homography {
  let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
  return Homography.shift(-960, -540)
    .then(Homography(cosine, -sine, 0, sine, cosine, 0, 0, 0, 1))
    .then(.shift(960, 540))
}

private func run(threads: Int) {
  let (a, b) = (noise(width, height, seed: 1), noise(width, height, seed: 2))
  let large = noise(2208, 1242, seed: 3)
  let glass = noise(width, height, seed: 4, isOpaque: false)
  let screen = PixelBlock(byteCount: 4 * width * height)
  let painter = Painter(threads: threads)
  let scene = Scene(size: Size(Double(width), Double(height)), gap: 50)
  let copy = measure { screen.base.copyMemory(from: a.base, byteCount: 4 * width * height) }
  report("copy of a frame (memcpy)", copy, copy: copy)

  func cost(_ layers: [Layer], _ count: Int = 40) -> Cost {
    measure(count) {
      painter.paint(
        layers, over: .black, into: screen.base, stride: 4 * width, width: width, height: height)
    }
  }
  func paint(_ name: String, _ layers: [Layer]) { report(name, cost(layers), copy: copy) }
  let half = Placement(opacity: 0.4)
  paint("one picture 1:1", [layer(a, .identity)])
  paint("crossfade", [layer(a, .identity), layer(b, half)])
  paint("shifted by a part of a pixel", [layer(a, Placement(map: .shift(0.3, 0.4)))])
  let crop = Rect(x: 31.3, y: 17.7, width: 2100, height: 1181.25)
  paint("Ken Burns (scaled and shifted)", [layer(large, .identity, crop: crop)])
  paint("a picture with alpha over another", [layer(a, .identity), layer(glass, .identity)])
  paint("turned and scaled", [layer(a, Placement(map: turned(7)))])
  paint(
    "turned, two, one half transparent",
    [
      layer(a, Placement(map: turned(7))), layer(b, Placement(map: turned(-7), opacity: 0.5)),
    ])
  let tilt = Homography(1, 0.1, 10, 0.05, 1, 5, 0.0001, 0.00005, 1)
  paint("perspective", [layer(a, Placement(map: tilt))])
  print("\nThe dearest of nine positions of each transition, two pictures:")
  for name in TransformerTable.builtIn.names {
    guard let transformer = TransformerTable.builtIn.transformer(named: name) else { continue }
    var worst = Cost(processor: 0, wall: 0)
    for step in 1...9 {
      let x = Double(step) / 10 + 0.003
      let pair = [(a, -x), (b, 1 - x)].compactMap { picture, p in
        transformer.place(p, in: scene).map { layer(picture, $0) }
      }
      let cost = cost(transformer.drawOrder == .nextOnTop ? pair : pair.reversed(), 20)
      worst.processor = max(worst.processor, cost.processor)
      worst.wall = max(worst.wall, cost.wall)
    }
    report(name, worst, copy: copy)
  }
}

run(threads: CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1)
