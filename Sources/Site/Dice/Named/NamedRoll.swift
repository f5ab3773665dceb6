import DiceLanguage
import Games

/// An expression under a name, so that it can be rolled again with one press.
struct NamedRoll: Equatable {
  /// In characters as people count them.
  static let longestName = 30
  /// In bytes of UTF-8, so that a pile of accents on one letter cannot fill a session.
  private static let largestName = 240
  /// Names of the page's other buttons, such as `Remove die` and `Roll 100`; so are numbers
  /// and dice.
  private static let buttonWords = ["die", "modifier", "expression"]

  /// Trimmed, 1 to 30 visible characters, without a colon.
  let name: String
  /// What the dice language reads, without blanks.
  let expression: String

  /// Reads a name and an expression; `work` is what that may take.
  /// - Throws: `NamedRollRefusal` about the name or the expression.
  init(
    _ name: String, _ expression: String, _ work: Work = .forReading()
  ) throws(NamedRollRefusal) {
    self.name = try NamedRoll.checked(name)
    do throws(ExpressionError) {
      self.expression = try Yield(parsing: expression, work).text
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

  /// `100`, `-5`, `3.5`, `1e3`, `½`.
  private static func isNumber(_ look: String) -> Bool {
    TypedNumber(look) != nil
      || look.contains(where: \.isNumber)
        && look.allSatisfy { $0.isNumber || " +-−.,/%".contains($0) }
  }

  /// `d20`, `d%`, `df`, `d{1,2}`.
  private static func isDie(_ look: String) -> Bool {
    guard look.first == "d" else { return false }
    let faces = look.dropFirst()
    return faces == "%" || faces == "f" || faces.first == "{"
      || !faces.isEmpty && faces.allSatisfy(\.isNumber)
  }

  /// `attack: 1d20+7`.
  var line: String { "\(name): \(expression)" }

  /// Whether people would read the name as this one, ignoring case and what cannot be seen.
  func isNamed(_ name: String) -> Bool {
    GivenText.look(of: self.name) == GivenText.look(of: name)
  }
}

/// Why a roll isn't kept under a name.
enum NamedRollRefusal: Error, Equatable {
  case name(GivenText.Fault)
  /// A line of text would end the name there.
  case colon
  /// A button of the page has this name, or it reads like a number or a die.
  case reserved(String)
  /// The expression can't be read.
  case expression(ExpressionError, in: String)
  /// This roll has the name already.
  case taken(NamedRoll)
  /// There are as many as a session keeps.
  case tooMany
  /// All together they would be longer than what a session keeps.
  case tooLarge
  /// A line of text has no colon.
  case colonMissing
}

extension NamedRoll: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, name)
    packer.put(2, expression)
  }

  /// Takes stored texts as they are: to read 30 expressions for every page would be dear, and one
  /// that can't be read is refused when it's rolled.
  init?(_ fields: PackedFields) {
    guard let name = fields.text(1), let expression = fields.text(2), !name.isEmpty else {
      return nil
    }
    self.name = name
    self.expression = expression
  }
}
