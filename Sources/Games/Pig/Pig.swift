/// A game of Pig: the goal, two players, whose turn it is, the turn total, the last roll and who
/// has won.
///
/// Each move returns what happened, in order; whoever keeps a history appends it.
///
/// Always true, whatever is called:
/// - `turnTotal` is 0 or at least 2, and 0 once somebody has won;
/// - a score is below the goal unless its player is the winner;
/// - the players' names differ in more than case.
package struct Pig: Equatable, Sendable {
  /// Points that win.
  package static let goalLimits = 10...200
  package static let usualGoal = 100

  /// Points to bank for winning.
  package private(set) var goal: Int
  package private(set) var first: Player
  package private(set) var second: Player
  package private(set) var opponent: Opponent
  /// Who is to move, or made the last move of a game that is over.
  package private(set) var turn = Seat.first
  /// Points that the next 1 would lose.
  package private(set) var turnTotal = 0
  /// `1...6`, `nil` before the first roll.
  package private(set) var lastRoll: Int?
  package private(set) var winner: Seat?

  /// - Throws: `PigRefusal` for a goal, a name or a strategy that is none.
  package init(
    goal: Int = usualGoal, first: String = "Player 1", second: String = "Player 2",
    opponent: Opponent = .person
  ) throws(PigRefusal) {
    guard Pig.goalLimits ~= goal else { throw .goal }
    self.goal = goal
    self.first = try Player(name: first)
    self.second = try Player(name: second)
    self.opponent = opponent
    guard !self.first.isNamedLike(self.second) else { throw .nameTaken }
    try check(opponent)
  }

  package subscript(seat: Seat) -> Player {
    seat == .first ? first : second
  }

  /// The event that a history begins with, as names and opponent are now.
  package var start: PigEvent {
    .started(goal: goal, first: first.name, second: second.name, opponent: opponent)
  }

  package var isOver: Bool { winner != nil }
  package var canHold: Bool { !isOver && turnTotal > 0 }
  /// Holding now would reach the goal.
  package var wouldWin: Bool { canHold && self[turn].score + turnTotal >= goal }

  /// The strategy that is to move, `nil` while it is a person's turn or nobody's.
  package var strategyToMove: PigStrategy? {
    guard !isOver, turn == .second, case .computer(let strategy) = opponent else { return nil }
    return strategy
  }

  /// The game as the player sees it who is to move.
  package var position: PigPosition {
    PigPosition(
      goal: goal, own: self[turn].score, other: self[turn.other].score, turnTotal: turnTotal,
      scoringTurns: self[turn].scoringTurns)
  }

  /// Rolls the die once.
  /// - Throws: `PigRefusal.gameOver`.
  package mutating func roll(
    using random: inout some RandomNumberGenerator
  ) throws(PigRefusal) -> [PigEvent] {
    guard !isOver else { throw .gameOver }
    return try take(DieType.d6.roll(using: &random))
  }

  /// Goes on with a die that has fallen, `1...6`.
  /// - Throws: `PigRefusal.gameOver`.
  mutating func take(_ value: Int) throws(PigRefusal) -> [PigEvent] {
    guard !isOver else { throw .gameOver }
    let seat = turn
    lastRoll = value
    guard value == 1 else {
      turnTotal += value
      return [.rolled(seat, value: value, turnTotal: turnTotal)]
    }
    passTurn()
    return [.rolled(seat, value: value, turnTotal: 0), .piggedOut(seat)]
  }

  /// Banks the turn total, and wins with the goal.
  /// - Throws: `PigRefusal.gameOver` or `.nothingToHold`.
  package mutating func hold() throws(PigRefusal) -> [PigEvent] {
    guard !isOver else { throw .gameOver }
    guard turnTotal > 0 else { throw .nothingToHold }
    let seat = turn
    let banked = turnTotal
    if seat == .first { first.bank(banked) } else { second.bank(banked) }
    let score = self[seat].score
    let held = PigEvent.held(seat, turnTotal: banked, score: score)
    guard score >= goal else {
      passTurn()
      return [held]
    }
    turnTotal = 0
    winner = seat
    return [held, .won(seat, score: score)]
  }

  /// Plays the computer's turn to its end, or what is left of one that a person began; does nothing
  /// when it is not the computer's.
  package mutating func playComputerTurn(
    using random: inout some RandomNumberGenerator
  ) -> [PigEvent] {
    var events: [PigEvent] = []
    while let strategy = strategyToMove {
      let moved = strategy.holds(at: position) ? try? hold() : try? roll(using: &random)
      events += moved ?? []
    }
    return events
  }

  /// Renames a player at any time.
  /// - Returns: nothing where the name is the same.
  /// - Throws: `PigRefusal` for a name that is none or the other's.
  package mutating func rename(_ seat: Seat, to name: String) throws(PigRefusal) -> [PigEvent] {
    var player = self[seat]
    try player.rename(name)
    guard !player.isNamedLike(self[seat.other]) else { throw .nameTaken }
    guard player != self[seat] else { return [] }
    if seat == .first { first = player } else { second = player }
    return [.renamed(seat, name: player.name)]
  }

  /// Renames both at once; they may take each other's names.
  /// - Returns: nothing where the names are the same.
  /// - Throws: `PigRefusal` for names that are none or too like each other; both stay then.
  package mutating func rename(
    first: String, second: String
  ) throws(PigRefusal) -> [PigEvent] {
    let wish = try Pig(goal: goal, first: first, second: second)
    let takesOthers = wish.first.isNamedLike(self.second)
    if takesOthers, wish.second.isNamedLike(self.first) {
      return swapNames() + (try rename(.first, to: first)) + (try rename(.second, to: second))
    }
    // Whose name the other one takes goes first.
    return takesOthers
      ? try rename(.second, to: second) + rename(.first, to: first)
      : try rename(.first, to: first) + rename(.second, to: second)
  }

  /// Gives each player the other's name.
  mutating func swapNames() -> [PigEvent] {
    let names = (first.name, second.name)
    first.take(name: names.1)
    second.take(name: names.0)
    return [.namesSwapped]
  }

  /// Lets another one play for Player 2, at any time: scores and turn stay.
  ///
  /// When it is Player 2's turn, `playComputerTurn(using:)` plays it on.
  /// - Returns: nothing where the opponent is the same.
  /// - Throws: `PigRefusal.strategy`.
  package mutating func setOpponent(_ wish: Opponent) throws(PigRefusal) -> [PigEvent] {
    try check(wish)
    guard wish != opponent else { return [] }
    opponent = wish
    return [.opponentChanged(wish)]
  }

  /// Begins anew, whatever stands: names, opponent and goal stay, and Player 1 begins.
  package mutating func restart() -> [PigEvent] {
    first.clear()
    second.clear()
    turn = .first
    turnTotal = 0
    lastRoll = nil
    winner = nil
    return [start]
  }

  private mutating func passTurn() {
    turnTotal = 0
    turn = turn.other
  }

  private func check(_ opponent: Opponent) throws(PigRefusal) {
    if case .computer(let strategy) = opponent, !strategy.isOffered(goal: goal) { throw .strategy }
  }
}

extension Pig {
  /// The highest turn total that is restored: nobody rolls that long.
  package static let highestRestoredTotal = 1_000_000

  /// A game written down earlier; without a last roll it has not begun.
  /// - Returns: `nil` for a state that no play leads to, so that a damaged file bends no rule.
  package init?(
    goal: Int, first: Player, second: Player, opponent: Opponent, turn: Seat, turnTotal: Int,
    lastRoll: Int?, winner: Seat?
  ) {
    guard
      let start = try? Pig(
        goal: goal, first: first.name, second: second.name, opponent: opponent)
    else { return nil }
    self = start
    self.first = first
    self.second = second
    self.turn = turn
    self.turnTotal = turnTotal
    self.lastRoll = lastRoll
    self.winner = winner
    guard isTurnPossible, isScorePossible else { return nil }
    if lastRoll == nil {
      guard turn == .first, turnTotal == 0, first.score + second.score == 0 else { return nil }
    }
  }

  /// Points of a turn that goes on were rolled, and not by a 1.
  private var isTurnPossible: Bool {
    guard let lastRoll else { return true }
    return turnTotal == 0
      ? 1...6 ~= lastRoll
      : 2...6 ~= lastRoll && lastRoll...Pig.highestRestoredTotal ~= turnTotal
  }

  /// Nobody but the winner has the goal.
  private var isScorePossible: Bool {
    guard let winner else { return max(first.score, second.score) < goal }
    return winner == turn && turnTotal == 0 && self[winner.other].score < goal
      && goal...goal + Pig.highestRestoredTotal ~= self[winner].score
  }
}
