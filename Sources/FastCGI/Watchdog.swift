import CFCGI
import Glibc
import Logging
import Synchronization

/// The activity of a loop, set by the loop and read by the watchdog.
final class LoopActivity: Sendable {
  enum Phase { case idle, reading, handling, writing }

  struct State {
    var phase = Phase.idle
    /// When the phase began, in milliseconds.
    var since: Int64 = 0
    /// The connection, or -1 if there is none.
    ///
    /// The connection is closed only after this has been reset, so the watchdog, holding the lock,
    /// never meets a descriptor that has been reused.
    var handle: Int32 = -1
    /// The number of times that the watchdog has cut this phase.
    var cuts = 0
  }

  let state = Mutex(State())
  let place: WatchPlace

  init(_ watch: Watch) { place = WatchPlace(watch) }

  func begin(_ phase: Phase, on handle: Int32) {
    let now = milliseconds()
    state.withLock { $0 = State(phase: phase, since: now, handle: handle) }
  }

  func end() { state.withLock { $0 = State() } }
}

/// Frees loops from peers that never finish, for which libfcgi would wait forever.
///
/// It looks often while requests arrive, and rarely or never once none has begun for a while. The
/// next request then wakes it; all others pay only for one atomic load.
final class Watchdog: Sendable {
  /// The longest time between two looks at unfinished requests, in milliseconds.
  private static let period: Int64 = 250
  /// The looks without a request before it is quiet: waking it costs a system call, a look less.
  private static let quietLooks = 10

  private let watch: Watch
  private let activities: [LoopActivity]
  private let limits: Limits
  private let logger: Logger
  private let observer: (any ServiceObserver)?
  /// The number of looks since a request began, at most `quietLooks`.
  private let looks = Atomic(0)
  private let isDraining = Atomic(false)
  private let isStopped = Atomic(false)
  private let alarm: Int32

  init(
    watch: Watch, activities: [LoopActivity], limits: Limits, logger: Logger,
    observer: (any ServiceObserver)?
  ) throws(SystemError) {
    self.watch = watch
    self.activities = activities
    self.limits = limits
    self.logger = logger
    self.observer = observer
    alarm = try SystemError.check(eventfd(0, O_CLOEXEC | O_NONBLOCK), "make an event descriptor")
  }

  /// Called when a loop begins to read.
  func wake() {
    guard looks.load(ordering: .sequentiallyConsistent) > 0,
      looks.exchange(0, ordering: .sequentiallyConsistent) == Watchdog.quietLooks
    else { return }
    eventfd_write(alarm, 1)
  }

  /// Gives every peer the short timeout from now on, as if loops were scarce.
  func startDraining() {
    isDraining.store(true, ordering: .releasing)
    eventfd_write(alarm, 1)
  }

  func stop() {
    isStopped.store(true, ordering: .releasing)
    eventfd_write(alarm, 1)
  }

  func run() {
    while !isStopped.load(ordering: .acquiring) {
      if isBusy { looks.add(1, ordering: .sequentiallyConsistent) }
      // Read before looking: a loop that begins after the last look wakes us.
      let isBusy = isBusy
      let rest = look()
      let sleep = isBusy ? min(rest ?? Watch.patience, Watch.patience) : rest ?? -1
      var bell = pollfd(fd: alarm, events: Int16(POLLIN), revents: 0)
      poll(&bell, 1, Int32(clamping: sleep))
      var count: eventfd_t = 0
      eventfd_read(alarm, &count)
    }
  }

  /// Whether a request has begun within the last looks.
  private var isBusy: Bool {
    looks.load(ordering: .sequentiallyConsistent) < Watchdog.quietLooks
  }

  /// Cuts overdue connections, and takes places on watch from slow loops.
  /// - Returns: milliseconds until the next look, `nil` if all loops are idle.
  private func look() -> Int64? {
    let now = milliseconds()
    relieve(now)
    let phases = activities.map { $0.state.withLock(\.phase) }
    guard phases.contains(where: { $0 != .idle }) else { return nil }
    let isCrowded = !phases.contains(.idle) || isDraining.load(ordering: .acquiring)
    let readTimeout = isCrowded ? limits.crowdedTimeout : limits.readTimeout
    let rests = activities.map { cut($0, now: now, readTimeout: readTimeout) }
    return max(1, rests.min() ?? Watchdog.period)
  }

  /// Takes the places of loops that have spent long on a request.
  private func relieve(_ now: Int64) {
    let slow = activities.filter { activity in
      guard activity.place.isOnWatch else { return false }
      let state = activity.state.withLock(\.self)
      return state.phase != .idle && state.since + Watch.patience <= now
    }
    if slow.isEmpty { watch.narrow(at: now) } else { watch.widen(at: now) }
    for activity in slow { activity.place.give() }
  }

  /// - Returns: milliseconds until this loop needs another look.
  private func cut(_ activity: LoopActivity, now: Int64, readTimeout: Int64) -> Int64 {
    let (rest, phase): (Int64, CutPhase?) = activity.state.withLock { state in
      let (timeout, cut): (Int64, CutPhase)
      switch state.phase {
      case .reading: (timeout, cut) = (readTimeout, .reading)
      case .writing: (timeout, cut) = (limits.writeTimeout, .writing)
      case .idle, .handling: return (Watchdog.period, nil)
      }
      let rest = state.since + timeout - now
      guard rest <= 0 else { return (rest, nil) }
      // Be gentle first: what has arrived can still be read.
      let isGentle = state.phase == .reading && state.cuts == 0
      shutdown(state.handle, Int32(isGentle ? SHUT_RD : SHUT_RDWR))
      state.cuts += 1
      state.since = now
      return (timeout, cut)
    }
    if let phase {
      observer?.cut(phase)
      logger.notice("cut a connection that was too slow", metadata: ["phase": "\(phase)"])
    }
    return min(rest, Watchdog.period)
  }
}
