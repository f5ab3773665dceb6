import BigInt
import DiceLanguage
import Web

/// The exact odds of an expression, perhaps beside those of another one.
struct OddsAnswer: Sendable {
  let expression: Expression
  let odds: Expression.Odds
  let versus: Versus?

  struct Versus: Sendable {
    let expression: Expression
    let odds: Expression.Odds
    /// The first total less the second.
    let difference: Distribution
  }

  /// Longer denominators, in bits, would take too long to bring into lowest terms.
  static let longestDenominator = 8_192

  /// Works it out; `steps` is the work that is granted for all of it, as in `Expression.odds`.
  init(_ question: OddsQuestion, steps: Int = Expression.workLimit) throws(OddsProblem) {
    func parsed(_ text: String, _ field: String) throws(OddsProblem) -> Expression {
      do throws(ExpressionError) {
        return try Expression(parsing: text)
      } catch {
        throw OddsProblem(error, in: text, field: field)
      }
    }
    expression = try parsed(question.x, "x")
    let other = question.y.isEmpty ? nil : try parsed(question.y, "y")
    let steps = steps / (other == nil ? 1 : 3)
    var field = "x"
    do throws(Expression.TooLarge) {
      odds = try expression.odds(steps: steps)
      guard let other else {
        versus = nil
        return
      }
      field = "y"
      versus = Versus(
        expression: other, odds: try other.odds(steps: steps),
        difference: try expression.difference(from: other, steps: steps))
    } catch {
      throw OddsProblem(error, field: field)
    }
  }

  /// All that is known of totals.
  private var distributions: [Distribution] {
    [odds.total] + odds.ranks
      + (versus.map { [$0.odds.total, $0.difference] + $0.odds.ranks } ?? [])
  }

  /// About the memory that it takes, in bytes.
  var size: Int {
    distributions.reduce(0) { sum, distribution in
      distribution.ways.reduce(sum) { $0 + 100 + $1.bitWidth / 8 }
    }
  }
}

extension OddsAnswer {
  enum FileType { case csv, json }

  /// The largest file, in bytes.
  static let largestFile = 2_000_000

  /// - Returns: `nil` if it would be larger than `largestFile`.
  func file(_ type: FileType, target: Rational?) -> [UInt8]? {
    guard isShort(in: type) else { return nil }
    let contest = versus.map { Contest(odds.total, $0.odds.total) }
    let report = OddsReport(expression, odds, versus: contest, atLeast: target)
    let bytes =
      switch type {
      case .csv: Array(report.csv.utf8)
      case .json: report.json.bytes
      }
    return bytes.count <= OddsAnswer.largestFile ? bytes : nil
  }

  /// Whether its digits and the names in its rows alone would fit, so that what is far too long is
  /// never written.
  private func isShort(in type: FileType) -> Bool {
    let totals = [odds.total] + (type == .json ? odds.ranks : [])
    guard
      totals[0].denominator.bitWidth + (versus?.odds.total.denominator.bitWidth ?? 0)
        <= OddsAnswer.longestDenominator
    else { return false }
    let rows = totals.reduce(0) { $0 + $1.ways.count }
    let bits = totals.reduce(0) { sum, total in
      total.ways.reduce(sum) { $0 + $1.bitWidth }
        + (type == .csv ? total.ways.count * total.denominator.bitWidth : 0)
    }
    // A digit is 3.3 bits.
    return bits * 3 / 10 + rows * (type == .json ? 50 : 10) <= OddsAnswer.largestFile
  }

  var tooLong: Refusal {
    Refusal(
      .unprocessable,
      "This file would be larger than 2 MB. The command “dicehall odds dice --json” has no limit.",
      heading: "That’s too large")
  }
}
