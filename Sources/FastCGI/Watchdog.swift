import CFCGI
import Glibc
import Logging
import Synchronization

/// What one loop is doing, told by the loop and read by the watchdog.
final class Watch: Sendable {
  enum Phase { case idle, reading, handling, writing }

  struct State {
    var phase = Phase.idle
    /// When the phase began, in milliseconds.
    var since: Int64 = 0
    /// The connection; -1 while there is none.
    ///
    /// It is closed only after this has been reset, so the watchdog, holding the lock, never meets
    /// a number that belongs to somebody else by now.
    var handle: Int32 = -1
    /// How often this phase was cut.
    var cuts = 0
  }

  let state = Mutex(State())

  func begin(_ phase: Phase, on handle: Int32) {
    let now = milliseconds()
    state.withLock { $0 = State(phase: phase, since: now, handle: handle) }
  }

  func end() { state.withLock { $0 = State() } }
}

/// Frees loops from peers that do not finish, as libfcgi itself waits for ever.
///
/// It sleeps while all loops are idle; the first request after that wakes it, and the others pay
/// one load of an atomic.
final class Watchdog: Sendable {
  /// At most this long, in milliseconds, until it notices that loops have run out.
  private static let period: Int64 = 250

  private let watches: [Watch]
  private let limits: Limits
  private let logger: Logger
  private let isAsleep = Atomic(false)
  private let isHurried = Atomic(false)
  private let isDismissed = Atomic(false)
  private let alarm: Int32

  init(watches: [Watch], limits: Limits, logger: Logger) throws(SystemError) {
    self.watches = watches
    self.limits = limits
    self.logger = logger
    alarm = try SystemError.check(
      eventfd(0, O_CLOEXEC | O_NONBLOCK), "make an event descriptor")
  }

  /// A loop has begun to read.
  func wake() {
    guard isAsleep.load(ordering: .sequentiallyConsistent),
      isAsleep.exchange(false, ordering: .sequentiallyConsistent)
    else { return }
    eventfd_write(alarm, 1)
  }

  /// From now on nobody gets more time than when loops are short.
  func hurry() {
    isHurried.store(true, ordering: .releasing)
    eventfd_write(alarm, 1)
  }

  func dismiss() {
    isDismissed.store(true, ordering: .releasing)
    eventfd_write(alarm, 1)
  }

  func run() {
    while !isDismissed.load(ordering: .acquiring) {
      // Said before looking: a loop that begins after the look then sees it and sounds the alarm.
      isAsleep.store(true, ordering: .sequentiallyConsistent)
      let rest = look()
      if rest != nil { isAsleep.store(false, ordering: .sequentiallyConsistent) }
      var bell = pollfd(fd: alarm, events: Int16(POLLIN), revents: 0)
      poll(&bell, 1, Int32(clamping: rest ?? -1))
      isAsleep.store(false, ordering: .sequentiallyConsistent)
      var count: eventfd_t = 0
      eventfd_read(alarm, &count)
    }
  }

  /// Cuts what is overdue.
  /// - Returns: milliseconds until the next look, `nil` when nothing is going on.
  private func look() -> Int64? {
    let phases = watches.map { $0.state.withLock(\.phase) }
    guard phases.contains(where: { $0 != .idle }) else { return nil }
    let isCrowded = !phases.contains(.idle) || isHurried.load(ordering: .acquiring)
    let readTimeout = isCrowded ? limits.crowdedTimeout : limits.readTimeout
    let now = milliseconds()
    let rests = watches.map { cut($0, now: now, readTimeout: readTimeout) }
    return max(1, rests.min() ?? Watchdog.period)
  }

  /// - Returns: milliseconds until this loop is worth another look.
  private func cut(_ watch: Watch, now: Int64, readTimeout: Int64) -> Int64 {
    let (rest, phase): (Int64, Watch.Phase?) = watch.state.withLock { state in
      let timeout: Int64
      switch state.phase {
      case .reading: timeout = readTimeout
      case .writing: timeout = limits.writeTimeout
      case .idle, .handling: return (Watchdog.period, nil)
      }
      let rest = state.since + timeout - now
      guard rest <= 0 else { return (rest, nil) }
      // The gentle way first: what has arrived by now is still read, the rest is the end.
      let isGentle = state.phase == .reading && state.cuts == 0
      shutdown(state.handle, Int32(isGentle ? SHUT_RD : SHUT_RDWR))
      state.cuts += 1
      state.since = now
      return (timeout, state.phase)
    }
    if let phase {
      logger.info("cut a connection that was too slow in \(phase)")
    }
    return min(rest, Watchdog.period)
  }
}
