import Glibc
import TriptychCore

/// Who draws, and why.
public struct PainterReport: Hashable, Sendable {
  /// For the log: `cpu (asked for)`.
  public let words: String
  /// What was asked for and cannot be had, with what to do; nil: all is as it was wanted.
  public let warning: String?
}

/// Finds the painter for a window.
struct PainterChoice {
  let window: Window
  /// SDL's name of the video driver.
  let driver: String
  /// How the display is turned against the viewer.
  var rotation = Rotation.none
  /// False: no graphics processor can be here, so nobody need ask OpenGL, which takes its time.
  var hasDevice = PainterChoice.hasGraphicsDevice

  /// A painter there always is; throws where even the processor's pixels cannot be shown.
  func painter(_ wish: Renderer) throws(StageError) -> (any Canvas, PainterReport) {
    switch wish {
    case .cpu: return try onProcessor("asked for")
    case .auto: return try automatic()
    case .gpu: return try byName(isConsole ? ["opengles2"] : ["opengles2", "opengl"], wish)
    case .opengles2: return try byName(["opengles2"], wish)
    case .opengl:
      guard isConsole else { return try byName(["opengl"], wish) }
      return try byName(
        ["opengles2"], wish,
        warning: "--renderer opengl shows black on a bare console; opengles2 draws instead")
    }
  }

  private var isConsole: Bool { driver == "kmsdrm" }

  private func automatic() throws(StageError) -> (any Canvas, PainterReport) {
    guard driver != "dummy", isConsole || hasDevice else {
      return try onProcessor("there is no graphics processor")
    }
    var reason = ""
    for name in isConsole ? ["opengles2"] : ["opengles2", "opengl"] {
      do throws(StageError) {
        let canvas = try onGraphics(name)
        if Self.isReal(canvas.device) {
          return (canvas, PainterReport(words: words(canvas), warning: nil))
        }
        reason = "OpenGL is only imitated, by \(canvas.device ?? "something without a name")"
        guard isConsole else { break }
        // It shows what the processor paints: no second renderer is made for the window.
        return onProcessor(reason, TextureSheet(canvas.owner))
      } catch {
        reason = error.description
      }
    }
    return try onProcessor(reason)
  }

  private func byName(
    _ names: [String], _ wish: Renderer, warning: String? = nil
  ) throws(StageError) -> (any Canvas, PainterReport) {
    var reasons: [String] = []
    for name in names {
      do throws(StageError) {
        let canvas = try onGraphics(name)
        return (canvas, PainterReport(words: words(canvas), warning: warning))
      } catch {
        reasons.append(error.description)
      }
    }
    let (canvas, _) = try onProcessor("")
    let why = reasons.joined(separator: "; ")
    return (
      canvas,
      PainterReport(
        words: "cpu (\(wish.rawValue) cannot be had)",
        warning: "--renderer \(wish.rawValue): \(why); the processor draws instead. Install"
          + " libgles2, libegl1 and libgl1-mesa-dri, or say --renderer cpu")
    )
  }

  private func words(_ canvas: GPUCanvas) -> String {
    "gpu (\(canvas.name), \(canvas.device ?? "of unknown make"))"
  }

  /// True if a graphics processor will probably draw.
  static func expectsGPU(_ wish: Renderer, on driver: String) -> Bool {
    switch wish {
    case .cpu: false
    case .auto: driver != "dummy" && hasGraphicsDevice
    case .gpu, .opengles2, .opengl: true
    }
  }

  private func onGraphics(_ name: String) throws(StageError) -> GPUCanvas {
    try GPUCanvas(window: window, driver: name, waits: isConsole, rotation: rotation)
  }

  func onProcessor(_ why: String) throws(StageError) -> (any Canvas, PainterReport) {
    let sheet: any Sheet =
      isConsole ? try TextureSheet(window: window) : try WindowSheet(window: window)
    return onProcessor(why, sheet)
  }

  private func onProcessor(_ why: String, _ sheet: any Sheet) -> (any Canvas, PainterReport) {
    (
      PaintedCanvas(sheet, turnedBy: rotation),
      PainterReport(words: "cpu (\(why))", warning: nil)
    )
  }

  /// False for programs that imitate a graphics processor.
  static func isReal(_ device: String?) -> Bool {
    guard let name = device?.lowercased() else { return false }
    let imitations = ["llvmpipe", "softpipe", "swrast", "software rasterizer", "swiftshader"]
    return !imitations.contains { name.contains($0) }
  }

  /// True if the system has a device of a kind that draws.
  static var hasGraphicsDevice: Bool {
    let devices = (128..<136).map { "/dev/dri/renderD\($0)" } + ["/dev/nvidia0", "/dev/dxg"]
    return devices.contains { access($0, F_OK) == 0 }
  }
}
