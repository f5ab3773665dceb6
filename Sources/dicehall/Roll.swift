import ArgumentParser
import DiceLanguage
import Games
import Site
import Web

/// The command `dicehall roll 4d6kh3`, which rolls dice on the terminal.
struct Roll: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "roll",
    abstract: "Roll dice, such as 2d6+3, 4d6kh3 or 8d10!>=8.",
    discussion: """
      Prints what each die showed and the total.

      \(ExpressionArgument.language)
      """)

  static let timesLimits = 1...1_000_000

  @OptionGroup var expression: ExpressionArgument

  @Option(help: "1 to 40 letters or digits; the same seed gives the same rolls.")
  var seed: String?

  @Option(parsing: .unconditional, help: "Number of rolls, 1 to 1000000.")
  var times = 1

  @Flag(help: "Print each roll as a line of JSON.")
  var json = false

  func run() throws {
    guard Roll.timesLimits ~= times else {
      throw Failure.badUsage("--times takes 1 to \(Roll.timesLimits.upperBound)")
    }
    guard let seed else {
      var random = SystemRandomness()
      return try roll(using: &random)
    }
    guard var random = SeededGenerator(text: seed) else {
      throw Failure.badUsage("--seed takes 1 to 40 letters or digits")
    }
    try roll(using: &random)
  }

  private func roll(using random: inout some RandomNumberGenerator) throws {
    let parsed = try expression.parsed()
    for _ in 0..<times {
      let report = RollReport(rolling: parsed, using: &random)
      if json { try printJSON(report.json) } else { print(report.line) }
    }
  }
}

struct ExpressionArgument: ParsableArguments {
  /// A summary of the language for the help of commands.
  static let language = """
    An expression:
      3d6  d%  4dF           dice: with sides, with 100, Fudge dice
      d66  d{1,2,4}          tens and ones, faces of their own
      4d{heads,tails}        words on faces; =heads counts one
      3 from {red*3,blue*2}  drawn without putting back
      kh3  kl1  dl1  dh1     keep or drop the highest or lowest
      !  !!  !p  !o          explode: extra dice, one sum, one less each, once
      !>=9                   explode on these faces
      r1  ro<=2  ra1         reroll until it stops, once, once and add
      u                      reroll until no two are alike
      min2  max5             limits of each die
      >=8  f1                count dice, take failures off
      {4d6kh3, 2d10}kh1      a group: each total is one die
      + - * / ( )            arithmetic; floor ceil round abs min max ( )
      6x(4d6dl1)             the same several times
      [fire]                 a remark
    Modifiers are applied from left to right. The page /rules/dice has examples of all. Quote \
    whatever the shell would interpret.
    """

  @Argument(
    parsing: .allUnrecognized,
    help: "Dice expression, quoted if it has spaces or brackets, such as '{4d6, 2d10}kh1'.")
  var expression: [String]

  func parsed() throws(Failure) -> RollExpression {
    // A text with a leading minus may follow `--`, which ends the options.
    let texts = expression.first == "--" ? expression.dropFirst() : expression[...]
    guard texts.count == 1, let text = texts.first else {
      throw .badUsage("one expression is expected; quote it if it has blanks")
    }
    return try ExpressionArgument.parsed(text) { text throws(ExpressionError) in
      try RollExpression(parsing: text)
    }
  }

  /// Reads an expression with a number as its value.
  static func number(_ text: String) throws(Failure) -> Expression {
    try parsed(text) { text throws(ExpressionError) in try Expression(parsing: text) }
  }

  private static func parsed<Parsed>(
    _ text: String, _ read: (String) throws(ExpressionError) -> Parsed
  ) throws(Failure) -> Parsed {
    let text = text.withDashes
    do throws(ExpressionError) {
      return try read(text)
    } catch {
      throw .badData("\(error.sentence)\n\(text.shownInTerminal.marked(at: error.range))")
    }
  }
}

extension String {
  /// The text without control characters for a terminal.
  fileprivate var shownInTerminal: String {
    var scalars = UnicodeScalarView()
    for scalar in unicodeScalars.prefix(2 * Expression.Limits.text) {
      scalars.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
    }
    return String(scalars)
  }
}

func printJSON(_ json: JSON) throws(Failure) { try printBytes(json.bytes + [UInt8(ascii: "\n")]) }
