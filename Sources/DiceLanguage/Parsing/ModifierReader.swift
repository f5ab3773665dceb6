/// Reads the modifiers of dice or of a group, and refuses those that break a rule.
struct ModifierReader {
  /// Every word, longer ones before those that they begin with.
  static let words = [
    "kh", "kl", "k", "dh", "dl", "!!", "!p", "!o", "!", "ro", "ra", "r", "u", "min", "max", "sd",
    "s", "f",
  ]
  /// What other rollers call the same.
  static let foreign = [
    "x": "!", "xo": "!o", "rr": "r", "cs": ">=", "cf": "f", "sa": "s", "d": "dl", "adv": "kh",
    "dis": "kl", "e": "!", "mi": "min", "ma": "max", "keep": "kh", "drop": "dl", "p": "!p",
  ]

  private(set) var modifiers: [Modifier] = []
  private(set) var remarks: [String] = []
  /// `nil` in a group.
  private let die: Die?
  /// How many dice are rolled; `nil` in a group.
  private let rolled: Dice.Count?
  /// What dice may show by now.
  private var values: Values
  /// The most dice that are left by now.
  private var dice: Int
  private var hasExploded = false
  private var hasCounted = false

  /// Faces one by one or, where they are too many to list, their bounds.
  private enum Values {
    case listed(Set<Int>)
    case bounds(ClosedRange<Int>)
    case unknown

    func contains(where condition: Condition) -> Bool {
      switch self {
      case .listed(let values): values.contains(where: condition.holds)
      case .bounds(let bounds):
        condition.relation == .equal
          ? bounds.contains(condition.number)
          : condition.holds(for: bounds.lowerBound) || condition.holds(for: bounds.upperBound)
      case .unknown: true
      }
    }
  }

  /// `most` is the most dice that are rolled.
  init(die: Die, count: Dice.Count, most: Int) {
    self.die = die
    rolled = count
    dice = most
    values = .listed(Set(die.faces))
  }

  init(group members: Int) {
    die = nil
    rolled = nil
    dice = members
    values = .unknown
  }

  /// `start` is where the dice begin, for a suggestion.
  mutating func read(_ parser: inout Parser, from start: Int = 0) throws(ExpressionError) {
    while true {
      parser.symbols.skipBlanks()
      let place = parser.symbols.index
      if parser.symbols.take("[") {
        remarks.append(try parser.remark(from: place))
      } else if let word = ModifierReader.words.first(where: { parser.symbols.take($0) }) {
        try readModifier(word, from: place, &parser, term: start)
      } else if let condition = try parser.comparison() {
        try count(condition, from: place, &parser, term: start)
      } else {
        return try refuseWord(from: place, parser)
      }
    }
  }

  /// Refuses letters that stand directly behind a modifier, as a part of the same word.
  private func refuseWord(from place: Int, _ parser: Parser) throws(ExpressionError) {
    guard place < parser.symbols.count, parser.symbols[place].isLetter else { return }
    // `2d6 d8` lacks a sign between two dice.
    if parser.startsOperand(at: place), parser.symbols[place - 1] == " " { return }
    if let torn = tornWord(at: place, parser) { throw torn }
    var start = place
    while start > 0,
      parser.symbols[start - 1].isLetter || parser.symbols[start - 1].isDigit
    {
      start -= 1
    }
    let end = parser.symbols.endOfWord(from: place)
    // `4d6k3h`: the word begins behind the die.
    let word = parser.symbols.compact(start..<end)
    let dieEnd = lastDieEnd(in: word)
    start += dieEnd
    let known = ModifierReader.words
    if start < place, case let whole = parser.unknownWord(from: start, to: end, among: known),
      whole.suggestion != nil
    {
      throw whole
    }
    throw parser.unknownWord(from: place, to: end, among: known)
  }

  /// The error for a word that blanks tear apart, such as `k h3`, of which a part begins here.
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
        case let error = parser.unknownWord(
          from: range.lowerBound, to: range.upperBound, among: [String(letters)]),
        error.suggestion != nil
      {
        return error
      }
    }
    return nil
  }

  /// The length of `4d6` or `d20` at the beginning of a word, 0 if there is none.
  private func lastDieEnd(in word: String) -> Int {
    let scalars = Array(word.unicodeScalars)
    guard let letter = scalars.firstIndex(of: "d"), letter + 1 < scalars.count,
      scalars[..<letter].allSatisfy(\.isDigit), scalars[letter + 1].isDigit
    else { return 0 }
    return scalars[(letter + 1)...].firstIndex { !$0.isDigit } ?? scalars.count
  }

  private mutating func readModifier(
    _ word: String, from place: Int, _ parser: inout Parser, term: Int
  ) throws(ExpressionError) {
    let isShown = word == "s" || word == "sd"
    guard !hasCounted || isShown || word == "f" else {
      throw parser.error(.afterCount, from: place)
    }
    if die == nil, !isShown, !["kh", "kl", "k", "dh", "dl", "f"].contains(word) {
      throw parser.error(.notForGroups(word), from: place)
    }
    switch word {
    case "kh", "k", "kl", "dh", "dl":
      let keep = Modifier.Keep(rawValue: word) ?? .keepHighest
      let number = try parser.digits().map { Int($0) ?? .max } ?? 1
      modifiers.append(.keep(keep, number))
      switch keep {
      case .keepHighest, .keepLowest: dice = min(dice, number)
      case .dropHighest, .dropLowest: dice = max(0, dice - number)
      }
    case "u": try unique(from: place, &parser)
    case "min", "max":
      guard let number = try parser.whole() else {
        throw parser.error(.numberExpected(word), from: place)
      }
      guard Expression.Limits.limit ~= number else {
        throw parser.error(.limitOutOfRange(word), from: place)
      }
      limit(word, number)
    case "s", "sd": modifiers.append(.sort(descending: word == "sd"))
    case "f": try failure(from: place, &parser)
    case "r", "ro", "ra": try reroll(word, from: place, &parser)
    default: try explode(word, from: place, &parser)
    }
  }

  /// The faces that a modifier is about: a comparison, or a bare number.
  private func condition(
    _ word: String, from place: Int, _ parser: inout Parser
  ) throws(ExpressionError) -> Condition {
    if let condition = try parser.comparison() { return condition }
    guard let number = try parser.whole() else {
      if parser.symbols.current?.isLetter == true {
        throw parser.unknownWord(
          from: place, to: parser.symbols.endOfWord(from: place), among: ModifierReader.words)
      }
      throw parser.error(
        .numberExpected(word), from: place,
        suggestion: parser.replacing(parser.symbols.index..<parser.symbols.index, with: "1"))
    }
    return Condition(relation: .equal, number: number)
  }

  private mutating func explode(
    _ word: String, from place: Int, _ parser: inout Parser
  ) throws(ExpressionError) {
    guard let die, let explosion = Modifier.Explosion(rawValue: word) else { return }
    guard !hasExploded else { throw parser.error(.secondExplosion, from: place) }
    hasExploded = true
    let condition: Condition
    if let comparison = try parser.comparison() {
      condition = comparison
    } else {
      // A minus behind `!` belongs to the arithmetic.
      let face = try parser.digits().map { Int($0) ?? .max } ?? die.highest
      condition = Condition(relation: .equal, number: face)
    }
    guard explosion == .once || !die.faces.allSatisfy(condition.holds) else {
      throw parser.error(.alwaysExplodes, from: place)
    }
    modifiers.append(.explode(explosion, condition))
    let extras = explosion == .once ? 1 : Expression.Limits.usualCap
    if explosion != .compound { dice *= extras + 1 }
    switch explosion {
    case .compound: addToValues(times: extras)
    case .penetrate: addValues(die.faces.map { $0 - 1 })
    case .repeatedly, .once: addValues(die.faces)
    }
  }

  private mutating func reroll(
    _ word: String, from place: Int, _ parser: inout Parser
  ) throws(ExpressionError) {
    guard let die, let reroll = Modifier.Reroll(rawValue: word) else { return }
    let condition = try condition(word, from: place, &parser)
    guard reroll != .untilItStops || !die.faces.allSatisfy(condition.holds) else {
      throw parser.error(.neverStopsRerolling, from: place)
    }
    modifiers.append(.reroll(reroll, condition))
    if reroll == .onceAndAdd { return addToValues(times: 1) }
    guard case .listed(let before) = values else { return addValues(die.faces) }
    guard before.contains(where: condition.holds) else { return }
    let fresh = reroll == .once ? die.faces : die.faces.filter { !condition.holds(for: $0) }
    values = .listed(before.filter { !condition.holds(for: $0) }.union(fresh))
  }

  private mutating func unique(
    from place: Int, _ parser: inout Parser
  ) throws(ExpressionError) {
    guard let die else { return }
    guard dice <= Set(die.faces).count else { throw parser.error(.tooFewFaces, from: place) }
    modifiers.append(.unique)
    addValues(die.faces)
  }

  private mutating func limit(_ word: String, _ number: Int) {
    let change: (Int) -> Int = word == "min" ? { max($0, number) } : { min($0, number) }
    modifiers.append(word == "min" ? .atLeast(number) : .atMost(number))
    switch values {
    case .listed(let before): values = .listed(Set(before.map(change)))
    case .bounds(let bounds):
      values = .bounds(change(bounds.lowerBound)...change(bounds.upperBound))
    case .unknown: break
    }
  }

  private mutating func count(
    _ condition: Condition, from place: Int, _ parser: inout Parser, term: Int
  ) throws(ExpressionError) {
    let end = parser.symbols.index
    guard !hasCounted else { throw parser.error(.afterCount, from: place) }
    guard values.contains(where: condition) else {
      let dice = parser.symbols.compact(term..<place)
      let whole = parser.replacing(
        term..<end, with: "{\(dice)}\(parser.symbols.compact(place..<end))")
      throw parser.error(
        .neverCounts(condition.number), from: place,
        suggestion: totalMeets(condition) ? whole : nil)
    }
    hasCounted = true
    modifiers.append(.count(condition, failing: nil))
  }

  /// Whether what the dice come to by now may meet the condition.
  private func totalMeets(_ condition: Condition) -> Bool {
    guard let die, let rolled else { return true }
    let bounds = Node.dice(Dice(count: rolled, die: die, modifiers: modifiers, remarks: [])).bounds
    let number = Rational(condition.number)
    return switch condition.relation {
    case .atLeast: bounds.highest >= number
    case .above: bounds.highest > number
    case .atMost: bounds.lowest <= number
    case .below: bounds.lowest < number
    case .equal: bounds.lowest <= number && number <= bounds.highest
    }
  }

  private mutating func failure(
    from place: Int, _ parser: inout Parser
  ) throws(ExpressionError) {
    let failing = try condition("f", from: place, &parser)
    guard let index = modifiers.lastIndex(where: { if case .count = $0 { true } else { false } }),
      case .count(let condition, nil) = modifiers[index]
    else {
      throw parser.error(hasCounted ? .afterCount : .failureWithoutCount, from: place)
    }
    modifiers[index] = .count(condition, failing: failing)
  }

  private mutating func addValues(_ more: [Int]) {
    switch values {
    case .listed(let before): values = .listed(before.union(more))
    case .bounds(let bounds):
      values = .bounds(
        min(bounds.lowerBound, more.min() ?? 0)...max(bounds.upperBound, more.max() ?? 0))
    case .unknown: break
    }
  }

  /// Adds so many faces to each value.
  private mutating func addToValues(times: Int) {
    guard let die, let low = die.faces.min() else { return }
    let bounds: ClosedRange<Int>
    switch values {
    case .listed(let before): bounds = (before.min() ?? 0)...(before.max() ?? 0)
    case .bounds(let before): bounds = before
    case .unknown: return
    }
    values = .bounds(
      bounds.lowerBound + min(0, low * times)...bounds.upperBound + max(0, die.highest * times))
  }
}
