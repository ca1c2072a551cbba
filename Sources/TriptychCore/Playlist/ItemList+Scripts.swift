extension ItemList {
  /// The list with each script that it names made absolute: relative ones lie beside their list.
  public func namingScripts() -> ItemList {
    var list = self
    for source in sources.indices {
      for set in sources[source].options.indices {
        guard let name = sources[source].options[set].transition,
          TransformerTable.isScript(name), !name.hasPrefix("/")
        else { continue }
        let path = PathBytes.absolute(Array(name.utf8), in: sources[source].base)
        // A folder that is no UTF-8 cannot be named in an option; its script is then not found.
        list.sources[source].options[set].transition = String(decoding: path, as: UTF8.self)
      }
    }
    return list
  }

  /// The scripts that entries name, each once, in order.
  public var scripts: [String] {
    var seen: Set<String> = []
    return sources.flatMap(\.options).compactMap(\.transition).filter {
      TransformerTable.isScript($0) && seen.insert($0).inserted
    }
  }

  /// Where the item lies, as far as the list says: absolute, or an address.
  public func path(of item: Int) -> [UInt8] { candidates(item).paths.first ?? location(item) }
}
