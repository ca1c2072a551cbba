/// What can be told of a show from outside.
extension Show {
  /// The length of the film that is current, from its own beginning to its end; nil: there is
  /// none, or it does not say.
  public var filmLength: Duration? { films[currentPlace]?.end }

  /// The items that cannot be shown now, by number in the list, each with its reason.
  public var failedItems: [(item: Int, reason: String)] {
    failures.filter(\.value.isFailing).sorted { $0.key < $1.key }.map { ($0.key, $0.value.reason) }
  }
}
