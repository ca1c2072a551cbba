extension ItemOptions {
  /// Takes back what contradicts itself; a sentence for each thing that is wrong. An item that is
  /// never on stays so.
  mutating func settle() -> [String] {
    var words: [String] = []
    if let why = schedule?.impossibility { words.append(why) }
    if let from = start, let to = end, from >= to {
      let (from, to) = (plain(from.inSeconds), plain(to.inSeconds))
      words.append("start=\(from) does not lie before end=\(to); the film plays whole")
      (start, end) = (nil, nil)
    }
    return words
  }
}
