/// A game of Pig: the goal, two players, the turn, the last roll, and the winner.
///
/// Each move returns what happened, in order; `PigLog` keeps it.
///
/// These invariants hold:
/// - `turnTotal` is 0 or at least 2, and 0 once somebody has won;
/// - a score is below the goal unless its player is the winner;
/// - the players' names differ in more than case.
package struct Pig: Equatable, Sendable {
  /// The possible scores that win.
  package static let goalLimits = 10...200
  package static let defaultGoal = 100
  /// The computer's name, which its opponent must not have.
  package static let computerName = "Computer"

  /// The score that wins.
  package private(set) var goal: Int
  package private(set) var first: Player
  package private(set) var second: Player
  package private(set) var opponent: Opponent
  /// The player who rolls first, in this game and in those that restart it.
  package let beginner: Seat
  /// The player whose turn it is, or was when the game ended.
  package private(set) var turn: Seat
  /// The points that the next 1 would lose.
  package private(set) var turnTotal = 0
  /// The last roll, `1...6`; `nil` before the first.
  package private(set) var lastRoll: Int?
  package private(set) var winner: Seat?

  /// - Throws: `PigRefusal` for a goal, a name or a strategy that is not allowed.
  package init(
    goal: Int = defaultGoal, first: String = "Player 1", second: String = "Player 2",
    opponent: Opponent = .person, beginner: Seat = .first
  ) throws(PigRefusal) {
    try self.init(
      goal: Pig.checked(goal), first: Player(name: first), second: Player(name: second),
      opponent: opponent, beginner: beginner)
  }

  /// - Throws: `PigRefusal` for names that are too alike, and a strategy that is not allowed.
  private init(
    goal: Int, first: Player, second: Player, opponent: Opponent, beginner: Seat
  ) throws(PigRefusal) {
    self.goal = goal
    self.beginner = beginner
    turn = beginner
    self.first = first
    self.second = second
    self.opponent = opponent
    guard !first.isNamedLike(second) else { throw .nameTaken }
    try check(opponent)
  }

  private static func checked(_ goal: Int) throws(PigRefusal) -> Int {
    guard goalLimits ~= goal else { throw .goal }
    return goal
  }

  package subscript(seat: Seat) -> Player {
    seat == .first ? first : second
  }

  /// The event that a history begins with, with the current names and opponent.
  package var start: PigEvent {
    .started(goal: goal, first: first.name, second: second.name, opponent: opponent)
  }

  package var isOver: Bool { winner != nil }
  package var canHold: Bool { !isOver && turnTotal > 0 }
  /// Whether holding now would reach the goal.
  package var wouldWin: Bool { canHold && self[turn].score + turnTotal >= goal }

  /// The strategy whose turn it is; `nil` on a person's turn and after the end.
  package var strategyToMove: PigStrategy? {
    guard !isOver, turn == .second, case .computer(let strategy) = opponent else { return nil }
    return strategy
  }

  /// The game as the player to move sees it.
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

  /// Plays a given roll.
  /// - Precondition: `value` is in `1...6`.
  /// - Throws: `PigRefusal.gameOver`.
  package mutating func take(_ value: Int) throws(PigRefusal) -> [PigEvent] {
    var events: [PigEvent] = []
    try take(value, &events)
    return events
  }

  private mutating func take(_ value: Int, _ events: inout some PigEventList) throws(PigRefusal) {
    guard !isOver else { throw .gameOver }
    let seat = turn
    lastRoll = value
    guard value == 1 else {
      turnTotal += value
      return events.append(.rolled(seat, value: value, turnTotal: turnTotal))
    }
    passTurn()
    events.append(.rolled(seat, value: value, turnTotal: 0))
    events.append(.piggedOut(seat))
  }

  /// Banks the turn total, and wins if that reaches the goal.
  /// - Throws: `PigRefusal.gameOver` or `.nothingToHold`.
  package mutating func hold() throws(PigRefusal) -> [PigEvent] {
    var events: [PigEvent] = []
    try hold(&events)
    return events
  }

  private mutating func hold(_ events: inout some PigEventList) throws(PigRefusal) {
    guard !isOver else { throw .gameOver }
    guard turnTotal > 0 else { throw .nothingToHold }
    let seat = turn
    let banked = turnTotal
    if seat == .first { first.bank(banked) } else { second.bank(banked) }
    let score = self[seat].score
    events.append(.held(seat, turnTotal: banked, score: score))
    guard score >= goal else { return passTurn() }
    turnTotal = 0
    winner = seat
    events.append(.won(seat, score: score))
  }

  /// Plays the computer's turn to its end, or the rest of one that a person began.
  ///
  /// It does nothing on a person's turn.
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
  /// - Returns: nothing if the name is the same.
  /// - Throws: `PigRefusal` for a name that is not allowed or too like the other's.
  package mutating func rename(_ seat: Seat, to name: String) throws(PigRefusal) -> [PigEvent] {
    var player = self[seat]
    try player.rename(to: name)
    guard !player.isNamedLike(self[seat.other]) else { throw .nameTaken }
    guard player != self[seat] else { return [] }
    if seat == .first { first = player } else { second = player }
    return [.renamed(seat, name: player.name)]
  }

  /// Renames both at once; they may take each other's names.
  /// - Returns: nothing if the names are the same.
  /// - Throws: `PigRefusal` for names that are not allowed or too like each other; both stay then.
  package mutating func rename(first: String, second: String) throws(PigRefusal) -> [PigEvent] {
    let renamed = try Pig(goal: goal, first: first, second: second)
    let takesOthers = renamed.first.isNamedLike(self.second)
    if takesOthers, renamed.second.isNamedLike(self.first) {
      return swapNames() + (try rename(.first, to: first)) + (try rename(.second, to: second))
    }
    // Renames first the player whose name the other one takes.
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

  /// Changes who plays Player 2, at any time; scores and turn stay.
  ///
  /// On Player 2's turn, `playComputerTurn(using:)` continues it.
  /// - Returns: nothing if the opponent is the same.
  /// - Throws: `PigRefusal.strategy`.
  package mutating func setOpponent(_ new: Opponent) throws(PigRefusal) -> [PigEvent] {
    try check(new)
    guard new != opponent else { return [] }
    opponent = new
    return [.opponentChanged(new)]
  }

  /// Repeats a logged move, and appends what happened: nothing if the move changes nothing.
  ///
  /// Every look at a game repeats all its moves, so they share the memory of their events.
  /// - Throws: `PigRefusal` where the rules forbid it.
  mutating func play(_ move: PigMove, _ events: inout some PigEventList) throws(PigRefusal) {
    let changes: [PigEvent]
    switch move {
    case .roll(let value):
      if 1...6 ~= value { try take(value, &events) }
      return
    case .hold: return try hold(&events)
    case .rename(let seat, let name): changes = try rename(seat, to: name)
    case .swapNames: changes = swapNames()
    case .choose(let opponent): changes = try setOpponent(opponent)
    }
    for change in changes { events.append(change) }
  }

  /// Starts again at any time; names, opponent, goal and beginner stay.
  package mutating func restart() -> [PigEvent] {
    first.clear()
    second.clear()
    turn = beginner
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

  /// Restores a stored game; without a last roll it has not begun.
  /// - Returns: `nil` for a state that no game leads to, so that a damaged file bends no rule.
  package init?(
    goal: Int, first: Player, second: Player, opponent: Opponent, beginner: Seat = .first,
    turn: Seat, turnTotal: Int, lastRoll: Int?, winner: Seat?
  ) {
    guard
      let start = try? Pig(
        goal: Pig.checked(goal), first: first, second: second, opponent: opponent,
        beginner: beginner)
    else { return nil }
    self = start
    self.turn = turn
    self.turnTotal = turnTotal
    self.lastRoll = lastRoll
    self.winner = winner
    guard isTurnPossible, isScorePossible else { return nil }
    if lastRoll == nil {
      guard turn == beginner, turnTotal == 0, first.score + second.score == 0 else { return nil }
    }
  }

  /// Whether the points of the current turn come from rolls, the last of which wasn't a 1.
  private var isTurnPossible: Bool {
    guard let lastRoll else { return true }
    return turnTotal == 0
      ? 1...6 ~= lastRoll
      : 2...6 ~= lastRoll && lastRoll...Pig.highestRestoredTotal ~= turnTotal
  }

  /// Whether only the winner has reached the goal.
  private var isScorePossible: Bool {
    guard let winner else { return max(first.score, second.score) < goal }
    return winner == turn && turnTotal == 0 && self[winner.other].score < goal
      && goal...goal + Pig.highestRestoredTotal ~= self[winner].score
  }
}
