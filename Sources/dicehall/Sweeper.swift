import FastCGI
import Glibc
import LTI
import Logging
import Storage

/// Deletes idle sessions, unvisited vaults and rooms past their last day while the service runs.
///
/// It takes one slice a minute, and thus all in about four hours. If there are too many sessions,
/// those idle the longest go at once.
final class Sweeper: Sendable {
  /// The seconds between slices.
  private static let pause: UInt32 = 60

  private let sessions: any SessionStorage
  private let vaults: any VaultStorage
  private let rooms: any RoomStorage
  private let occupancy: Occupancy
  private let idleSeconds: Int
  private let logger: Logger

  init(_ storage: any StorageEngine, idleSeconds: Int, _ occupancy: Occupancy, _ logger: Logger) {
    sessions = storage.sessions
    vaults = storage.vaults
    rooms = storage.rooms
    self.occupancy = occupancy
    self.idleSeconds = idleSeconds
    self.logger = logger
  }

  /// Sweeps on a thread of its own until the process ends.
  /// - Throws: `SystemError` if no thread can be started.
  func start() throws {
    try startThread {
      // On Linux this affects only one thread; requests take precedence.
      _ = nice(19)
      self.sweep()
    }
  }

  private func sweep() {
    // Starts at a random slice, so that short-lived processes leave none out.
    var slice = UInt8.random(in: .min ... .max)
    let clock = SweepClock()
    while true {
      Registry.lookAfter(in: sessions, isCapped: occupancy.cap.isSet, now: clock.now())
      // The first time is right at the start, so that the cap holds from then on.
      let crowded = (try? occupancy.keepWithin(sessions, now: clock.now())) ?? 0
      if crowded > 0 { logger.notice("removed \(crowded) sessions to make room for new ones") }
      sleep(Sweeper.pause)
      let now = clock.now()
      // The storage logs its failures, and the next round tries again.
      let idle = (try? sessions.sweep(slice: slice, idleFor: idleSeconds, now: now)) ?? 0
      if idle > 0 {
        occupancy.remove(sessions: idle)
        logger.info("removed \(idle) idle sessions")
      }
      let left = (try? vaults.sweepVaults(slice: slice, now: now)) ?? 0
      if left > 0 { logger.info("removed \(left) vaults that were empty or not visited") }
      let over = (try? rooms.sweep(slice: slice, now: now)) ?? 0
      if over > 0 { logger.info("removed \(over) rooms after their last day") }
      slice &+= 1
    }
  }
}

/// The time for sweeps, so that a clock that jumps ahead by mistake deletes nothing.
///
/// It may be ahead of the time that has really passed since the start by at most a day. A larger
/// correction takes effect after the next start.
struct SweepClock {
  /// The largest trusted jump, in seconds.
  private static let trust = 86_400

  /// The clock's time minus the seconds since the machine started.
  private let begin: Int

  /// Starts at `wall`, in seconds since 1970; `steady` counts the seconds since the machine started.
  init(wall: Int = time(nil), steady: Int = SweepClock.steady) { begin = wall - steady }

  func now(wall: Int = time(nil), steady: Int = SweepClock.steady) -> Int {
    min(wall, begin + steady + SweepClock.trust)
  }

  /// The seconds since the machine started, which count while it is suspended and whatever is set.
  private static var steady: Int {
    var now = timespec()
    clock_gettime(CLOCK_BOOTTIME, &now)
    return now.tv_sec
  }
}
