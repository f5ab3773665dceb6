import BigInt
import Testing

@testable import DiceLanguage

/// Every outcome of a roll, found by rolling once for each sequence of draws.
struct OutcomeTree<Outcome: Hashable> {
  /// The exact chance of each outcome.
  private(set) var chances: [Outcome: Rational] = [:]

  /// - Returns: `nil` if there are more sequences than `limit`.
  init?(limit: Int, _ roll: (inout Draws) -> Outcome) {
    var draws = Draws()
    var count = 0
    repeat {
      draws.restart()
      let outcome = roll(&draws)
      chances[outcome] = (chances[outcome] ?? .zero) + draws.chance
      count += 1
      guard count <= limit else { return nil }
    } while draws.advance()
  }
}

/// Goes through all sequences of draws, the last draw first.
struct Draws: Chance {
  private var path: [(choice: Int, count: Int)] = []
  private var place = 0

  fileprivate init() {}

  fileprivate mutating func restart() { place = 0 }

  fileprivate var chance: Rational {
    Rational(1, over: path.reduce(BigInt(1)) { $0 * BigInt($1.count) })
  }

  mutating func draw(below count: Int) -> Int {
    if place == path.count { path.append((0, count)) }
    place += 1
    return path[place - 1].choice
  }

  /// - Returns: whether there is another sequence.
  fileprivate mutating func advance() -> Bool {
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
  let tree = try #require(
    OutcomeTree(limit: 20_000) { expression.roll(with: &$0, cap: cap, rerolls: 1).total })
  let total = try expression.odds(cap: cap).total
  let chances = zip(total.values, total.ways).map { ($0, total.chance($1)) }
  #expect(Dictionary(uniqueKeysWithValues: chances) == tree.chances)
}
