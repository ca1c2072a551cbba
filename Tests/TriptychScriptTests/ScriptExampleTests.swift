import Glibc
import Testing
import TriptychCore
import TriptychScript

/// The scripts in Examples/transitions keep the promises of every transformer.
@Suite struct ScriptExampleTests {
  static let folder =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    + "/Examples/transitions"
  static let names = ["curtain", "diamond", "fall", "swing", "through"]
  static let scene = Scene(size: Size(1920, 1080), gap: 50, seed: 3 << 62)

  private func script(_ name: String) throws -> ScriptTransformer {
    let file = try #require(fopen("\(Self.folder)/\(name).lua", "r"))
    defer { fclose(file) }
    var room = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&room, 1, room.count, file)
    return try ScriptTransformer(
      name: name + ".lua", file: name + ".lua", program: Array(room[..<count]))
  }

  @Test("all examples are tested")
  func all() throws {
    let folder = try #require(opendir(Self.folder))
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
      let isScript = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: 256) {
          String(cString: $0).hasSuffix(".lua")
        }
      }
      if isScript { count += 1 }
    }
    #expect(count == Self.names.count)
  }

  @Test("finite, whole at 0, in small steps, and without a fault", arguments: names)
  func sane(name: String) throws {
    let script = try script(name)
    let atRest = try #require(script.place(0, in: Self.scene))
    let corners = ConvexPolygon(Rect(Self.scene.size)).points
    for corner in corners {
      let placed = atRest.map.apply(corner)
      #expect(abs(placed.x - corner.x) < 1e-6 && abs(placed.y - corner.y) < 1e-6)
    }
    #expect(atRest.opacity == 1)
    var before: [Point]?
    for step in -2000...2000 {
      let placement = script.place(Double(step) / 2000, in: Self.scene)
      let points = placement.map { placement in
        corners.map(placement.map.apply) + placement.clips.flatMap(\.points)
      }
      if let before, let points, before.count == points.count {
        for (a, b) in zip(before, points) {
          #expect(max(abs(a.x - b.x), abs(a.y - b.y)) < 12, "\(name) jumps at \(step)")
        }
      }
      for point in points ?? [] { #expect(point.x.isFinite && point.y.isFinite) }
      before = points
    }
    #expect(script.takeFailure() == nil)
  }

  @Test("towards the ends a view is off the screen, invisible or covered", arguments: names)
  func ends(name: String) throws {
    let script = try script(name)
    for end in [-1.0, 1.0] {
      let isBelow = (script.drawOrder == .nextOnTop) == (end < 0)
      let placement = script.place(end * (1 - 1e-9), in: Self.scene)
      if let placement, !isBelow, placement.opacity > 1e-6 {
        let shape = ConvexPolygon(
          ConvexPolygon(Rect(Self.scene.size)).points.map(placement.map.apply))
        let seen = ([shape] + placement.clips).map(bounds)
        let left = seen.map(\.x).max() ?? 0
        let right = seen.map(\.maxX).min() ?? 0
        let top = seen.map(\.y).max() ?? 0
        let bottom = seen.map(\.maxY).min() ?? 0
        let isOff = right <= 0.01 || left >= 1919.99 || bottom <= 0.01 || top >= 1079.99
        #expect(isOff || right - left < 0.01 || bottom - top < 0.01, "\(name) at \(end)")
      }
    }
  }

  private func bounds(_ polygon: ConvexPolygon) -> Rect {
    let (x, y) = (polygon.points.map(\.x), polygon.points.map(\.y))
    let (left, top) = (x.min() ?? 0, y.min() ?? 0)
    return Rect(
      x: left, y: top, width: (x.max() ?? 0) - left, height: (y.max() ?? 0) - top)
  }
}
