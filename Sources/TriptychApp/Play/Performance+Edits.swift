import TriptychCore
import TriptychRemote

/// Edits of the list that the control socket asks for.
extension Performance {
  /// Throws what is to be said of an item that is not there.
  func edit(_ order: RemoteOrder, _ now: Instant) throws(RemoteError) {
    let list = show.list
    switch order.request {
    case .insert(let path, let place, let changes):
      guard let root = order.root else { throw RemoteError(.outside, "that file is not allowed") }
      guard hasBegun, list.isComplete else {
        throw RemoteError(.notNow, "the list is still being read")
      }
      guard list.count < 1_000_000 else { throw RemoteError(.failed, "the list is full") }
      var options = ItemOptions()
      for change in changes { try change.apply(to: &options) }
      let file = ItemList(file: path, root: root, options: options)
      hear(list.inserting(file, at: (place ?? list.count + 1) - 1), now)
    case .delete(let number):
      hear(list.removing([try index(number)]), now)
    case .move(let number, let to):
      hear(list.moving(try index(number), to: try index(to)), now)
    case .update(let number, let changes):
      let item = try index(number)
      var options = list.options(item)
      for change in changes { try change.apply(to: &options) }
      hear(list.updating(item, with: options), now)
    default: break
    }
    needsFrame = true
  }

  private func index(_ number: Int) throws(RemoteError) -> Int {
    guard number <= show.list.count else {
      throw RemoteError(.badValue, "the list has \(show.list.count) items")
    }
    return number - 1
  }
}
