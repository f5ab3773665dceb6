import DiceLanguage
import Mustache
import Web

/// The page `/rules/dice`: the dice language by example, totals, and how to make a die fair.
///
/// The program itself explains the examples, and why others are refused.
final class DiceRulesPage: Page {
  static let templates = ["rules-dice"]
  let title = "Rules of the dice – Dicehall"
  let description =
    "The dice language by example: keep, explode, reroll, count; totals, limits, and fair dice."
  let section: Section? = .rules

  private let examples: [DiceTopic: [DiceExample]]
  private let refusals: [DiceRefusal]

  /// - Throws: an `ExpressionError` if an example isn't an expression.
  init() throws(ExpressionError) {
    var examples: [DiceTopic: [DiceExample]] = [:]
    for topic in DiceTopic.allCases {
      examples[topic] = try topic.examples.map { text throws(ExpressionError) in
        try DiceExample(text)
      }
    }
    self.examples = examples
    refusals = DiceRefusal.texts.compactMap(DiceRefusal.init)
  }

  private subscript(topic: DiceTopic) -> [DiceExample] { examples[topic] ?? [] }

  static func declare(_ field: inout Fields<DiceRulesPage>) {
    field("dice") { $0[.dice] }
    field("words") { $0[.words] }
    field("keeping") { $0[.keeping] }
    field("exploding") { $0[.exploding] }
    field("rerolling") { $0[.rerolling] }
    field("limiting") { $0[.limiting] }
    field("counting") { $0[.counting] }
    field("order") { $0[.order] }
    field("groups") { $0[.groups] }
    field("arithmetic") { $0[.arithmetic] }
    field("functions") { $0[.functions] }
    field("repeats") { $0[.repeats] }
    field("remarks") { $0[.remarks] }
    field("refusals") { $0.refusals }
    field("mostText") { _ in Expression.Limits.text }
    field("mostNesting") { _ in Expression.Limits.nesting }
    field("mostDiceOfTerm") { _ in Expression.Limits.diceOfTerm }
    field("mostDice") { _ in Expression.Limits.dice.groupedText }
    field("mostSides") { _ in Expression.Limits.sides.upperBound.groupedText }
    field("mostFaces") { _ in Expression.Limits.ownFaces }
    field("lowestFace") { _ in "\u{2212}\((-Expression.Limits.ownFace.lowerBound).groupedText)" }
    field("fewestWords") { _ in Expression.Limits.words.lowerBound }
    field("mostWords") { _ in Expression.Limits.words.upperBound }
    field("mostWordFaces") { _ in Expression.Limits.wordFaces.groupedText }
    field("longestWord") { _ in Expression.Limits.word }
    field("highestFace") { _ in Expression.Limits.ownFace.upperBound.groupedText }
    field("mostDigits") { _ in Expression.Limits.digits }
    field("fewestTimes") { _ in Expression.Limits.times.lowerBound }
    field("mostTimes") { _ in Expression.Limits.times.upperBound }
    field("longestRemark") { _ in Expression.Limits.remark }
    field("mostExtras") { _ in Expression.Limits.defaultCap }
    field("mostRerolls") { _ in Expression.Limits.rerolls }
  }
}

/// A section of the page with examples.
enum DiceTopic: CaseIterable {
  case dice, words, keeping, exploding, rerolling, limiting, counting, order, groups, arithmetic,
    functions
  case repeats, remarks

  /// The examples, from plain to odd.
  var examples: [String] {
    switch self {
    case .dice: ["2d6+3", "d20", "d%", "4dF", "d66", "d{0,0,1,1,2,3}", "3d{1..4,6}", "(1d4)d6"]
    case .words:
      [
        "4d{heads,tails}", "4d{heads,tails}=heads", "d{red*3,blue*2}", "3 from {red*3,blue*2}",
        "5 from {A*4,K*4,other*44}=A", "6x(3d{win,lose*2}=win)",
      ]
    case .keeping: ["4d6kh3", "2d20k", "2d20kl1", "4d6dl1", "3d6dh1"]
    case .exploding: ["3d6!", "5d10!>=9", "3d6!o", "3d6!!", "3d6!p"]
    case .rerolling: ["2d6r1", "2d6ro<=2", "2d6ra<=2", "3d6u"]
    case .limiting: ["4d6min2", "3d8max5"]
    case .counting:
      ["6d10>=8", "6d10>8", "6d10<=2", "6d10<2", "6d10=6", "6d10>=8f1", "6d10>=8f<=2", "4dF=-1"]
    case .order: ["8d6!kh4", "8d6kh4!", "7d10!!kh3", "8d10!10>=8", "4d6r1kh3", "5d6sd", "5d6s"]
    case .groups: ["{4d6kh3, 3d6}kh1", "{d6, d8, d10}dl1", "{d8, d10, d12}>=5f1", "{1d20+5}>=15"]
    case .arithmetic: ["2d6+1d8-1", "2d6*10", "(2d6+6)×5", "7d6/2", "-1d4+10"]
    case .functions:
      [
        "floor(3d6/2)", "ceil(3d6/2)", "round(3d6/2)", "abs(1d6-1d6)", "max(1d12, 2d6)",
        "min(1d20, 15)",
      ]
    case .repeats: ["6x(4d6dl1)", "2x(1d20+5)"]
    case .remarks: ["2d6[fire]+1d8[cold]", "1d20+5[to hit]"]
    }
  }
}

/// An expression with its meaning.
struct DiceExample: Fielded {
  private let expression: RollExpression
  /// The expression as written.
  private let text: String

  /// - Throws: an `ExpressionError` if it isn't allowed.
  init(_ text: String) throws(ExpressionError) {
    expression = try RollExpression(parsing: text)
    self.text = text
  }

  static func declare(_ field: inout Fields<DiceExample>) {
    field("text") { $0.text }
    field("reading") { $0.expression.reading.asSentence }
    field("rollQuery") { PercentCoding.encode([("expression", $0.expression.text)]) }
    field("oddsQuery") { PercentCoding.encode([("x", $0.expression.text)]) }
  }
}

/// A text that isn't allowed, with the error.
struct DiceRefusal: Fielded {
  static let texts = [
    "2d6 3", "1d20+5>=15", "2d6>=8", "1d6r<=6", "3d6!>=1", "7d6u", "6d6!!r1!", "6d10>=8kh2",
    "6/(1d6-1)", "4d6k3h", "5d6x", "4d6d1", "4d{heads,tails}+1", "6 from {red*3,blue*2}",
  ]

  private let text: String
  private let error: ExpressionError

  /// - Returns: `nil` if it is allowed.
  init?(_ text: String) {
    do throws(ExpressionError) {
      _ = try RollExpression(parsing: text)
      return nil
    } catch {
      self.text = text
      self.error = error
    }
  }

  static func declare(_ field: inout Fields<DiceRefusal>) {
    field("place") { MarkedInput($0.error.range, in: $0.text) }
    field("text") { $0.text }
    field("sentence") { $0.error.sentence }
  }
}
