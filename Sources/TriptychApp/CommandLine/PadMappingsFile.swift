import TriptychCore

extension ProgramSettings {
  /// Reads the file of `--pad-mappings` into `pads`. What is wrong with it: lines for the log.
  mutating func readPadMappings() -> [String] {
    guard let path = padMappings else { return [] }
    let name = String(escaping: path)
    // gamecontrollerdb.txt has half a megabyte, and grows.
    switch WrittenFile.contents(of: path, most: 8 << 20) {
    case .success(let text):
      pads = PadMappings(text)
      return pads.problems.map { "\(name):\($0.line): \($0.message)" }
    case .failure(let failure): return ["--pad-mappings \(name): \(failure.reason)"]
    }
  }
}
