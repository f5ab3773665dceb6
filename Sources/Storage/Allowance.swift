/// How often one client may do something: `count` times at once, and again as time goes by.
package struct Allowance: Equatable, Sendable {
  /// At least 1.
  package let count: Int
  /// How long it takes until the whole count is back, at least 1.
  package let seconds: Int

  /// Numbers below 1 count as 1.
  package init(count: Int, seconds: Int) {
    self.count = max(1, count)
    self.seconds = max(1, seconds)
  }

  /// Milliseconds until the whole count is back.
  package var window: Int { 1000 * seconds }
  /// Milliseconds until one more is back; at most the window.
  package var interval: Int { max(1, window / count) }

  /// Takes one off what a client may do, unless nothing is left.
  ///
  /// This is the generic cell rate algorithm, which keeps one number for each client: the moment
  /// until which it has used up what it may do. `used` is that number from last time, or 0; moments
  /// are in milliseconds since 1970.
  package func spend(used: Int, now: Int) -> Spending {
    // Only a clock that was wrong leads beyond the window.
    let next = max(now, min(used, now + window)) + interval
    let excess = next - now - window
    return excess > 0 ? .wait(seconds: (excess + 999) / 1000) : .used(until: next)
  }

  /// The result of `spend`.
  package enum Spending: Equatable {
    case used(until: Int)
    case wait(seconds: Int)
  }
}
