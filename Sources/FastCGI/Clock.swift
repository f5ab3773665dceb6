import Glibc

/// Returns milliseconds, accurate to a few, on all processes' clock without a system call.
package func milliseconds() -> Int64 {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now)
  return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
}

/// Returns microseconds on the same clock, accurate to one, also without a system call.
package func microseconds() -> Int64 {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
}

/// Sleeps for this many milliseconds.
func pause(_ duration: Int64) {
  usleep(UInt32(clamping: duration * 1000))
}

/// Sleeps for about five milliseconds.
/// - Returns: how many have passed, which may be more on a busy machine.
package func rest() -> Int {
  RecordReader.willWait()
  let begun = milliseconds()
  pause(5)
  return Int(milliseconds() - begun)
}
