import Glibc
import TriptychCore
import TriptychRemote
import TriptychStage

/// Opens the control socket where it is wanted: where the settings say, in a kiosk in the folder
/// that the service manager made. nil: nowhere. A kiosk plays without it if it must, but not
/// beside another show.
func openControl(
  _ settings: ProgramSettings, _ surroundings: PlayEnvironment, _ bell: Bell, _ log: Log
) throws(ControlSocketError) -> ControlServer? {
  let isKiosk = settings.show.kiosk
  let usual = isKiosk ? surroundings.runtimeFolder.map { $0 + Array("/control".utf8) } : nil
  guard let path = settings.controlSocket ?? usual else { return nil }
  if let slash = path.lastIndex(of: UInt8(ascii: "/")), slash > 0 {
    // Its own folder may be missing: $XDG_RUNTIME_DIR/triptych. What else is wrong is said below.
    _ = mkdir(path[..<slash].map { CChar(bitPattern: $0) } + [0], 0o700)
  }
  do throws(ControlSocketError) {
    let socket = try ControlSocket(path: path, group: settings.controlGroup)
    return try ControlServer(
      socket, version: HelpText.version, roots: roots(settings),
      warn: { log.warn($0, at: MonotonicClock.now) },
      wake: { bell.ring() })
  } catch {
    guard isKiosk, !error.isTaken else { throw error }
    log.atStart(.error, error.message)
    return nil
  }
}

/// Absolute paths of all that is played and of the folders that are allowed besides.
private func roots(_ settings: ProgramSettings) -> [[UInt8]] {
  let here = getcwd(nil, 0).map { raw in
    defer { free(raw) }
    return Array(UnsafeRawBufferPointer(start: raw, count: strlen(raw)))
  }
  let paths = settings.paths.filter { !$0.isStandardInput }.map(\.bytes) + settings.controlRoots
  return paths.map { Candidates(exactly: $0, in: here ?? [UInt8(ascii: "/")]).literal }
}

extension PlayLoop {
  /// Serves who connects, from now on.
  func listen(to server: ControlServer?) {
    guard let server else { return }
    let remote = RemoteControl(server: server)
    self.remote = remote
    performance.observe = { [unowned performance] in remote.hear($0, of: performance) }
    performance.developed = { remote.developed($0, $1) }
  }
}
