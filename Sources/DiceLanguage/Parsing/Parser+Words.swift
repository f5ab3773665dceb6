/// Reads words on faces and in bags, and what counts them.
extension Parser {
  /// Whether braces that have just been opened hold a letter, which makes all faces words.
  var holdsWords: Bool {
    (symbols.index..<symbols.count).lazy.map { symbols[$0] }
      .prefix { !"{}()[]+".unicodeScalars.contains($0) }.contains(where: \.isLetterOfAnyScript)
  }

  /// Reads `heads,tails}` or `red*3,blue*2}`.
  mutating func words(from start: Int) throws(ExpressionError) -> WordList {
    var list = WordList()
    repeat {
      symbols.skipBlanks()
      let first = symbols.index
      let word = try word()
      if symbols.take("..") {
        try addRange(from: word, first, to: &list)
      } else {
        list.add(word, faces: symbols.take("*") ? try wordFaces() : 1)
      }
      guard list.faces <= Expression.Limits.wordFaces else {
        throw error(.wordFacesOutOfRange, from: first)
      }
      guard list.words.count <= Expression.Limits.words.upperBound else {
        throw error(.wordsOutOfRange, from: first)
      }
    } while symbols.take(",")
    guard symbols.take("}") else { throw wordsDivided() }
    guard Expression.Limits.words ~= list.words.count else {
      throw error(.wordsOutOfRange, from: start)
    }
    return list
  }

  /// Adds each number of a range such as `2..10` as a word.
  private mutating func addRange(
    from word: String, _ first: Int, to list: inout WordList
  ) throws(ExpressionError) {
    guard let low = Int(word), let high = try digits().flatMap({ Int($0) }) else {
      throw error(.wordExpected, from: first)
    }
    guard low <= high else { throw error(.rangeBackwards, from: first) }
    guard high - low < Expression.Limits.words.upperBound else {
      throw error(.wordsOutOfRange, from: first)
    }
    for number in low...high { list.add(String(number), faces: 1) }
  }

  private mutating func wordFaces() throws(ExpressionError) -> Int {
    symbols.skipBlanks()
    let start = symbols.index
    guard let digits = try digits() else { throw error(.numberExpected("*")) }
    guard let faces = Int(digits), 1...Expression.Limits.wordFaces ~= faces else {
      throw error(.wordFacesOutOfRange, from: start)
    }
    return faces
  }

  /// Reads letters, digits and single blanks between them.
  private mutating func word() throws(ExpressionError) -> String {
    let start = symbols.index
    let range = start..<symbols.endOfWordWithBlanks(from: start)
    guard !range.isEmpty, !symbols[start].isMark else {
      throw itemMissing(.wordExpected, superfluous: ",\"'\u{2018}\u{2019}\u{201C}\u{201D}")
    }
    let word = symbols.written(range).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    // A letter of some scripts has two marks; a word must not be a pile of them.
    guard word.count <= Expression.Limits.word,
      word.unicodeScalars.count <= 3 * Expression.Limits.word
    else { throw error(.wordTooLong, from: start, to: range.upperBound) }
    symbols.index = range.upperBound
    kept.append((range, word))
    return word
  }

  /// Reads a draw from a bag after its number and `from`.
  mutating func drawn(_ digits: String, _ number: Range<Int>) throws(ExpressionError) -> Dice {
    symbols.skipBlanks()
    let open = symbols.index
    kept.append((number.upperBound..<open, " from "))
    guard symbols.take("{") else {
      let rest = symbols.written(open...)
      throw error(
        .bagExpected, to: Swift.min(open + 1, symbols.count),
        suggestion: rest.isEmpty
          ? nil : Suggestion("\(symbols.written(..<open)){\(rest)}"))
    }
    let bag = try words(from: open)
    guard let count = Int(digits), 1...bag.faces ~= count else {
      throw error(
        .drawnOutOfRange(bag.faces), from: number.lowerBound, to: number.upperBound,
        suggestion: digits.allSatisfy { $0 == "0" } ? nil : replacing(number, with: "\(bag.faces)"))
    }
    try add(dice: count, from: number.lowerBound)
    return try wordTerm(.number(count), .bag(bag), bag, from: number.lowerBound)
  }

  /// Reads what follows dice with words: `=heads`, which counts them, and remarks.
  mutating func wordTerm(
    _ count: Dice.Count, _ die: Die, _ list: WordList, from start: Int
  ) throws(ExpressionError) -> Dice {
    let end = symbols.index
    var modifiers: [Modifier] = []
    var remarks: [String] = []
    while true {
      symbols.skipBlanks()
      let place = symbols.index
      if symbols.take("[") {
        remarks.append(try remark(from: place))
      } else if modifiers.isEmpty, symbols.take("=") {
        let place = try countedWord(of: list, from: place)
        modifiers = [.count(Condition(relation: .equal, number: place), failing: nil)]
      } else {
        break
      }
    }
    try refuseModifier(of: list, isCounted: !modifiers.isEmpty)
    let dice = Dice(count: count, die: die, modifiers: modifiers, remarks: remarks)
    guard modifiers.isEmpty else { return dice }
    guard takesTally, depth == 0, symbols.isAtEnd, symbols.skippingBlanks(from: 0) == start else {
      throw error(
        .tallyStandsAlone, from: start, to: end,
        suggestions: list.words.prefix(2).map { replacing(end..<end, with: "=\($0.text)") })
    }
    tally = dice
    return dice
  }

  private mutating func countedWord(
    of list: WordList, from start: Int
  ) throws(ExpressionError) -> Int {
    symbols.skipBlanks()
    let first = symbols.index
    let word = try word()
    guard let place = list.place(of: word) else {
      let words = list.words.map(\.text)
      let near = Parser.nearest(to: word, among: words).map { [$0] } ?? Array(words.prefix(2))
      throw error(
        .unknownFace(word), from: first,
        suggestions: near.map { replacing(first..<symbols.index, with: $0) })
    }
    kept[kept.count - 1].text = list.words[place].text
    return place
  }

  /// Refuses what works on numbers only.
  private func refuseModifier(of list: WordList, isCounted: Bool) throws(ExpressionError) {
    guard let current = symbols.current else { return }
    let place = symbols.index
    var rest = symbols
    let isCompared = "<=>".unicodeScalars.contains(current)
    guard isCompared || ModifierReader.words.contains(where: { rest.take($0) }) else { return }
    while let sign = rest.current, "<=>!".unicodeScalars.contains(sign) { rest.index += 1 }
    let end =
      isCompared
      ? rest.endOfWordWithBlanks(from: rest.skippingBlanks(from: rest.index))
      : rest.endOfWord(from: rest.index)
    let first = list.words.first.map { "=\($0.text)" } ?? ""
    throw error(
      .notForWords(symbols.written(place..<end)), from: place, to: end,
      suggestion: replacing(place..<end, with: isCounted ? "" : first))
  }

  // MARK: Mistakes

  /// Returns the error if a word is followed by neither a comma nor the end.
  private func wordsDivided() -> ExpressionError {
    guard let current = symbols.current else { return bracketMissing("}") }
    let sign: String
    switch current {
    case ";", "|", "/", "&", "\u{60C}", "\u{3001}", "\u{FF0C}": sign = ","
    case ":", "=": sign = "*"
    case ")", "]": sign = "}"
    case "\"", "'", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}": sign = ""
    default: return error(.wordExpected, to: symbols.index + 1)
    }
    let place = symbols.index..<symbols.index + 1
    return error(.wordExpected, to: place.upperBound, suggestion: replacing(place, with: sign))
  }
}

extension Symbols {
  /// Returns the end of a run of letters, digits and blanks between them, or `start` itself.
  func endOfWordWithBlanks(from start: Int) -> Int {
    var (index, end) = (start, start)
    while index < count, self[index].isInWords || self[index] == " " || self[index] == "\t" {
      index += 1
      if self[index - 1].isInWords { end = index }
    }
    return end
  }
}

extension Unicode.Scalar {
  fileprivate var isLetterOfAnyScript: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: false
    }
  }

  /// Whether it belongs to the letter before it.
  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark: true
    default: false
    }
  }

  fileprivate var isInWords: Bool {
    isLetterOfAnyScript || isMark || properties.generalCategory == .decimalNumber
  }
}
