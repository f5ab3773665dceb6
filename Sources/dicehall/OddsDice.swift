import ArgumentParser
import DiceLanguage
import Site
import Web

/// The command `dicehall odds dice 4d6kh3`, which prints the exact chance of every total.
struct OddsDice: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dice", abstract: "Print the exact odds of a dice expression.",
    discussion: """
      Prints what the expression means, what is typical, and for each total its chance, and the \
      chance of at least and at most that. With --json they come as exact fractions, too.

      \(ExpressionArgument.language)
      """)

  @OptionGroup var expression: ExpressionArgument

  @Option(parsing: .unconditional, help: "Another expression to compare with.")
  var versus: String?

  @Option(parsing: .unconditional, help: "A whole number or fraction to reach.")
  var atLeast: String?

  @Option(
    parsing: .unconditional,
    help: "Extra dice that one exploding die adds at most, 0 to 1000.")
  var cap = Expression.Limits.defaultCap

  @Flag(help: "Print the result as JSON.")
  var json = false

  func run() throws {
    guard Expression.Limits.cap ~= cap else {
      throw Failure.badUsage("--cap takes 0 to \(Expression.Limits.cap.upperBound)")
    }
    let target = try atLeast.map(OddsDice.target)
    let expression: Expression
    switch try self.expression.parsed() {
    case .number(let number): expression = number
    case .tally(let tally) where versus == nil && target == nil: return try printOdds(of: tally)
    // A number is needed, as the error says.
    case .tally(let tally): expression = try ExpressionArgument.number(tally.text)
    }
    let odds = try odds(of: expression)
    let contest = try versus.map { text in
      Contest(odds.total, try self.odds(of: ExpressionArgument.number(text)).total)
    }
    let report = OddsReport(expression, odds, versus: contest, atLeast: target, cap: cap)
    guard json else {
      print(report.table, terminator: "")
      return
    }
    try report.writeJSON(printBytes)
    try printBytes([UInt8(ascii: "\n")])
  }

  private func printOdds(of tally: TallyExpression) throws {
    let report: TallyReport
    do throws(Expression.TooLarge) {
      report = TallyReport(tally, try tally.odds(cap: cap))
    } catch {
      throw Failure.badData(error.sentence)
    }
    guard json else { return print(report.table, terminator: "") }
    try report.writeJSON(printBytes)
    try printBytes([UInt8(ascii: "\n")])
  }

  private func odds(of expression: Expression) throws(Failure) -> Expression.Odds {
    do throws(Expression.TooLarge) {
      return try expression.odds(cap: cap)
    } catch {
      // The text tells which of the two it is.
      throw .badData((versus == nil ? "" : "\(expression.text): ") + error.sentence)
    }
  }

  private static func target(_ text: String) throws(Failure) -> Rational {
    guard let number = Rational(text: text) else {
      throw .badUsage(
        "--at-least takes a whole number or a fraction such as 7/2, with at most 20 digits")
    }
    return number
  }
}
