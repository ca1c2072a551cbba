import CSystem
import Glibc

/// A value that threads share, and on whose changes they can wait. Neither the standard
/// library's `Mutex` nor its `Atomic` can wait.
final class Monitor<Value>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Touched only with the mutex held.
  private var value: Value

  init(_ value: Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Changes the value in a way that nobody waits for.
  func withLock<R>(_ change: (inout Value) -> R) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return change(&value)
  }

  /// Changes the value and lets those who wait look again.
  func update<R>(_ change: (inout Value) -> R) -> R {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    return change(&value)
  }

  /// Waits until `take` gives something. `deadline` says until when the value may sleep at most
  /// (monotonic clock); after it `take` is asked again.
  func wait<R>(until deadline: (Value) -> Deadline? = { _ in nil }, _ take: (inout Value) -> R?)
    -> R
  {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let taken = take(&value) {
        pthread_cond_broadcast(condition)
        return taken
      }
      if let deadline = deadline(value) {
        var time = deadline.time
        pthread_cond_timedwait(condition, mutex, &time)
      } else {
        pthread_cond_wait(condition, mutex)
      }
    }
  }
}

/// An instant of the monotonic clock.
struct Deadline: Comparable {
  let nanoseconds: Int64

  static func now() -> Deadline {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Deadline(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  func advanced(by duration: Duration) -> Deadline {
    let (seconds, attoseconds) = duration.components
    let length = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    return Deadline(nanoseconds: nanoseconds + length)
  }

  var time: timespec {
    timespec(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  }

  static func < (a: Deadline, b: Deadline) -> Bool { a.nanoseconds < b.nanoseconds }
}

/// Starts a thread of its own that runs `body` once. False if the system has none to give.
func startThread(named name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
  final class Body {
    let name: String
    let run: @Sendable () -> Void
    init(_ name: String, _ run: @escaping @Sendable () -> Void) {
      (self.name, self.run) = (name, run)
    }
  }
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  // Folders are read recursively, to a limited depth: 1 MiB is ample.
  pthread_attr_setstacksize(&attributes, 1 << 20)
  let box = Unmanaged.passRetained(Body(name, body))
  var thread = pthread_t()
  let result = pthread_create(
    &thread, &attributes,
    { raw in
      guard let raw else { return nil }
      let body = Unmanaged<Body>.fromOpaque(raw).takeRetainedValue()
      sys_name_thread(body.name)
      body.run()
      return nil
    }, box.toOpaque())
  if result != 0 { box.release() }
  return result == 0
}
