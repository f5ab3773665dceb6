import CFCGI
import Glibc

/// A counting semaphore: the number of threads that may still pass.
final class Semaphore: @unchecked Sendable {
  private let semaphore: UnsafeMutablePointer<sem_t>

  init(_ count: Int) {
    semaphore = .allocate(capacity: 1)
    sem_init(semaphore, 0, UInt32(count))
  }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func wait() {
    while sem_wait(semaphore) != 0 {}
  }

  func signal() { sem_post(semaphore) }

  /// Waits for at most `patience` milliseconds.
  /// - Returns: whether the thread may pass.
  func wait(_ patience: Int) -> Bool {
    if sem_trywait(semaphore) == 0 { return true }
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    let nanoseconds = end.tv_nsec + patience * 1_000_000
    end.tv_sec += nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    while sem_clockwait(semaphore, CLOCK_MONOTONIC, &end) != 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }
}
