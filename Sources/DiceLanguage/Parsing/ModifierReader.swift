/// Reads the modifiers of dice or a group, and refuses those that break a rule.
struct ModifierReader {
  var modifiers: [Modifier] = []
  var remarks: [String] = []
  /// The die; `nil` in a group.
  let die: Die?
  /// The number of dice rolled; `nil` in a group.
  let rolled: Dice.Count?
  /// The possible values of the dice so far.
  var values: PossibleValues
  /// The most dice left so far.
  var dice: Int
  /// The place of the explosion.
  var explosion: Range<Int>?
  /// The last modifier, if it keeps or drops, and its place.
  var keeping: (keep: Modifier.Keep, place: Range<Int>)?
  /// The place of the count.
  var counting: Range<Int>?

  /// Reads modifiers; the dice start at `start`, for suggestions.
  mutating func read(_ parser: inout Parser, from start: Int = 0) throws(ExpressionError) {
    while true {
      parser.symbols.skipBlanks()
      let place = parser.symbols.index
      if parser.symbols.take("[") {
        remarks.append(try parser.remark(from: place))
      } else if isForeignWord(at: place, parser) {
        return try refuseWord(from: place, parser, term: start)
      } else if let word = ModifierReader.words.first(where: { parser.symbols.take($0) }) {
        try readModifier(word, from: place, &parser, term: start)
      } else if let condition = try parser.comparison() {
        try count(condition, from: place, &parser, term: start)
      } else {
        return try refuseWord(from: place, parser, term: start)
      }
    }
  }

  private mutating func readModifier(
    _ word: String, from place: Int, _ parser: inout Parser, term: Int
  ) throws(ExpressionError) {
    let isShown = word == "s" || word == "sd"
    if let counting, !isShown, word != "f" {
      throw parser.error(
        .afterCount, from: place, suggestion: beforeCounting(counting, word, from: place, parser))
    }
    if die == nil, !isShown, !["kh", "kl", "k", "dh", "dl", "f"].contains(word) {
      throw parser.error(.notForGroups(word), from: place)
    }
    keeping = nil
    switch word {
    case "kh", "k", "kl", "dh", "dl":
      let keep = Modifier.Keep(rawValue: word) ?? .keepHighest
      let number = try parser.digits().map { Int($0) ?? .max } ?? 1
      modifiers.append(.keep(keep, number))
      dice = keep.left(number, of: dice)
      keeping = (keep, place..<parser.symbols.index)
    case "u": try unique(from: place, &parser)
    case "min", "max":
      guard let number = try parser.whole() else {
        throw parser.error(.numberExpected(word), from: place)
      }
      guard Expression.Limits.limit ~= number else {
        throw parser.error(.limitOutOfRange(word), from: place)
      }
      limit(word, number)
    case "s" where parser.symbols.current?.isDigit == true:
      // Some dice rollers mean successes.
      throw parser.unknownWord(place..<parser.symbols.endOfWord(from: place), among: [], as: ">=")
    case "s", "sd": modifiers.append(.sort(descending: word == "sd"))
    case "f": try failure(from: place, &parser)
    case "r", "ro", "ra": try reroll(word, from: place, &parser)
    default: try explode(word, from: place, &parser)
    }
  }

  /// Returns the faces that a modifier applies to: a comparison, or a bare number.
  private func condition(
    _ word: String, from place: Int, _ parser: inout Parser
  ) throws(ExpressionError) -> Condition {
    if let condition = try parser.comparison() { return condition }
    guard let number = try parser.whole() else {
      if parser.symbols.current?.isLetter == true {
        throw parser.unknownWord(
          place..<parser.symbols.endOfWord(from: place), among: ModifierReader.words)
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
    guard let die, let kind = Modifier.Explosion(rawValue: word) else { return }
    let end = parser.symbols.index
    let condition: Condition
    if let comparison = try parser.comparison() {
      condition = comparison
    } else {
      // A minus after `!` belongs to the arithmetic.
      let face = try parser.digits().map { Int($0) ?? .max } ?? die.highest
      condition = Condition(relation: .equal, number: face)
    }
    if let explosion {
      let second = place..<parser.symbols.index
      throw parser.error(
        .secondExplosion, from: place, to: end,
        suggestions: [
          parser.replacing(second, with: ""),
          parser.replacing(second, with: parser.symbols.written(second), leavingOut: explosion),
        ])
    }
    explosion = place..<parser.symbols.index
    guard kind == .once || !die.faces.allSatisfy(condition.holds) else {
      throw parser.error(.alwaysExplodes, from: place)
    }
    modifiers.append(.explode(kind, condition))
    let extras = kind == .once ? 1 : Expression.Limits.defaultCap
    if kind != .compound { dice *= extras + 1 }
    switch kind {
    case .compound: values.add(die.faces, times: extras)
    case .penetrate: values.formUnion(die.faces.map { $0 - 1 })
    case .repeatedly, .once: values.formUnion(die.faces)
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
    if reroll == .onceAndAdd { return values.add(die.faces, times: 1) }
    values.replace(
      where: condition,
      by: reroll == .once ? die.faces : die.faces.filter { !condition.holds(for: $0) })
  }

  private mutating func unique(from place: Int, _ parser: inout Parser) throws(ExpressionError) {
    guard let die else { return }
    guard dice <= Set(die.faces).count else { throw parser.error(.tooFewFaces, from: place) }
    modifiers.append(.unique)
    values.formUnion(die.faces)
  }

  private mutating func limit(_ word: String, _ number: Int) {
    let change: (Int) -> Int = word == "min" ? { max($0, number) } : { min($0, number) }
    modifiers.append(word == "min" ? .atLeast(number) : .atMost(number))
    values.change(change)
  }

  private mutating func count(
    _ condition: Condition, from place: Int, _ parser: inout Parser, term: Int
  ) throws(ExpressionError) {
    let end = parser.symbols.index
    guard counting == nil else { throw parser.error(.afterCount, from: place) }
    // A face that an earlier modifier removed is not a mistake: `1d6min3=2` is 0.
    guard values.contains(where: condition) || die?.faces.contains(where: condition.holds) == true
    else {
      let dice = parser.symbols.written(term..<place)
      let whole = parser.replacing(
        term..<end, with: "{\(dice)}\(parser.symbols.written(place..<end))")
      throw parser.error(
        .neverCounts(condition.number), from: place,
        suggestion: totalMeets(condition) ? whole : nil)
    }
    counting = place..<end
    modifiers.append(.count(condition, failing: nil))
  }

  /// Returns whether the total so far may meet the condition.
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

  private mutating func failure(from place: Int, _ parser: inout Parser) throws(ExpressionError) {
    let failing = try condition("f", from: place, &parser)
    guard let index = modifiers.lastIndex(where: { if case .count = $0 { true } else { false } }),
      case .count(let condition, nil) = modifiers[index]
    else { throw parser.error(counting != nil ? .afterCount : .failureWithoutCount, from: place) }
    if let start = counting?.lowerBound { counting = start..<parser.symbols.index }
    modifiers[index] = .count(condition, failing: failing)
  }
}
