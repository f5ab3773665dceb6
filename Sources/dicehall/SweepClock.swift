import Glibc

/// The time as sweeps go by, so that a clock that jumps ahead by mistake removes nothing for good.
///
/// It may be ahead of what has really passed since the start by a day at most. A correction by more
/// than that counts after the next start.
struct SweepClock {
  /// In seconds.
  private static let trust = 86_400

  /// The clock's time less the seconds since the machine started.
  private let begin: Int

  /// Starts at `wall`, in seconds since 1970; `steady` counts the seconds since the machine started.
  init(wall: Int = time(nil), steady: Int = SweepClock.steady) { begin = wall - steady }

  func now(wall: Int = time(nil), steady: Int = SweepClock.steady) -> Int {
    min(wall, begin + steady + SweepClock.trust)
  }

  /// Counts on while the machine is suspended, and whatever anybody sets.
  private static var steady: Int {
    var now = timespec()
    clock_gettime(CLOCK_BOOTTIME, &now)
    return now.tv_sec
  }
}
