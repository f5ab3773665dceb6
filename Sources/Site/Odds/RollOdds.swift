import BigInt
import DiceLanguage
import Synchronization

/// The chances of what was rolled, as far as they take little work.
final class RollOdds: Sendable {
  /// The most work for one roll, in steps of `Expression.odds`.
  ///
  /// It takes about a tenth of a second, more than `8d10!!>=9` needs.
  static let steps = 60_000_000
  /// The work that anybody may cause at any time, however busy the solver is.
  ///
  /// It takes some milliseconds, enough for all chosen dice: `99d100+99` takes 2.8 million steps.
  static let easySteps = 3_000_000

  /// The meaning of the expression.
  let reading: String
  /// The chances of totals; `nil` if they are unknown, or for a tally.
  let chances: Chances?
  /// The chances of tallies; `nil` if they are unknown, or for a number.
  let tally: TallyChances?
  /// The reason why the chances can't be known; `nil` as long as they may be.
  let refusal: String?

  /// Creates odds with unknown chances.
  init(_ expression: RollExpression, refusal: String? = nil) {
    reading = expression.reading.asSentence
    chances = nil
    tally = nil
    self.refusal = refusal
  }

  init(_ expression: RollExpression, _ answer: OddsAnswer) {
    reading = expression.reading.asSentence
    refusal = nil
    switch answer {
    case .number(let answer):
      chances = Chances(answer.odds.total)
      tally = nil
    case .tally(let answer):
      chances = nil
      tally = TallyChances(answer.odds)
    }
  }

  /// Whether it has everything that can be known.
  var isSettled: Bool { chances != nil || tally != nil || refusal != nil }

  /// The approximate memory, in bytes.
  var size: Int { 1_000 + 4 * reading.utf8.count + (chances?.size ?? 0) + (tally?.size ?? 0) }

  /// The chances of all tallies, for lookups.
  final class TallyChances: Sendable {
    let odds: TallyOdds
    /// The share of each word, on one face or thing.
    let shares: [Double]
    private let places: [[Int]: Int]

    fileprivate init(_ odds: TallyOdds) {
      self.odds = odds
      let sum = odds.averages.reduce(Rational.zero, +)
      shares = odds.averages.map { sum == .zero ? 0 : ($0 / sum).double }
      places = Dictionary(uniqueKeysWithValues: zip(odds.tallies, odds.tallies.indices))
    }

    /// Returns the outlook of exactly this tally; `nil` for an impossible one.
    func outlook(of tally: [Int]) -> RollOutlook? {
      places[tally].map {
        RollOutlook([OddsFact(OddsWords.exactlyThis, odds.chances.ways[$0], of: odds.chances)])
      }
    }

    fileprivate var size: Int {
      odds.tallies.count * (200 + 16 * odds.words.count + odds.chances.denominator.bitWidth / 8)
    }
  }

  /// The chances of all totals, for lookups.
  final class Chances: Sendable {
    let distribution: Distribution
    let mean: OddsNumber
    /// The chances as doubles, for a chart.
    let shares: [Double]
    /// The totals in units of 1/`denominator`; empty if they are far too large.
    let units: [Int]
    let denominator: Int
    private let waysAtMost: [BigUInt]
    /// The recent lookups by the total's place, as a page is often shown again.
    private let recent = Mutex<[Int: [OddsFact]]>([:])
    private static let mostRecent = 64

    fileprivate init(_ distribution: Distribution) {
      self.distribution = distribution
      let shares = distribution.ways.map(distribution.double)
      self.shares = shares
      mean =
        distribution.denominator.bitWidth <= OddsAnswer.longestDenominator
        ? OddsNumber(distribution.mean)
        : OddsNumber(rounded: distribution.roundedMoments.mean)
      waysAtMost = distribution.waysAtMost
      let common = distribution.values.commonDenominator(upTo: 32).map { Int($0) } ?? 0
      self.denominator = common
      let units = distribution.values.compactMap { value -> Int? in
        guard let units = (value * Rational(common)).int, units.magnitude < 1 << 48 else {
          return nil
        }
        return units
      }
      self.units = common > 0 && units.count == distribution.values.count ? units : []
    }

    /// Returns the outlook of a total; `nil` for an impossible one.
    func outlook(of total: Rational) -> RollOutlook? {
      place(of: total, in: distribution.values).map(outlook)
    }

    func outlook(of total: Int) -> RollOutlook? {
      guard !units.isEmpty else { return outlook(of: Rational(total)) }
      return place(of: total * denominator, in: units).map(outlook)
    }

    private func outlook(at place: Int) -> RollOutlook {
      RollOutlook(facts(at: place), at: place, of: self)
    }

    private func facts(at place: Int) -> [OddsFact] {
      if let known = recent.withLock({ $0[place] }) { return known }
      let facts = makeFacts(at: place)
      recent.withLock { recent in
        if recent.count >= Chances.mostRecent { recent = [:] }
        recent[place] = facts
      }
      return facts
    }

    private func makeFacts(at place: Int) -> [OddsFact] {
      let atMost = waysAtMost[place]
      let ways = distribution.ways[place]
      let names = OddsWords.names(of: distribution.values[place])
      return [
        OddsFact(names.exactly, ways, of: distribution),
        OddsFact(names.orMore, distribution.denominator - atMost + ways, of: distribution),
        OddsFact(names.orLess, atMost, of: distribution),
      ]
    }

    private func place<Total: Comparable>(of total: Total, in values: [Total]) -> Int? {
      var range = 0..<values.count
      while !range.isEmpty {
        let middle = (range.lowerBound + range.upperBound) / 2
        if values[middle] == total { return middle }
        range =
          values[middle] < total ? middle + 1..<range.upperBound : range.lowerBound..<middle
      }
      return nil
    }

    fileprivate var size: Int {
      let count = distribution.values.count
      // A digit has 3.3 bits.
      let longestTotal = [distribution.minimum, distribution.maximum].map {
        ($0.numerator.bitWidth + $0.denominator.bitWidth) / 3
      }
      let facts = 3 * (250 + (longestTotal.max() ?? 0))
      return count * (200 + 2 * (distribution.denominator.bitWidth / 8))
        + min(count, Chances.mostRecent) * facts
    }
  }

  /// The most entries cached.
  static let entries = 100
  /// The most memory for the cache, in bytes.
  static let memory = 8_000_000
}

extension OddsSolver {
  /// Returns an expression's cached odds, or those that can be computed without waiting.
  ///
  /// This neither takes a turn at the solver nor waits for one: easy odds are computed at once,
  /// others one at a time and only if `admit`, which is called when it is their turn, agrees.
  /// - Returns: `nil` for a text that isn't an expression.
  func rollOdds(
    of text: String, easySteps: Int = RollOdds.easySteps, admit: () -> Bool = { true }
  ) -> RollOdds? {
    let kept = rollOdds.withLock { $0.recall(text) }
    if let kept, kept.isSettled { return kept }
    let question = OddsQuestion(x: text)
    let known = knownAnswer(to: question)
    // Somebody may have asked for its odds meanwhile.
    if let kept, known == nil { return kept }
    guard let expression = try? RollExpression(parsing: text) else { return nil }
    switch known {
    case .success(let answer): return keep(RollOdds(expression, answer), for: text)
    case .failure(let refusal):
      return keep(RollOdds(expression, refusal: refusal.problem.sentence), for: text)
    case nil: break
    }
    let read = ParsedQuestion(question: question, first: expression, second: nil)
    if let answer = try? OddsAnswer(read, steps: easySteps) {
      return keep(RollOdds(expression, answer), for: text)
    }
    guard !isRollBusy.exchange(true, ordering: .acquiring) else { return RollOdds(expression) }
    defer { isRollBusy.store(false, ordering: .releasing) }
    guard admit() else { return RollOdds(expression) }
    do throws(OddsRefusal) {
      let answer = try OddsAnswer(read, steps: RollOdds.steps)
      keep(answer, for: question)
      return keep(RollOdds(expression, answer), for: text)
    } catch {
      let refusal = error.isFinal ? error.problem.sentence : nil
      return keep(RollOdds(expression, refusal: refusal), for: text)
    }
  }

  private func keep(_ odds: RollOdds, for text: String) -> RollOdds {
    rollOdds.withLock { $0.keep(odds, for: text, size: odds.size) }
    return odds
  }
}
