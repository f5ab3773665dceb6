import Games
import Mustache

/// The words of the page about a game: the outcome first, then its meaning.
package struct PigWords {
  /// The last turn that was played; `nil` before the first roll.
  package let turn: PigTurn?
  /// The person's turn before it, if the computer played all of the last one.
  let answered: PigTurn?
  package let explanation: String
  /// The visible headline; its end is only read aloud, as the large number shows it.
  let seen: String
  let heard: String
  private let isOver: Bool

  package var headline: String { seen + heard }

  static let nothingToUndo = "There’s nothing to undo: you’ve moved in the new game."

  package init(_ log: PigLog) {
    let game = log.game
    (turn, answered) = log.lastTurns
    isOver = game.isOver
    let sentences: (String, String) =
      switch turn {
      case nil: log.leftOut > 0 ? game.standing : game.beginning
      case let turn? where turn.isComputers: game.answer(turn, to: answered)
      case let turn?: game.outcome(turn)
      }
    (seen, explanation) = sentences
    heard =
      if let winner = game.winner {
        " \(game.final(winner))"
      } else if let turn, !turn.isComputers, turn.end == nil {
        ": turn total \(game.turnTotal)"
      } else {
        ""
      }
  }

  /// How the last turn ended, in a word or two; `nil` if the headline is about two turns.
  package var verdict: String? {
    guard let turn else { return nil }
    if turn.isComputers { return isOver ? "Lost" : nil }
    return switch turn.end {
    case .piggedOut: "Turn lost"
    case .held: "Held"
    case .won: "Won"
    case nil: nil
    }
  }
}

extension Pig {
  private var next: String { "\(clause(turn, "roll", "rolls")) next." }

  /// Returns a player and a verb: `Ada rolls`, or `You roll` and `The computer rolls`.
  private func clause(_ seat: Seat, _ second: String, _ third: String) -> String {
    guard opponent != .person else { return "\(name(seat)) \(third)" }
    return seat == .first ? "You \(second)" : "The computer \(third)"
  }

  fileprivate func final(_ seat: Seat) -> String {
    "\(self[seat].score) to \(self[seat.other].score)"
  }

  fileprivate var beginning: (String, String) {
    let headline = clause(turn, "begin", "begins")
    // A frame opens without a roll.
    if strategyToMove != nil {
      return (headline, "Press Roll to let it play its turn. First to \(goal) wins.")
    }
    return (
      headline,
      """
      Roll as often as you dare: 2 to 6 add to your turn total, a 1 wipes it out. Hold to bank it. \
      First to \(goal) wins.
      """
    )
  }

  /// What is known of a game whose log begins after the last roll.
  fileprivate var standing: (String, String) {
    if let winner {
      return (clause(winner, "win", "wins"), "Press New game to play again.")
    }
    return turnTotal == 0
      ? ("\(clause(turn, "roll", "rolls")) next", "The turn total is 0.")
      : (
        "\(clause(turn, "have", "has")) a turn total of \(turnTotal)",
        "Roll again, or hold to bank the turn total."
      )
  }

  /// Returns the words for the computer's turn and the person's turn before it.
  fileprivate func answer(_ turn: PigTurn, to answered: PigTurn?) -> (String, String) {
    let deeds = [
      turn.takenOver > 0 ? "took over at \(turn.takenOver)" : nil,
      turn.dice.isEmpty ? nil : "rolled \(turn.list)",
    ]
    let played = "It \(deeds.compactMap(\.self).joined(separator: ", "))"
    let before = answered.map { "You \($0.deed). " } ?? ""
    let lost = answered.flatMap { $0.end == .piggedOut && $0.total > 0 ? $0.total : nil }
    let loss = lost.map { "You lost \($0). " } ?? ""
    if turn.end == .won {
      return (
        "The computer wins", "\(before)\(loss)\(played) and held. Press New game to play again."
      )
    }
    return (
      "\(before)The computer \(turn.deed).",
      "\(loss)\(played) and now has \(self[turn.seat].score). \(next)"
    )
  }

  /// Returns the words for a person's turn so far or at its end.
  fileprivate func outcome(_ turn: PigTurn) -> (String, String) {
    let player = turn.name(turn.seat, in: self)
    let score = self[turn.seat].score
    switch turn.end {
    case .won:
      return ("Congratulations, \(player): you win", "Press New game to play again.")
    case .held: return ("\(player) held \(turn.total): score \(score)", next)
    case .piggedOut:
      let loss = turn.total > 0 ? "\(turn.total) points are lost." : "No points were lost."
      return ("\(clause(turn.seat, "rolled", "rolled")) a 1", "\(loss) \(next)")
    case nil:
      let banked = score + turnTotal
      return (
        "\(clause(turn.seat, "rolled", "rolled")) \(lastRoll ?? 0)",
        wouldWin
          ? "Hold now and \(opponent == .person ? "\(player) wins" : "you win") with \(banked)."
          : "Roll again, or hold to bank the turn total."
      )
    }
  }

  /// Returns the name of a player on the page; the computer has its own while it plays.
  package func name(_ seat: Seat) -> String {
    seat == .second && opponent != .person ? Pig.computerName : self[seat].name.isolated
  }

  /// Returns a player's points to go in words; `nil` for the winner.
  package func missing(_ place: Seat) -> Text? {
    winner == place ? nil : "\(goal - self[place].score) to go"
  }
}

extension PigLine {
  package init(_ entry: PigLog.Entry) {
    let before = entry.before
    switch entry.event {
    case .started(let goal, _, _, let opponent):
      let against =
        if case .computer(let strategy) = opponent {
          ", against the computer (\(strategy.name))"
        } else {
          ""
        }
      self.init(before, before.beginner, "starts: first to \(goal)\(against)", turnTotal: 0)
    case .rolled(let seat, let value, let total):
      self.init(before, seat, "rolled \(value)", die: value, turnTotal: total)
    case .piggedOut(let seat):
      let loss = before.turnTotal > 0 ? ": \(before.turnTotal) lost" : ""
      self.init(before, seat, "pigged out\(loss)", turnTotal: 0, kind: .piggedOut)
    case .held(let seat, let total, let score):
      self.init(
        before, seat, "held: \(total) banked", turnTotal: total, score: score, kind: .held)
    case .won(let seat, let score):
      self.init(before, seat, "won with \(score)", score: score, kind: .won)
    case .renamed(let seat, let name):
      self.init(
        player: before[seat].name.isolated, event: "is now called \(name.isolated)",
        score: before[seat].score)
    case .namesSwapped:
      self.init(before, .first, "swaps names with \(before.second.name.isolated)")
    case .opponentChanged(let opponent):
      self.init(
        player: opponent == .person ? before.second.name.isolated : Pig.computerName,
        event: PigLine.change(to: opponent, from: before.opponent), score: before.second.score)
    }
  }

  /// Creates the line of a player's event, with the name and, unless given, the score before it.
  private init(
    _ game: Pig, _ seat: Seat, _ event: String, die: Int? = nil, turnTotal: Int? = nil,
    score: Int? = nil, kind: Kind? = nil
  ) {
    self.init(
      player: game.name(seat), event: event, die: die, turnTotal: turnTotal,
      score: score ?? game[seat].score, kind: kind)
  }

  private static func change(to new: Opponent, from old: Opponent) -> String {
    switch (new, old) {
    case (.person, _): "takes over from the computer"
    case (.computer(let strategy), .person): "takes over, playing \(strategy.name)"
    case (.computer(let strategy), _): "now plays \(strategy.name)"
    }
  }
}

extension PigLog {
  /// Returns the result of the game, or that it continues.
  func result(isInPlay: Bool) -> String {
    isInPlay && !game.isOver ? "still in play" : result
  }

  /// The result of the game, or how it was abandoned.
  var result: String {
    guard let winner = game.winner else {
      return "abandoned: \(game.name(.first)) on \(game.first.score), "
        + "\(game.name(.second)) on \(game.second.score)"
    }
    let names = [winner, winner.other].map { lastTurn?.name($0, in: game) ?? game.name($0) }
    return
      "\(names[0]) won \(game[winner].score) to \(game[winner.other].score) against \(names[1])"
  }
}

extension PigTurn {
  /// Returns the name of a player of this turn or the one before.
  func name(_ seat: Seat, in game: Pig) -> String {
    seat == .second && opponent != .person ? Pig.computerName : game[seat].name.isolated
  }

  /// The end of the turn: `banked 20`.
  fileprivate var deed: String { end == .piggedOut ? "rolled a 1" : "banked \(total)" }

  /// The dice: `4, 5 and 3`.
  fileprivate var list: String { dice.map(String.init).listed() }
}

extension PigStrategy {
  /// Returns a sentence for a strategy that isn't offered for this goal.
  package func unsuited(to goal: Int) -> String {
    "A goal of \(goal) needs another strategy: \(name) is for games to 100."
  }
}

extension PigState {
  /// A sentence on who plays now, and what applies to the next game.
  var players: String {
    let manner = game.opponent == .person ? "" : ", playing \(strategy.name)"
    var sentences = [
      "\(game.name(.first)) plays against \(game.name(.second))\(manner).",
      "The coach is \(coach ? "on" : "off").",
    ]
    if goal != game.goal { sentences.append("The next game goes to \(goal).") }
    if beginner != game.beginner {
      sentences.append("\(game.name(beginner)) begins the next game.")
    }
    return sentences.joined(separator: " ")
  }

  /// The wins: `Ada: 3, Computer: 2`; `nil` before the first.
  var winsText: String? {
    guard wins != PigWins() else { return nil }
    var counts = ["\(game.first.name.isolated): \(wins.first)"]
    if wins.second > 0 || game.opponent == .person {
      counts.append("\(game.second.name.isolated): \(wins.second)")
    }
    if wins.computer > 0 || game.opponent != .person {
      counts.append("\(Pig.computerName): \(wins.computer)")
    }
    return counts.joined(separator: ", ")
  }
}

extension PigRefusal {
  var sentence: String { sentence(of: "The name") }

  /// Returns the same sentence for a name in the field with this label.
  func sentence(of field: String) -> String {
    switch self {
    case .nothingToHold: "There’s nothing to hold yet: roll first."
    case .gameOver: "This game is over. Start a new one to play on."
    case .name(let fault): fault.sentence(of: field, longest: Player.longestName)
    case .nameTaken: "\(field) must differ from the other by more than capitals and spaces."
    case .goal: "The goal must be a whole number from \(Pig.goalLimits.words)."
    case .strategy: "This strategy doesn’t suit this goal."
    }
  }
}
