/// Errors, and what was probably meant.
extension Parser {
  /// The error for whatever stands where an operator or the end was expected.
  func unexpected() -> ExpressionError {
    guard let current = symbols.current else { return error(.unfinished) }
    let start = symbols.index
    if current == "[" { return error(.remarkMisplaced, to: start + 1) }
    if current.isLetter && !startsOperand(at: start) {
      return unknownWord(
        from: start, to: symbols.endOfWord(from: start),
        among: ModifierReader.words + Node.Function.allCases.map(\.rawValue))
    }
    if start > 0, current.isDigit || current.isLetter || current == "(" || current == "{" {
      let end = Swift.max(symbols.endOfWord(from: start), start + 1)
      // `2(1d6)` is a product to whoever writes it.
      return error(
        .operatorMissing, to: end,
        suggestion: replacing(start..<start, with: current == "(" ? "*" : "+"))
    }
    if current == "," {
      return error(
        .unexpected(","), to: start + 1,
        suggestion: Suggestion("{\(symbols.written(0..<symbols.count))}"))
    }
    return error(
      .unexpected(symbols.written(start..<start + 1)), to: start + 1,
      suggestion: Parser.foreignSigns[current].map { replacing(start..<start + 1, with: $0) })
  }

  /// What others write for signs of the language.
  private static let foreignSigns: [Unicode.Scalar: String] = [
    ";": ",", ":": "/", "\u{F7}": "/", "\u{2215}": "/", "\u{2217}": "*", "\u{2013}": "-",
  ]

  /// The error where a number, dice or a bracket was expected, and not even a minus stands.
  func operandMissing() -> ExpressionError {
    guard let current = symbols.current else { return error(.operandMissing) }
    let end = symbols.index + 1
    guard "+*/".unicodeScalars.contains(current) else { return error(.operandMissing, to: end) }
    // `3++3`, `2**3`: the sign too many goes.
    return error(
      .operandMissing, to: end, suggestion: replacing(symbols.index..<end, with: ""))
  }

  /// Whether a die or a function begins here.
  func startsOperand(at start: Int) -> Bool {
    let word = symbols.compact(start..<symbols.endOfWord(from: start))
    if Node.Function(rawValue: word) != nil { return true }
    return symbols[start] == "d" && start + 1 < symbols.count
      && (symbols[start + 1].isDigit || symbols[start + 1] == "%" || symbols[start + 1] == "f")
  }

  func bracketMissing(_ bracket: String) -> ExpressionError {
    guard symbols.isAtEnd else { return unexpected() }
    return error(
      .unfinished, suggestion: Suggestion(symbols.written(0..<symbols.count) + bracket))
  }

  /// `words` is what could stand here.
  func unknownWord(from start: Int, to end: Int, among words: [String]) -> ExpressionError {
    let known = knownWord(from: start, to: end, among: words)
    var suggestions = known.map { [replacing(start..<end, with: $0.word + $0.digits)] } ?? []
    if let known, symbols[start] == "x", !known.digits.isEmpty {
      suggestions.append(replacing(start..<end, with: "*\(known.digits)"))
    }
    return error(
      .unknownWord(symbols.written(start..<end)), from: start, to: end, suggestions: suggestions)
  }

  /// The word that was probably meant, and the digits in it; `words` is what could stand here.
  func knownWord(
    from start: Int, to end: Int, among words: [String]
  ) -> (word: String, digits: String)? {
    let run = symbols.compact(start..<end)
    let letters = String(run.filter { !$0.isNumber })
    let single = letters.squeezed
    let known =
      words.first { $0 == letters } ?? ModifierReader.foreign[letters]
      ?? words.first { $0 == single } ?? ModifierReader.foreign[single]
      ?? Parser.nearest(to: letters, among: words)
    let digits = run.split { !$0.isNumber }
    // Digits of two numbers never make one.
    guard let known, digits.count <= 1 else { return nil }
    // A comparison counts without a word before it.
    let isCompared = end < symbols.count && "<=>".unicodeScalars.contains(symbols[end])
    return (known == ">=" && isCompared ? "" : known, digits.joined())
  }

  /// The most similar word: the same letters in another order, or at most two changes away.
  private static func nearest(to word: String, among words: [String]) -> String? {
    if let other = words.first(where: { $0.sorted() == word.sorted() }) { return other }
    let near = words.map { (word: $0, distance: distance(Array($0), Array(word))) }
      .min { $0.distance < $1.distance }
    guard let near, near.distance <= Swift.min(2, Swift.max(1, word.count - 1)),
      near.word.contains(where: word.contains)
    else { return nil }
    return near.word
  }

  /// How many letters to add, remove or replace (Wagner and Fischer, JACM 21, 1974).
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

  /// Refuses a comparison behind a total, where it would compare that.
  mutating func refuseComparison(from start: Int) throws(ExpressionError) {
    symbols.skipBlanks()
    let place = symbols.index
    guard let current = symbols.current, "<=>".unicodeScalars.contains(current) else { return }
    while let current = symbols.current, "<=> -".unicodeScalars.contains(current) {
      symbols.index += 1
    }
    let digits = symbols.index
    while symbols.current?.isDigit == true { symbols.index += 1 }
    let number = symbols.compact(place..<symbols.index).drop { "<=>".contains($0) }
    // The whole text up to the comparison becomes a group.
    let group = "{\(symbols.written(0..<place))}"
    let suggestion = Suggestion(
      group + symbols.written(place..<symbols.count),
      beginning: group + symbols.written(place..<symbols.index))
    throw error(
      .comparesTotal(digits < symbols.index ? String(number) : nil), from: place,
      suggestion: suggestion)
  }
}

extension String {
  /// With each letter that stands several times in a row once.
  fileprivate var squeezed: String {
    reduce(into: "") { text, letter in
      if text.last != letter { text.append(letter) }
    }
  }
}
