/// Errors, and guesses at what the player meant.
extension Parser {
  /// Returns the error if an operator or the end was expected.
  func unexpected() -> ExpressionError {
    guard let current = symbols.current else { return error(.unfinished) }
    let start = symbols.index
    if current == "[" { return misplacedRemark() }
    if current.isLetter && !startsOperand(at: start) { return unexpectedWord() }
    if start > 0, current.isDigit || current.isLetter || current == "(" || current == "{" {
      let end = Swift.max(symbols.endOfWord(from: start), start + 1)
      // `2(1d6)` is meant as a product.
      return error(
        .operatorMissing, to: end,
        suggestion: replacing(start..<start, with: current == "(" ? "*" : "+"),
        otherwise: current == "(" || current == "{" ? remark(inside: start) : [])
    }
    return unexpectedSign(current)
  }

  /// Returns the error if a number, dice or a bracket was expected.
  func operandMissing() -> ExpressionError {
    guard let current = symbols.current else { return error(.operandMissing) }
    let end = symbols.index + 1
    guard "+*/".unicodeScalars.contains(current) else {
      return error(.operandMissing, to: end, otherwise: withoutBeginning())
    }
    // In `3++3` and `2**3` a sign is superfluous; after `//` some write a remark.
    return error(
      .operandMissing, to: end, suggestion: replacing(symbols.index..<end, with: ""),
      otherwise: current == "/" && symbols.index > 0 ? comment(from: symbols.index - 1) : [])
  }

  /// Returns whether a die or a function starts here.
  func startsOperand(at start: Int) -> Bool {
    let word = symbols.compact(start..<symbols.endOfWord(from: start))
    if Node.Function(rawValue: word) != nil { return true }
    return symbols[start] == "d" && start + 1 < symbols.count
      && (symbols[start + 1].isDigit || symbols[start + 1] == "%" || symbols[start + 1] == "f")
  }

  func bracketMissing(_ bracket: String) -> ExpressionError {
    if let current = symbols.current, ")}]".unicodeScalars.contains(current) {
      return error(
        .unexpected(String(current)), to: symbols.index + 1,
        suggestion: replacing(symbols.index..<symbols.index + 1, with: bracket),
        otherwise: [replacing(symbols.index..<symbols.index + 1, with: "")])
    }
    guard symbols.isAtEnd else { return unexpected() }
    return error(.unfinished, suggestion: Suggestion(symbols.written(0..<symbols.count) + bracket))
  }

  /// Returns the error for an unknown word; `words` are valid here.
  func unknownWord(
    _ place: Range<Int>, among words: [String], as word: String? = nil
  ) -> ExpressionError {
    let start = place.lowerBound
    let known =
      word.map { ($0, symbols.compact(place).filter(\.isNumber)) } ?? knownWord(place, among: words)
    var suggestions = known.map { [replacing(place, with: $0.word + $0.digits)] } ?? []
    if symbols.compact(place).prefix(while: { !$0.isNumber }) == "m" {
      suggestions = ["in", "ax"].map { replacing(start + 1..<start + 1, with: $0) }
    }
    return unknownWord(place, suggestions: suggestions, otherwise: remark(ofWordsFrom: start))
  }

  func unknownWord(
    _ place: Range<Int>, suggestions: [Suggestion], otherwise: [Suggestion] = []
  ) -> ExpressionError {
    error(
      .unknownWord(symbols.written(place)), from: place.lowerBound, to: place.upperBound,
      suggestions: suggestions, otherwise: otherwise)
  }

  /// Returns the word that was probably meant, and its digits; `words` are valid here.
  func knownWord(_ place: Range<Int>, among words: [String]) -> (word: String, digits: String)? {
    let (run, end) = (symbols.compact(place), place.upperBound)
    let letters = String(run.filter { !$0.isNumber })
    let single = letters.squeezed
    let known =
      words.first { $0 == letters } ?? ModifierReader.foreign[letters]
      ?? words.first { $0 == single } ?? ModifierReader.foreign[single]
      ?? Parser.nearest(to: letters, among: words)
    let digits = run.split { !$0.isNumber }
    // The digits of two numbers never form one number.
    guard let known, digits.count <= 1 else { return nil }
    // A comparison needs no word before it.
    let isCompared = end < symbols.count && "<=>".unicodeScalars.contains(symbols[end])
    return (known == ">=" && isCompared ? "" : known, digits.joined())
  }

  /// Finds the most similar word: the same letters in another order, or at most two changes away.
  static func nearest(to word: String, among words: [String]) -> String? {
    if word != "or", let other = words.first(where: { $0.sorted() == word.sorted() }) {
      return other
    }
    let near = words.map { (word: $0, distance: distance(Array($0), Array(word))) }
      .min { $0.distance < $1.distance }
    guard let near, near.word.contains(where: word.contains),
      near.distance <= Swift.min(2, Swift.max(1, Swift.max(word.count, near.word.count) - 2)),
      word.count > 2 || word.first == near.word.first
    else { return nil }
    return near.word
  }

  /// Returns the number of letters to add, remove or replace (Wagner and Fischer, JACM 21, 1974).
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var row = Array(0...right.count)
    for (index, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in right.indices {
        let change = diagonal + (letter == right[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(change, row[column] + 1, row[column + 1] + 1)
      }
    }
    return row[right.count]
  }

  /// Refuses a comparison after a total.
  mutating func refuseComparison(from start: Int) throws(ExpressionError) {
    symbols.skipBlanks()
    let place = symbols.index
    guard let current = symbols.current, "<=>".unicodeScalars.contains(current) else { return }
    while let current = symbols.current, "<=> -".unicodeScalars.contains(current) {
      symbols.index += 1
    }
    let sign = symbols.index
    // `>= DC 15`.
    if ["dc", "ac"].contains(symbols.letters(from: sign)) {
      symbols.index = symbols.skippingBlanks(from: sign + 2)
    }
    let digits = symbols.index
    while symbols.current?.isDigit == true { symbols.index += 1 }
    let compared =
      symbols.written(place..<sign) + symbols.written(digits..<symbols.index)
    let number = Symbols(compared).compact(0..<compared.unicodeScalars.count)
      .drop { "<=>".contains($0) }
    // The whole text up to the comparison becomes a group.
    let group = "{\(symbols.written(..<place))}"
    let suggestion = Suggestion(
      group + compared + symbols.written(symbols.index...),
      beginning: group + compared)
    throw error(
      .comparesTotal(digits < symbols.index ? String(number) : nil), from: place,
      suggestion: suggestion)
  }

  /// Returns the error for a number with a decimal point, which starts at an index.
  func decimal(from start: Int) -> ExpressionError {
    let end = symbols.endOfWord(from: symbols.index + 1)
    let parts = symbols.compact(start..<end).split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].count < 7, parts[0].count < 10,
      let whole = Int(parts[0]), let rest = Int("0" + parts[1])
    else { return error(.decimal, from: start, to: end) }
    var divisor = parts[1].reduce(1) { power, _ in power * 10 }
    var number = whole * divisor + rest
    for factor in [2, 5] {
      while number % factor == 0, divisor % factor == 0 {
        number /= factor
        divisor /= factor
      }
    }
    return error(
      .decimal, from: start, to: end,
      suggestion: replacing(
        start..<end, with: divisor == 1 ? String(number) : "(\(number)/\(divisor))"))
  }

  /// Returns the error for a bracketed number of dice with unsuitable outcomes.
  func unfitCount(_ fault: ExpressionError.Kind, _ bracket: Range<Int>) -> ExpressionError {
    let inside = symbols.written(bracket.lowerBound + 1..<bracket.upperBound - 1)
    let most = Expression.Limits.diceOfTerm
    let fit =
      switch fault {
      case .countOutOfRange(isLow: true, isHigh: false): "max(0,\(inside))"
      case .countOutOfRange(isLow: false, _): "min(\(most),\(inside))"
      case .countOutOfRange: "max(0,min(\(most),\(inside)))"
      default: "floor(\(inside))"
      }
    return error(
      fault, from: bracket.lowerBound, to: bracket.upperBound,
      suggestion: replacing(bracket, with: "(\(fit))"))
  }

  /// Returns the error for `(4d6,2d8)`, which other rollers read as a group.
  func listInBrackets(from start: Int) -> ExpressionError {
    let place = symbols.index
    let group = symbols.closing(of: start).map {
      replacing(start..<$0, with: "{\(symbols.written(start + 1..<$0 - 1))}")
    }
    return error(.unexpected(","), to: place + 1, suggestion: group)
  }

  /// Returns the error for anything after `6x(…)`, which may belong inside.
  func behindRepetition() -> ExpressionError {
    let end = symbols.endBefore(symbols.index) - 1
    let rest = symbols.written(symbols.index...)
    return error(
      .timesInside, to: symbols.count,
      suggestion: Suggestion("\(symbols.written(..<end))\(rest))"))
  }
}

extension String {
  /// The text without repeated letters.
  fileprivate var squeezed: String {
    reduce(into: "") { text, letter in
      if text.last != letter { text.append(letter) }
    }
  }
}
