/// How often one client may do something: `count` times at once, and again as time passes.
package struct Allowance: Equatable, Sendable {
  /// The number of times at once, at least 1.
  package let count: Int
  /// The seconds in which the whole count is regained, at least 1.
  package let seconds: Int

  /// Creates an allowance; numbers below 1 count as 1.
  package init(count: Int, seconds: Int) {
    self.count = max(1, count)
    self.seconds = max(1, seconds)
  }

  /// The milliseconds in which the whole count is regained.
  package var window: Int { 1000 * seconds }
  /// The milliseconds in which one of the count is regained, at most the window.
  package var interval: Int { max(1, window / count) }

  /// Spends one of a client's count, unless nothing is left.
  ///
  /// This is the generic cell rate algorithm, which keeps one number for each client: the time up
  /// to which it has used its allowance, in milliseconds since 1970. `used` is the number from last
  /// time, or 0.
  package func spend(used: Int, now: Int) -> Spending {
    // Only a wrong clock leads past the window.
    let next = max(now, min(used, now + window)) + interval
    let excess = next - now - window
    return excess > 0 ? .wait(seconds: (excess + 999) / 1000) : .used(until: next)
  }

  package enum Spending: Equatable {
    case used(until: Int)
    case wait(seconds: Int)
  }
}

/// The allowances that the engines count, so that restarts and other machines make no difference.
package struct ClientAllowances: Equatable, Sendable {
  /// Rooms opened in a UTC day; `nil` means no limit.
  package var roomsPerDay: Int?
  /// Records added to the cloud; `nil` means no limit.
  package var newRecords: Allowance?

  /// Creates allowances; without arguments, the default ones.
  package init(
    roomsPerDay: Int? = StorageLimits.openingsPerDay,
    newRecords: Allowance? = StorageLimits.newRecords
  ) {
    self.roomsPerDay = roomsPerDay
    self.newRecords = newRecords
  }
}
