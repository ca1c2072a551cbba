import TriptychCore

/// Where a script may lie; the first file that exists is meant.
public struct ScriptPlace: Hashable, Sendable {
  /// As the show names it.
  public var name: String
  /// Paths, bytes; relative ones to the working folder.
  public var candidates: [[UInt8]]

  public init(name: String, candidates: [[UInt8]]) {
    (self.name, self.candidates) = (name, candidates)
  }
}

/// What became of a script: its program, or the words that say why there is none.
public struct ScriptFile: Sendable {
  public var name: String
  /// The file that was read; nil: none was.
  public var path: [UInt8]?
  public var program: [UInt8]
  public var problem: String?
}

/// Reads small programs on a thread of its own and ends when all are read. Methods may be called
/// on any thread and never wait for a disk.
public final class ScriptLoader: Sendable {
  /// No transition needs more, bytes.
  public static let limit = 1 << 18

  private let read = Monitor<[ScriptFile]>([])

  /// `wake` is called on the loader's thread when `drain` has something new.
  public init(_ places: [ScriptPlace], wake: @escaping @Sendable () -> Void) {
    let read = read
    let isStarted = startThread(named: "scripts") {
      for place in places {
        let file = Self.read(place)
        read.withLock { $0.append(file) }
        wake()
      }
    }
    guard !isStarted, !places.isEmpty else { return }
    read.withLock {
      $0 = places.map {
        ScriptFile(name: $0.name, program: [], problem: "the system has no thread to read it")
      }
    }
    wake()
  }

  /// What has been read since the last call.
  public func drain() -> [ScriptFile] {
    read.withLock { files in
      defer { files = [] }
      return files
    }
  }

  private static func read(_ place: ScriptPlace) -> ScriptFile {
    var problem = "no such file"
    for path in place.candidates {
      do throws(FileError) {
        let file = try Disk.openFile(path)
        let program = try Disk.everything(
          file.raw, size: file.state.byteCount, limit: limit, path: path)
        guard program.count <= limit else {
          problem = "larger than \(limit / 1024) KiB"
          break
        }
        return ScriptFile(name: place.name, path: path, program: program, problem: nil)
      } catch {
        if error.code != .missing { return Self.failed(place, path, error.words) }
      }
    }
    return failed(place, place.candidates.first, problem)
  }

  private static func failed(_ place: ScriptPlace, _ path: [UInt8]?, _ words: String) -> ScriptFile
  {
    ScriptFile(name: place.name, path: path, program: [], problem: words)
  }
}
