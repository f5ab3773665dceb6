/// A class's rolls of one experiment: tallies of all and by seat, the running mean, and the share
/// of the event.
///
/// Always true: the tally of all is the sum of the seats' tallies.
package struct ClassRolls: Equatable, Sendable {
  /// The number of a seat's latest rolls that its page shows.
  package static let last = 10

  /// The rolls of one seat.
  package struct Part: Equatable, Sendable {
    package internal(set) var tally = Tally()
    /// The latest rolls, newest last, at most `ClassRolls.last`.
    package internal(set) var last: [PlayedRoll] = []
  }

  package let experiment: Experiment
  package let event: ExperimentEvent?
  package private(set) var tally = Tally()
  package private(set) var runningMean = RunningMean()
  /// The running share of the event, if there is one.
  package private(set) var runningShare: RunningMean?
  /// The parts by the numbers of the seats; a seat that hasn't rolled has none.
  package private(set) var parts: [Int: Part] = [:]

  init(_ experiment: Experiment, _ event: ExperimentEvent?) {
    self.experiment = experiment
    self.event = event
    runningShare = event.map { _ in RunningMean() }
  }

  /// The approximate size in memory, in bytes: about 60 for each place in a tally, and up to 900
  /// for a roll.
  var size: Int {
    parts.values.reduce(60 * tally.counts.count) {
      $0 + 60 * $1.tally.counts.count + 900 * $1.last.count
    }
  }

  /// - Throws: `RoomRefusal` for rolls that can't be added.
  func check(_ rolls: [PlayedRoll]) throws(RoomRefusal) {
    guard rolls.allSatisfy(experiment.isPossible) else { throw .impossibleRoll }
    let new = Set(rolls.map(\.total)).filter { tally[$0] == 0 }
    guard tally.counts.count + new.count <= Experiment.mostOutcomes else { throw .tooManyOutcomes }
  }

  /// Adds rolls that were checked.
  mutating func add(_ rolls: [PlayedRoll], by seat: Int) {
    for roll in rolls {
      tally.add(roll.total)
      runningMean.add(roll.total.double)
      if let event { runningShare?.add(event.contains(roll, of: experiment) ? 1 : 0) }
      parts[seat, default: Part()].tally.add(roll.total)
    }
    let last = (parts[seat]?.last ?? []) + rolls
    parts[seat]?.last = last.suffix(ClassRolls.last)
  }

  /// Restores stored rolls, at most `rollsOfSeat` of each seat.
  /// - Returns: `nil` unless the tally of all is the sum of the seats' tallies.
  init?(
    _ new: ClassRolls, _ tally: Tally, _ mean: RunningMean, _ share: RunningMean?,
    _ parts: [Int: Part], rollsOfSeat most: Int
  ) {
    self = new
    var sum = Tally()
    for part in parts.values {
      for (total, count) in part.tally.counts { sum.add(total, times: count) }
      guard part.tally.rolls <= most, part.last.count == min(part.tally.rolls, ClassRolls.last)
      else { return nil }
    }
    guard sum == tally else { return nil }
    (self.tally, runningMean, runningShare, self.parts) = (tally, mean, share, parts)
  }
}
