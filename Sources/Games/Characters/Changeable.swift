/// A value of which moves return a changed copy.
protocol Changeable {}

extension Changeable {
  /// Returns a copy with a change.
  func changed<Failure>(_ change: (inout Self) throws(Failure) -> Void) throws(Failure) -> Self {
    var copy = self
    try change(&copy)
    return copy
  }
}
