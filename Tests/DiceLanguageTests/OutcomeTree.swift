import BigInt
import Testing

@testable import DiceLanguage

/// Every outcome of an expression, found by rolling it once for each sequence of draws.
struct OutcomeTree {
  /// The exact chance of each total.
  private(set) var chances: [Rational: Rational] = [:]

  /// - Returns: `nil` if there are more sequences than `limit`.
  init?(_ expression: Expression, cap: Int, limit: Int) {
    var draws = Draws()
    var count = 0
    repeat {
      draws.restart()
      let total = expression.roll(with: &draws, cap: cap, rerolls: 1).total
      chances[total, default: .zero] = (chances[total] ?? .zero) + draws.chance
      count += 1
      guard count <= limit else { return nil }
    } while draws.advance()
  }
}

/// Goes through all sequences of draws, the last draw first.
private struct Draws: Chance {
  private var path: [(choice: Int, count: Int)] = []
  private var place = 0

  mutating func restart() { place = 0 }

  var chance: Rational {
    Rational(1, over: path.reduce(BigInt(1)) { $0 * BigInt($1.count) })
  }

  mutating func draw(below count: Int) -> Int {
    if place == path.count { path.append((0, count)) }
    place += 1
    return path[place - 1].choice
  }

  /// - Returns: whether there is another sequence.
  mutating func advance() -> Bool {
    while let last = path.popLast() {
      guard last.choice + 1 == last.count else {
        path.append((last.choice + 1, last.count))
        return true
      }
    }
    return false
  }
}

/// Compares the exact chances with those of all outcomes.
func compareWithAllOutcomes(_ text: String, cap: Int = 0) throws {
  let expression = try Expression(parsing: text)
  let tree = try #require(OutcomeTree(expression, cap: cap, limit: 20_000))
  let total = try expression.odds(cap: cap).total
  let chances = zip(total.values, total.ways).map { ($0, total.chance($1)) }
  #expect(Dictionary(uniqueKeysWithValues: chances) == tree.chances)
}
