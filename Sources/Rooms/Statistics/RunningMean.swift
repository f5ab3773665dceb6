/// The running mean as a line of at most 200 points.
///
/// There is a point every `stride` rolls. When there is no room for another, every second one is
/// removed and the stride doubles, so that a roll costs the same however many came before.
package struct RunningMean: Equatable, Sendable {
  package static let mostPoints = 200

  package private(set) var rolls = 0
  /// The sum of all totals so far; whole numbers are added exactly.
  package private(set) var sum = 0.0
  /// The number of rolls from one point to the next; a power of two.
  package private(set) var stride = 1
  /// The mean after `stride`, 2 × `stride`, … rolls.
  package private(set) var means: [Double] = []

  package init() {}

  /// The mean; `nil` before the first roll.
  package var mean: Double? { rolls > 0 ? sum / Double(rolls) : nil }

  package mutating func add(_ total: Double) {
    rolls += 1
    sum += total
    guard rolls % stride == 0 else { return }
    if means.count == RunningMean.mostPoints {
      means = means.indices.filter { $0 % 2 == 1 }.map { means[$0] }
      stride *= 2
      guard rolls % stride == 0 else { return }
    }
    means.append(sum / Double(rolls))
  }

  /// Restores a stored line.
  /// - Returns: `nil` for an impossible one.
  init?(rolls: Int, sum: Double, stride: Int, means: [Double]) {
    guard rolls >= 0, stride >= 1, stride & (stride - 1) == 0, sum.isFinite,
      means.count == rolls / stride, means.count <= RunningMean.mostPoints,
      means.allSatisfy(\.isFinite)
    else { return nil }
    (self.rolls, self.sum, self.stride, self.means) = (rolls, sum, stride, means)
  }
}
