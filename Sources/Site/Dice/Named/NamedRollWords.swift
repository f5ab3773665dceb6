import DiceLanguage
import Games

/// The words of the pages about named rolls.
enum NamedRollWords {
  static func kept(_ roll: NamedRoll, isNew: Bool) -> String {
    isNew ? "Kept \(roll.shown)." : "You have \(roll.shown) already."
  }

  static func notKept(_ refusal: NamedRollRefusal) -> String {
    "Rolled, but not kept. \(refusal.sentence)"
  }

  static func removed(_ roll: NamedRoll) -> String { "Removed \(roll.shown)." }

  static func kept(_ new: [NamedRoll], known: Int) -> String {
    let count = new.count.counted("roll", "rolls")
    return switch (new.count, known) {
    case (0, _): "You have all of these rolls already."
    case (1, 0): "Kept \(new[0].shown)."
    case (_, 0): "Kept \(count)."
    case (_, _): "Kept \(count); you had \(known) already."
    }
  }

  /// Returns the heading of a page that offers this many rolls.
  static func offer(_ count: Int) -> String {
    switch count {
    case 0: "These rolls can’t be kept as they are"
    case 1: "A named roll for you"
    default: "\(count) named rolls for you"
    }
  }

  /// Returns a sentence on the visitor's roll with an offered roll's name.
  static func standing(of roll: NamedRoll, _ kept: NamedRoll) -> String {
    kept.expression == roll.expression
      ? "You have it already." : "You have another \(kept.shown)."
  }

  static let gone = "That named roll has already been removed."
  static let nothingToBring = "Write at least one line, such as attack: 1d20+7."
  static let nothingKept = "Nothing is kept yet: fix these lines, or take them out."
  static let restUnread = "The lines after that haven’t been read yet."
}

extension NamedRoll {
  /// The roll as a part of a sentence: `attack: 1d20+7`.
  fileprivate var shown: String { "\(name.isolated): \(expression)" }
}

extension NamedRollRefusal {
  var sentence: String {
    switch self {
    case .name(let fault):
      fault.sentence(of: "The roll name", longest: NamedRoll.longestName)
    case .colon: "A roll name can’t have a colon: that’s what ends it in a line of text."
    case .reserved(let name):
      "“\(name.isolated)” would be mistaken for another button here. Choose a different name."
    case .expression(let error, _): error.sentence
    case .taken(let roll):
      """
      There’s already a roll named “\(roll.name.isolated)”: \(roll.expression). Choose another \
      name, or remove that one first.
      """
    case .tooMany: "You can keep \(NamedRolls.limit) named rolls. Remove one first."
    case .tooLarge: "Your named rolls are too long in all. Shorten one, or remove one first."
    case .colonMissing: "There’s no colon between name and expression, as in attack: 1d20+7."
    }
  }

  /// The mistake at the field to correct.
  var mistake: Problem.Mistake {
    guard case .expression(let error, let text) = self else {
      return .init(sentence, field: "rollName")
    }
    return .init(error, in: text)
  }
}

extension NamedLineFaults {
  /// A mistake for each line, after a common one at the field with the text.
  var mistakes: [Problem.Mistake] {
    guard !lines.isEmpty else { return [.init(NamedRollWords.nothingToBring, field: "lines")] }
    return [.init(NamedRollWords.nothingKept, field: "lines")] + lines.map(\.mistake)
      + (isComplete ? [] : [.init(NamedRollWords.restUnread, field: "lines")])
  }
}

extension NamedLineFaults.Line {
  fileprivate var mistake: Problem.Mistake {
    let sentence = "Line \(number), “\(beginning.shownAgain.isolated)”: \(refusal.sentence)"
    var place: MarkedInput?
    if case .expression(let error, let text) = refusal {
      place = MarkedInput(error.range, in: text)
    }
    return .init(sentence, field: "lines", place: place)
  }
}
