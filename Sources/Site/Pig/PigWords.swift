import Games

/// What the page says about a game: the outcome first, then what it means.
struct PigWords {
  /// The last turn that was played; `nil` before the first roll.
  let turn: PigTurn?
  /// The person's turn before it, if the computer played the whole of the last one.
  let answered: PigTurn?
  let headline, explanation: String
  private let isOver: Bool

  init(_ log: PigLog) {
    let game = log.game
    turn = log.lastTurn
    answered = log.answeredTurn
    isOver = game.isOver
    let sentences: (String, String) =
      switch turn {
      case nil: log.leftOut > 0 ? game.standing : game.beginning
      case let turn? where turn.isComputers: game.answer(turn, to: answered)
      case let turn?: game.outcome(turn)
      }
    headline = sentences.0
    explanation = sentences.1
  }

  /// How the last turn ended, in a word or two; `nil` where the headline tells of two turns.
  var verdict: String? {
    guard let turn else { return nil }
    if turn.isComputers { return isOver ? "Lost" : nil }
    return switch turn.end {
    case .piggedOut: "Pigged out"
    case .held: "Held"
    case .won: "Won"
    case nil: nil
    }
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

  /// For a log that begins after the last roll: what is known without it.
  fileprivate var standing: (String, String) {
    if let winner {
      return ("\(name(winner)) wins \(final(winner))", "A new game is one press away.")
    }
    let player = name(turn)
    return turnTotal == 0
      ? ("\(player) is to roll", "The turn total is 0.")
      : ("\(player) has a turn total of \(turnTotal)", "Roll again, or hold to bank it.")
  }

  /// The computer's turn, and the person's turn before it.
  fileprivate func answer(_ turn: PigTurn, to answered: PigTurn?) -> (String, String) {
    let player = turn.name(turn.seat, in: self)
    let deeds = [
      turn.takenOver > 0 ? "took over at \(turn.takenOver)" : nil,
      turn.dice.isEmpty ? nil : "rolled \(turn.list)",
    ]
    let played = "\(player) \(deeds.compactMap(\.self).joined(separator: ", "))"
    let before = answered.map { "\(turn.name($0.seat, in: self)) \($0.deed)" }
    if turn.end == .won {
      let before = before.map { "\($0). " } ?? ""
      return (
        "\(player) wins \(final(turn.seat))",
        "\(before)\(played) and held. A new game is one press away."
      )
    }
    return (
      "\(before.map { "\($0), " } ?? "")\(player) \(turn.deed)",
      "\(played) and stands at \(self[turn.seat].score). \(next)"
    )
  }

  /// A person's turn so far or at its end.
  fileprivate func outcome(_ turn: PigTurn) -> (String, String) {
    let player = turn.name(turn.seat, in: self)
    let score = self[turn.seat].score
    switch turn.end {
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

extension PigLine {
  init(_ entry: PigLog.Entry) {
    let before = entry.before
    switch entry.event {
    case .started(let goal, _, _, let opponent):
      let against =
        if case .computer(let strategy) = opponent {
          ", against the computer (\(strategy.name))"
        } else {
          ""
        }
      self.init(before, .first, "starts: first to \(goal)\(against)", turnTotal: 0)
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

  /// An event of a player, with the name and, unless it is given, the score before it.
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
  /// What came of the game, or how it was left.
  var result: String {
    guard let winner = game.winner else {
      return "left at \(game.name(.first)) \(game.first.score), "
        + "\(game.name(.second)) \(game.second.score)"
    }
    let names = [winner, winner.other].map { lastTurn?.name($0, in: game) ?? game.name($0) }
    return
      "\(names[0]) won \(game[winner].score) to \(game[winner.other].score) against \(names[1])"
  }
}

extension Pig {
  /// What the page calls a player; the computer has its own name while it plays.
  func name(_ seat: Seat) -> String {
    seat == .second && opponent != .person ? Pig.computerName : self[seat].name.isolated
  }

  static let computerName = "Computer"
}

extension PigTurn {
  /// What the page calls a player of this turn or the one before.
  func name(_ seat: Seat, in game: Pig) -> String {
    seat == .second && opponent != .person ? Pig.computerName : game[seat].name.isolated
  }

  /// How it ended: `held 20`.
  fileprivate var deed: String { end == .piggedOut ? "pigged out" : "held \(total)" }

  /// `4, 5 and 3`.
  fileprivate var list: String { dice.map(String.init).listed() }
}

extension PigStrategy {
  /// As people call it: `Hold at 20`.
  package var name: String {
    switch self {
    case .rollOnce: "Roll once"
    case .holdAt(let turnTotal): "Hold at \(turnTotal)"
    case .fourScoringTurns: "Four scoring turns"
    case .keepPaceEndRace: "Keep pace, end race"
    case .optimal: "Optimal"
    }
  }
}

extension PigRefusal {
  /// What the page says to the visitor.
  var sentence: String {
    switch self {
    case .nothingToHold: "There is nothing to hold yet: roll first."
    case .gameOver: "This game is over. Start a new one to play on."
    case .nameEmpty: "A name needs at least one character that can be seen."
    case .nameTooLong: "A name has at most \(Player.longestName) characters."
    case .nameTooLarge: "A name cannot have that many accents or joined signs. Leave some out."
    case .nameUnprintable:
      "A name cannot have control characters, ones that turn the direction of the text, or ones "
        + "that cannot be read."
    case .nameTaken: "The two names must differ in more than capitals and blanks."
    case .goal: "A game goes to a goal from 10 to 200."
    case .strategy: "This strategy is not for this goal."
    }
  }
}
