import DiceLanguage

/// What expressions mean, in plain words.
extension Expression {
  /// `roll 4 six-sided dice, drop the lowest, add 2`.
  package var reading: String {
    let text = root.reading
    let remarks = remarks.map { " (\($0))" }.joined()
    guard let times else { return text + remarks }
    return "\(times) times, each for itself: \(text)" + remarks
  }
}

extension Node {
  /// As a whole sentence without a full stop: what is done, in order.
  fileprivate var reading: String {
    switch self {
    case .number(let number): return "the number \(number)"
    case .operation(.add, let left, let right): return "\(left.reading), add \(right.amount)"
    case .operation(.subtract, let left, let right):
      return "\(left.reading), subtract \(right.amount)"
    case .operation(.multiply, let left, let right):
      return "\(left.reading), multiply by \(right.amount)"
    case .operation(.divide, let left, let right):
      return "\(left.reading), divide by \(right.amount)"
    case .dice(let dice): return "roll \(dice.reading)"
    case .group(let group): return group.reading
    case .negative(let node): return "take the negative of \(node.amount)"
    case .function(let function, let values):
      let amounts = values.map(\.amount)
      switch function {
      case .floor: return "round \(amounts[0]) down"
      case .ceil: return "round \(amounts[0]) up"
      case .round: return "round \(amounts[0]) to the nearest whole number, halves up"
      case .abs: return "take \(amounts[0]) without its sign"
      case .min: return "take the lowest of \(amounts.listed())"
      case .max: return "take the highest of \(amounts.listed())"
      }
    }
  }

  /// As a part of a sentence.
  private var amount: String {
    switch self {
    case .number(let number): number.description
    case .dice(let dice): dice.reading
    default: "(\(reading))"
    }
  }
}

extension Dice {
  fileprivate var reading: String {
    let number: String
    var isOne = false
    switch count {
    case .number(let count):
      number = String(count)
      isOne = count == 1
    case .rolled(let node): number = "as many as this gives (\(node.reading)):"
    }
    let steps = modifiers.map { $0.reading(of: isOne ? "die" : "dice") }
    let remarks = remarks.map { " (\($0))" }.joined()
    return (["\(number) \(die.words(isOne: isOne))"] + steps).joined(separator: ", ") + remarks
  }
}

extension Die {
  fileprivate func words(isOne: Bool) -> String {
    let noun = isOne ? "die" : "dice"
    switch self {
    case .sides(let sides):
      return 1...20 ~= sides ? "\(sides.words)-sided \(noun)" : "\(sides)-sided \(noun)"
    case .fudge: return "Fudge \(noun) (−1, 0 or 1)"
    case .tensAndOnes: return "d66 (two six-sided dice read as tens and ones, 11 to 66)"
    case .own(let faces):
      return "\(noun) with the faces \(faces.map(\.signedText).listed())"
    }
  }
}

extension Group {
  fileprivate var reading: String {
    let members = members.enumerated().map { index, node in "(\(index + 1)) \(node.reading)" }
    let isSum = !modifiers.contains { if case .count = $0 { true } else { false } }
    let steps = modifiers.map { $0.reading(of: "totals") } + (isSum ? ["add them up"] : [])
    let remarks = remarks.map { " (\($0))" }.joined()
    return "work out \(members.listed()), then " + steps.joined(separator: ", ") + remarks
  }
}

extension Modifier {
  /// `dice` is `dice` or `totals`.
  fileprivate func reading(of dice: String) -> String {
    switch self {
    case .keep(let keep, let number):
      let verb =
        switch keep {
        case .keepHighest: "keep the highest"
        case .keepLowest: "keep the lowest"
        case .dropHighest: "drop the highest"
        case .dropLowest: "drop the lowest"
        }
      return number == 1 ? verb : "\(verb) \(number)"
    case .explode(let kind, let condition):
      let when = condition.words
      return switch kind {
      case .repeatedly: "for each \(when) roll an extra die, which may do the same"
      case .once: "for each \(when) roll one extra die"
      case .compound: "for each \(when) roll again and add to the same die, as long as that comes"
      case .penetrate:
        "for each \(when) roll an extra die that counts one less, which may do the same"
      }
    case .reroll(.untilItStops, let condition):
      return "reroll each \(condition.words) until it is something else"
    case .reroll(.once, let condition): return "reroll each \(condition.words) once"
    case .reroll(.onceAndAdd, let condition):
      return "for each \(condition.words) roll once more and add it to the die"
    case .unique: return "reroll dice that equal an earlier one until all are different"
    case .atLeast(let least): return "count each below \(least.signedText) as \(least.signedText)"
    case .atMost(let most): return "count each above \(most.signedText) as \(most.signedText)"
    case .count(let condition, let failing):
      let count = "count \(dice == "die" ? "dice" : dice) of \(condition.words)"
      return failing.map { "\(count), take one off for each of \($0.words)" } ?? count
    case .sort(let descending):
      return descending ? "show the highest first" : "show the lowest first"
    }
  }
}

extension Condition {
  /// `9 or more`.
  fileprivate var words: String {
    let number = number.signedText
    return switch relation {
    case .atLeast: "\(number) or more"
    case .above: "more than \(number)"
    case .atMost: "\(number) or less"
    case .below: "less than \(number)"
    case .equal: number
    }
  }
}

extension RolledDie.Event {
  /// `rolled 6`, `exploded`.
  package var words: String {
    switch self {
    case .rolled(let face): "rolled \(face.signedText)"
    case .extra: "extra die"
    case .exploded: "exploded"
    case .compounded(let face): "exploded and added \(face.signedText)"
    case .penetrated: "counts one less"
    case .rerolled(let face): "rerolled to \(face.signedText)"
    case .settled(let face): "drawn among the faces allowed: \(face.signedText)"
    case .added(let face): "added \(face.signedText)"
    case .raised(let value): "raised to \(value.signedText)"
    case .lowered(let value): "lowered to \(value.signedText)"
    case .dropped: "dropped"
    case .counted: "counted"
    case .failed: "failure"
    case .droppedWithGroup: "dropped with its total"
    }
  }
}
