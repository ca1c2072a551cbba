import TriptychCore

/// What is known of pictures before they come. Main thread.
final class Arrivals {
  /// Small pictures that stand in their stead; they stay until the item goes, for what has come
  /// fades in over them.
  var previews: [Int: Exhibit] = [:]  // by item
  /// How much of the work is done, 0…1.
  var parts: [Int: Double] = [:]  // by item

  func forget(_ item: Int) { (previews[item], parts[item]) = (nil, nil) }

  /// Items have other numbers.
  func renumber(_ numbers: [Int: Int]) {
    (previews, parts) = (previews.renumbered(numbers), parts.renumbered(numbers))
  }
}
