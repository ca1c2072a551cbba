import Synchronization
import TriptychDecoding
import TriptychWire

/// Lets a film's threads answer in an order that the player can trust: nothing of an older seek
/// after something of a newer one, and nothing at all after a failure. Any thread.
final class Outbox: Sendable {
  private let exchange: Exchange
  private let send: @Sendable (Reply) -> Void
  /// True after a failure. The lock is held while a reply is sent.
  private let isOver = Mutex(false)

  init(exchange: Exchange, send: @escaping @Sendable (Reply) -> Void) {
    self.exchange = exchange
    self.send = send
  }

  /// False if the epoch is over: nothing was sent.
  @discardableResult
  func send(epoch: Int, _ reply: (JobMark) -> Reply) -> Bool {
    isOver.withLock { isOver in
      guard !isOver, let mark = exchange.mark(of: epoch) else { return false }
      send(reply(mark))
      return true
    }
  }

  /// In whatever epoch it is: once in a film's life.
  func announce(_ reply: (JobMark) -> Reply) {
    isOver.withLock { isOver in
      if !isOver { send(reply(exchange.currentMark)) }
    }
  }

  /// The film is alive.
  func progress() {
    isOver.withLock { isOver in
      if !isOver { send(.progress(exchange.currentMark)) }
    }
  }

  /// The last word.
  func fail(_ error: FilmError) {
    isOver.withLock { isOver in
      guard !isOver else { return }
      isOver = true
      send(.failed(exchange.currentMark, error.code, message: error.message))
    }
  }
}
