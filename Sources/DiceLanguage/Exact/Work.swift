/// Thrown where an exact answer would take more work or space than is granted.
struct TooMuchWork: Error {
  /// How many steps it takes at least; where space is short, no number of them is enough.
  var steps = Int.max
}

/// Counts work, so that no question holds a thread for long; a step is about two nanoseconds.
package final class Work {
  private let granted: Int
  private var left: Int

  init(_ steps: Int) {
    granted = steps
    left = steps
  }

  /// What is granted for reading an expression, or several together: some rules hold for outcomes,
  /// which have to be worked out.
  package static func forReading() -> Work { Work(4_000_000) }

  func spend(_ steps: Int) throws(TooMuchWork) {
    left -= steps
    guard left >= 0 else { throw TooMuchWork(steps: granted - left) }
  }

  /// Does the same so many times.
  ///
  /// What the first one takes shows whether there is enough for all, so that most of what must be
  /// refused is refused soon.
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
