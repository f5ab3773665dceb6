import DiceLanguage

/// The meanings of modifiers in plain words.
extension Modifier {
  /// Returns the meaning; `dice` is `dice` or `totals`.
  func reading(of dice: String) -> String {
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
      let when = "for each \(condition.words(of: "die"))"
      return switch kind {
      case .repeatedly: "\(when) roll an extra die, which may bring another"
      case .once: "\(when) roll one extra die"
      case .compound:
        "\(when) roll again and add it to the same die, and again if that is \(condition.words)"
      case .penetrate: "\(when) roll an extra die that counts one less, which may bring another"
      }
    case .reroll(let kind, let condition):
      let each = "each \(condition.words(of: "die"))"
      return switch kind {
      case .untilItStops: "reroll \(each) until it is something else"
      case .once: "reroll \(each) once"
      case .onceAndAdd: "for \(each) roll once more and add it to the die"
      }
    case .unique: return "reroll dice that equal an earlier one until all are different"
    case .atLeast(let least): return "count each below \(least.signedText) as \(least.signedText)"
    case .atMost(let most): return "count each above \(most.signedText) as \(most.signedText)"
    case .count(let condition, let failing):
      let (noun, one) = dice == "totals" ? (dice, "total") : ("dice", "die")
      let count = "count \(condition.counted(noun))"
      return failing.map { "\(count), take one off for each \($0.words(of: one))" } ?? count
    case .sort(let descending):
      return descending ? "show the highest first" : "show the lowest first"
    }
  }
}

extension Condition {
  /// The condition in words: `9 or more`.
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

  /// Returns the condition for one: `die of 9 or more`, `die above 8`; `6`.
  fileprivate func words(of noun: String) -> String {
    relation == .equal ? words : counted(noun)
  }

  /// Returns the condition for several: `dice of 9 or more`, `dice above 8`, `dice of 6`.
  fileprivate func counted(_ noun: String) -> String {
    switch relation {
    case .above: "\(noun) above \(number.signedText)"
    case .below: "\(noun) below \(number.signedText)"
    case .atLeast, .atMost, .equal: "\(noun) of \(words)"
    }
  }
}

extension RolledDie.Event {
  /// Returns the event in words: `rolled 6`, `exploded`; `heads` if faces have words.
  package func words(of die: Die) -> String {
    if case .rolled(let face) = self, let word = die.word(of: face) { return word }
    return words
  }

  /// The event of a die with numbers.
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
