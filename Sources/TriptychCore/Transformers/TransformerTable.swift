/// The transitions by name.
public struct TransformerTable: Sendable {
  /// One line of the table: a transformer, or one for each of its variants.
  public struct Entry: Sendable {
    /// Without a variant: `wipe`.
    public let name: String
    /// What one sees, one sentence, for `triptych transitions`.
    public let summary: String
    /// What may follow the name and a colon, the default first; empty: nothing.
    public let variants: [String]
    /// Makes the transformer of a variant, by its index; without variants 0.
    let make: @Sendable (Int) -> any ContentTransformer

    /// A transformer without variants.
    public init(_ transformer: any ContentTransformer, summary: String) {
      (name, self.summary, variants) = (transformer.name, summary, [])
      make = { _ in transformer }
    }

    /// A transformer for each direction; their names are `name:left` and so on.
    public init(
      name: String, summary: String,
      directed make: @escaping @Sendable (Direction) -> any ContentTransformer
    ) {
      (self.name, self.summary) = (name, summary)
      variants = Direction.allCases.map(\.rawValue)
      self.make = { make(Direction.allCases[$0]) }
    }

    /// A transformer for each axis; their names are `name:horizontal` and `name:vertical`.
    public init(
      name: String, summary: String,
      along make: @escaping @Sendable (Axis) -> any ContentTransformer
    ) {
      (self.name, self.summary) = (name, summary)
      variants = Axis.allCases.map(\.rawValue)
      self.make = { make(Axis.allCases[$0]) }
    }
  }

  /// In the order in which people see them.
  public let entries: [Entry]
  /// Transformers that are not built in, by the whole name that lists give them (`….lua`).
  public var scripts: [String: any ContentTransformer] = [:]

  public init(_ entries: [Entry]) { self.entries = entries }

  /// The transformer of that name; nil if there is none, and for `random`. `wipe` is
  /// `wipe:left`; the ancestors' spellings (`horizontalMoveInOut`) are taken.
  public func transformer(named name: String) -> (any ContentTransformer)? {
    if let script = scripts[name] { return script }
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let word = parts.first else { return nil }
    let plain = Self.spelling(of: word)
    guard let entry = entries.first(where: { $0.name == word || $0.name == plain }) else {
      return nil
    }
    guard parts.count == 2 else { return entry.make(0) }
    return entry.variants.firstIndex(of: String(parts[1])).map(entry.make)
  }

  /// True if `--transition` takes the word: a transformer's name, `random`, or a script's file.
  public func accepts(_ name: String) -> Bool {
    name == Self.random || Self.isScript(name) || transformer(named: name) != nil
  }

  /// True if the word names a file with a transformer in it.
  public static func isScript(_ name: String) -> Bool {
    name.utf8.count > 4 && name.hasSuffix(".lua")
  }

  /// All full names, variants written out, without `random`.
  public var names: [String] {
    entries.flatMap { entry in
      entry.variants.isEmpty ? [entry.name] : entry.variants.map { entry.name + ":" + $0 }
    }
  }

  /// The accepted word that is most like `name`, `random` included; the first of equals.
  public func nearest(to name: String) -> String {
    let words = names + entries.filter { !$0.variants.isEmpty }.map(\.name) + [Self.random]
    let typed = Array(Self.spelling(of: name[...]).utf8)
    var (best, least) = (Self.random, Int.max)
    for word in words {
      let distance = editDistance(typed, Array(word.utf8))
      if distance < least { (best, least) = (word, distance) }
    }
    return best
  }

  /// The transformer that `random` means at a boundary: any but `cut`, each as likely, then any
  /// variant. The same seed gives the same one.
  public func pick(random seed: UInt64) -> any ContentTransformer {
    let choices = entries.filter { $0.name != "cut" }
    guard !choices.isEmpty else { return Crossfade() }
    // Seeds that differ in a bit give unrelated choices.
    var chance = SplitMix64(seed: seed)
    let bits = chance.next()
    let entry = choices[Int((bits >> 32) % UInt64(choices.count))]
    return entry.make(Int(bits & 0xFFFF) % max(entry.variants.count, 1))
  }

  /// The word that stands for any transformer.
  public static let random = "random"

  /// `horizontalMoveInOut` → `horizontal-move-in-out`.
  private static func spelling(of word: Substring) -> String {
    var plain = ""
    for letter in word {
      if letter.isUppercase { plain += "-" }
      plain += letter.lowercased()
    }
    return plain
  }
}
