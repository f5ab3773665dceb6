/// Habits of players who are used to other dice rollers or plain English.
extension Parser {
  /// The English words for signs.
  private static let signWords = ["plus": "+", "and": "+", "minus": "-", "times": "*", "with": ""]
  /// The words for keeping the higher or lower of two dice.
  private static let advantages = [
    "adv": "kh", "advantage": "kh", "dis": "kl", "disadv": "kl", "disadvantage": "kl",
  ]
  /// The words for things that are rolled.
  private static let things = [
    "die": "d6", "dice": "d6", "dices": "d6", "coin": "d{heads,tails}", "coins": "d{heads,tails}",
  ]
  /// The words before a total to reach.
  private static let contests: Set<String> = ["vs", "versus", "against", "dc"]
  /// Other names of functions, and superfluous words before brackets.
  private static let functions = [
    "maximum": "max", "highest": "max", "best": "max", "minimum": "min", "lowest": "min",
    "worst": "min", "trunc": "floor", "int": "floor", "rounddown": "floor", "ceiling": "ceil",
    "roundup": "ceil", "sum": "", "total": "", "count": "", "roll": "",
  ]

  // MARK: Words

  /// Returns the error for a word after a complete value.
  func unexpectedWord() -> ExpressionError {
    let place = symbols.index..<symbols.endOfWord(from: symbols.index)
    if let said = saidOtherwise(place) { return said }
    let letters = symbols.letters(from: place.lowerBound)
    let before = symbols.endBefore(place.lowerBound)
    // `2w6` is German.
    if before > 0, before == place.lowerBound, symbols[before - 1].isDigit,
      ["w", "t", "k"].contains(letters)
    {
      return unknownWord(place, among: ["d"], as: "d")
    }
    if ModifierReader.words.contains(letters), let open = symbols.opening(before: before),
      symbols[open] == "("
    {
      return error(
        .modifierMisplaced(symbols.written(place)), to: place.upperBound,
        otherwise: opened(open..<before))
    }
    return unknownWord(place, among: [])
  }

  /// Suggests a bracket before a modifier as a group or, for dice alone, without the bracket.
  private func opened(_ bracket: Range<Int>) -> [Suggestion] {
    let inside = symbols.written(bracket.lowerBound + 1..<bracket.upperBound - 1)
    let members = inside.replacing("+", with: ",")
    let hasSigns = inside.contains { "+-*/".contains($0) }
    return (hasSigns ? [] : [replacing(bracket, with: inside)])
      + [replacing(bracket, with: "{\(members)}")]
  }

  /// Returns the error for a word of plain English; `nil` for any other word.
  func saidOtherwise(_ place: Range<Int>) -> ExpressionError? {
    let word = symbols.compact(place)
    let letters = symbols.letters(from: place.lowerBound)
    var suggestions: [Suggestion] = []
    if let sign = Parser.signWords[word] {
      suggestions = [replacing(place, with: sign)]
    } else if Parser.contests.contains(letters) {
      suggestions = [comparison(of: place.lowerBound, letters)]
    } else if letters == "from" {
      suggestions = [replacing(place.lowerBound..<place.lowerBound, with: "1 ")]
    } else if letters == "x" {
      suggestions = repeated(place)
    } else if let keep = Parser.advantages[word] {
      suggestions = advantage(keep, place)
    } else if let thing = Parser.things[word] {
      suggestions = thrown(thing, place)
    } else if word == "o", ["1", "2", "10"].contains(digits(before: place.lowerBound)) {
      // The letter O instead of a zero.
      suggestions = [replacing(place, with: "0")]
    }
    guard !suggestions.isEmpty else { return nil }
    let error = unknownWord(place, suggestions: suggestions)
    return error.suggestions.isEmpty ? nil : error
  }

  /// Turns `2 dice` into `2d6`.
  private func thrown(_ thing: String, _ place: Range<Int>) -> [Suggestion] {
    let number = digits(before: symbols.endBefore(place.lowerBound))
    let start = symbols.endBefore(place.lowerBound) - number.count
    guard !number.isEmpty else { return [replacing(place, with: thing)] }
    // The 6 of `3d6 dice` isn't a number of dice.
    guard start == 0 || !symbols[start - 1].isLetter else { return [] }
    return [replacing(start..<place.upperBound, with: number + thing)]
  }

  private func digits(before end: Int) -> String {
    var start = end
    while start > 0, symbols[start - 1].isDigit { start -= 1 }
    return symbols.compact(start..<end)
  }

  /// Turns `1d20+5 vs 15` into the comparison of a group.
  private func comparison(of place: Int, _ word: String) -> Suggestion {
    let number = (place..<symbols.count).first { symbols[$0].isDigit } ?? symbols.count
    return Suggestion("{\(symbols.written(..<place))}>=\(symbols.written(number...))")
  }

  /// Turns `x6` into an explosion, a product and a repetition of everything before it.
  private func repeated(_ place: Range<Int>) -> [Suggestion] {
    let start = symbols.skippingBlanks(from: place.lowerBound + 1)
    let end = symbols.endOfWord(from: Swift.min(start, symbols.count))
    let digits = symbols.compact(start..<end)
    guard !digits.isEmpty, digits.allSatisfy(\.isNumber) else { return [] }
    let before = symbols.written(..<place.lowerBound)
    let rest = symbols.skippingBlanks(from: end)
    guard before.contains(where: { $0 != " " }) else {
      return [Suggestion("\(digits)x\(symbols.written(rest...).inBrackets)")]
    }
    let isApart = place.count == 1 || symbols[place.lowerBound - 1] == " "
    let isBehindDice = !isApart && symbols[place.lowerBound - 1] != ")"
    return (isBehindDice ? [replacing(place.lowerBound..<end, with: "!\(digits)")] : [])
      + [replacing(place.lowerBound..<end, with: "*\(digits)")]
      + (rest == symbols.count ? [Suggestion("\(digits)x\(before.inBrackets)")] : [])
  }

  /// Returns the text with two d20, one of them kept, in place of one d20 nearby or the word alone.
  private func advantage(_ keep: String, _ place: Range<Int>) -> [Suggestion] {
    let text = symbols.written(..<place.lowerBound) + symbols.written(place.upperBound...)
    let rest = Symbols(text)
    let dice = (0..<rest.count).filter { index in
      rest[index] == "d" && rest.compact(index..<rest.endOfWord(from: index)) == "d20"
    }
    guard let die = dice.last(where: { $0 < place.lowerBound }) ?? dice.first else {
      let isAlone = !(0..<rest.count).contains { rest[$0].isLetter }
      return isAlone ? [replacing(place, with: "2d20\(keep)")] : []
    }
    var start = die
    while start > 0, rest[start - 1].isDigit { start -= 1 }
    guard start == die || rest.compact(start..<die) == "1" else { return [] }
    return [
      Suggestion(rest.written(..<start) + "2d20\(keep)" + rest.written((die + 3)...))
    ]
  }

  // MARK: Values

  /// Returns whether a word that isn't a die starts there.
  func isWord(at start: Int) -> Bool {
    let word = symbols.letters(from: start)
    let isFudge = word.hasPrefix("df")
    return Node.Function(rawValue: word) != nil || word.count > 2 && !isFudge
  }

  /// Returns the error for a word if a value was expected.
  func unknownOperand(_ place: Range<Int>) -> ExpressionError {
    let letters = symbols.letters(from: place.lowerBound)
    let behind = place.lowerBound + letters.count
    if let function = Node.Function(rawValue: letters) {
      return valuesMissing(of: function, place.lowerBound..<behind)
    }
    if let said = saidOtherwise(place) { return said }
    let isCalled = behind < symbols.count && symbols[behind] == "("
    if isCalled, let function = Parser.functions[letters] {
      return unknownWord(place, suggestions: [replacing(place, with: function)])
    }
    var guesses = keptInWords(place.lowerBound)
    if let figures = symbols.compact(place).lookingLikeDice {
      guesses.append(replacing(place, with: figures))
    }
    guard !isCalled, guesses.isEmpty else {
      let functions = Node.Function.allCases.map(\.rawValue)
      return unknownWord(
        place, suggestions: guesses,
        otherwise: isCalled
          ? unknownWord(place, among: functions).suggestions.map { Suggestion($0) } : [])
    }
    // The letter is German for dice.
    if ["w", "t", "k"].contains(letters), place.count > 1 {
      return unknownWord(place, among: ["d"], as: "d")
    }
    return unknownWord(place, suggestions: [], otherwise: withoutBeginning())
  }

  /// Turns `highest 3 of 4d6` into `4d6kh3`.
  private func keptInWords(_ start: Int) -> [Suggestion] {
    let words = symbols.written(start...).lowercased().split(separator: " ")
    guard let of = words.firstIndex(of: "of"), 1...2 ~= of,
      let keep = ModifierReader.foreign[String(words[0])], keep.hasPrefix("k"),
      of + 2 == words.count
    else { return [] }
    let number = of == 2 ? words[1] : "1"
    return [Suggestion("\(symbols.written(..<start))\(words[of + 1])\(keep)\(number)")]
  }

  /// Returns the error for a function without brackets.
  func valuesMissing(of function: Node.Function, _ name: Range<Int>) -> ExpressionError {
    let rest = symbols.written(name.upperBound...)
    let values = rest.split(separator: " ").joined(separator: function.takesSeveral ? "," : " ")
    return error(
      .valuesMissing(function.rawValue), from: name.lowerBound, to: name.upperBound,
      suggestion: rest.contains("(") || values.isEmpty
        ? nil
        : Suggestion("\(symbols.written(..<name.upperBound))(\(values))"))
  }

  /// Returns the text from the first die or number on, if nothing before it is valid.
  func withoutBeginning() -> [Suggestion] {
    let start = symbols.index
    guard symbols.endBefore(start) == 0 else { return [] }
    let next = (start + 1..<Swift.max(start + 1, symbols.count)).first { index in
      guard !symbols[index - 1].isLetter, !symbols[index - 1].isDigit else { return false }
      return symbols[index].isDigit || "({".unicodeScalars.contains(symbols[index])
        || (symbols[index].isLetter && startsOperand(at: index))
    }
    return next.map { [Suggestion(symbols.written($0..<symbols.count))] } ?? []
  }
}

extension String {
  /// The text in brackets, unless it already is.
  fileprivate var inBrackets: String {
    let text = trimmingBlanks
    let symbols = Symbols(text)
    return symbols.count > 0 && symbols[0] == "(" && symbols.closing(of: 0) == symbols.count
      ? text : "(\(text))"
  }

  private var trimmingBlanks: String {
    let symbols = Symbols(self)
    let start = symbols.skippingBlanks(from: 0)
    return symbols.written(start..<Swift.max(start, symbols.endBefore(symbols.count)))
  }

  /// Turns `l0d6` into `10d6`; `nil` if that isn't dice or a number either.
  fileprivate var lookingLikeDice: String? {
    let figures = map { $0 == "o" ? "0" : $0 == "l" || $0 == "i" ? "1" : $0 }
    let parts = figures.split(separator: "d", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ $0.allSatisfy(\.isNumber) }),
      contains(where: \.isNumber)
    else { return nil }
    return String(figures)
  }
}
