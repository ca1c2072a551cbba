import CSDL2
import TriptychCore
import TriptychPaint

/// The textures of the pictures that are drawn, or soon will be. Main thread.
///
/// A picture is known by its memory, which the entry keeps alive. What was neither drawn in the
/// last frame nor is to be prepared is let go of.
final class GPUTextures {
  private struct Key: Hashable {
    var base: UnsafeRawPointer
    var width: Int
    var height: Int
    var backdrop: Color?

    init(_ picture: Picture, over backdrop: Color?) {
      (base, width, height) = (picture.base, picture.width, picture.height)
      self.backdrop = picture.isOpaque ? nil : backdrop
    }
  }

  private let renderer: OpaquePointer
  private let largest: Int
  private let clock: () -> Instant
  private var entries: [Key: PictureTextures] = [:]
  /// Of the frame that is being drawn.
  private var drawn: Set<Key> = []
  private var drawnLast: Set<Key> = []
  private var wanted: Set<Key> = []
  /// Of a film's frames that are over.
  private var idle: [GPUTexture] = []

  /// `largest`: a texture's side, pixels. `clock` measures how long uploads take.
  init(_ renderer: OpaquePointer, largest: Int, clock: @escaping () -> Instant) {
    (self.renderer, self.clock) = (renderer, clock)
    self.largest = max(largest, 16)
  }

  /// How many textures there are.
  var count: Int { entries.values.reduce(idle.count) { $0 + $1.tiles.count } }

  /// The picture's textures, for a frame that is being drawn; its pixels may still be missing.
  /// nil where the renderer gives none.
  func entry(for picture: Picture, over backdrop: Color?) -> PictureTextures? {
    let key = Key(picture, over: backdrop)
    drawn.insert(key)
    return entry(key, picture)
  }

  private func entry(_ key: Key, _ picture: Picture) -> PictureTextures? {
    if let entry = entries[key] { return entry }
    let margin = PictureTextures.margin
    let fits = max(picture.width, picture.height) <= largest
    let limit = fits ? largest : (largest - 2 * margin) & ~1
    let tiling = Tiling(width: picture.width, height: picture.height, limit: limit)
    var tiles: [GPUTexture] = []
    for row in 0..<tiling.rows {
      for column in 0..<tiling.columns {
        let (x, width) = part(column, of: tiling.across, in: picture.width, margin)
        let (y, height) = part(row, of: tiling.down, in: picture.height, margin)
        guard let tile = texture(format(of: picture, over: key.backdrop), width, height) else {
          return nil
        }
        (tile.x, tile.y) = (x, y)
        tiles.append(tile)
      }
    }
    let entry = PictureTextures(
      picture: picture, tiling: tiling, tiles: tiles, backdrop: key.backdrop)
    entries[key] = entry
    return entry
  }

  /// Where a tile begins and how long it is, with its margins.
  private func part(_ index: Int, of size: Int, in full: Int, _ margin: Int) -> (Int, Int) {
    let first = max(0, index * size - margin)
    let last = min(full, (index + 1) * size + margin)
    return (first, last - first)
  }

  private func texture(_ format: UInt32, _ width: Int, _ height: Int) -> GPUTexture? {
    let shape = GPUTexture.Shape(format: format, width: width, height: height)
    if let index = idle.firstIndex(where: { $0.shape == shape }) { return idle.remove(at: index) }
    return GPUTexture(renderer, shape)
  }

  private func format(of picture: Picture, over backdrop: Color?) -> UInt32 {
    if picture.layout == .planes { return SDL_PIXELFORMAT_IYUV.rawValue }
    return picture.isOpaque || backdrop != nil
      ? SDL_PIXELFORMAT_RGB888.rawValue : SDL_PIXELFORMAT_ARGB8888.rawValue
  }

  /// Uploads all that is missing of it; false if the renderer refuses.
  func finish(_ entry: PictureTextures) -> Bool {
    while !entry.isWhole {
      guard entry.uploadStrip() else { return false }
    }
    return true
  }

  /// True if the picture, opaque or drawn without a backdrop, is there.
  func isWhole(_ picture: Picture) -> Bool { entries[Key(picture, over: nil)]?.isWhole ?? false }

  /// Uploads strip by strip for about so long; true if nothing is left to do. Opaque pictures
  /// only: the others are small, and their backdrop is not known here.
  func prepare(_ pictures: [Picture], within limit: Duration) -> Bool {
    let end = clock() + limit
    let opaque = pictures.filter(\.isOpaque)
    wanted = Set(opaque.map { Key($0, over: nil) })
    sweep()
    for picture in opaque {
      guard let entry = entry(Key(picture, over: nil), picture) else { continue }
      while !entry.isWhole {
        guard clock() < end else { return false }
        // What is refused here is tried again when it is drawn, and counts there.
        guard entry.uploadStrip() else { return true }
      }
    }
    return true
  }

  /// A frame has been drawn: what it did without and nobody wants goes.
  func endFrame() {
    (drawnLast, drawn) = (drawn, [])
    sweep()
  }

  private func sweep() {
    var freed: [GPUTexture] = []
    for (key, entry) in entries where !drawnLast.contains(key) && !wanted.contains(key) {
      entries[key] = nil
      if entry.picture.layout == .planes { freed += entry.tiles }
    }
    // A film's next frame takes the textures of the one before; other films have other sizes.
    let shapes = Set(
      entries.values.filter { $0.picture.layout == .planes }.flatMap { $0.tiles.map(\.shape) })
    idle = Array((freed + idle).filter { shapes.contains($0.shape) }.prefix(2 * shapes.count))
  }

  /// Lets go of all of them; each is uploaded anew when it is drawn.
  func removeAll() { (entries, idle) = ([:], []) }
}
