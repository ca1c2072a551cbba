import CSDL2
import CSDLShim
import Glibc

/// What SDL finds on this machine, for `triptych doctor`. Calls may hang with a display or a sound
/// server that hangs, so they belong to a process of their own. Main thread.
public enum StageFacts {
  /// SDL's version.
  public static var version: String {
    var version = SDL_version()
    SDL_GetVersion(&version)
    return "\(version.major).\(version.minor).\(version.patch)"
  }

  /// The drivers that SDL was built with.
  public static var videoDrivers: [String] {
    (0..<SDL_GetNumVideoDrivers()).compactMap { SDL_GetVideoDriver($0).map { String(cString: $0) } }
  }

  /// The same for sound.
  public static var soundDrivers: [String] {
    (0..<SDL_GetNumAudioDrivers()).compactMap { SDL_GetAudioDriver($0).map { String(cString: $0) } }
  }

  /// The renderers that SDL was built with.
  public static var renderers: [String] {
    (0..<SDL_GetNumRenderDrivers()).compactMap { index in
      var about = SDL_RendererInfo()
      guard SDL_GetRenderDriverInfo(index, &about) == 0 else { return nil }
      return about.name.map { String(cString: $0) }
    }
  }

  /// Libraries without which the KMSDRM driver shows nothing, and which are not there.
  public static var missingForKMSDRM: [String] {
    ["libEGL.so.1", "libGLESv2.so.2", "libgbm.so.1"].filter { name in
      guard let library = dlopen(name, RTLD_NOW) else { return true }
      dlclose(library)
      return false
    }
  }

  /// What there is to play sound.
  public struct Sound: Sendable {
    public var driver: String
    public var devices: [String]
    /// Why the usual device cannot be opened; nil: it can.
    public var problem: String?
  }

  /// Opens the usual sound device for a moment, in silence.
  public static func soundDevices() -> Result<Sound, StageError> {
    SDL_SetMainReady()
    shim_hush_alsa()
    guard SDL_InitSubSystem(SDL_INIT_AUDIO) == 0 else {
      return .failure(StageError(code: .cannotDraw, description: sdlWords()))
    }
    defer { SDL_QuitSubSystem(SDL_INIT_AUDIO) }
    let driver = SDL_GetCurrentAudioDriver().map { String(cString: $0) } ?? "unknown"
    var sound = Sound(driver: driver, devices: [])
    for index in 0..<max(SDL_GetNumAudioDevices(0), 0) {
      if let name = SDL_GetAudioDeviceName(index, 0) { sound.devices.append(String(cString: name)) }
    }
    var wish = SDL_AudioSpec()
    (wish.freq, wish.format, wish.channels, wish.samples) = (48_000, UInt16(AUDIO_F32SYS), 2, 1024)
    let device = SDL_OpenAudioDevice(nil, 0, &wish, nil, 0)
    if device == 0 { sound.problem = sdlWords() } else { SDL_CloseAudioDevice(device) }
    return .success(sound)
  }

  /// A pad or joystick that is plugged in.
  public struct Pad: Hashable, Sendable {
    public var name: String
    /// SDL knows its buttons by name.
    public var isMapped: Bool
  }

  /// The pads there are; nil: SDL cannot look for them.
  public static func pads() -> [Pad]? {
    SDL_SetMainReady()
    guard SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) == 0 else { return nil }
    defer { SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER) }
    return (0..<max(SDL_NumJoysticks(), 0)).map { index in
      let name = SDL_JoystickNameForIndex(index).map { String(cString: $0) } ?? "without a name"
      return Pad(name: name, isMapped: SDL_IsGameController(index) == SDL_TRUE)
    }
  }
}

/// What became of a renderer that was asked to draw.
public enum RendererAnswer: Hashable, Sendable {
  /// It works; the words are OpenGL's name of the painter.
  case painter(String?)
  case refused(String)
}

extension Display {
  /// Has a renderer made for a window that nobody sees. Not under KMSDRM, where every window is
  /// seen.
  public func answer(of renderer: String) -> RendererAnswer {
    precondition(driver != "kmsdrm", "a test must not take over the display")
    let flags = SDL_WINDOW_HIDDEN.rawValue
    guard let window = SDL_CreateWindow("Triptych", 0, 0, 64, 64, flags) else {
      return .refused(sdlWords())
    }
    defer { SDL_DestroyWindow(window) }
    let names = StageFacts.renderers
    guard let index = names.firstIndex(of: renderer),
      let made = SDL_CreateRenderer(window, Int32(index), 0)
    else { return .refused(sdlWords()) }
    defer { SDL_DestroyRenderer(made) }
    return .painter(renderer.hasPrefix("opengl") ? painterName() : nil)
  }

  private func painterName() -> String? {
    typealias GetString = @convention(c) (UInt32) -> UnsafePointer<UInt8>?
    let nameOfRenderer: UInt32 = 0x1F01  // GL_RENDERER
    guard let address = SDL_GL_GetProcAddress("glGetString") else { return nil }
    let getString = unsafeBitCast(address, to: GetString.self)
    return getString(nameOfRenderer).map { String(cString: $0) }
  }
}
