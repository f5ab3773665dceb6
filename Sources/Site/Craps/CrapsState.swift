import Games
import Mustache
import Web

/// A game of Craps and its log: this game's rolls, at most 100 finished games, revision, notice.
package struct CrapsState: GameState, Equatable {
  package static let tag: UInt8 = 2
  /// How many log entries are kept; the oldest go first.
  static let gamesLimit = 100

  /// How an entry in the log ended.
  enum Ending: Int {
    case won = 1
    case lost, startedOver
  }

  /// An entry in the log.
  struct Entry: Equatable {
    /// The number of the game that ended, counted from 1 through the whole session.
    let number: Int
    /// The total of each roll, in order.
    let totals: ArraySlice<UInt8>
    let ending: Ending
    /// Dollars won or lost.
    let amount: Int
    /// The balance afterwards, in dollars.
    let balance: Int

    /// Starting over between two games isn't a game, so it has no number.
    var isGame: Bool { !totals.isEmpty }
  }

  /// How many games were decided, and how many of them were won.
  struct Tally: Equatable {
    var won = 0, decided = 0

    mutating func count(_ entry: Entry) {
      guard entry.ending != .startedOver else { return }
      decided += 1
      if entry.ending == .won { won += 1 }
    }
  }

  private(set) var game: Craps
  /// What the game begins with, and returns to when the visitor starts over.
  private(set) var start: Craps
  package var revision = 0
  package var notice: String?
  /// The dice of each roll in the current game or, until the next one begins, in the one just
  /// decided.
  private(set) var rolls: [SIMD2<UInt8>] = []
  /// Oldest first.
  private(set) var log = PackedList<Entry>(tag: logTag)
  /// All games of the session.
  private(set) var tally = Tally()
  /// The games that have gone from the log.
  private(set) var forgotten = Tally()
  /// Whether the last move was a roll, so that the page shows it.
  private(set) var isRolled = false
  /// The number of the game that `rolls` belong to.
  private(set) var number = 1

  /// Sets the ante, as far as the rules allow.
  /// - Parameter text: the form's field; `nil` if it wasn't sent.
  /// - Returns: `false` if the ante was corrected: the visitor must see the new one before it is at
  ///   stake.
  /// - Throws: `Problem` if the ante stays as it is.
  mutating func setAnte(_ text: String?) throws(Problem) -> Bool {
    guard let text else { return true }
    guard let typed = TypedNumber(text) else {
      throw Problem(
        "The ante must be a number of dollars. It’s still \(game.ante.dollars).", field: "ante")
    }
    isRolled = false
    let correction = game.setAnte(typed.number)
    switch correction {
    case .pointIsOn:
      throw Problem(
        "The ante stays at \(game.ante.dollars) until the point is decided.", field: "ante")
    case .bankrupt: throw Problem(CrapsWords.bankrupt, field: "ante")
    case nil where !typed.wasRounded: return true
    default:
      notice = "\(CrapsWords.reason(correction)) \(String(CrapsWords.bet(of: game)))"
      return false
    }
  }

  mutating func roll(using random: inout some RandomNumberGenerator) {
    if game.won || game.lost { beginGame() }
    let balance = game.balance
    game.playTurn(using: &random)
    rolls.append(SIMD2(game.dice.map(UInt8.init)))
    isRolled = true
    guard game.won || game.lost else { return }
    addLogEntry(game.won ? .won : .lost, amount: abs(game.balance - balance))
  }

  /// Whether the game would be another one then.
  var canStartOver: Bool {
    game.isPointOn || game.balance != start.balance || game.ante != start.ante
  }

  mutating func startOver() {
    game.reset(to: start)
    // A decided game's rolls are in the log already; those of a game given up belong to this entry.
    if log.last?.number == number { rolls = [] }
    addLogEntry(.startedOver, amount: 0)
    beginGame()
    isRolled = false
  }

  private mutating func beginGame() {
    rolls = []
    number += 1
  }

  private mutating func addLogEntry(_ ending: Ending, amount: Int) {
    let entry = Entry(
      number: number, totals: rolls.map { $0.wrappedSum() }[...], ending: ending,
      amount: amount, balance: game.balance)
    log.append(entry)
    tally.count(entry)
    while log.count > CrapsState.gamesLimit {
      if let oldest = log.removeFirst() { forgotten.count(oldest) }
    }
  }
}

extension CrapsState {
  package init() { self.init(Craps()) }

  /// Makes the state before the first roll of `game`.
  init(_ game: Craps) { self.init(game: game, start: game) }
}

func rollCraps(_ state: inout CrapsState, _ visit: inout Visit) throws(Problem) {
  guard !state.game.bankrupt else { throw Problem(CrapsWords.bankrupt) }
  guard try state.setAnte(visit.ante) else { return }
  state.roll(using: &visit.random)
}

func setAnte(_ state: inout CrapsState, _ visit: inout Visit) throws(Problem) {
  _ = try state.setAnte(visit.ante ?? "")
}

extension Visit {
  /// The chip that was pressed, or where the slider stands, which comes along.
  fileprivate var ante: String? { form["chip"] ?? form["ante"] }
}
