import CSandbox
import Glibc

/// What a worker may do after it has locked itself down.
public struct Sandbox: Sendable {
  /// Bytes of address space, mapped slots and libraries included.
  public var addressSpace: UInt64
  /// Folders beneath which files may be opened for reading. Without Landlock none can be.
  public var readableFolders: [String]

  public init(addressSpace: UInt64, readableFolders: [String] = []) {
    (self.addressSpace, self.readableFolders) = (addressSpace, readableFolders)
  }

  public static let picture = Sandbox(addressSpace: 1 << 30)
  public static let list = Sandbox(addressSpace: 1 << 30)
  public static let film = Sandbox(addressSpace: 2 << 30)
  /// Reads nothing of strangers; a film of 8K is encoded from dozens of frames, and libx264 asks
  /// for twice as much as it uses.
  public static let encode = Sandbox(addressSpace: 8 << 30)
  public static let text = Sandbox(
    addressSpace: 1 << 30,
    readableFolders: [
      "/usr/share/fonts", "/usr/local/share/fonts", "/etc/fonts", "/usr/share/fontconfig",
      "/var/cache/fontconfig",
    ])

  /// Closes all folders but the readable ones, where the kernel has Landlock. Only needed if
  /// libraries start threads before `lock`: threads that run already would stay free to read.
  public func closeFolders() {
    _ = withPaths { sandbox_close_folders($0, Int32($1)) }
  }

  /// Locks the process down for ever, before any thread is started. Returns the layers that stand
  /// (`Reply.ready`), or nil if the process could not be locked; it must not go on then.
  public func lock() -> UInt32? {
    let kind = readableFolders.isEmpty ? SANDBOX_CLOSED : SANDBOX_READS_FOLDERS
    let layers = withPaths { sandbox_lock(kind, addressSpace, $0, Int32($1)) }
    return layers < 0 ? nil : UInt32(layers)
  }

  private func withPaths(
    _ use: (UnsafePointer<UnsafePointer<CChar>?>?, Int) -> Int32
  ) -> Int32 {
    let paths = readableFolders.map { strdup($0) }
    defer { for path in paths { free(path) } }
    let constant = paths.map { UnsafePointer($0) }
    return constant.withUnsafeBufferPointer { use($0.baseAddress, paths.count) }
  }
}
