#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A value behind a mutex, with a condition that threads wait for.
///
/// `Synchronization.Mutex` has no condition, and a worker thread must be able to sleep until there
/// is work. The invariant behind `@unchecked Sendable`: `value` is touched only with the mutex held.
@safe
final class Monitor<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var value: Value

  init(_ value: Value) {
    unsafe mutex = .allocate(capacity: 1)
    unsafe condition = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
    self.value = value
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Runs `body` with the value; other threads wait.
  ///
  /// Nothing that could run foreign code, a `deinit` included, may be released inside.
  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body(&value)
  }

  /// Blocks the thread until `body` returns something; it is asked again after each ``signal()``.
  func wait<Result>(for body: (inout Value) -> Result?) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      unsafe pthread_cond_wait(condition, mutex)
    }
  }

  /// Wakes one waiting thread.
  func signal() {
    unsafe pthread_cond_signal(condition)
  }

  /// Wakes all waiting threads.
  func broadcast() {
    unsafe pthread_cond_broadcast(condition)
  }
}
