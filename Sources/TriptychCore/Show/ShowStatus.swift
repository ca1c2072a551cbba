/// What can be told of a show from outside.
extension Show {
  /// The length of the film that is current, from its own beginning to its end; nil: there is
  /// none, or it does not say.
  public var filmLength: Duration? { films[currentPlace]?.end }

  /// True unless what is current has been stopped: the show, or the film alone.
  public var plays: Bool { films[currentPlace]?.byHand ?? !isPaused }

  /// The items that cannot be shown now, by number in the list, each with its reason.
  public var failedItems: [(item: Int, reason: String)] {
    failures.filter(\.value.isFailing).sorted { $0.key < $1.key }.map { ($0.key, $0.value.reason) }
  }
}
