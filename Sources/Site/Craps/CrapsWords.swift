import Games
import Mustache

/// The words of the page about a game: the outcome first, then its meaning.
struct CrapsWords {
  let headline, explanation: Text
  private let state: CrapsState

  init(_ state: CrapsState) {
    self.state = state
    let game = state.game
    let ante = game.ante
    guard let total = game.total else {
      headline = "Place your bet and roll"
      explanation = """
        7 or 11 wins \(dollars: ante); 2, 3 or 12 loses it. Any other total becomes the point.
        """
      return
    }
    let amount = state.log.last?.amount ?? 0
    if game.won {
      headline = "You rolled \(total): you win \(dollars: amount)"
      explanation = """
        You have \(dollars: game.balance) now. Roll for the next game, or change your bet.
        """
    } else if game.bankrupt {
      headline = "You rolled \(total): you lose \(dollars: amount) and are bankrupt"
      explanation = """
        You have nothing left to bet. Start over with a new balance of \
        \(dollars: state.start.balance).
        """
    } else if game.lost {
      headline = "You rolled \(total): you lose \(dollars: amount)"
      explanation = CrapsWords.afterLoss(of: amount, game)
    } else {
      let isNew = state.rolls.count == 1
      headline =
        isNew
        ? "You rolled \(total): the point is \(game.point)"
        : "You rolled \(total): the point is still \(game.point)"
      explanation = "Roll \(game.point) again before a 7 to win \(dollars: ante). A 7 loses it."
    }
  }

  static let bankrupt = "Your balance is $0, so there’s nothing to bet. Start over first."

  /// Returns why an ante was corrected; `nil` means that it had cents.
  static func reason(_ correction: AnteCorrection?) -> String {
    switch correction {
    case .raisedToLowest: "The smallest bet is \(Craps.step.dollars)."
    case .loweredToBalance: "You can’t bet more than your balance."
    case .loweredToHighest: "The highest bet is \(Craps.highestAnte.dollars)."
    default: "Bets go in steps of \(Craps.step.dollars), so yours was rounded down."
    }
  }

  /// Returns a sentence on a corrected ante; nobody stakes everything unknowingly.
  static func bet(of game: Craps) -> Text {
    let all = game.ante == game.balance ? " That’s everything you have." : ""
    return "Your bet is now \(dollars: game.ante).\(all)"
  }

  /// The rule that has decided the game; before its first roll the one that is least known.
  var rule: Text {
    guard let first = state.rolls.first.map({ Int($0.wrappedSum()) }),
      state.game.won || state.game.lost
    else {
      return "After the first roll, the point wins and 7 loses."
    }
    guard state.rolls.count > 1 else {
      return state.game.won
        ? "On the first roll, 7 and 11 win." : "On the first roll, 2, 3 and 12 lose."
    }
    return state.game.won
      ? "The point \(first) came again, so it wins."
      : "A 7 came before the point \(first), so it loses."
  }

  /// The possible antes.
  var anteHint: Text {
    let game = state.game
    if game.bankrupt { return "You can’t bet with a balance of $0. Start over to play on." }
    if game.isPointOn {
      return "Your bet is locked while the point is on."
    }
    let all = game.ante == game.balance ? " You’re betting everything you have." : ""
    return "From $5 to \(dollars: game.highestLegalAnte), in steps of $5.\(all)"
  }

  /// The tally: `9 of 20, expected 9.9`; `nil` before the first decision.
  var tally: Text? {
    let tally = state.tally
    guard tally.decided > 0 else { return nil }
    let win = CrapsOdds.win
    let expected = Fraction(win.numerator * tally.decided, win.denominator)
    return """
      \(grouped: tally.won) of \(grouped: tally.decided), expected \(expected, places: 1)
      """
  }

  private static func afterLoss(of amount: Int, _ game: Craps) -> Text {
    let next = game.ante < amount ? bet(of: game) : "Roll for the next game, or change your bet."
    return "You have \(dollars: game.balance) left. \(next)"
  }

  var point: Text { state.game.isPointOn ? "\(state.game.point)" : "off" }

  /// The dice of the last roll: `4 and 5`.
  var dice: Text {
    guard let first = state.game.die1 else { return "none yet" }
    guard let second = state.game.die2 else { return "\(first)" }
    return "\(first) and \(second)"
  }

  /// The chance of winning the current game, or the next one: `2/5 (40%)`.
  var chance: Text {
    state.game.bankrupt ? "none" : "\(prospect.fraction) (\(prospect.percent))"
  }

  /// The same chance in per cent, with its sign, and as a fraction.
  var chancePercent: Text { prospect.percent }
  var chanceFraction: Text { prospect.fraction }

  /// The chance of winning before the first roll of a game.
  static var firstPercent: Text { prospects[0].percent }

  /// The effect of the 36 pairs, such as `5 of 36 pairs win, 6 lose, 25 roll again`.
  var nextRoll: Text { prospect.next }

  var meanResult: Text {
    guard !state.game.bankrupt else { return "With nothing to bet, there’s nothing to win." }
    let ante = state.game.ante
    let mean = prospect.mean
    // The loss in dollars to the nearest cent: `$0.07`.
    let loss = Fraction(abs(mean.numerator) * ante, mean.denominator)
    let cents = (2 * 100 * loss.numerator + loss.denominator) / (2 * loss.denominator)
    var text = Text(state.game.isPointOn ? "From here, a bet of " : "A bet of ")
    text.append(dollars: ante)
    text.append(" loses $")
    text.append(cents / 100)
    text.append(".")
    text.append(cents % 100, digits: 2)
    text.append(
      state.game.isPointOn
        ? " on average." : " on average: the chance of winning is a little under one half.")
    return text
  }

  /// The prospects with a point.
  private struct Prospect {
    /// The chance of winning: `2/5`, and `40%`.
    let fraction, percent: Text
    /// The mean change of the balance for each dollar at stake.
    let mean: Fraction
    /// The effect of the 36 pairs in the next roll.
    let next: Text
  }

  /// The prospects by point, 0 while it is off; computed once.
  private static let prospects = (0...10).map { point in
    let win = CrapsOdds.win(point: point) ?? CrapsOdds.win
    return Prospect(
      fraction: "\(win)", percent: "\(percent: win, places: 1)",
      mean: CrapsOdds.expectedChange(of: win), next: next(point))
  }

  private static func next(_ point: Int) -> Text {
    let wins = CrapsOdds.pairs(of: .win, point: point)
    let losses = CrapsOdds.pairs(of: .loss, point: point)
    let others = point == 0 ? "make the point" : "roll again"
    return "\(wins) of 36 pairs win, \(losses) lose, \(36 - wins - losses) \(others)."
  }

  private var prospect: Prospect { CrapsWords.prospects[state.game.point] }

  /// The heading of the rolls, which stay until the next game's first.
  var rollsHeading: String { state.game.won || state.game.lost ? "Last game" : "This game" }

  /// Returns the rolls of this game in order, or only the newest of them.
  func rolls(newest count: Int = .max) -> [CrapsRollLine] {
    state.rolls.indices.suffix(count).map { index in
      let dice = state.rolls[index]
      let isLast = index == state.rolls.count - 1
      let total = Int(dice.wrappedSum())
      let result =
        if isLast && state.game.won {
          "won"
        } else if isLast && state.game.lost {
          "lost"
        } else if index == 0 {
          "the point is \(total)"
        } else {
          "roll on"
        }
      return CrapsRollLine(number: index + 1, dice: dice, result: result)
    }
  }
}

/// A row in the table of this game's rolls.
struct CrapsRollLine: Fielded {
  let number: Int
  let dice: SIMD2<UInt8>
  let result: String

  static func declare(_ field: inout Fields<CrapsRollLine>) {
    field("number") { $0.number }
    field.text("dice") { line, dice in
      dice.append(Int(line.dice.x))
      dice.append(" and ")
      dice.append(Int(line.dice.y))
    }
    field("total") { Int($0.dice.wrappedSum()) }
    field("result") { $0.result }
  }
}
