import Glibc
import TriptychWire

@testable import TriptychFilms

/// Replies that have come, in order; a thread of its own takes them off the channel.
final class Inbox: @unchecked Sendable {
  private let turnstile = Turnstile(places: 1)
  private var replies: [Reply] = []
  private var isOver = false
  private let channel: Channel
  private var thread: FilmThread?

  init(_ channel: Channel) throws {
    self.channel = channel
    thread = try FilmThread("test-inbox") { [weak self] in
      // Ends when the other end is closed.
      while let reply = try? channel.receive(waits: true) {
        guard let self, let reply = try? Reply(decoding: reply.bytes) else { break }
        self.add(reply)
      }
      self?.end()
    }
  }

  deinit { thread?.join() }

  private func add(_ reply: Reply) {
    turnstile.locked {
      replies.append(reply)
      turnstile.wake(0)
    }
  }

  private func end() {
    turnstile.locked {
      isOver = true
      turnstile.wake(0)
    }
  }

  /// Waits for the next reply; nil when there can be none any more.
  func next() -> Reply? {
    turnstile.locked {
      while replies.isEmpty {
        if isOver { return nil }
        turnstile.wait(at: 0)
      }
      return replies.removeFirst()
    }
  }

  /// What is here now.
  var waiting: [Reply] { turnstile.locked { replies } }
}
