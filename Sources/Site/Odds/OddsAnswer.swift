import BigInt
import DiceLanguage
import Web

/// The exact odds for a question.
enum OddsAnswer: Sendable {
  case number(NumberAnswer)
  case tally(TallyAnswer)

  /// The longest denominator, in bits, that is quickly reduced to lowest terms.
  static let longestDenominator = 8_192
  /// The largest file, in bytes.
  static let largestFile = 2_000_000

  /// Computes the answer; `steps` limits the total work, as in `Expression.odds`.
  init(_ read: ParsedQuestion, steps: Int = Expression.workLimit) throws(OddsRefusal) {
    switch read.first {
    case .number(let expression): self = .number(try NumberAnswer(read, expression, steps: steps))
    case .tally(let tally): self = .tally(try TallyAnswer(read, tally, steps: steps))
    }
  }

  /// The approximate memory, in bytes.
  var size: Int {
    switch self {
    case .number(let answer): answer.size
    case .tally(let answer): answer.size
    }
  }

  /// Returns the whole answer as a file, which is only sent if it `fits`.
  func file(_ type: FileType, target: Rational?) -> [UInt8] {
    switch self {
    case .number(let answer): answer.file(type, target: target)
    case .tally(let answer): answer.file(type)
    }
  }

  /// Returns whether a file of it is short enough to be sent.
  func fits(_ type: FileType) -> Bool {
    switch self {
    case .number(let answer): answer.fits(type)
    case .tally(let answer): answer.fits(type)
    }
  }
}

/// The exact odds of a tally of words.
struct TallyAnswer: Sendable {
  let expression: TallyExpression
  let odds: TallyOdds

  init(
    _ read: ParsedQuestion, _ tally: TallyExpression, steps: Int
  ) throws(OddsRefusal) {
    expression = tally
    do throws(Expression.TooLarge) {
      odds = try tally.odds(steps: steps)
    } catch {
      throw OddsRefusal(error, in: read.question.x, field: "x")
    }
  }

  var size: Int {
    odds.tallies.count * (120 + 8 * odds.words.count + odds.chances.denominator.bitWidth / 8)
  }

  func file(_ type: FileType) -> [UInt8] {
    let report = TallyReport(expression, odds)
    return switch type {
    case .csv: Array(report.csv.utf8)
    case .json: report.json
    }
  }

  func fits(_ type: FileType) -> Bool {
    // Each count of a word has at most four digits; a row of JSON has the names, too.
    let digits = odds.chances.denominator.digits
    let row = 80 + 5 * odds.words.count + digits * (type == .csv ? 2 : 1)
    return odds.tallies.count * row + 20_000 <= OddsAnswer.largestFile
  }
}

/// The exact odds of a number, perhaps compared with another one's.
struct NumberAnswer: Sendable {
  let expression: Expression
  let odds: Expression.Odds
  let versus: Versus?

  struct Versus: Sendable {
    let expression: Expression
    let odds: Expression.Odds
    /// The first total minus the second.
    let difference: Distribution
  }

  init(
    _ read: ParsedQuestion, _ expression: Expression, steps: Int
  ) throws(OddsRefusal) {
    self.expression = expression
    let steps = steps / (read.second == nil ? 1 : 3)
    func odds(
      of expression: Expression, _ text: String, _ field: String
    ) throws(OddsRefusal) -> Expression.Odds {
      do throws(Expression.TooLarge) {
        return try expression.odds(steps: steps)
      } catch {
        throw OddsRefusal(error, in: text, field: field)
      }
    }
    self.odds = try odds(of: expression, read.question.x, "x")
    guard let other = read.second else {
      versus = nil
      return
    }
    let others = try odds(of: other, read.question.y, "y")
    do throws(Expression.TooLarge) {
      versus = Versus(
        expression: other, odds: others,
        difference: try expression.difference(from: other, steps: steps))
    } catch {
      throw OddsRefusal(ofDifference: error)
    }
  }

  private var distributions: [Distribution] {
    [odds.total] + odds.ranks
      + (versus.map { [$0.odds.total, $0.difference] + $0.odds.ranks } ?? [])
  }

  /// The approximate memory, in bytes.
  var size: Int {
    distributions.reduce(0) { sum, distribution in
      distribution.ways.reduce(sum) { $0 + 100 + $1.bitWidth / 8 }
    }
  }

  /// Returns the whole answer as a file, which is only sent if it `fits`.
  func file(_ type: FileType, target: Rational?) -> [UInt8] {
    let contest = versus.map { Contest(odds.total, $0.odds.total) }
    let report = OddsReport(expression, odds, versus: contest, atLeast: target)
    return switch type {
    case .csv: Array(report.csv.utf8)
    case .json: report.json
    }
  }

  /// Returns whether a file of it is short enough to be sent.
  ///
  /// This is known without writing the file, and the same in all processes.
  func fits(_ type: FileType) -> Bool {
    odds.total.denominator.bitWidth + (versus?.odds.total.denominator.bitWidth ?? 0)
      <= OddsAnswer.longestDenominator
      && odds.total.values.count * NumberAnswer.leastRow <= OddsAnswer.largestFile
      && mostBytes(type) <= OddsAnswer.largestFile
  }

  /// The fewest bytes for which a file's row counts.
  private static let leastRow = 85

  /// Returns an upper bound on the bytes of a file.
  private func mostBytes(_ type: FileType) -> Int {
    // This is room for the expression in words, and its contest.
    ([odds.total] + odds.ranks).reduce(20_000) { sum, total in
      let denominator = total.denominator.digits
      // A row has three decimal numbers of up to 24 characters, and separators.
      let row = type == .csv ? NumberAnswer.leastRow + denominator : 130
      // A mean and a variance are over the square of the denominators.
      let facts =
        type == .csv ? 0 : 1_000 + 8 * (denominator + NumberAnswer.digitsOfFractions(total))
      return zip(total.values, total.ways).reduce(sum + facts) {
        let numerator = $1.0.numerator.magnitude.digits
        // Files for spreadsheets have the value as a number, too.
        let number = type == .json ? 0 : $1.0.isWhole ? numerator : 24
        return $0 + row + number + numerator + $1.0.denominator.magnitude.digits + $1.1.digits
      }
    }
  }

  /// Returns the most digits of a common denominator of the totals.
  private static func digitsOfFractions(_ total: Distribution) -> Int {
    total.values.allSatisfy(\.isWhole) ? 0 : 5_000
  }
}

extension BigUInt {
  /// At least the number of its decimal digits.
  fileprivate var digits: Int { bitWidth * 30_103 / 100_000 + 1 }
}
