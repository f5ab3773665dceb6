import Glibc

/// Lets only a few threads compute at once: more than there are processors preempt each other, and
/// then some answers take ten times as long as most.
///
/// It asks but does not insist, as those who went ahead may be waiting for a disk: after a moment
/// everybody gets through.
final class Turnstile: @unchecked Sendable {
  /// How long to wait at most, in nanoseconds.
  private static let patience = 5_000_000

  private let places: UnsafeMutablePointer<sem_t>

  init(places count: Int) {
    places = .allocate(capacity: 1)
    sem_init(places, 0, UInt32(count))
  }

  deinit {
    sem_destroy(places)
    places.deallocate()
  }

  func pass<Result>(_ work: () -> Result) -> Result {
    let hasPlace = sem_trywait(places) == 0 || waitForPlace()
    defer { if hasPlace { sem_post(places) } }
    return work()
  }

  private func waitForPlace() -> Bool {
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    end.tv_nsec += Turnstile.patience
    if end.tv_nsec >= 1_000_000_000 {
      end.tv_nsec -= 1_000_000_000
      end.tv_sec += 1
    }
    return sem_timedwait(places, &end) == 0
  }
}
