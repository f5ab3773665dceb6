/// The possible values of dice at some stage: a list or, if that is too long, bounds.
enum PossibleValues {
  case listed(Set<Int>)
  case bounds(ClosedRange<Int>)
  /// The totals of a group, which may be anything.
  case unknown

  /// Returns whether some value may meet the condition.
  func contains(where condition: Condition) -> Bool {
    switch self {
    case .listed(let values): values.contains(where: condition.holds)
    case .bounds(let bounds):
      condition.relation == .equal
        ? bounds.contains(condition.number)
        : condition.holds(for: bounds.lowerBound) || condition.holds(for: bounds.upperBound)
    case .unknown: true
    }
  }

  mutating func formUnion(_ more: [Int]) {
    switch self {
    case .listed(let before): self = .listed(before.union(more))
    case .bounds(let bounds):
      self = .bounds(
        min(bounds.lowerBound, more.min() ?? 0)...max(bounds.upperBound, more.max() ?? 0))
    case .unknown: break
    }
  }

  /// Replaces the values that meet the condition.
  mutating func replace(where condition: Condition, by others: [Int]) {
    guard case .listed(let before) = self else { return formUnion(others) }
    guard before.contains(where: condition.holds) else { return }
    self = .listed(before.filter { !condition.holds(for: $0) }.union(others))
  }

  /// Applies a monotonic change to all values.
  mutating func change(_ change: (Int) -> Int) {
    switch self {
    case .listed(let before): self = .listed(Set(before.map(change)))
    case .bounds(let bounds): self = .bounds(change(bounds.lowerBound)...change(bounds.upperBound))
    case .unknown: break
    }
  }

  /// Adds up to `times` faces to each value.
  mutating func add(_ faces: [Int], times: Int) {
    let bounds: ClosedRange<Int>
    switch self {
    case .listed(let before): bounds = (before.min() ?? 0)...(before.max() ?? 0)
    case .bounds(let before): bounds = before
    case .unknown: return
    }
    self = .bounds(
      bounds.lowerBound
        + min(0, (faces.min() ?? 0) * times)...bounds.upperBound
        + max(0, (faces.max() ?? 0) * times))
  }
}
