extension PigGame {
  /// The game to which the events of one game led, from its start on.
  ///
  /// Every roll, hold and wish is made again, and must tell the same: a damaged history bends no
  /// rule.
  /// - Returns: `nil` for a history that no play gives.
  package init?(replaying history: [PigEvent]) {
    guard case .started(let goal, let first, let second, let opponent) = history.first,
      let game = try? PigGame(goal: goal, first: first, second: second, opponent: opponent)
    else { return nil }
    self = game
    var told = [start]
    for event in history.dropFirst() {
      guard let events = try? replay(event) else { return nil }
      told += events
    }
    guard told == history else { return nil }
  }

  /// Makes a move again.
  /// - Returns: what it tells now; nothing for an event that only follows from another.
  /// - Throws: `PigRefusal` where the rules forbid it.
  package mutating func replay(_ event: PigEvent) throws(PigRefusal) -> [PigEvent] {
    switch event {
    case .started: restart()
    case .rolled(_, let value, _): 1...6 ~= value ? try take(value) : []
    case .held: try hold()
    case .renamed(let seat, let name): try rename(seat, to: name)
    case .namesSwapped: swapNames()
    case .opponentChanged(let opponent): try setOpponent(opponent)
    case .piggedOut, .won: []
    }
  }
}
