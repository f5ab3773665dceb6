import DiceLanguage
import Games
import Web

/// An expression with a name, so that it can be rolled again with one press.
package struct NamedRoll: Equatable, Packed {
  /// The longest name, in characters as people count them.
  static let longestName = 30
  /// The most bytes of a name in UTF-8, so that a pile of accents can't fill a session.
  private static let largestName = 240
  /// Words in the names of the page's other buttons, such as `Remove die`.
  ///
  /// Numbers and dice are reserved, too.
  private static let buttonWords = ["die", "modifier", "expression"]

  /// The name: trimmed, 1 to 30 visible characters, without a colon.
  package let name: String
  /// The expression in the dice language, without blanks.
  package let expression: String

  /// Reads a name and an expression; `work` limits the effort.
  /// - Throws: `NamedRollRefusal` about the name or the expression.
  init(
    _ name: String, _ expression: String, _ work: Work = .forReading()
  ) throws(NamedRollRefusal) {
    self.name = try NamedRoll.checked(name)
    do throws(ExpressionError) {
      self.expression = try RollExpression(parsing: expression, work).text
    } catch {
      throw .expression(error, in: expression)
    }
  }

  private static func checked(_ typed: String) throws(NamedRollRefusal) -> String {
    let name: String
    do throws(GivenText.Fault) {
      name = try GivenText.name(typed, longest: longestName, largest: largestName)
    } catch {
      throw .name(error)
    }
    guard !name.contains(":") else { throw .colon }
    let look = GivenText.look(of: name)
    guard !buttonWords.contains(look), !isNumber(look), !isDie(look) else { throw .reserved(name) }
    return name
  }

  /// Returns whether it reads like a number: `100`, `-5`, `3.5`, `1e3`, `½`.
  private static func isNumber(_ look: String) -> Bool {
    TypedNumber(look) != nil
      || look.contains(where: \.isNumber)
        && look.allSatisfy { $0.isNumber || " +-−.,/%".contains($0) }
  }

  /// Returns whether it reads like a die: `d20`, `d%`, `df`, `d{1,2}`.
  private static func isDie(_ look: String) -> Bool {
    guard look.first == "d" else { return false }
    let faces = look.dropFirst()
    return faces == "%" || faces == "f" || faces.first == "{"
      || !faces.isEmpty && faces.allSatisfy(\.isNumber)
  }

  /// The roll as a line: `attack: 1d20+7`.
  var line: String { "\(name): \(expression)" }

  /// Returns whether people would read it as this name, ignoring case and invisible characters.
  func isNamed(_ name: String) -> Bool {
    GivenText.look(of: self.name) == GivenText.look(of: name)
  }

  package func pack(into packer: inout Packer) {
    packer.put(1, name)
    packer.put(2, expression)
  }

  /// Reads stored texts without checking them.
  ///
  /// To parse 30 expressions for every page would be expensive; a bad one is refused when it is
  /// rolled.
  package init?(_ fields: PackedFields) {
    guard let name = fields.text(1), let expression = fields.text(2), !name.isEmpty else {
      return nil
    }
    self.name = name
    self.expression = expression
  }

  /// The query of the page with the expression's odds.
  var oddsQuery: String { PercentCoding.encode([("x", expression)]) }
}

/// The reason why a roll can't be kept under a name.
enum NamedRollRefusal: Error, Equatable {
  case name(GivenText.Fault)
  /// A colon would end the name in a line of text.
  case colon
  /// The page has a button of this name, or it reads like a number or a die.
  case reserved(String)
  /// The expression can't be read.
  case expression(ExpressionError, in: String)
  /// Another roll already has the name.
  case taken(NamedRoll)
  /// The session already has the most rolls.
  case tooMany
  /// All rolls together would be longer than a session keeps.
  case tooLarge
  /// A line of text has no colon.
  case colonMissing
}
