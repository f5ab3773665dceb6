import Games
import Testing

@testable import Rooms

/// Who meets whom in rounds of pairs.
@Suite struct PairingTests {
  /// Rounds of so many players, in each of which the first of a pair wins or not by chance.
  private struct Rounds {
    var random: SeededGenerator
    var won: [Int]
    var met: Set<[Int]> = []

    init(_ count: Int, seed: UInt64) {
      random = SeededGenerator(seed: seed)
      won = Array(repeating: 0, count: count)
    }

    /// Draws a round, and answers with its pairs and how many of them have met before.
    mutating func next() -> (pairs: [PigPairs.Pair], repetitions: Int) {
      let (before, players) = (met, won.enumerated().map { (number: $0 + 1, won: $1) })
      let pairs = Pairing.pairs(
        of: players, hasMet: { before.contains([$0, $1].sorted()) }, using: &random)
      for pair in pairs {
        let isFirst = pair.second == 0 || Bool.random(using: &random)
        won[(isFirst ? pair.first : pair.second) - 1] += 1
        met.insert([pair.first, pair.second].sorted())
      }
      let numbers = pairs.map { [$0.first, $0.second].sorted() }
      return (pairs, numbers.count { before.contains($0) })
    }
  }

  /// The fewest repetitions with which all can be paired, by trying everything.
  private func fewest(_ numbers: [Int], _ met: Set<[Int]>) -> Int {
    guard let one = numbers.first else { return 0 }
    return numbers.dropFirst().map { other in
      (met.contains([one, other].sorted()) ? 1 : 0)
        + fewest(numbers.filter { $0 != one && $0 != other }, met)
    }.min() ?? 0
  }

  @Test(arguments: 0...9)
  func `everybody has one opponent, and nobody the same twice if it can be avoided`(
    count: Int
  ) throws {
    var (repeated, rounds) = (0, 0)
    for seed in 1...4 as ClosedRange<UInt64> {
      var played = Rounds(count, seed: seed)
      for _ in 0..<count + 2 {
        let all = Array(1...max(1, count)).prefix(count) + (count % 2 == 0 ? [] : [0])
        let least = fewest(Array(all), played.met)
        let (pairs, repetitions) = played.next()
        #expect(pairs.flatMap { [$0.first, $0.second] }.sorted() == all.sorted())
        #expect(pairs.allSatisfy { $0.first != 0 })
        #expect(repetitions == least)
        repeated += repetitions
        rounds += 1
      }
    }
    #expect(rounds > 0 && (count == 0 || repeated > 0))
  }

  @Test func `a hundred meet for forty rounds without a repetition, and in good time`() {
    var played = Rounds(100, seed: 7)
    for _ in 0..<40 { #expect(played.next().repetitions == 0) }
  }

  @Test func `when all have met, a draw takes the first pairs that fit once its work is done`() {
    let others: [(Int, Int) -> Bool] = [
      { _, _ in true },
      // Three can meet somebody new.
      { $0 % 2 != $1 % 2 || $0 > 2 && $1 > 2 },
    ]
    for hasMet in others {
      var search = Pairing.Search(
        met: (0..<100).map { one in (0..<100).map { one != $0 && hasMet(one, $0) } })
      search.find()
      #expect(search.pairs.flatMap { [$0.0, $0.1] }.sorted() == Array(0..<100))
      // What comes after the last choice that may be changed takes less than a draw without any.
      #expect(search.left <= 0 && search.left > -200_000)
    }
  }

  @Test func `winners meet winners`() {
    var random = SeededGenerator(seed: 3)
    let players = (1...30).map { (number: $0, won: $0 % 3) }
    var begun = 0
    for _ in 0..<20 {
      let pairs = Pairing.pairs(of: players, hasMet: { _, _ in false }, using: &random)
      #expect(pairs.allSatisfy { $0.first % 3 == $0.second % 3 })
      begun += pairs.count { $0.first < $0.second }
    }
    // Who begins is chance: of 300, all but one in a billion lie within.
    #expect(96...204 ~= begun)
    // An odd one plays the computer, one of those with fewest wins.
    let odd = Pairing.pairs(of: players.dropLast(), hasMet: { _, _ in false }, using: &random)
    #expect(odd.count { $0.second == 0 } == 1)
    #expect(odd.first { $0.second == 0 }.map { $0.first % 3 } == 0)
  }
}
