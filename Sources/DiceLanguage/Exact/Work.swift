/// Thrown if an exact answer would take more work or space than allowed.
struct TooMuchWork: Error {
  /// The number of steps that it takes at least; if space is short, no number is enough.
  var steps = Int.max
}

/// A budget of work, so that no question keeps a thread busy for long.
///
/// A step takes about two nanoseconds.
package final class Work {
  private let granted: Int
  private var left: Int

  init(_ steps: Int) {
    granted = steps
    left = steps
  }

  /// Returns the budget for reading expressions, as some rules depend on computed outcomes.
  package static func forReading() -> Work { Work(4_000_000) }

  func spend(_ steps: Int) throws(TooMuchWork) {
    left -= steps
    guard left >= 0 else { throw TooMuchWork(steps: granted - left) }
  }

  /// Runs `body` repeatedly.
  ///
  /// The work of the first run shows whether the budget suffices for all, so that most refusals
  /// come early.
  func `repeat`<Result>(
    _ times: Int, _ body: (Int) throws(TooMuchWork) -> Result
  ) throws(TooMuchWork) -> [Result] {
    let before = left
    var results: [Result] = []
    results.reserveCapacity(times)
    for time in 0..<times {
      results.append(try body(time))
      guard time == 0, case let rest = (before - left) * (times - 1), rest > left else { continue }
      throw TooMuchWork(steps: granted - left + rest)
    }
    return results
  }
}
