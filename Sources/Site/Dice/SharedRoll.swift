import DiceLanguage
import Games
import Mustache
import Web

/// A roll in an address: the expression and the draws.
///
/// It proves nothing, as anybody can write one.
struct SharedRoll {
  static let path = "/dice/shared"
  /// The most bytes of draws: a hundred with four digits each.
  private static let longestDraws = 5 * Expression.Limits.draws

  let expression: Expression
  /// The roll; `nil` if the expression makes other draws.
  let roll: ExpressionRoll?

  /// - Throws: `ExpressionError` for a text that isn't an expression.
  init(_ query: Form) throws(ExpressionError) {
    expression = try Expression(parsing: query["x"]?.trimmingBlanks ?? "")
    let text = query["dice"] ?? ""
    guard text.utf8.count <= SharedRoll.longestDraws else {
      roll = nil
      return
    }
    let draws = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    roll = expression.roll(replaying: text.isEmpty ? [] : draws)
  }
}

/// The page of a shared roll, all of which is in the address.
final class SharedRollPage: Page {
  static let templates = ["dice-shared"]
  let title: String
  let description = "A roll of dice that somebody shares, with its exact chance."
  let section: Section? = .game(DiceGame.self)
  let query: String
  /// A shared roll isn't to be listed.
  let isPersonal = true
  /// The expression, if it can be read.
  private let expression: Expression?
  /// The reason why nothing is shown.
  private let mistake: String?
  private let record: RollRecord?
  private let roll: RollView?
  private let odds: RollOdds?
  private let outlook: RollOutlook?

  init(_ query: Form, _ odds: OddsClient) {
    self.query = PercentCoding.encode(
      query.fields.filter { ["x", "dice"].contains($0.name) }.map { ($0.name, $0.value) })
    let shared: SharedRoll
    do throws(ExpressionError) {
      shared = try SharedRoll(query)
    } catch {
      mistake = error.sentence
      expression = nil
      record = nil
      roll = nil
      self.odds = nil
      outlook = nil
      title = "Error: \(error.sentence) – Dice – Dicehall"
      return
    }
    let expression = shared.expression
    self.expression = expression
    let known = odds.easyRollOdds(of: expression.text)
    self.odds = known
    let record = shared.roll.map { RollRecord(of: expression.text, .number($0)) }
    self.record = record
    roll = record.flatMap { record in
      shared.roll.flatMap { RollDetail(.number($0)) }.map { RollView(record, $0) }
    }
    outlook = shared.roll.flatMap { known?.chances?.outlook(of: $0.total) }
    mistake = shared.roll == nil ? DiceWords.otherDice(expression.text.isolated) : nil
    title =
      "\(record.map { "\($0.figure) with \(expression.text)" } ?? "Other dice") – Dice – Dicehall"
  }

  var status: Status { mistake == nil ? .ok : .unprocessable }

  static func declare(_ field: inout Fields<SharedRollPage>) {
    field("mistake") { $0.mistake }
    field("expression") { $0.expression?.text.isolated }
    field("figure") { $0.record?.figure }
    field("isLong") { $0.record?.isLong }
    field("reading") { $0.odds?.reading }
    field("roll") { $0.roll }
    field("outlook") { $0.outlook }
    field("oddsRefusal") { $0.odds?.refusal }
    field("isOfSum") { $0.expression?.times != nil }
    field("oddsQuery") { page in page.expression.map { PercentCoding.encode([("x", $0.text)]) } }
    field("rollQuery") { page in
      page.expression.map { PercentCoding.encode([("expression", $0.text)]) }
    }
  }
}
