import BigInt

/// The exact chances of tallies of words.
package struct TallyOdds: Equatable, Sendable {
  package let words: [String]
  /// The counts of each word, the most likely tally first, then more of the first words first.
  package let tallies: [[Int]]
  /// The chances of the places in `tallies`.
  package let chances: Distribution
  /// The mean count of each word.
  package let averages: [Rational]
}

extension TallyExpression {
  /// Returns the exact chances of all tallies.
  ///
  /// - Throws: as `Expression.odds(cap:steps:)`.
  package func odds(
    cap: Int = Expression.Limits.defaultCap, steps: Int = Expression.workLimit
  ) throws(Expression.TooLarge) -> TallyOdds {
    do throws(TooMuchWork) {
      return try odds(cap: cap, Work(steps))
    } catch {
      throw Expression.TooLarge(bounds: nil, mean: nil, isFinal: error.steps > Expression.workLimit)
    }
  }

  private func odds(cap: Int, _ work: Work) throws(TooMuchWork) -> TallyOdds {
    let counts =
      switch dice.count {
      case .number(let number): Distribution(values: [Rational(number)], ways: [1], denominator: 1)
      case .rolled(let node): try node.distribution(cap: cap, work)
      }
    let count = TallyCount(words, isBag: dice.die.isBag, counts)
    try count.check(work)
    var outcomes: [(tally: [Int], ways: BigUInt)] = []
    count.visit { outcomes.append(($0, $1)) }
    // Sorting is stable.
    outcomes = outcomes.reversed().sorted { $0.ways > $1.ways }
    let mean = counts.mean / Rational(words.reduce(0) { $0 + $1.faces })
    return TallyOdds(
      words: words.map(\.text), tallies: outcomes.map(\.tally),
      chances: Distribution(
        values: outcomes.indices.map { Rational($0) }, ways: outcomes.map(\.ways),
        denominator: count.denominator),
      averages: words.map { mean * Rational($0.faces) })
  }
}

/// Counts the cases of every tally, by the multinomial or multivariate hypergeometric distribution.
private struct TallyCount {
  /// The number of faces or things with each word; faces in lowest terms.
  private let faces: [Int]
  private let isBag: Bool
  /// The possible numbers of dice or draws, with the cases of each.
  private let counts: [(number: Int, ways: BigUInt)]
  private let most: Int
  let denominator: BigUInt

  init(_ words: [WordList.Word], isBag: Bool, _ counts: Distribution) {
    let divisor = isBag ? 1 : words.reduce(0) { $0.commonDivisor($1.faces) }
    faces = words.map { $0.faces / divisor }
    self.isBag = isBag
    self.counts = zip(counts.values, counts.ways).map { (number: $0.int ?? 0, ways: $1) }
    most = self.counts.map(\.number).max() ?? 0
    let all = faces.reduce(0, +)
    denominator =
      counts.denominator * (isBag ? BigUInt.choices(most, of: all) : BigUInt(all).power(most))
  }

  /// Throws if there are too many tallies or their cases are too long.
  func check(_ work: Work) throws(TooMuchWork) {
    try work.spend(4 * faces.count * (most + 1))
    // The number of tallies of each size.
    var tallies = [1] + Array(repeating: 0, count: most)
    for faces in faces {
      var (next, sum) = (tallies, 0)
      for number in 0...most {
        sum += tallies[number]
        if isBag, number > faces { sum -= tallies[number - faces - 1] }
        // No answer has that many, and sums don't overflow.
        next[number] = min(sum, 1 << 40)
      }
      tallies = next
    }
    let count = counts.reduce(0) { $0 + tallies[$1.number] }
    let digits = denominator.bitWidth * 10_000 / 33_219 + 1
    guard count < Expression.exactnessLimit / digits else { throw TooMuchWork() }
    let words = denominator.bitWidth / 64 + 1
    try work.spend(count * (600 + 20 * faces.count + words * (words + 20)))
  }

  /// Visits every tally, starting with the fewest of the first words.
  func visit(_ body: ([Int], BigUInt) -> Void) {
    var tally = Array(repeating: 0, count: faces.count)
    // The number of things with words from each place on.
    let rest = faces.reversed().reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    func add(_ place: Int, _ left: Int, _ ways: BigUInt) {
      guard place < faces.count - 1 else {
        tally[place] = left
        return body(
          tally,
          ways
            * (isBag
              ? BigUInt.choices(left, of: faces[place]) : BigUInt(faces[place]).power(left)))
      }
      // The number of ways to choose those with this word from what is left.
      var choices = BigUInt(1)
      let (all, factor) = isBag ? (faces[place], 1) : (left, faces[place])
      for number in 0...min(all, left) {
        tally[place] = number
        if !isBag || left - number <= rest[faces.count - 1 - place] {
          add(place + 1, left - number, ways * choices)
        }
        choices = choices * BigUInt((all - number) * factor) / BigUInt(number + 1)
      }
    }
    let all = BigUInt(faces.reduce(0, +))
    for count in counts {
      add(0, count.number, isBag ? count.ways : count.ways * all.power(most - count.number))
    }
  }
}

extension BigUInt {
  /// Returns the number of ways to choose `count` of `all` things; `count` is at most `all`.
  fileprivate static func choices(_ count: Int, of all: Int) -> BigUInt {
    (0..<count).reduce(1) { $0 * BigUInt(all - $1) / BigUInt($1 + 1) }
  }
}
