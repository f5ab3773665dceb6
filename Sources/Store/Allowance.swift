/// How often one client may do something: so often at once, and again as the time goes by.
package struct Allowance: Equatable, Sendable {
  /// At least 1.
  package let count: Int
  /// In which the whole count comes back, at least 1.
  package let seconds: Int

  /// Numbers below 1 count as 1.
  package init(count: Int, seconds: Int) {
    self.count = max(1, count)
    self.seconds = max(1, seconds)
  }

  private var window: Int { 1000 * seconds }
  private var interval: Int { max(1, window / count) }

  /// Takes one off what a client may do, unless nothing is left.
  ///
  /// This is the generic cell rate algorithm: one number a client, whatever the count. The number
  /// is the moment until which a client has used up what it may, `used` the one from last time, or
  /// 0; moments are in milliseconds since 1970.
  func spend(used: Int, now: Int) -> Spending {
    // A number beyond the window is from a clock that was wrong.
    let next = max(now, min(used, now + window)) + interval
    let excess = next - now - window
    return excess > 0 ? .wait(seconds: (excess + 999) / 1000) : .used(until: next)
  }

  /// What `spend` comes to.
  enum Spending: Equatable {
    case used(until: Int)
    case wait(seconds: Int)
  }
}
