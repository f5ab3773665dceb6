import Games

/// A game of Pig with its log, the coach's switch and the earlier games of the session.
struct PigState: GameState, Equatable {
  static let tag: UInt8 = 3
  /// The oldest earlier games go when there are more.
  static let gamesLimit = 20
  /// They also go when their sizes add up to more, in bytes; games that end are far smaller.
  static let gamesSize = 22_000

  private(set) var log: PigLog
  var revision = 0
  var notice: String?
  /// Shows the chances of both choices, and after a game what decisions cost.
  var coach = false
  /// How the computer plays, or would.
  private(set) var strategy = PigStrategy.holdAt(20)
  /// The last move was a roll or a hold, so the page shows dice falling.
  private(set) var isRolled = false
  /// The game in play, counted from 1 through all of the session.
  private(set) var number = 1
  /// Oldest first: those that were won, and those that were left.
  private(set) var earlier: [PigRecord] = []

  init() { self.init(.usual) }

  /// A game before its first roll, which need not be the usual one.
  init(_ game: Pig) { log = PigLog(game) }

  var game: Pig { log.game }

  /// How many earlier games of the session are not kept any more.
  var forgotten: Int { number - 1 - earlier.count }

  /// Rolls, and plays the computer's turn if it is next.
  mutating func roll(using random: inout some RandomNumberGenerator) throws(PigRefusal) {
    try log.play { game throws(PigRefusal) in
      try game.roll(using: &random) + game.playComputerTurn(using: &random)
    }
    isRolled = true
  }

  /// Banks the turn total, and plays the computer's turn.
  mutating func hold(using random: inout some RandomNumberGenerator) throws(PigRefusal) {
    try log.play { game throws(PigRefusal) in
      try game.hold() + game.playComputerTurn(using: &random)
    }
    isRolled = true
  }

  /// Starts a new game; the old one stays readable if anybody has rolled in it.
  mutating func startAgain() {
    if !log.isUnplayed {
      earlier.append(PigRecord(number: number, log: log))
      number += 1
      var size = earlier.reduce(0) { $0 + $1.size }
      while earlier.count > PigState.gamesLimit || size > PigState.gamesSize {
        size -= earlier.removeFirst().size
      }
    }
    var next = game
    _ = next.restart()
    log = PigLog(next)
    isRolled = false
  }

  /// Changes names and opponent, or throws and changes nothing; a computer to move plays at once.
  mutating func change(
    first: String, second: String, computer: Bool, strategy: PigStrategy,
    using random: inout some RandomNumberGenerator
  ) throws(PigRefusal) {
    var dice: [PigEvent] = []
    try log.play { game throws(PigRefusal) in
      let names = try game.rename(first: first, second: second)
      let opponent = try game.setOpponent(computer ? .computer(strategy) : .person)
      dice = game.playComputerTurn(using: &random)
      return names + opponent + dice
    }
    self.strategy = strategy
    isRolled = !dice.isEmpty
  }

  /// The log of an earlier game or the one in play; `nil` for one that is not kept.
  func log(of number: Int) -> PigLog? {
    number == self.number ? log : earlier.first { $0.number == number }?.log
  }
}

extension Pig {
  /// To 100, between two people with the default names.
  fileprivate static var usual: Pig {
    do {
      return try Pig()
    } catch {
      preconditionFailure("the usual game breaks a rule: \(error)")
    }
  }
}

extension PigState: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, revision)
    packer.put(2, log)
    packer.put(3, notice)
    packer.put(4, isRolled)
    packer.put(5, coach)
    packer.put(6, strategy.word)
    packer.put(7, number)
    packer.put(8, earlier)
  }

  init?(_ fields: PackedFields) {
    guard let revision = fields.number(1), let logs: [PigLog] = fields.values(2),
      let log = logs.first,
      let strategy = fields.text(6).flatMap(PigStrategy.init(word:)),
      let number = fields.number(7), let earlier: [PigRecord] = fields.values(8)
    else { return nil }
    // No session gets that far; counting on from there must not overflow.
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
  }
}

/// A game of the session that was won or left: what came of it, and its log.
///
/// The log stays packed until somebody reads it: a page that lists 20 games must not replay them.
struct PigRecord: Equatable {
  /// Counted from 1 through all of the session.
  let number: Int
  /// `Ada won 102 to 71 against Bob`.
  let result: String
  private let packed: [UInt8]

  init(number: Int, log: PigLog) {
    self.number = number
    result = log.result
    var packer = Packer()
    log.pack(into: &packer)
    packed = packer.bytes
  }

  /// - Returns: `nil` if it is damaged.
  var log: PigLog? { PackedFields(packed[...]).flatMap(PigLog.init) }

  /// In bytes, roughly.
  var size: Int { packed.count + result.utf8.count }
}

extension PigRecord: Packed {
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
    self.packed = Array(packed)
  }
}
