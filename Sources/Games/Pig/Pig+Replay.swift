extension Pig {
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
