import DiceLanguage

/// Sentences on errors in expressions, the same on pages and in the terminal.
extension ExpressionError {
  /// The sentence, with a suggestion.
  package var sentence: String {
    switch kind {
    case .comparesTotal, .neverCounts: return "\(problem)."
    default:
      guard !suggestions.isEmpty else { return "\(problem)." }
      let rest = isPartial ? " What comes after that needs a change, too." : ""
      return "\(problem). Did you mean \(suggestions.joined(separator: " or "))?\(rest)"
    }
  }

  /// The problem without a full stop.
  private var problem: String {
    switch kind {
    case .empty: "Write what to roll, such as 2d6+3"
    case .tooLong:
      "An expression has at most \(Expression.Limits.text) characters; leave out what comes after them"
    case .tooDeep: "Brackets and minus signs go at most \(Expression.Limits.nesting) deep"
    case .unexpected("^"): "There are no powers; write a product such as 3*3"
    case .unexpected(","): "A comma belongs in braces, or between the values of min and max"
    case .unexpected(let text):
      "\(ExpressionError.name(of: text)) has no meaning here"
        + (suggestions.isEmpty ? "; write numbers, dice such as 2d6, and + - * / between them" : "")
    case .unfinished: "A bracket is missing at the end"
    case .operandMissing: "Write a number or dice here, such as 2 or 1d6"
    case .operatorMissing: "A sign such as + is missing here"
    case .unknownWord(let word):
      "I don’t understand ‘\(word)’\(hint(about: word))"
        + (suggestions.isEmpty ? ". Try 2d6+3" : "")
    case .diceOutOfRange: "You can roll 1 to \(Expression.Limits.diceOfTerm) dice at a time"
    case .tooManyDice: "An expression rolls at most \(Expression.Limits.dice.groupedText) dice"
    case .countNotWhole: countProblem("floor(…)")
    case .countOutOfRange(isLow: true, isHigh: false): countProblem("max(0, …)")
    case .countOutOfRange(isLow: false, _):
      countProblem("min(\(Expression.Limits.diceOfTerm), …)")
    case .countOutOfRange: countProblem("max(0, min(\(Expression.Limits.diceOfTerm), …))")
    case .dieExpected: "Say how many sides after d: 2d6, d%, dF or d{1,2,4}"
    case .sidesOutOfRange:
      "A die can have 1 to \(Expression.Limits.sides.upperBound.groupedText) sides"
    case .faceOutOfRange: "A face is a whole number from −1,000 to 1,000"
    case .tooManyFaces: "A die has at most \(Expression.Limits.ownFaces) faces of its own"
    case .facesMissing: "A die needs at least one face, such as d{1,2,4}"
    case .facesExpected:
      "Faces are whole numbers with commas between them, such as 1,2,4, or a range such as 1..6"
    case .rangeBackwards: "A range of faces starts with the lower one, such as 1..6"
    case .numberExpected(let word): "After \(word) comes a number, such as \(word)1"
    case .numberTooLong: "A number has at most \(Expression.Limits.digits) digits"
    case .limitOutOfRange(let word):
      "After dice, \(word) takes a whole number from −1,000,000 to 1,000,000"
    case .wordExpected:
      "A word has letters, digits and blanks inside; between words stand commas, such as red*3,blue"
    case .wordTooLong: "A word has at most \(Expression.Limits.word) characters"
    case .wordsOutOfRange:
      "Faces and bags have 2 to \(Expression.Limits.words.upperBound) different words"
    case .wordFacesOutOfRange:
      "A word has 1 face or more, and all words together at most \(Expression.Limits.wordFaces.groupedText)"
    case .unknownFace(let word): "There’s no face ‘\(word.isolated)’ here to count"
    case .notForWords(let text):
      "Words have no order and no sum, so \(text.isolated) can’t work on them; count one, such as =heads"
    case .tallyStandsAlone:
      "A tally of words isn’t a number; where a number is needed, count one word"
    case .bagExpected: "After from comes what is drawn from, such as {red*3,blue*2}"
    case .drawnOutOfRange(let all):
      "Nothing is put back, so you can draw 1 to \(all.groupedText) of these"
    case .decimal: "Numbers are whole; write a fraction such as 3/2 instead"
    case .comparesTotal(let number):
      "A comparison counts dice and never compares a total; \(target(number))"
    case .neverCounts(let number):
      suggestions.isEmpty
        ? "No die can meet this; compare with a number that can come up"
        : """
        No die can meet this, because a comparison counts dice and never compares a total; \
        \(target(String(number)))
        """
    case .afterCount: "After a comparison that counts dice come only f, s and a remark"
    case .modifierMisplaced(let word):
      "Put \(word) after dice, or after a group in braces such as {2d6,1d8}"
    case .valuesMissing(let name):
      "\(name) takes its values in brackets, such as \(name)(\(name == "min" || name == "max" ? "1d6,1d8" : "7/2"))"
    case .failureWithoutCount: "f takes failures off a count, so it goes after one, such as >=8f1"
    case .secondExplosion: "Dice can only explode in one way at a time"
    case .alwaysExplodes: "These dice would explode for ever; leave out at least one face"
    case .neverStopsRerolling: "These dice would be rerolled for ever; leave out at least one face"
    case .tooFewFaces:
      "There may be more dice than faces, so they can’t all be different; leave out u or roll fewer"
    case .notForGroups(let word):
      "\(word) works on dice, not on a group; groups take kh, kl, dh, dl, comparisons, f and s"
    case .divisionByZero: "This may be 0, and nothing can be divided by 0; try max(1, …)"
    case .timesOutOfRange:
      "An expression is repeated 2 to \(Expression.Limits.times.upperBound) times"
    case .timesNeedsBrackets: "Put what’s repeated in brackets, such as 6x(4d6kh3)"
    case .timesInside: "Only a whole expression can be repeated; for a product write *"
    case .remarkTooLong: "A remark has at most \(Expression.Limits.remark) characters"
    case .remarkOpen: "A remark ends with ]"
    case .remarkEmpty: "A remark can’t be empty; leave out the brackets"
    case .remarkMisplaced: "Put a remark after dice or at the end, such as 2d6[fire]"
    case .oneValueExpected(let name): "\(name) takes one value, such as \(name)(7/2)"
    case .tooMuchWork: "Too many outcomes to tell whether this is allowed; write something simpler"
    }
  }

  /// Returns why a bracketed number of dice must be whole and in range, with a remedy.
  private func countProblem(_ remedy: String) -> String {
    let rule = """
      A number of dice in brackets must always be a whole number from 0 to \
      \(Expression.Limits.diceOfTerm)
      """
    return suggestions.isEmpty ? "\(rule); try \(remedy)" : rule
  }

  /// Returns how to compare a total.
  private func target(_ number: String?) -> String {
    let target = number.map { "Target \($0.replacing("-", with: "\u{2212}"))" } ?? "Target"
    return "use \(target)" + (suggestions.first.map { ", or \($0)" } ?? "")
  }

  /// Returns the text itself or, for a character that is invisible alone, its number.
  private static func name(of text: String) -> String {
    guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1, !scalar.isSeen
    else { return "“\(text.isolated)”" }
    let hex = String(scalar.value, radix: 16, uppercase: true)
    return "The character U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
  }

  /// Returns the meaning of other dice rollers' word.
  private func hint(about word: String) -> String {
    switch word.lowercased().prefix(while: \.isLetter) {
    case "x", "xo": " (Foundry’s x is ! here)"
    case "rr": " (Foundry’s rr is r here; once is ro)"
    case "cs", "cf": " (Foundry’s cs is >= here, and cf is f)"
    case "sa": " (Roll20’s sa is s here)"
    case "d": " (Roll20’s d is dl here)"
    default: ""
    }
  }
}

extension Expression.TooLarge {
  /// A sentence on what is known without the chances.
  package var sentence: String { sentence(about: "The total") }

  /// Returns the same sentence about another number.
  func sentence(about number: String) -> String {
    guard let bounds else {
      return """
        The exact chances of so many tallies would take too long to work out. Count one word \
        instead, such as =heads.
        """
    }
    let mean =
      mean.map { ", \($0.groupedText) on average" }
      ?? "; the average would take too long, too"
    return """
      The exact chances of this would take too long to work out. \(number) lies between \
      \(bounds.lowest.groupedText) and \(bounds.highest.groupedText)\(mean).
      """
  }
}

extension String {
  /// Returns the text with marks below a place in UTF-8 bytes, for terminals and preformatted text.
  package func marked(at range: Range<Int>) -> String {
    let bytes = Array(utf8)
    func width(_ bytes: ArraySlice<UInt8>) -> Int { String(decoding: bytes, as: UTF8.self).count }
    let start = min(range.lowerBound, bytes.count)
    let blanks = String(repeating: " ", count: width(bytes[..<start]))
    let marks = max(1, width(bytes[start..<min(max(range.upperBound, start), bytes.count)]))
    return "\(self)\n\(blanks)\(String(repeating: "^", count: marks))"
  }
}

extension Rational {
  /// The number as a decimal: `12.244598765432`, or as it is if whole.
  package var decimalText: String { isWhole ? description : double.decimalText }

  /// The number with grouped digits, with as many decimals as on pages: `−1,050,000.5`.
  fileprivate var groupedText: String {
    let text = isWhole ? magnitude.description : magnitude.double.shortText
    let whole = text.prefix(while: \.isNumber)
    var grouped = ""
    for (index, digit) in whole.enumerated() {
      if index > 0, (whole.count - index).isMultiple(of: 3) { grouped += "," }
      grouped.append(digit)
    }
    return (self < .zero ? "\u{2212}" : "") + grouped + text.dropFirst(whole.count)
  }
}

extension Double {
  /// The number as a decimal: `2.5`; `42` if it is whole, or too close to tell.
  package var decimalText: String {
    Int(exactly: self).map(\.description) ?? "\(self)"
  }
}

extension Unicode.Scalar {
  /// Whether it is visible by itself.
  fileprivate var isSeen: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
      .paragraphSeparator, .nonspacingMark, .spacingMark, .enclosingMark:
      false
    default: !properties.isDefaultIgnorableCodePoint
    }
  }
}
