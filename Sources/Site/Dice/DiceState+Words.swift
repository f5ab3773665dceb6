import BigInt
import DiceLanguage
import Games
import Mustache

extension RollRecord {
  /// The total, or the totals of several rounds.
  var figure: String {
    rounds.count > 1
      ? rounds.map(\.total.withMinusSign).joined(separator: ", ") : total.withMinusSign
  }

  /// Whether the figure is too long for large type.
  var isLong: Bool { rounds.count > 1 || total.count > 6 }
}

extension DiceState.Throw {
  /// The rolled dice as a page shows them.
  var expression: String {
    switch outcome {
    case .dice(let roll): roll.structure.expression
    case .expression(let record): record.expression.isolated
    }
  }

  var total: Text {
    var text = Text()
    writeTotal(to: &text)
    return text
  }

  func writeTotal(to text: inout some TextWriter & ~Copyable) {
    switch outcome {
    case .dice(let roll): text.append(signed: roll.total)
    case .expression(let record): text.append(record.total.withMinusSign)
    }
  }

  /// Writes each face in order: `4, 6`; dropped dice are in brackets.
  func writeFaces(to text: inout Pieces) {
    switch outcome {
    case .dice(let roll): text.append(listing: roll.faces)
    case .expression(let record): text.append(record.facesText)
    }
  }

  /// Whether the total is just one face.
  var isOneFace: Bool {
    switch outcome {
    case .dice(let roll): roll.faces.count == 1 && roll.structure.modifier == 0
    case .expression(let record): record.facesText == record.total
    }
  }

  /// The roll of chosen dice.
  var roll: DiceRoll? {
    guard case .dice(let roll) = outcome else { return nil }
    return roll
  }
}

extension DiceState {
  package static func notice(of expiry: FormExpiry) -> Problem.Notice {
    switch expiry {
    case .stale:
      Problem.Notice(
        title: "Your page was out of date",
        sentence: """
          Your page was out of date, so nothing was rolled. Here are the dice as they are now.
          """)
    case .lost:
      Problem.Notice(
        title: "Your page was out of date",
        sentence: "Your page was out of date, so nothing was rolled. Here are new dice.")
    case .damaged: expiry.ofGame
    }
  }

  /// The current dice as a page shows them.
  var shownExpression: String { expression?.isolated ?? structure.expression }
}

extension Rational {
  /// The number, as a decimal if it is a long fraction.
  var shortText: String {
    (denominator.bitWidth <= 64 ? description : decimalText).withMinusSign
  }
}
