/// The words of modifiers, and errors about other words.
extension ModifierReader {
  /// All words, longer ones before their prefixes.
  static let words = [
    "kh", "kl", "k", "dh", "dl", "!!", "!p", "!o", "!", "ro", "ra", "r", "u", "min", "max", "sd",
    "s", "f",
  ]
  /// The words of other dice rollers for modifiers.
  static let foreign = [
    "x": "!", "xo": "!o", "rr": "r", "cs": ">=", "cf": "f", "sa": "s", "d": "dl", "adv": "kh",
    "dis": "kl", "e": "!", "mi": "min", "ma": "max", "keep": "kh", "drop": "dl", "p": "!p",
    "o": "!o", "h": "kh", "l": "kl", "highest": "kh", "lowest": "kl", "best": "kh", "worst": "kl",
    "keephighest": "kh", "keeplowest": "kl", "drophighest": "dh", "droplowest": "dl",
    "advantage": "kh", "disadvantage": "kl", "reroll": "r", "explode": "!", "sort": "s",
    "unique": "u", "t": ">=", "hit": ">=", "hits": ">=", "success": ">=", "successes": ">=",
    "b": "kh", "w": "kl", "ex": "!", "exploding": "!", "sorted": "s", "count": ">=",
    "counting": ">=",
  ]

  /// Returns whether the word there only begins like a modifier, such as `success`.
  func isForeignWord(at place: Int, _ parser: Parser) -> Bool {
    let letters = parser.symbols.letters(from: place)
    guard letters.count > 3, !parser.startsOperand(at: place) else { return false }
    var rest = letters[...]
    while let word = ModifierReader.words.first(where: { rest.hasPrefix($0) }) {
      rest = rest.dropFirst(word.count)
    }
    return !rest.isEmpty && rest != "d"
  }

  /// Refuses letters directly after a modifier as part of the same word.
  ///
  /// `term` is where the dice start.
  func refuseWord(from place: Int, _ parser: Parser, term: Int) throws(ExpressionError) {
    guard place < parser.symbols.count, parser.symbols[place].isLetter else { return }
    // `2d6 d8` lacks a sign between two dice.
    if parser.startsOperand(at: place), parser.symbols[place - 1] == " " { return }
    if let dice = diceBehindDice(at: place, parser, term: term) { throw dice }
    if let torn = tornWord(at: place, parser) { throw torn }
    let end = parser.symbols.endOfWord(from: place)
    if let said = parser.saidOtherwise(place..<end) { throw said }
    var start = place
    while start > 0,
      parser.symbols[start - 1].isLetter || parser.symbols[start - 1].isDigit
    {
      start -= 1
    }
    // In `4d6k3h`, the word starts after the die.
    let word = parser.symbols.compact(start..<end)
    let dieEnd = lastDieEnd(in: word)
    start += dieEnd
    let known = ModifierReader.words
    if start < place, case let whole = parser.unknownWord(start..<end, among: known),
      !whole.suggestions.isEmpty
    {
      throw whole
    }
    throw superfluousWord(place..<end, parser)
      ?? parser.unknownWord(place..<end, among: known)
  }

  /// Returns the error for `2d6d8`, where dropping eight dice would leave none.
  private func diceBehindDice(at place: Int, _ parser: Parser, term: Int) -> ExpressionError? {
    let end = parser.symbols.endOfWord(from: place)
    guard parser.symbols[place] == "d", case let digits = place + 1..<end, !digits.isEmpty,
      digits.allSatisfy({ parser.symbols[$0].isDigit }),
      let sides = Int(parser.symbols.written(digits)), sides >= dice
    else { return nil }
    let count = parser.symbols.written(term..<place)
    let inBrackets =
      die == nil && modifiers.isEmpty ? "(\(count.dropFirst().dropLast()))" : "(\(count))"
    return parser.error(
      .operatorMissing, from: place, to: end,
      suggestions: [
        parser.replacing(place..<place, with: "+"),
        parser.replacing(term..<place, with: inBrackets),
      ])
  }

  /// Returns the error for a second explosion, or a second keep as in `2d20kh1adv`.
  private func superfluousWord(_ place: Range<Int>, _ parser: Parser) -> ExpressionError? {
    guard let known = parser.knownWord(place, among: ModifierReader.words) else { return nil }
    let without = parser.replacing(place, with: "")
    func instead(of earlier: Range<Int>) -> Suggestion {
      parser.replacing(place, with: known.word + known.digits, leavingOut: earlier)
    }
    if Modifier.Explosion(rawValue: known.word) != nil, let explosion {
      return parser.error(
        .secondExplosion, from: place.lowerBound, to: place.upperBound,
        suggestions: [without, instead(of: explosion)])
    }
    guard let keeping, known.digits.isEmpty, let keep = Modifier.Keep(rawValue: known.word)
    else { return nil }
    return parser.unknownWord(
      place, suggestions: [without] + (keep == keeping.keep ? [] : [instead(of: keeping.place)]))
  }

  /// Returns the error for a word split by blanks, such as `k h3`, a part of which starts here.
  private func tornWord(at place: Int, _ parser: Parser) -> ExpressionError? {
    let symbols = parser.symbols
    var start = place
    while start > 0, symbols[start - 1] == " " { start -= 1 }
    let gap = start
    while start > 0, symbols[start - 1].isLetter || symbols[start - 1] == "!" { start -= 1 }
    if start == gap { start = place }
    let end = symbols.endOfWord(from: place)
    var next = end
    while next < symbols.count, symbols[next] == " " { next += 1 }
    let after = next < symbols.count ? symbols.endOfWord(from: next) : end
    let ranges = [start..<end, place..<after, start..<after].filter { $0 != place..<end }
    for range in ranges {
      let letters = symbols.compact(range).prefix { !$0.isNumber }
      if ModifierReader.words.contains(String(letters)),
        case let error = parser.unknownWord(range, among: [String(letters)]),
        !error.suggestions.isEmpty
      {
        return error
      }
    }
    return nil
  }

  /// Returns the length of `4d6` or `d20` at the start of a word, 0 if there is none.
  private func lastDieEnd(in word: String) -> Int {
    let scalars = Array(word.unicodeScalars)
    guard let letter = scalars.firstIndex(of: "d"), letter + 1 < scalars.count,
      scalars[..<letter].allSatisfy(\.isDigit), scalars[letter + 1].isDigit
    else { return 0 }
    return scalars[(letter + 1)...].firstIndex { !$0.isDigit } ?? scalars.count
  }
}

extension ModifierReader {
  /// Returns the text with a modifier moved from after a count to before it.
  func beforeCounting(
    _ counting: Range<Int>, _ word: String, from place: Int, _ parser: Parser
  ) -> Suggestion {
    var rest = parser
    var number = ""
    let start = rest.symbols.index
    if (try? rest.comparison()) != nil || (try? rest.digits()) ?? nil != nil {
      number = rest.symbols.written(start..<rest.symbols.index)
    } else if let die, Modifier.Explosion(rawValue: word) != nil {
      // Otherwise it would take what comes next.
      number = String(die.highest)
    }
    let symbols = parser.symbols
    let beginning =
      symbols.written(..<counting.lowerBound) + word + number
      + symbols.written(counting.lowerBound..<place)
    return Suggestion(beginning + symbols.written(rest.symbols.index...), beginning: beginning)
  }
}
