import CSDL2
import CSDLShim
import TriptychCore
import TriptychPaint

/// The graphics processor draws: the layers' triangles, by SDL's renderer. Main thread.
final class GPUCanvas: Canvas {
  let owner: WindowRenderer
  let textures: GPUTextures
  private let premultiplied: SDL_BlendMode
  private var vertices: [SDL_Vertex] = []
  private let rotation: Rotation
  private(set) var width = 0
  private(set) var height = 0
  /// The display's own size, pixels.
  private(set) var outputSize = PixelSize(width: 0, height: 0)

  /// SDL's name of the renderer: opengles2 or opengl.
  let name: String
  /// OpenGL's own name of what draws; nil if it does not say.
  let device: String?

  /// `driver`: SDL's name of the renderer. `waits`: showing a frame waits for the display's
  /// refresh. `largest`: no texture is made larger, pixels each way. `rotation`: how the display
  /// is turned against the viewer. Throws where there is none.
  init(
    window: Window, driver: String, waits: Bool, largest: Int = .max, rotation: Rotation = .none,
    clock: @escaping () -> Instant = { MonotonicClock.now }
  ) throws(StageError) {
    self.rotation = rotation
    // Read at different times by different renderers: set once, before all (STACK section 3).
    SDL_SetYUVConversionMode(SDL_YUV_CONVERSION_BT709)
    guard let made = WindowRenderer(window: window, driver: driver, waits: waits) else {
      throw StageError(code: .cannotDraw, description: "no \(driver) renderer: \(sdlWords())")
    }
    var info = SDL_RendererInfo()
    SDL_GetRendererInfo(made.raw, &info)
    name = info.name.map { String(cString: $0) } ?? driver
    device = shim_gl_renderer().map { String(cString: $0) }
    premultiplied = GPUCanvas.premultipliedBlend
    guard SDL_SetRenderDrawBlendMode(made.raw, premultiplied) == 0 else {
      throw StageError(code: .cannotDraw, description: "\(name) cannot blend: \(sdlWords())")
    }
    owner = made
    let side = Int(min(info.max_texture_width, info.max_texture_height))
    textures = GPUTextures(made.raw, largest: min(side > 0 ? side : 16384, largest), clock: clock)
    resized()
  }

  /// The textures go before the renderer.
  deinit { textures.removeAll() }

  private var renderer: OpaquePointer { owner.raw }

  /// What is under it × (1 − alpha) + colour.
  private static var premultipliedBlend: SDL_BlendMode {
    SDL_ComposeCustomBlendMode(
      SDL_BLENDFACTOR_ONE, SDL_BLENDFACTOR_ONE_MINUS_SRC_ALPHA, SDL_BLENDOPERATION_ADD,
      SDL_BLENDFACTOR_ONE, SDL_BLENDFACTOR_ONE_MINUS_SRC_ALPHA, SDL_BLENDOPERATION_ADD)
  }

  func show(_ layers: [Layer], over background: Color) -> Bool {
    guard draw(layers, over: background) else { return false }
    SDL_RenderPresent(renderer)
    return true
  }

  /// Draws a frame without showing it. False: the renderer refused something.
  func draw(_ layers: [Layer], over background: Color) -> Bool {
    SDL_SetRenderDrawColor(renderer, background.red, background.green, background.blue, 255)
    guard SDL_RenderClear(renderer) == 0 else { return false }
    let mesher = Mesher(screen: Size(Double(width), Double(height)))
    var isWhole = true
    for layer in layers {
      let entry = layer.picture.flatMap { textures.entry(for: $0, over: layer.backdrop) }
      guard let mesh = mesher.mesh(layer, tiling: entry?.tiling) else { continue }
      isWhole = draw(mesh.bars, backdrop: layer.backdrop) && isWhole
      guard let entry, !mesh.tiles.isEmpty else {
        // No texture is given for it: the frame lacks it.
        isWhole = isWhole && (layer.picture == nil || entry != nil)
        continue
      }
      // Whatever is missing of it is uploaded now: late is better than wrong.
      isWhole = textures.finish(entry) && isWhole
      for (tile, texture) in zip(mesh.tiles, entry.tiles) where !tile.isEmpty {
        isWhole = draw(tile, texture, isOpaque: entry.isOpaque) && isWhole
      }
    }
    textures.endFrame()
    return isWhole
  }

  private func draw(_ mesh: Mesh, backdrop: Color?) -> Bool {
    guard !mesh.isEmpty, let backdrop else { return true }
    return submit(mesh, nil) { vertex in
      SDL_Vertex(
        position: position(vertex),
        color: SDL_Color(
          r: Self.byte(Float(backdrop.red) / 255 * vertex.light),
          g: Self.byte(Float(backdrop.green) / 255 * vertex.light),
          b: Self.byte(Float(backdrop.blue) / 255 * vertex.light), a: Self.byte(vertex.alpha)),
        tex_coord: SDL_FPoint(x: 0, y: 0))
    }
  }

  private func draw(_ mesh: Mesh, _ texture: GPUTexture, isOpaque: Bool) -> Bool {
    SDL_SetTextureBlendMode(
      texture.raw, isOpaque && mesh.isSolid ? SDL_BLENDMODE_NONE : premultiplied)
    return submit(mesh, texture.raw) { vertex in
      let light = Self.byte(vertex.light)
      return SDL_Vertex(
        position: position(vertex),
        color: SDL_Color(r: light, g: light, b: light, a: Self.byte(vertex.alpha)),
        tex_coord: texture.coordinates(vertex.u, vertex.v))
    }
  }

  private func submit(
    _ mesh: Mesh, _ texture: OpaquePointer?, _ vertex: (Mesh.Vertex) -> SDL_Vertex
  ) -> Bool {
    vertices.removeAll(keepingCapacity: true)
    vertices.append(contentsOf: mesh.vertices.lazy.map(vertex))
    return SDL_RenderGeometry(
      renderer, texture, vertices, Int32(vertices.count), mesh.indices,
      Int32(mesh.indices.count)) == 0
  }

  /// From the viewer's space to the display.
  private func position(_ vertex: Mesh.Vertex) -> SDL_FPoint {
    let (width, height) = (Float(width), Float(height))
    return switch rotation {
    case .none: SDL_FPoint(x: vertex.x, y: vertex.y)
    case .quarter: SDL_FPoint(x: height - vertex.y, y: vertex.x)
    case .half: SDL_FPoint(x: width - vertex.x, y: height - vertex.y)
    case .threeQuarters: SDL_FPoint(x: vertex.y, y: width - vertex.x)
    }
  }

  private static func byte(_ part: Float) -> UInt8 { UInt8(max(0, min(part * 255, 255)).rounded()) }

  func prepare(_ pictures: [Picture], within limit: Duration) -> Bool {
    textures.prepare(pictures, within: limit)
  }

  func isPrepared(_ picture: Picture) -> Bool { textures.isWhole(picture) }

  func forget() { textures.removeAll() }

  func resized() {
    var (w, h): (Int32, Int32) = (0, 0)
    SDL_GetRendererOutputSize(renderer, &w, &h)
    outputSize = PixelSize(width: Int(w), height: Int(h))
    (width, height) = rotation.isSideways ? (Int(h), Int(w)) : (Int(w), Int(h))
  }

  func adoptScheduling() {}

  /// The frame that was drawn last and not shown yet, as the display gets it, BGRX rows without
  /// gaps; nil if it cannot be read.
  func read() -> [UInt32]? {
    var pixels = [UInt32](repeating: 0, count: outputSize.width * outputSize.height)
    let result = pixels.withUnsafeMutableBytes { bytes in
      SDL_RenderReadPixels(
        renderer, nil, SDL_PIXELFORMAT_ARGB8888.rawValue, bytes.baseAddress,
        Int32(outputSize.width * 4))
    }
    return result == 0 ? pixels : nil
  }
}
