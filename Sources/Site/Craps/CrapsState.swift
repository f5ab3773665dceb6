import Games

/// A game of Craps and its log: this game's rolls, at most 100 finished games, revision, notice.
struct CrapsState: GameState, Equatable {
  static let path = "/craps"
  /// The oldest finished games go when there are more.
  static let gamesLimit = 100

  /// How something in the log ended.
  enum Ending: Int {
    case won = 1
    case lost, startedOver
  }

  /// A line of the log.
  struct Entry: Equatable {
    /// Counted from 1 through all of the session; the number of the game that it ended.
    let number: Int
    /// The totals of its rolls, in order.
    let totals: [Int]
    let ending: Ending
    /// What was won or lost, in dollars.
    let amount: Int
    /// Dollars, after it.
    let balance: Int
  }

  private(set) var game = Craps()
  /// What it begins with, and goes back to when it is started over.
  private(set) var start = Craps()
  var revision = 0
  var notice: String?
  /// The pairs of the game that is played or, until the next one begins, that was just decided.
  private(set) var rolls: [[Int]] = []
  /// Oldest first.
  private(set) var log: [Entry] = []
  /// The last move was a roll, which the page shows as such.
  private(set) var isRolled = false
  /// The number of the game that `rolls` belong to.
  private(set) var number = 1

  init() {}

  /// A table with another game than the usual one, before its first roll.
  init(_ game: Craps) {
    self.game = game
    start = game
  }

  mutating func setAnte(_ wish: Int) -> AnteCorrection? {
    isRolled = false
    return game.setAnte(wish)
  }

  mutating func roll(using random: inout some RandomNumberGenerator) {
    if game.won || game.lost { beginGame() }
    let balance = game.balance
    game.playTurn(using: &random)
    rolls.append(game.dice)
    isRolled = true
    guard game.won || game.lost else { return }
    write(game.won ? .won : .lost, amount: abs(game.balance - balance))
  }

  mutating func startOver() {
    game.reset(to: start)
    // A game that was given up keeps its number and its rolls in the log.
    if log.last?.number == number { rolls = [] }
    write(.startedOver, amount: 0)
    beginGame()
    isRolled = false
  }

  private mutating func beginGame() {
    rolls = []
    number += 1
  }

  private mutating func write(_ ending: Ending, amount: Int) {
    log.append(
      Entry(
        number: number, totals: rolls.map { $0.reduce(0, +) }, ending: ending, amount: amount,
        balance: game.balance))
    log.removeFirst(max(0, log.count - CrapsState.gamesLimit))
  }
}

extension CrapsState: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, revision)
    packer.put(2, game)
    packer.put(3, notice)
    packer.put(4, isRolled)
    packer.put(5, number)
    packer.put(6, rolls.flatMap { $0.map(UInt8.init) })
    packer.put(7, log)
    if start != Craps() { packer.put(8, start) }
  }

  init?(_ fields: PackedFields) {
    guard let revision = fields.number(1), let games: [Craps] = fields.values(2),
      let game = games.first, let log: [Entry] = fields.values(7)
    else { return nil }
    self.revision = revision
    self.game = game
    notice = fields.text(3)
    isRolled = fields.flag(4)
    number = fields.number(5) ?? 1
    let faces = (fields.bytes(6) ?? []).map(Int.init)
    guard faces.count.isMultiple(of: 2), faces.allSatisfy({ 1...6 ~= $0 }) else { return nil }
    rolls = stride(from: 0, to: faces.count, by: 2).map { [faces[$0], faces[$0 + 1]] }
    self.log = log
    let starts: [Craps]? = fields.values(8)
    start = starts?.first ?? Craps()
  }
}

extension Craps: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, balance)
    packer.put(2, ante)
    packer.put(3, point)
    packer.put(4, dice.lazy.map(UInt8.init))
    packer.put(5, won)
    packer.put(6, lost)
  }

  init?(_ fields: PackedFields) {
    guard let balance = fields.number(1), let ante = fields.number(2), let point = fields.number(3)
    else { return nil }
    let dice = (fields.bytes(4) ?? []).map(Int.init)
    self.init(
      balance: balance, ante: ante, point: point, die1: dice.first,
      die2: dice.count == 2 ? dice[1] : nil, won: fields.flag(5), lost: fields.flag(6))
  }
}

extension CrapsState.Entry: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, number)
    packer.put(2, totals.lazy.map(UInt8.init))
    packer.put(3, ending.rawValue)
    packer.put(4, amount)
    packer.put(5, balance)
  }

  init?(_ fields: PackedFields) {
    guard let number = fields.number(1), let balance = fields.number(5),
      let ending = fields.number(3).flatMap(CrapsState.Ending.init(rawValue:))
    else { return nil }
    self.init(
      number: number, totals: (fields.bytes(2) ?? []).map(Int.init), ending: ending,
      amount: fields.number(4) ?? 0, balance: balance)
  }
}
