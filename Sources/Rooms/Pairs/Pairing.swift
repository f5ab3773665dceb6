/// Draws the pairs of the next round in a room of pairs.
///
/// The players are put in order, those with most wins first, and by chance among equals. Each meets
/// the nearest one whom it hasn't met, beginning with the player who has fewest such left; if that
/// leads nowhere, the last choices are changed. If the number is odd, one meets the computer, which
/// counts as the last player, so nobody meets it twice without need.
enum Pairing {
  /// The most comparisons of players in a draw before it takes the first pairs that fit: enough for
  /// all choices of ten players.
  ///
  /// A hundred players take 171,700 if no choice has to be changed, which is rare if there are
  /// fewer rounds than half as many.
  static let work = 4_000_000

  /// Returns pairs of players, of whom the first begins.
  ///
  /// `players` are numbers of seats with their games won, and `hasMet` tells of earlier rounds. The
  /// computer is 0; it never begins, and takes part if the number of players is odd.
  static func pairs(
    of players: [(number: Int, won: Int)], hasMet: (Int, Int) -> Bool,
    using random: inout some RandomNumberGenerator
  ) -> [PigPairs.Pair] {
    // Sorting keeps the order of players with equally many wins.
    let order = players.shuffled(using: &random).sorted { $0.won > $1.won }.map(\.number)
    let all = order.count % 2 == 0 ? order : order + [0]
    var met = Array(repeating: Array(repeating: false, count: all.count), count: all.count)
    for one in all.indices {
      for other in all.indices where one < other && hasMet(all[one], all[other]) {
        met[one][other] = true
        met[other][one] = true
      }
    }
    var search = Search(met: met)
    search.find()
    return search.pairs.map { one, other in
      all[other] == 0 || Bool.random(using: &random)
        ? PigPairs.Pair(first: all[one], second: all[other])
        : PigPairs.Pair(first: all[other], second: all[one])
    }
  }

  struct Search {
    /// Whether each two players have met.
    let met: [[Bool]]
    /// The players without a pair, in order.
    private var alone: [Int]
    private(set) var left = Pairing.work
    private(set) var pairs: [(Int, Int)] = []

    init(met: [[Bool]]) {
      self.met = met
      alone = Array(met.indices)
    }

    /// Finds pairs with as few repetitions as the work allows.
    mutating func find() {
      var repetitions = 0
      // With as many repetitions as pairs, the first try succeeds.
      while !pairRest(repetitions) { repetitions = left > 0 ? repetitions + 1 : alone.count / 2 }
    }

    /// Pairs all who have no pair, or changes nothing.
    private mutating func pairRest(_ repetitions: Int) -> Bool {
      let before = alone
      left -= before.count * before.count
      let choices = before.map { one in before.count { !met[one][$0] } }
      guard let fewest = choices.min(), let one = choices.firstIndex(of: fewest) else {
        return true
      }
      // The nearest whom this player hasn't met.
      let others = before.indices.filter { $0 != one }.sorted { first, second in
        let (metFirst, metSecond) = (hasMet(one, first), hasMet(one, second))
        return metFirst == metSecond ? abs(first - one) < abs(second - one) : metSecond
      }
      for other in others {
        let spent = hasMet(one, other) ? 1 : 0
        guard spent <= repetitions, left > 0 || repetitions >= before.count / 2 else { break }
        alone = before.indices.filter { $0 != one && $0 != other }.map { before[$0] }
        pairs.append((min(before[one], before[other]), max(before[one], before[other])))
        if pairRest(repetitions - spent) { return true }
        pairs.removeLast()
      }
      alone = before
      return false

      func hasMet(_ one: Int, _ other: Int) -> Bool { met[before[one]][before[other]] }
    }
  }
}
