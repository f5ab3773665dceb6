import DiceLanguage
import Web

/// A roll as one JSON object.
package struct RollReport {
  private let expression: Expression
  private let roll: ExpressionRoll

  package init(_ expression: Expression, _ roll: ExpressionRoll) {
    self.expression = expression
    self.roll = roll
  }

  package var json: JSON {
    var members: [JSON.Member] = [
      .init(name: "expression", value: .string(expression.text)),
      .init(name: "dice", value: .array(roll.dice.map(RollReport.json))),
      .init(name: "total", value: .exact(roll.total)),
    ]
    if expression.times != nil {
      members.append(
        .init(name: "totals", value: .array(roll.rounds.map { .exact($0.total) })))
    }
    return .object(members)
  }

  private static func json(_ die: RolledDie) -> JSON {
    [
      "sides": .whole(die.die.faces.count), "value": .number(String(die.value)),
      "dropped": .bool(die.isDropped),
      "history": .array(die.history.map { .string($0.words) }),
    ]
  }

  /// `4d6kh3: 5, 4, (1), 3 = 12`: what is dropped stands in brackets.
  package var line: String {
    let rounds = roll.rounds.map { round in
      let terms = round.terms.filter { !$0.dice.isEmpty }.map { term in
        term.dice.map { $0.isDropped ? "(\($0.value))" : "\($0.value)" }.joined(separator: ", ")
      }
      return terms.isEmpty ? "\(round.total)" : "\(terms.joined(separator: "; ")) = \(round.total)"
    }
    guard rounds.count > 1 else { return "\(expression.text): \(rounds[0])" }
    return "\(expression.text): \(rounds.joined(separator: " | ")); together \(roll.total)"
  }
}
