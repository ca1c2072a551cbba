import Glibc

/// A lock with a few places to wait at. Swift has `Mutex` but nothing to wait on.
final class Turnstile: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let places: UnsafeMutablePointer<pthread_cond_t>
  private let count: Int

  init(places count: Int) {
    self.count = count
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    places = .allocate(capacity: count)
    places.initialize(repeating: pthread_cond_t(), count: count)
    for place in 0..<count { pthread_cond_init(places + place, nil) }
  }

  deinit {
    for place in 0..<count { pthread_cond_destroy(places + place) }
    places.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Only inside `locked`: lets go of the lock until somebody wakes the place (or nobody did).
  func wait(at place: Int) { pthread_cond_wait(places + place, mutex) }

  /// Wakes whoever waits at the place.
  func wake(_ place: Int) { pthread_cond_broadcast(places + place) }

  func wakeAll() {
    for place in 0..<count { wake(place) }
  }
}
