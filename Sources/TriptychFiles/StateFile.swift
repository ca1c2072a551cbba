/// The file in which a show keeps where it is.
public struct StateFile: Sendable {
  let file: WholeFile

  public init(folder: [UInt8]) {
    file = WholeFile("resume", in: folder, atMost: ResumeState.mostBytes)
  }

  /// As people read it.
  public var path: [UInt8] { file.path }

  /// What is kept. nil: nothing. Throws where a file is there that cannot be read or says nothing.
  public func read() throws(FileError) -> ResumeState? {
    guard let bytes = try file.read() else { return nil }
    guard let state = ResumeState(text: bytes) else {
      throw FileError(.unreadable, path: path, words: "not the state of a show, or a part of one")
    }
    return state
  }

  /// Brings a state to the disk, in place of the one before. May wait for the disk.
  public func write(_ state: ResumeState) throws(FileError) { try file.write(state.text) }

  /// Nothing is kept any more.
  public func remove() { file.remove() }
}
