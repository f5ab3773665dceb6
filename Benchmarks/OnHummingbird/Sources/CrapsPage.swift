import Foundation

/// A stored game, with its log.
struct Game: Decodable {
  struct Entry: Decodable {
    let number, ending, amount, balance: Int
    let totals: [Int]
  }

  let revision, balance, ante, start, gamesWon, decided: Int
  let won: Bool
  let dice: [Int]
  let rolls: [[Int]]
  let log: [Entry]
}

/// What the template shows.
struct CrapsPage {
  struct Roll {
    let number, total: Int
    let dice, result: String
  }
  struct Line {
    let number, rolls, result, balance: String
    let isWin, isLoss: Bool
  }

  let headline, outcome, result, verdict, explanation, rule: String
  let revision: Int
  let word0, glyph0, word1, glyph1: String
  let face0, face1: Int
  let bet: String
  let ante, highest: Int
  let scale: [String]
  let less, more: Int
  let lessOff, moreOff, off25, off100: String
  let hint, balance, dice: String
  let total: Int
  let tally, mean, top, bottom: String
  let baseline: Int
  let points, description: String
  let rolls: [Roll]
  let games: [Line]

  init(_ game: Game, lines: Int) {
    let last = game.log[game.log.count - 1]
    let total = game.dice[0] + game.dice[1]
    headline = "You rolled \(total): you \(game.won ? "win" : "lose") \(last.amount.dollars)"
    outcome = headline
    result = game.won ? "won" : "lost"
    verdict = game.won ? "Won" : "Lost"
    let all = game.ante == game.balance
    if game.won || game.ante >= last.amount {
      explanation = """
        You have \(game.balance.dollars) \(game.won ? "now" : "left"). \
        Roll for the next game, or change your bet.
        """
    } else {
      explanation = """
        You have \(game.balance.dollars) left. Your bet is now \(game.ante.dollars).\
        \(all ? " That’s everything you have." : "")
        """
    }
    let point = game.rolls[0].reduce(0, +)
    rule =
      if game.rolls.count == 1 {
        game.won ? "On the first roll, 7 and 11 win." : "On the first roll, 2, 3 and 12 lose."
      } else if game.won {
        "The point \(point) came again, so it wins."
      } else {
        "A 7 came before the point \(point), so it loses."
      }
    revision = game.revision
    let words = ["", "one", "two", "three", "four", "five", "six"]
    let glyphs = ["", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅"]
    (face0, face1) = (game.dice[0], game.dice[1])
    (word0, word1) = (words[face0], words[face1])
    (glyph0, glyph1) = (glyphs[face0], glyphs[face1])
    let ante = game.ante
    let highest = min(500, game.balance / 5 * 5)
    func off(_ ante: Int) -> String { 5...highest ~= ante ? "" : " disabled" }
    self.ante = ante
    self.highest = highest
    bet = ante.dollars
    scale = Set((0...4).map { 5 + (highest - 5) * $0 / 4 / 5 * 5 }).sorted().map(\.dollars)
    (less, more) = (ante - 5, ante + 5)
    (lessOff, moreOff, off25, off100) = (off(ante - 5), off(ante + 5), off(25), off(100))
    hint =
      "From $5 to \(highest.dollars), in steps of $5."
      + (all ? " You’re betting everything you have." : "")
    balance = game.balance.dollars
    dice = "\(face0) and \(face1)"
    self.total = total
    let tenths = (2 * 10 * 244 * game.decided + 495) / (2 * 495)
    let expected = tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    tally = "\(game.gamesWon.grouped) of \(game.decided.grouped), expected \(expected)"
    let cents = (2 * 100 * 7 * ante + 495) / (2 * 495)
    mean = """
      A bet of \(ante.dollars) loses $\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100) \
      on average: the chance of winning is a little under one half.
      """
    rolls = game.rolls.enumerated().suffix(lines).map { [game] index, dice in
      let isLast = index == game.rolls.count - 1
      let sum = dice[0] + dice[1]
      return Roll(
        number: index + 1, total: sum, dice: "\(dice[0]) and \(dice[1])",
        result: isLast
          ? game.won ? "won" : "lost" : index == 0 ? "the point is \(sum)" : "roll on")
    }
    games = game.log.suffix(lines).reversed().map(Line.init)

    let first = game.log[0]
    let change = first.ending == 1 ? first.amount : first.ending == 2 ? -first.amount : 0
    let balances = [first.balance - change] + game.log.map(\.balance)
    let lowest = balances.min() ?? 0
    let greatest = balances.max() ?? 0
    let low = min(lowest, game.start)
    let high = max(greatest, game.start)
    func height(_ balance: Int) -> Int {
      high == low ? 80 : 8 + (high - balance) * 144 / (high - low)
    }
    top = high.dollars
    bottom = low.dollars
    baseline = height(game.start)
    points = balances.enumerated().map { index, balance in
      "\(index * 600 / game.log.count),\(height(balance))"
    }.joined(separator: " ")
    description = """
      Balance after each of the last \(game.log.count) results: from \(balances[0].dollars) to \
      \(last.balance.dollars), between \(lowest.dollars) and \(greatest.dollars). The straight line \
      marks \(game.start.dollars).
      """
  }
}

extension CrapsPage.Line {
  init(_ entry: Game.Entry) {
    number = entry.totals.isEmpty ? "–" : String(entry.number)
    rolls = entry.totals.map(String.init).joined(separator: ", ")
    isWin = entry.ending == 1
    isLoss = entry.ending == 2
    result =
      isWin
      ? "won \(entry.amount.dollars)"
      : isLoss ? "lost \(entry.amount.dollars)" : "started over"
    balance = entry.balance.dollars
  }
}

extension Int {
  var grouped: String {
    guard self >= 1000 else { return String(self) }
    let rest = String(self % 1000)
    return "\((self / 1000).grouped),\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }

  var dollars: String { "$\(grouped)" }
}
