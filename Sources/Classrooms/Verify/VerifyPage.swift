import DiceLanguage
import Mustache
import Rooms
import Site
import Storage
import Web

/// The page that checks whether a hidden roll is the one that was promised.
final class VerifyPage: Page {
  static let path = "\(roomPath)/verify"
  static let templates = ["rooms/verify"]
  let title: String
  let description = "Check that a hidden roll was not changed before it was revealed."
  let section: Section? = .game(RoomGame.self)
  var isPersonal: Bool { check != nil }
  let problem: Problem?
  private let check: HiddenRollCheck?
  private let roll: HiddenRoll?
  private let isRight: Bool
  private let headline: String

  init(_ query: Form) {
    check = HiddenRollCheck(query)
    do throws(Problem) {
      roll = try check?.roll()
      problem = nil
    } catch {
      roll = nil
      problem = error
    }
    isRight = if let check, let roll { check.matches(roll) } else { false }
    headline = isRight ? "It’s the roll that was promised" : "This isn’t the roll that was promised"
    title = gameTitle(
      "Check a hidden roll", outcome: roll == nil ? nil : headline, problem: problem)
  }

  static func declare(_ field: inout Fields<VerifyPage>) {
    field("problem") { $0.problem?.aboveForms }
    field.object("result", { $0.roll }) { roll in
      roll("headline") { $1.headline }
      roll("isRight") { $1.isRight }
      roll("text") { $0.committedText }
      roll("words") { roll -> String? in
        let experiment = Experiment(roll.expression)
        return experiment.tally == nil ? nil : experiment.name(of: roll.roll.total)
      }
      roll("hash") { hex($0.commitment) }
    }
    field("fields") { page in
      HiddenRollCheck.fields.map {
        Input(
          name: $0.name, value: page.check?[$0.name].shownAgain ?? "",
          wrong: page.problem?[$0.name], label: $0.label)
      }
    }
  }
}

/// A revealed hidden roll, to be checked against the SHA-256 that everyone saw before.
struct HiddenRollCheck {
  private let query: Form

  /// The fields of the form.
  static let fields: [(name: String, label: String)] = [
    ("expression", "Expression"), ("dice", "Dice"), ("total", "Total"), ("secret", "Secret"),
    ("hash", "SHA-256 shown before"),
  ]

  /// - Returns: `nil` if nothing is asked.
  init?(_ query: Form) {
    guard !query.fields.isEmpty else { return nil }
    self.query = query
  }

  /// Returns a field as typed or linked, without blanks at either end.
  subscript(name: String) -> String { query[name]?.trimmingBlanks ?? "" }

  /// Returns the query of the page that checks a revealed roll.
  static func query(_ roll: HiddenRoll, _ commitment: [UInt8]) -> String {
    PercentCoding.encode([
      ("expression", roll.expression.text),
      ("dice", roll.roll.dice.map(String.init).joined(separator: " ")),
      ("total", roll.roll.total.description), ("secret", hex(roll.secret)),
      ("hash", hex(commitment)),
    ])
  }

  func roll() throws(Problem) -> HiddenRoll {
    var mistakes: [Problem.Mistake] = []
    var read: RollExpression?
    do throws(ExpressionError) {
      read = try RollExpression(parsing: self["expression"])
    } catch {
      mistakes.append(.init(error, in: self["expression"]))
    }
    let texts = self["dice"].split { $0 == " " || $0 == "," }
    let dice = texts.prefix(PlayedRoll.mostDice).compactMap { Int($0) }
    if dice.count != texts.count {
      mistakes.append(.init("Dice must be whole numbers with spaces between them.", field: "dice"))
    }
    let total = Total(typed: self["total"])
    if total == nil { mistakes.append(.init("The total must be a number.", field: "total")) }
    let secret = hash(at: "secret")
    let digits = "must have \(2 * HiddenRoll.hashLength) hexadecimal digits."
    if secret == nil { mistakes.append(.init("The secret \(digits)", field: "secret")) }
    if hash(at: "hash") == nil {
      mistakes.append(.init("The SHA-256 \(digits)", field: "hash"))
    }
    guard let read, let total, let secret, mistakes.isEmpty else { throw Problem(mistakes) }
    return HiddenRoll(expression: read, roll: PlayedRoll(dice: dice, total: total), secret: secret)
  }

  /// Returns whether it is the roll that was promised.
  func matches(_ roll: HiddenRoll) -> Bool { hash(at: "hash") == roll.commitment }

  /// Returns the bytes in a field; `nil` unless they are as many as of a hash.
  private func hash(at name: String) -> [UInt8]? {
    bytes(hex: self[name].lowercased()).flatMap { $0.count == HiddenRoll.hashLength ? $0 : nil }
  }
}
