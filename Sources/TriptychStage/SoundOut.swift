import CSDL2
import CSDLShim
import Synchronization
import TriptychCore

/// The sound device: 48 kHz stereo floats, opened when the first film with sound comes.
///
/// Without a device the show is silent and goes on. `open` may wait for the sound server, so it
/// is called on a thread of its own; everything else from the main thread.
public final class SoundOut: Sendable {
  public let mixer: Mixer
  private let device = Mutex<SDL_AudioDeviceID>(0)
  /// Devices that are gone: whoever opens the next one closes them, which may take its time.
  private let lost = Mutex<[SDL_AudioDeviceID]>([])

  public init(mixer: Mixer) { self.mixer = mixer }

  deinit { close() }

  /// True once it is opened, until it is closed or lost.
  public var isOpen: Bool { device.withLock { $0 != 0 } }

  /// That device is gone, SDL says (`SDL_AUDIODEVICEREMOVED`). True: it was this one; nothing is
  /// heard until `open` finds another.
  public func lose(_ id: UInt32) -> Bool {
    let isOurs = device.withLock { device in
      guard device == id, id != 0 else { return false }
      device = 0
      return true
    }
    if isOurs { lost.withLock { $0.append(id) } }
    return isOurs
  }

  private func closeLost() {
    let gone = lost.withLock { list in
      defer { list = [] }
      return list
    }
    for id in gone {
      SDL_CloseAudioDevice(id)
      // With the last one SDL forgets the server that it had, and looks for one anew.
      SDL_QuitSubSystem(SDL_INIT_AUDIO)
    }
  }

  /// Opens the default device and starts it. Returns SDL's words if there is none.
  public func open() -> String? {
    closeLost()
    // SDL lets go of what it keeps for a thread where the thread is its own; this one is not.
    defer { SDL_TLSCleanup() }
    shim_hush_alsa()
    guard SDL_InitSubSystem(SDL_INIT_AUDIO) == 0 else { return sdlWords() }
    var want = SDL_AudioSpec()
    want.freq = Int32(SampleBlock.rate)
    want.format = SDL_AudioFormat(AUDIO_F32SYS)
    want.channels = 2
    want.samples = 1024
    want.callback = fillSoundBuffer
    want.userdata = Unmanaged.passUnretained(mixer).toOpaque()
    let opened = SDL_OpenAudioDevice(nil, 0, &want, nil, 0)
    guard opened != 0 else {
      let words = sdlWords()
      SDL_QuitSubSystem(SDL_INIT_AUDIO)
      return words
    }
    device.withLock { $0 = opened }
    SDL_PauseAudioDevice(opened, 0)
    return nil
  }

  /// Stops the device; after it returns the mixer is not called any more.
  public func close() {
    closeLost()
    let open = device.withLock { id in
      defer { id = 0 }
      return id
    }
    guard open != 0 else { return }
    SDL_CloseAudioDevice(open)
    SDL_QuitSubSystem(SDL_INIT_AUDIO)
  }
}

/// SDL's callback, on SDL's sound thread.
private func fillSoundBuffer(
  _ mixer: UnsafeMutableRawPointer?, _ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int32
) {
  guard let mixer, let bytes else { return }
  let floats = UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: Float.self)
  let out = UnsafeMutableBufferPointer(start: floats, count: Int(count) / 4)
  Unmanaged<Mixer>.fromOpaque(mixer).takeUnretainedValue().fill(out, at: MonotonicClock.now)
}
