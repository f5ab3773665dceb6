/// Who meets whom in the next round of a room of pairs.
///
/// The players are in an order, those with most wins first and others by chance. Each meets the nearest
/// in it whom it hasn't met yet, beginning with whoever has fewest such left; if that leads nowhere,
/// the last choices are changed. Of an odd number, one meets the computer: it's a player like the
/// others that stands last, so nobody meets it twice without need.
enum Pairing {
  /// How much a draw may compare, of players with players, before it takes the first pairs that fit:
  /// enough for all choices of ten players.
  ///
  /// A hundred take 171,700 if no choice has to be changed, and with fewer rounds than half as many
  /// hardly any has to be.
  static let work = 4_000_000

  /// Pairs of players, of whom the first begins.
  ///
  /// `players` are numbers of seats with the games that each has won, and `hasMet` tells of earlier
  /// rounds; the computer is 0, never begins, and is one of them if they are odd.
  static func pairs(
    of players: [(number: Int, won: Int)], hasMet: (Int, Int) -> Bool,
    using random: inout some RandomNumberGenerator
  ) -> [PigPairs.Pair] {
    // Sorting keeps the order of those with as many wins.
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
    /// Which players have met.
    let met: [[Bool]]
    /// Who has nobody yet, in order.
    private var alone: [Int]
    private(set) var left = Pairing.work
    private(set) var pairs: [(Int, Int)] = []

    init(met: [[Bool]]) {
      self.met = met
      alone = Array(met.indices)
    }

    /// Finds pairs with as few repetitions as can be found with that work.
    mutating func find() {
      var repetitions = 0
      // With as many as pairs the first try fits.
      while !pairRest(repetitions) { repetitions = left > 0 ? repetitions + 1 : alone.count / 2 }
    }

    /// Pairs all who have nobody yet, or changes nothing.
    private mutating func pairRest(_ repetitions: Int) -> Bool {
      let before = alone
      left -= before.count * before.count
      let choices = before.map { one in before.count { !met[one][$0] } }
      guard let fewest = choices.min(), let one = choices.firstIndex(of: fewest) else {
        return true
      }
      // The nearest of those who haven't met.
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
