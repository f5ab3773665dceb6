import Games

/// What the page says of a game: the outcome first, then what it means.
struct PigWords {
  /// The last turn that was played; `nil` before the first roll.
  let turn: PigTurn?
  private let game: Pig
  /// Headline and explanation.
  private let sentences: (String, String)

  init(_ table: PigState) {
    game = table.game
    turn = PigTurn(table.log)
    sentences =
      switch turn {
      case nil: table.log.leftOut > 0 ? game.standing : game.beginning
      case let turn? where turn.isComputers: game.answer(turn)
      case let turn?: game.outcome(turn)
      }
  }

  var headline: String { sentences.0 }
  var explanation: String { sentences.1 }

  /// How the last turn ended, in a word or two; `nil` where a headline of two turns says it.
  var verdict: String? {
    guard let turn else { return nil }
    guard turn.isComputers else { return turn.ending?.verdict }
    return game.isOver ? "Lost" : nil
  }
}

extension Pig {
  private var next: String { "\(name(turn)) is to roll." }

  private func final(_ seat: Seat) -> String {
    "\(self[seat].score) to \(self[seat.other].score)"
  }

  fileprivate var beginning: (String, String) {
    (
      "\(name(turn)) begins",
      """
      Roll as often as you dare: 2 to 6 add to your turn total, a 1 takes it away. Hold to bank it. \
      First to \(goal) wins.
      """
    )
  }

  /// Where the log begins behind the last die: what is known without it.
  fileprivate var standing: (String, String) {
    if let winner {
      return ("\(name(winner)) wins \(final(winner))", "A new game is one press away.")
    }
    let player = name(turn)
    return turnTotal == 0
      ? ("\(player) is to roll", "The turn total is 0.")
      : ("\(player) has a turn total of \(turnTotal)", "Roll again, or hold to bank it.")
  }

  /// The computer's turn, and the person's that it answers.
  fileprivate func answer(_ turn: PigTurn) -> (String, String) {
    let player = turn.name(turn.seat, in: self)
    let deeds = [
      turn.takenOver > 0 ? "took over at \(turn.takenOver)" : nil,
      turn.values.isEmpty ? nil : "rolled \(turn.list)",
    ]
    let played = "\(player) \(deeds.compactMap(\.self).joined(separator: ", "))"
    let own = turn.before.map { "\(turn.name($0.seat, in: self)) \($0.words)" }
    if turn.ending == .won {
      let before = own.map { "\($0). " } ?? ""
      return (
        "\(player) wins \(final(turn.seat))",
        "\(before)\(played) and held. A new game is one press away."
      )
    }
    let end = turn.ending == .held ? "held \(turn.total)" : "pigged out"
    let before = own.map { "\($0), " } ?? ""
    return (
      "\(before)\(player) \(end)",
      "\(played) and stands at \(self[turn.seat].score). \(next)"
    )
  }

  /// A person's turn so far or at its end.
  fileprivate func outcome(_ turn: PigTurn) -> (String, String) {
    let player = turn.name(turn.seat, in: self)
    let score = self[turn.seat].score
    switch turn.ending {
    case .won:
      return (
        "Congratulations, \(player): you win \(final(turn.seat))", "A new game is one press away."
      )
    case .held: return ("\(player) held \(turn.total): score \(score)", next)
    case .piggedOut:
      let loss = turn.total > 0 ? "\(turn.total) points are lost." : "No points were lost."
      return ("\(player) rolled 1: pigged out", "\(loss) \(next)")
    case nil:
      let banked = score + turnTotal
      return (
        "\(player) rolled \(lastRoll ?? 0): turn total \(turnTotal)",
        wouldWin
          ? "Hold now and \(player) wins with \(banked)." : "Roll again, or hold to have \(banked)."
      )
    }
  }
}
