/// A simplified game of Craps: balance, ante, point, the last two dice and their result.
///
/// These invariants hold:
/// - `balance` is a multiple of 5 and not negative;
/// - `ante` is a multiple of 5 in `5...min(balance, 500)`, or 0 when bankrupt;
/// - `point` is 0, 4, 5, 6, 8, 9 or 10;
/// - `won` and `lost` are never both true, and neither is while the point is on.
package struct Craps: Equatable, Sendable {
  package static let startingBalance = 200
  package static let startingAnte = 5
  /// Balance and ante are multiples of this, which is also the lowest ante.
  package static let step = 5
  package static let highestAnte = 500
  /// The dollars that a game may start with.
  package static let balanceLimits = 5...100_000

  /// The balance in whole dollars.
  package private(set) var balance: Int
  /// The ante in whole dollars, won or lost with the next decision; not taken in advance.
  package private(set) var ante: Int
  /// The total to repeat, or 0 while the point is off.
  package private(set) var point = 0
  /// The first die of the last roll, `nil` before the first roll.
  package private(set) var die1: Int?
  /// The second die of the last roll, `nil` before the first roll.
  package private(set) var die2: Int?
  /// Whether the last roll won; reset by the next roll.
  package private(set) var won = false
  /// Whether the last roll lost; reset by the next roll.
  package private(set) var lost = false

  /// Creates a new game; illegal numbers become the nearest legal ones, rounded down.
  package init(balance: Int = startingBalance, ante: Int = startingAnte) {
    self.balance = Craps.roundedDown(balance.clamped(to: Craps.balanceLimits))
    self.ante = Craps.step
    setAnte(ante)
  }

  /// The two dice of the last roll in order; empty before the first roll.
  package var dice: [Int] {
    guard let die1, let die2 else { return [die1, die2].compactMap(\.self) }
    return [die1, die2]
  }
  /// The sum of the last roll; `nil` before the first roll.
  package var total: Int? {
    die1 == nil && die2 == nil ? nil : (die1 ?? 0) + (die2 ?? 0)
  }
  package var isPointOn: Bool { point != 0 }
  /// Whether nothing is left to stake; only a reset helps.
  package var bankrupt: Bool { balance == 0 }
  /// The highest legal ante; 0 when bankrupt.
  package var highestLegalAnte: Int { min(balance, Craps.highestAnte) }

  /// Sets the ante to the legal value nearest to `wish`, and never above it unless it is too low.
  /// - Returns: why `ante` is not `wish` now; `nil` if it is.
  @discardableResult
  package mutating func setAnte(_ wish: Int) -> AnteCorrection? {
    guard wish != ante else { return nil }
    guard !bankrupt else { return .bankrupt }
    guard !isPointOn else { return .pointIsOn }
    ante = Craps.roundedDown(min(max(wish, Craps.step), highestLegalAnte))
    if wish < Craps.step { return .raisedToLowest }
    if wish > highestLegalAnte {
      return balance < Craps.highestAnte ? .loweredToBalance : .loweredToHighest
    }
    return ante == wish ? nil : .roundedDown
  }

  /// Rolls both dice and updates the balance; does nothing when bankrupt.
  package mutating func playTurn(using random: inout some RandomNumberGenerator) {
    guard !bankrupt else { return }
    let first = DieType.d6.roll(using: &random)
    let second = DieType.d6.roll(using: &random)
    die1 = first
    die2 = second
    let outcome = CrapsOutcome(total: first + second, point: point)
    won = outcome == .win
    lost = outcome == .loss
    switch outcome {
    case .point(let total): point = total
    case .nothing: break
    case .win:
      point = 0
      balance += ante
    case .loss:
      point = 0
      balance -= ante
      ante = min(ante, balance)
    }
  }

  /// Starts a new game at any time, with $200 and an ante of $5 unless `start` says otherwise.
  package mutating func reset(to start: Craps = Craps()) {
    self = start
  }

  private static func roundedDown(_ dollars: Int) -> Int { dollars - dollars % step }
}

extension Craps {
  /// The highest balance that is restored, in dollars: nobody wins two billion times.
  package static let highestRestoredBalance = 1_000_000_000_000

  /// Restores a stored game.
  /// - Returns: `nil` for a state that no game leads to, so that a damaged file bends no rule.
  package init?(
    balance: Int, ante: Int, point: Int, die1: Int?, die2: Int?, won: Bool, lost: Bool
  ) {
    self.balance = balance
    self.ante = ante
    self.point = point
    self.die1 = die1
    self.die2 = die2
    self.won = won
    self.lost = lost
    guard isMoneyPossible, isRollPossible else { return nil }
  }

  private var isMoneyPossible: Bool {
    guard 0...Craps.highestRestoredBalance ~= balance, balance % Craps.step == 0 else {
      return false
    }
    // Only a loss makes a player bankrupt, and a bankrupt player can't roll again.
    guard !bankrupt else { return ante == 0 && lost }
    return Craps.step...highestLegalAnte ~= ante && ante % Craps.step == 0
  }

  private var isRollPossible: Bool {
    guard let die1, let die2 else {
      return die1 == nil && die2 == nil && point == 0 && !won && !lost
        && Craps.balanceLimits ~= balance
    }
    guard 1...6 ~= die1, 1...6 ~= die2 else { return false }
    let total = die1 + die2
    switch (won, lost) {
    case (false, false): return [4, 5, 6, 8, 9, 10].contains(point) && total != 7
    // The player won as much as the ante and still has the ante itself.
    case (true, false): return point == 0 && 4...11 ~= total && balance >= 2 * Craps.step
    case (false, true): return point == 0 && [2, 3, 7, 12].contains(total)
    case (true, true): return false
    }
  }
}

/// The reason why the ante differs from the one asked for.
package enum AnteCorrection: Equatable, Sendable {
  /// It was below $5.
  case raisedToLowest
  /// It was more than the player has.
  case loweredToBalance
  /// It was above $500.
  case loweredToHighest
  /// It wasn't a multiple of $5.
  case roundedDown
  /// It can't change until the point is decided.
  case pointIsOn
  /// There is nothing to stake.
  case bankrupt
}

/// The outcome of one roll of two dice.
package enum CrapsOutcome: Equatable, Sendable {
  case win, loss, nothing
  /// The total to repeat.
  case point(Int)

  /// - Parameters:
  ///   - total: the sum of both dice, `2...12`.
  ///   - point: the point before the roll, 0 while it is off.
  package init(total: Int, point: Int) {
    switch (total, point) {
    case (7, 0), (11, 0): self = .win
    case (2, 0), (3, 0), (12, 0): self = .loss
    case (_, 0): self = .point(total)
    case (7, _): self = .loss
    case (point, _): self = .win
    default: self = .nothing
    }
  }
}
