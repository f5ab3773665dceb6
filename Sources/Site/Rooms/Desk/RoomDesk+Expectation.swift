import Rooms
import Synchronization

extension RoomDesk {
  /// How many distributions are remembered, each of at most `Experiment.mostOutcomes` outcomes.
  static let expectations = 64
  /// How many outcomes all of them may have together, each of some 24 bytes.
  static let expectedOutcomes = 250_000

  /// The exact chances of what a class rolls, worked out once, as it may take a third of a second.
  /// - Returns: `nil` if they aren't known, and in a room of another kind.
  func expectation(of room: OpenRoom) -> Expectation? {
    guard case .experiment(let settings) = room.room.settings else { return nil }
    let experiment = settings.experiment
    if let known = expectations.withLock({ $0.recall(experiment.heading) }) { return known }
    guard let expectation = try? experiment.expectation() else { return nil }
    expectations.withLock {
      $0.keep(expectation, for: experiment.heading, size: expectation.totals.count)
    }
    return expectation
  }
}
