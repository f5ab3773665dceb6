import Games

/// A game of Pig with its log, the choices for this and the next games, and the earlier games.
package struct PigState: GameState, Equatable {
  package static let tag: UInt8 = 3
  /// The most earlier games; the oldest are dropped.
  static let gamesLimit = 20
  /// The most bytes of earlier games; games that end are far smaller.
  static let gamesSize = 22_000
  package static let defaultStrategy = PigStrategy.holdAt(20)

  private(set) var log: PigLog
  package var revision = 0
  package var notice: String?
  /// Whether both choices' chances are shown and, after a game, the cost of decisions.
  var coach = false
  /// The strategy that the computer uses, or would.
  private(set) var strategy = PigState.defaultStrategy
  /// The goal of the next game, and of the one in play until somebody rolls.
  private(set) var goal: Int
  /// The player who begins the next game, and the one in play until somebody rolls.
  private(set) var beginner: Seat
  /// Whether the last move was a roll or a hold, so the page shows dice falling.
  private(set) var isRolled = false
  /// The number of the game in play, counted from 1 in the session.
  private(set) var number = 1
  /// The earlier games, won or abandoned, oldest first.
  private(set) var earlier: [PigRecord] = []
  private(set) var wins = PigWins()
  /// The revision at which the last of `earlier` was abandoned, if it was.
  private var leftAt: Int?

  package init() { self.init(.standard) }

  /// Creates a game before its first roll, which may differ from the default.
  init(_ game: Pig) {
    log = PigLog(game)
    goal = game.goal
    beginner = game.beginner
  }

  var game: Pig { log.game }

  /// The number of earlier games that have been dropped.
  var forgotten: Int { number - 1 - earlier.count }

  /// The game that the last move abandoned, if it did.
  var left: PigRecord? { leftAt == revision ? earlier.last : nil }

  /// Rolls, and plays the computer's turn if it is next.
  mutating func roll(using random: inout some RandomNumberGenerator) throws(PigRefusal) {
    try play { game throws(PigRefusal) in
      try game.roll(using: &random) + game.playComputerTurn(using: &random)
    }
    isRolled = true
  }

  /// Banks the turn total, and plays the computer's turn.
  mutating func hold(using random: inout some RandomNumberGenerator) throws(PigRefusal) {
    try play { game throws(PigRefusal) in
      try game.hold() + game.playComputerTurn(using: &random)
    }
    isRolled = true
  }

  /// Starts a new game with the chosen goal and beginner.
  ///
  /// The old game stays readable if anybody has rolled in it.
  /// - Parameter beginner: the player who begins from now on; `nil` for no change.
  /// - Throws: `PigRefusal.strategy` if the computer's strategy isn't for that goal.
  mutating func startAgain(beginner: Seat? = nil) throws(PigRefusal) {
    let beginner = beginner ?? self.beginner
    let next = try Pig(
      goal: goal, first: game.first.name, second: game.second.name, opponent: game.opponent,
      beginner: beginner)
    // After a second press, undoing is still possible.
    let isLeft = log.isUnplayed ? leftAt == revision : !game.isOver
    leftAt = isLeft ? revision + 1 : nil
    if !log.isUnplayed {
      earlier.append(PigRecord(number: number, log: log))
      number += 1
      var size = earlier.reduce(0) { $0 + $1.size }
      while earlier.count > PigState.gamesLimit || size > PigState.gamesSize {
        size -= earlier.removeFirst().size
      }
    }
    log = PigLog(next)
    self.beginner = beginner
    choose(strategy)
    isRolled = false
  }

  /// Returns to the game that the last move abandoned.
  /// - Returns: `false` if there is none.
  mutating func undo() -> Bool {
    guard let record = left, let log = record.log else { return false }
    earlier.removeLast()
    number = record.number
    self.log = log
    isRolled = false
    return true
  }

  /// Plays the computer's turn if it is next.
  mutating func playComputerTurn(
    using random: inout some RandomNumberGenerator
  ) throws(PigRefusal) {
    guard game.strategyToMove != nil else { return }
    try play { $0.playComputerTurn(using: &random) }
    isRolled = true
  }

  /// Changes who plays and how games begin, or throws and changes nothing.
  ///
  /// A computer whose turn it is plays at once. A goal or a beginner of `nil` stays. They apply to
  /// the game in play if nobody has rolled yet.
  mutating func change(
    first: String, second: String, computer: Bool, strategy: PigStrategy, goal: Int? = nil,
    beginner: Seat? = nil, using random: inout some RandomNumberGenerator
  ) throws(PigRefusal) {
    let opponent = computer ? Opponent.computer(strategy) : .person
    let new = try Pig(
      goal: goal ?? self.goal, first: first, second: second, opponent: opponent,
      beginner: beginner ?? self.beginner)
    let names = [game.first.name, game.second.name]
    if log.isUnplayed, new.goal != game.goal || new.beginner != game.beginner {
      log = PigLog(new)
    } else {
      try play { game throws(PigRefusal) in
        try game.rename(first: first, second: second) + game.setOpponent(opponent)
      }
    }
    if [game.second.name, game.first.name] == names { wins.swap() }
    choose(strategy)
    self.goal = new.goal
    self.beginner = new.beginner
    isRolled = false
    try playComputerTurn(using: &random)
  }

  /// Sets how the computer would play, if this suits the game.
  private mutating func choose(_ strategy: PigStrategy) {
    self.strategy = strategy.isOffered(goal: game.goal) ? strategy : PigState.defaultStrategy
  }

  /// Makes moves, records them, and counts a win.
  private mutating func play(
    _ moves: (inout Pig) throws(PigRefusal) -> [PigEvent]
  ) throws(PigRefusal) {
    let wasOver = game.isOver
    try log.play(moves)
    guard !wasOver, let winner = game.winner else { return }
    wins.count(winner, game.opponent)
  }

  /// Returns the log of an earlier game or the one in play; `nil` if it was dropped.
  func log(of number: Int) -> PigLog? {
    number == self.number ? log : earlier.first { $0.number == number }?.log
  }

  package func pack(into packer: inout Packer) {
    packer.put(1, revision)
    packer.put(2, log)
    packer.put(3, notice)
    packer.put(4, isRolled)
    packer.put(5, coach)
    packer.put(6, strategy.word)
    packer.put(7, number)
    packer.put(8, earlier)
    if goal != game.goal { packer.put(9, goal) }
    packer.put(10, beginner != game.beginner)
    if wins != PigWins() { packer.put(11, wins) }
    if let leftAt { packer.put(12, leftAt) }
  }

  package init?(_ fields: PackedFields) {
    guard let revision = fields.number(1), let log: PigLog = fields.value(2),
      let strategy = fields.text(6).flatMap(PigStrategy.init(word:)),
      let number = fields.number(7), let earlier: [PigRecord] = fields.values(8)
    else { return nil }
    // No session gets that far, and counting on must not overflow.
    guard max(number, revision, log.leftOut) < 1 << 40 else { return nil }
    guard number > earlier.count, earlier.allSatisfy({ 1..<number ~= $0.number }) else {
      return nil
    }
    self.log = log
    self.revision = revision
    notice = fields.text(3)
    isRolled = fields.flag(4)
    coach = fields.flag(5)
    self.strategy = strategy
    self.number = number
    self.earlier = earlier
    goal = fields.number(9) ?? log.game.goal
    beginner = fields.flag(10) ? log.game.beginner.other : log.game.beginner
    wins = fields.value(11) ?? PigWins()
    leftAt = fields.number(12)
    guard Pig.goalLimits ~= goal else { return nil }
  }

  package func page(in visit: Visit, problem: Problem?) -> any Page {
    PigPage(self, problem: problem)
  }
}

extension Pig {
  /// A game to 100 between two people with the default names.
  fileprivate static var standard: Pig {
    do {
      return try Pig()
    } catch {
      preconditionFailure("the standard game breaks a rule: \(error)")
    }
  }
}

/// A game of the session that was won or abandoned: its result and its log.
///
/// The log stays packed until it is read: a page that lists 20 games must not replay them.
struct PigRecord: Equatable, Packed {
  /// The number, counted from 1 in the session.
  let number: Int
  /// The result: `Ada won 102 to 71 against Bob`.
  let result: String
  private let packed: ArraySlice<UInt8>

  init(number: Int, log: PigLog) {
    self.number = number
    result = log.result
    var packer = Packer()
    log.pack(into: &packer)
    packed = packer.bytes[...]
  }

  /// The log; `nil` if it is damaged.
  var log: PigLog? { PackedFields(packed).flatMap(PigLog.init) }

  /// The approximate size, in bytes.
  var size: Int { packed.count + result.utf8.count }

  func pack(into packer: inout Packer) {
    packer.put(1, number)
    packer.put(2, result)
    packer.put(3, packed)
  }

  init?(_ fields: PackedFields) {
    guard let number = fields.number(1), let result = fields.text(2),
      let packed = fields.bytes(3)
    else { return nil }
    self.number = number
    self.result = result
    self.packed = packed
  }
}

/// The numbers of games that each player has won in the session.
struct PigWins: Equatable {
  /// The wins of the people in both seats.
  private(set) var first = 0, second = 0
  private(set) var computer = 0

  mutating func count(_ winner: Seat, _ opponent: Opponent) {
    switch (winner, opponent) {
    case (.first, _): first += 1
    case (.second, .person): second += 1
    case (.second, .computer): computer += 1
    }
  }

  mutating func swap() { (first, second) = (second, first) }
}

extension PigWins: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, first)
    packer.put(2, second)
    packer.put(3, computer)
  }

  init?(_ fields: PackedFields) {
    guard let first = fields.number(1), let second = fields.number(2),
      let computer = fields.number(3),
      // No session gets that far, and counting on must not overflow.
      [first, second, computer].allSatisfy({ 0..<1 << 40 ~= $0 })
    else { return nil }
    self.first = first
    self.second = second
    self.computer = computer
  }
}
