@testable import Games

extension Pig {
  /// The game to which the events of one game led, from its start on.
  ///
  /// Every roll, hold and wish is made again, and must tell the same: a damaged history bends no
  /// rule.
  /// - Returns: `nil` for a history that no play gives.
  init?(replaying history: [PigEvent]) {
    guard case .started(let goal, let first, let second, let opponent) = history.first,
      let game = try? Pig(goal: goal, first: first, second: second, opponent: opponent)
    else { return nil }
    self = game
    var told = [start]
    for event in history.dropFirst() {
      guard let events = try? replay(event) else { return nil }
      told += events
    }
    guard told == history else { return nil }
  }
}
