import CSDL2
import TriptychCore
import TriptychPaint

/// One texture of SDL's renderer. Made, used and freed on the main thread, before the renderer.
final class GPUTexture {
  /// What textures have in common that can stand for each other.
  struct Shape: Hashable {
    var format: UInt32
    var width: Int
    var height: Int
  }

  let raw: OpaquePointer
  let shape: Shape
  /// The picture's pixel at its corner; moved by what it repeats of its neighbours.
  var (x, y) = (0, 0)

  /// nil where the renderer refuses it.
  init?(_ renderer: OpaquePointer, _ shape: Shape) {
    let made = SDL_CreateTexture(
      renderer, shape.format, Int32(SDL_TEXTUREACCESS_STATIC.rawValue), Int32(shape.width),
      Int32(shape.height))
    guard let made else { return nil }
    (raw, self.shape) = (made, shape)
    SDL_SetTextureScaleMode(made, SDL_ScaleModeLinear)
  }

  deinit { SDL_DestroyTexture(raw) }

  /// SDL's coordinates of a picture's pixel. SDL refuses what lies outside; there the last pixel
  /// is repeated anyway.
  func coordinates(_ u: Float, _ v: Float) -> SDL_FPoint {
    SDL_FPoint(
      x: max(0, min((u - Float(x)) / Float(shape.width), 1)),
      y: max(0, min((v - Float(y)) / Float(shape.height), 1)))
  }
}

/// A picture on its way to textures, or there.
final class PictureTextures {
  /// Keeps the pixels alive until they are uploaded, and as long as they may be needed again.
  let picture: Picture
  let tiling: Tiling
  let tiles: [GPUTexture]
  /// Lies under a picture that lets it shine through; nil: it stays transparent, or is opaque.
  let backdrop: Color?
  /// The tile that is next, and how many of its rows are there.
  private var (tile, rows) = (0, 0)
  private var scratch: PixelBlock?
  /// Pixels that a tile repeats of its neighbours: linear reading mixes them in. Even, for the
  /// sake of colour planes.
  static let margin = 2

  init(picture: Picture, tiling: Tiling, tiles: [GPUTexture], backdrop: Color?) {
    (self.picture, self.tiling) = (picture, tiling)
    (self.tiles, self.backdrop) = (tiles, backdrop)
  }

  var isOpaque: Bool { picture.isOpaque || backdrop != nil }
  var isWhole: Bool { tile == tiles.count }

  /// Bytes of a strip: small enough that the clock is looked at often.
  private static let stripBytes = 262_144

  /// Uploads a strip; false if the renderer refuses it.
  func uploadStrip() -> Bool {
    guard !isWhole else { return true }
    let texture = tiles[tile]
    let rowBytes = texture.shape.width * (picture.layout == .planes ? 2 : 4)
    // Even, for the sake of colour planes.
    let wanted = max(16, Self.stripBytes / rowBytes & ~1)
    let count = min(wanted, texture.shape.height - rows)
    guard upload(texture, count) == 0 else { return false }
    rows += count
    if rows == texture.shape.height { (tile, rows) = (tile + 1, 0) }
    if isWhole { scratch = nil }
    return true
  }

  private func upload(_ texture: GPUTexture, _ count: Int) -> Int32 {
    let (width, y) = (texture.shape.width, texture.y + rows)
    var part = SDL_Rect(x: 0, y: Int32(rows), w: Int32(width), h: Int32(count))
    if picture.layout == .planes { return uploadPlanes(texture, part, row: y) }
    let from = picture.base + y * picture.stride + 4 * texture.x
    guard let backdrop, !picture.isOpaque else {
      return SDL_UpdateTexture(texture.raw, &part, from, Int32(picture.stride))
    }
    let block = scratch ?? PixelBlock(byteCount: Self.stripBytes + 64 * width)
    scratch = block
    lay(from, over: backdrop, into: block.base, width: width, rows: count)
    return SDL_UpdateTexture(texture.raw, &part, block.base, Int32(width * 4))
  }

  /// `row`: of the picture; even, as the texture's place is.
  private func uploadPlanes(_ texture: GPUTexture, _ area: SDL_Rect, row: Int) -> Int32 {
    var part = area
    let (stride, chroma) = (picture.stride, picture.stride / 2)
    let bytes = picture.base.assumingMemoryBound(to: UInt8.self)
    let (second, third) = (bytes + picture.secondPlane, bytes + picture.thirdPlane)
    let inChroma = row / 2 * chroma + texture.x / 2
    return SDL_UpdateYUVTexture(
      texture.raw, &part, bytes + row * stride + texture.x, Int32(stride), second + inChroma,
      Int32(chroma), third + inChroma, Int32(chroma))
  }

  /// Lays premultiplied pixels over the colour.
  private func lay(
    _ from: UnsafeRawPointer, over color: Color, into to: UnsafeMutableRawPointer, width: Int,
    rows: Int
  ) {
    let under = SIMD4<UInt32>(UInt32(color.blue), UInt32(color.green), UInt32(color.red), 255)
    for row in 0..<rows {
      for column in 0..<width {
        let bytes = (from + row * picture.stride + 4 * column).load(as: SIMD4<UInt8>.self)
        let pixel = SIMD4<UInt32>(truncatingIfNeeded: bytes)
        let left = SIMD4<UInt32>(repeating: 255 - pixel.w)
        let mixed = pixel &+ (under &* left &+ 127) / 255
        (to + (row * width + column) * 4).storeBytes(
          of: SIMD4<UInt8>(truncatingIfNeeded: mixed), as: SIMD4<UInt8>.self)
      }
    }
  }
}
