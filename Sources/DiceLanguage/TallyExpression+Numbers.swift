/// Numbers for tallies, with which they are kept and compared.
extension TallyExpression {
  /// The number of dice or draws; `nil` if it is rolled itself.
  package var count: Int? {
    if case .number(let count) = dice.count { count } else { nil }
  }

  /// The number of possible tallies of `count` words, including those that a bag can't have.
  ///
  /// `nil` if `count` is rolled or if there are more than 2³⁹.
  package var tallies: Int? {
    count.flatMap { count in
      let tallies = TallyExpression.tallies(of: count, words.count)
      return tallies > TallyExpression.mostTallies ? nil : tallies
    }
  }

  /// A limit below the numbers that rooms keep of a roll.
  private static let mostTallies = 1 << 39

  /// Returns a tally's number: 0 if all are the first word, and higher the fewer of it there are.
  ///
  /// For a single die or draw it is the place of the word.
  ///
  /// - Precondition: `tallies` isn't `nil`.
  package func number(of tally: [Int]) -> Int {
    var (number, left) = (0, count ?? 0)
    for (place, count) in tally.enumerated().dropLast() {
      number += TallyExpression.before(left - count, words.count - place)
      left -= count
    }
    return number
  }

  /// - Returns: `nil` if no tally has the number.
  package func tally(numbered number: Int) -> [Int]? {
    guard let tallies, 0..<tallies ~= number else { return nil }
    var (rest, left) = (number, count ?? 0)
    var tally: [Int] = []
    for place in words.indices.dropLast() {
      // How many have one of the later words.
      let others =
        (0...left).last { TallyExpression.before($0, words.count - place) <= rest } ?? 0
      rest -= TallyExpression.before(others, words.count - place)
      tally.append(left - others)
      left = others
    }
    tally.append(left)
    return zip(tally, words).allSatisfy { !dice.die.isBag || $0 <= $1.faces } ? tally : nil
  }

  /// Returns how many tallies of `words` words precede those with `others` not of the first word.
  private static func before(_ others: Int, _ words: Int) -> Int {
    others == 0 ? 0 : tallies(of: others - 1, words)
  }

  /// Returns the number of tallies of `count` dice, or a number above `mostTallies`.
  private static func tallies(of count: Int, _ words: Int) -> Int {
    var tallies = 1
    for word in 1..<words where tallies <= mostTallies {
      tallies = tallies * (count + word) / word
    }
    return tallies
  }
}

extension Expression {
  /// The kinds of faces on an expression's dice.
  package enum Faces: Equatable, Sendable {
    case numbers
    /// All dice have these words.
    case words(WordList)
    /// Dice have words of several kinds, or words and numbers.
    case mixed
  }

  package var faces: Faces {
    let kinds = root.dieWords
    guard let first = kinds.first, kinds.contains(where: { $0 != nil }) else { return .numbers }
    guard let first, kinds.allSatisfy({ $0 == first }) else { return .mixed }
    return .words(first)
  }
}

extension Node {
  /// The words of each kind of dice, left to right; `nil` for numbers.
  fileprivate var dieWords: [WordList?] {
    switch self {
    case .number: return []
    case .dice(let dice):
      guard case .rolled(let node) = dice.count else { return [dice.die.words] }
      return node.dieWords + [dice.die.words]
    case .group(let group): return group.members.flatMap(\.dieWords)
    case .negative(let node): return node.dieWords
    case .operation(_, let left, let right): return left.dieWords + right.dieWords
    case .function(_, let nodes): return nodes.flatMap(\.dieWords)
    }
  }
}
