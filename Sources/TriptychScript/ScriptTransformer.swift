import CScript
import Synchronization
import TriptychCore

/// What is wrong with a script, for people: FILE:LINE and what.
public struct ScriptError: Error, Hashable, Sendable {
  public let words: String
}

/// A transition written in Lua. It fails at most once: from then on it is a crossfade.
///
/// May be used from any thread; one at a time waits for the other.
public final class ScriptTransformer: ContentTransformer {
  /// As `--transition` names it.
  public let name: String
  public let axis: Axis
  private let declaredOrder: DrawOrder
  private let machine: Mutex<Machine>

  private struct Machine: ~Copyable {
    var script: Script
    var failure: ScriptError?
    var isTold = false
  }

  /// Reads the program. `file`: what errors call it. Throws what is wrong with it.
  public init(name: String, file: String, program: [UInt8]) throws(ScriptError) {
    self.name = name
    let script = try Script(program, called: file)
    axis = script.isVertical ? .vertical : .horizontal
    declaredOrder = script.previousIsOnTop ? .previousOnTop : .nextOnTop
    machine = Mutex(Machine(script: script))
  }

  public var drawOrder: DrawOrder {
    machine.withLock { $0.failure == nil ? declaredOrder : .nextOnTop }
  }

  public func place(_ p: Double, in scene: Scene) -> Placement? {
    machine.withLock { machine in
      if machine.failure == nil {
        do throws(ScriptError) {
          return try machine.script.place(p, in: scene)
        } catch {
          machine.failure = error
        }
      }
      return ScriptTransformer.fallback?.place(p, in: scene) ?? .identity
    }
  }

  /// Why it is a crossfade now, once; nil while all is well and once it has been told.
  public func takeFailure() -> ScriptError? {
    machine.withLock { machine in
      defer { machine.isTold = machine.failure != nil }
      return machine.isTold ? nil : machine.failure
    }
  }

  /// What stands in for a script that fails.
  public static let fallback = TransformerTable.builtIn.transformer(named: "crossfade")
}

/// A Lua machine with a program in it.
private struct Script: ~Copyable {
  private let raw: OpaquePointer
  private let name: String
  private static let room = 500

  init(_ program: [UInt8], called name: String) throws(ScriptError) {
    var words = [CChar](repeating: 0, count: Self.room)
    // "@": a file's name, which errors quote with the line.
    let opened = program.withUnsafeBytes { bytes in
      script_open(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, "@" + name, &words,
        words.count)
    }
    guard let opened else { throw Self.error(words, name) }
    (raw, self.name) = (opened, name)
  }

  deinit { script_close(raw) }

  var isVertical: Bool { script_is_vertical(raw) == 1 }
  var previousIsOnTop: Bool { script_previous_on_top(raw) == 1 }

  func place(_ p: Double, in scene: Scene) throws(ScriptError) -> Placement? {
    var words = [CChar](repeating: 0, count: Self.room)
    var answer = script_placement()
    var about = script_scene(
      width: scene.size.width, height: scene.size.height, gap: scene.gap,
      chance: Double(scene.seed >> 11) / 9_007_199_254_740_992)
    switch script_place(raw, p, &about, &answer, &words, words.count) {
    case 0: return nil
    case 1:
      do throws(ScriptError) {
        return try ScriptAnswer(answer).placement(of: scene.size)
      } catch {
        throw ScriptError(words: "\(name): \(error.words)")
      }
    default: throw Self.error(words, name)
    }
  }

  private static func error(_ words: [CChar], _ name: String) -> ScriptError {
    let end = words.firstIndex(of: 0) ?? words.count
    let text = String(decoding: words[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return ScriptError(words: text.hasPrefix(name) ? text : "\(name): \(text)")
  }
}
