import Games
import Mustache
import Web

/// A game of Craps and its log: this game's rolls, at most 100 finished games, revision, notice.
package struct CrapsState: GameState, Equatable {
  package static let tag: UInt8 = 2
  /// The most log entries; the oldest are dropped.
  static let gamesLimit = 100

  enum Ending: Int {
    case won = 1
    case lost, startedOver
  }

  struct Entry: Equatable {
    /// The number of the game that ended, counted from 1 in the session.
    let number: Int
    /// The total of each roll, in order.
    let totals: ArraySlice<UInt8>
    let ending: Ending
    /// Dollars won or lost.
    let amount: Int
    /// The balance afterwards, in dollars.
    let balance: Int

    /// Whether it is a game; a fresh start between two has no number.
    var isGame: Bool { !totals.isEmpty }
  }

  /// The numbers of games that were decided and won.
  struct Tally: Equatable {
    var won = 0, decided = 0

    mutating func count(_ entry: Entry) {
      guard entry.ending != .startedOver else { return }
      decided += 1
      if entry.ending == .won { won += 1 }
    }

    /// Whether a session can get that far; counting on must not overflow.
    var isPossible: Bool { 0..<1 << 40 ~= decided && 0...decided ~= won }
  }

  private(set) var game: Craps
  /// The start of the game, to which the visitor can return.
  private(set) var start: Craps
  package var revision = 0
  package var notice: String?
  /// The dice of each roll in the current game.
  ///
  /// Until the next game begins, they are those of the game just decided.
  private(set) var rolls: [SIMD2<UInt8>] = []
  /// The log, oldest entry first.
  private(set) var log = PackedList<Entry>(tag: logTag)
  /// The tally of the session's games.
  private(set) var tally = Tally()
  /// The tally of games dropped from the log.
  private(set) var forgotten = Tally()
  /// Whether the last move was a roll, so that the page shows it.
  private(set) var isRolled = false
  /// The number of the game that `rolls` belong to.
  private(set) var number = 1

  /// Sets the ante, as far as the rules allow.
  /// - Parameter text: the form's field; `nil` if it wasn't sent.
  /// - Returns: `false` if the ante was corrected: the visitor must see it before it is at stake.
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

  /// Whether starting over would change the game.
  var canStartOver: Bool {
    game.isPointOn || game.balance != start.balance || game.ante != start.ante
  }

  mutating func startOver() {
    game.reset(to: start)
    // A decided game's rolls are already in the log; an abandoned game's belong to this entry.
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

  package func page(in visit: Visit, problem: Problem?) -> any Page {
    CrapsPage(self, problem: problem)
  }
}

extension CrapsState {
  package init() { self.init(Craps()) }

  /// Creates the state before the first roll of `game`.
  init(_ game: Craps) { self.init(game: game, start: game) }
}

extension Visit {
  /// The chip that was pressed, or the slider's value, which is sent along.
  var ante: String? { form["chip"] ?? form["ante"] }
}
