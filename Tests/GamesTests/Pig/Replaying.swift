@testable import Games

extension PigLog {
  /// The log of one game from its start on.
  /// - Returns: `nil` for a history that no play gives.
  init?(replaying history: [PigEvent]) {
    guard case .started(let goal, let first, let second, let opponent) = history.first,
      let game = try? Pig(goal: goal, first: first, second: second, opponent: opponent),
      let log = PigLog(from: game, leftOut: 0, moves: history.compactMap(\.move)),
      log.entries.map(\.event) == history
    else { return nil }
    self = log
  }
}
