extension ItemOptions {
  /// Takes one `key=value` of `#TRIPTYCH:` or `#TRIPTYCH-DEFAULTS:`. A flag may come without
  /// value (nil), which means yes. Throws what is to be said of it; then nothing has changed.
  public mutating func parse(
    key: some Collection<UInt8>, value: (some Collection<UInt8>)?
  ) throws(OptionError) {
    let name = String(escaping: key)
    guard let option = Option.named(name), let readItem = option.readItem else {
      let known = Option.names(in: .item)
      let list = known.joined(separator: ", ")
      if Option.named(name) != nil {
        throw OptionError(.notHere, "\(name) is not for one item; known: \(list)")
      }
      throw OptionError(
        .unknown,
        "\(quoted(key)) is not known here\(Option.hint(name, known)); known: \(list)")
    }
    guard let text = value.map({ Array($0) }) ?? (option.isFlag ? Array("yes".utf8) : nil) else {
      throw OptionError(.missingValue, "\(name) needs a value: \(name)=\(option.placeholder)")
    }
    do throws(OptionError) {
      try readItem(text)(&self)
    } catch {
      throw error.naming(name)
    }
  }

  /// The same for a key without value.
  public mutating func parse(key: some Collection<UInt8>) throws(OptionError) {
    try parse(key: key, value: nil as [UInt8]?)
  }
}
