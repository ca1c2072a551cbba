/// The word of `words` that is most like `word`; nil where none is like it at all.
///
/// Letters count alike in both cases. Likeness is the number of letters to insert, drop, change
/// or swap with their neighbour (optimal string alignment). A word of up to 4 letters may differ in
/// 1 of them, of up to 8 in 2, a longer one in 3, and none in more than a third: a word from
/// further away misleads. One that begins with what was written counts as one change.
public func closestWord(to word: String, among words: [String]) -> String? {
  let given = Array(word.lowercased().utf8)
  // No name is as long as that, and comparing is quadratic.
  guard !given.isEmpty, given.count <= 40 else { return nil }
  let most = min(given.count <= 4 ? 1 : given.count <= 8 ? 2 : 3, given.count / 3)
  var best: (word: String, distance: Int)?
  for candidate in words {
    let letters = Array(candidate.lowercased().utf8)
    let isBeginning = given.count >= 3 && letters.starts(with: given)
    // The difference in length is the least that differs.
    guard isBeginning || abs(letters.count - given.count) <= most else { continue }
    let distance = isBeginning ? 1 : editDistance(given, letters)
    if distance < best?.distance ?? Int.max { best = (candidate, distance) }
  }
  guard let best, best.distance <= most else { return nil }
  return best.word
}

/// How many letters must be added, left out, changed or swapped with their neighbour.
func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    row.reserveCapacity(b.count + 1)
    for j in b.indices {
      var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        cost = min(cost, beforeLast[j - 1] + 1)
      }
      row.append(cost)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}
