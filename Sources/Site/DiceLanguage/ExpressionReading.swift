import DiceLanguage

/// The meanings of expressions in plain words.
extension RollExpression {
  package var reading: String { reading(cap: Expression.Limits.defaultCap) }

  /// Returns the meaning as `Expression.reading(cap:)`.
  package func reading(cap: Int) -> String {
    switch self {
    case .number(let expression): expression.reading(cap: cap)
    case .tally(let tally): tally.reading
    }
  }
}

extension TallyExpression {
  /// The meaning: `toss 4 coins and count each word`.
  package var reading: String {
    let remarks = (dice.remarks + remarks).map { " (\($0))" }.joined()
    let isOne = dice.count == .number(1)
    return dice.sentence + (isOne ? "" : " and count each word") + remarks
  }
}

extension Expression {
  /// The meaning: `roll 4 six-sided dice, drop the lowest, add 2`.
  package var reading: String {
    let text = root.reading
    let remarks = remarks.map { " (\($0))" }.joined()
    guard let times else { return text + remarks }
    return "\(times) times, each on its own: \(text)" + remarks
  }

  /// Whether dice and numbers are just added, so that no reading is needed.
  package var justAddsUp: Bool { times == nil && root.justAddsUp }

  /// Returns the meaning for exact odds, which limit extra dice: `…, at most 100 extra dice a die`.
  ///
  /// `cap` is the most extra dice of one die.
  package func reading(cap: Int) -> String {
    guard root.endsExtras else { return reading }
    return "\(reading), at most \(cap.counted("extra die", "extra dice")) a die"
  }
}

extension Node {
  /// Whether its dice explode until the cap.
  fileprivate var endsExtras: Bool {
    switch self {
    case .number: return false
    case .operation(_, let left, let right): return left.endsExtras || right.endsExtras
    case .negative(let node): return node.endsExtras
    case .group(let group): return group.members.contains(where: \.endsExtras)
    case .function(_, let values): return values.contains(where: \.endsExtras)
    case .dice(let dice):
      if case .rolled(let node) = dice.count, node.endsExtras { return true }
      return dice.modifiers.contains {
        if case .explode(let kind, _) = $0 { kind != .once } else { false }
      }
    }
  }

  fileprivate var justAddsUp: Bool {
    switch self {
    case .number: return true
    case .operation(.add, let left, let right): return left.justAddsUp && right.justAddsUp
    case .operation(.subtract, let left, .number): return left.justAddsUp
    case .dice(let dice): return dice.justAddUp
    case .operation, .negative, .group, .function: return false
    }
  }

  /// The actions in order, as a sentence without a full stop.
  fileprivate var reading: String {
    switch self {
    case .number(let number): return "the number \(number)"
    case .negative(.number(let number)): return "the number \u{2212}\(number)"
    case .operation(.add, let left, let right): return "\(left.reading), add \(right.amount)"
    case .operation(.subtract, let left, let right):
      return "\(left.reading), subtract \(right.amount)"
    case .operation(.multiply, .dice(let one), .dice(let other))
    where one == other && one.count == .number(1) && one.justAddUp && one.remarks.isEmpty:
      return "multiply two \(one.die.words(isOne: false))"
    case .operation(.multiply, .dice(let one), .dice(let other))
    where one.justAddUp && other.justAddUp:
      return "\(one.reading("multiply ")) by \(other.reading(""))"
    case .operation(.multiply, .number(let number), let right):
      if case .number = right { return "\(number) times \(right.amount)" }
      return "\(right.reading), multiply by \(number)"
    case .operation(.multiply, let left, let right):
      return "\(left.reading), multiply by \(right.amount)"
    case .operation(.divide, let left, let right):
      return "\(left.reading), divide by \(right.amount)"
    case .dice(let dice): return dice.sentence
    case .group(let group): return group.reading
    case .negative(let node): return "take the negative of \(node.amount)"
    case .function(let function, let values):
      let amounts = values.map(\.amount)
      switch function {
      case .floor: return "round \(amounts[0]) down"
      case .ceil: return "round \(amounts[0]) up"
      case .round: return "round \(amounts[0]) to the nearest whole number, halves up"
      case .abs: return "take \(amounts[0]) without its sign"
      case .min: return "take the lowest of \(amounts.listed())"
      case .max: return "take the highest of \(amounts.listed())"
      }
    }
  }

  /// The value as a part of a sentence.
  private var amount: String {
    switch self {
    case .number(let number): number.description
    case .negative(.number(let number)): "\u{2212}\(number)"
    case .operation(.multiply, .number(let number), let node),
      .operation(.multiply, let node, .number(let number)):
      "\(number) times \(node.amount)"
    case .dice(let dice):
      dice.isRolled || dice.die.words != nil ? "(\(reading))" : dice.reading("")
    default: "(\(reading))"
    }
  }
}

extension Dice {
  /// Whether the number of dice is rolled.
  fileprivate var isRolled: Bool { if case .rolled = count { true } else { false } }

  fileprivate var justAddUp: Bool {
    switch (count, die) {
    case (.number, .sides), (.number, .fudge): modifiers.isEmpty
    default: false
    }
  }

  fileprivate var sentence: String {
    guard case .rolled(let node) = count else { return reading("roll ") }
    // `roll 1 four-sided die, then that many six-sided dice`
    if case .dice = node, die.words == nil { return "\(node.reading), then \(reading(""))" }
    return "\(node.reading), then \(reading("roll "))"
  }

  /// Returns the meaning after this verb.
  fileprivate func reading(_ verb: String) -> String {
    let number: String
    var isOne = false
    switch count {
    case .number(let count):
      number = String(count)
      isOne = count == 1
    case .rolled: number = "that many"
    }
    let remarks = remarks.map { " (\($0))" }.joined()
    if let words = die.words {
      let start = die.reading(words, number: number, isOne: isOne)
      guard case .count(let condition, _) = modifiers.first else { return start }
      return "\(start) and count the \(die.text(of: condition.number).isolated)\(remarks)"
    }
    let steps = modifiers.map { $0.reading(of: isOne ? "die" : "dice") }
    return (["\(verb)\(number) \(die.words(isOne: isOne))"] + steps).joined(separator: ", ")
      + remarks
  }
}

extension Die {
  fileprivate func words(isOne: Bool) -> String {
    let noun = isOne ? "die" : "dice"
    switch self {
    case .sides(let sides):
      return 1...20 ~= sides ? "\(sides.words)-sided \(noun)" : "\(sides)-sided \(noun)"
    case .fudge: return "Fudge \(noun) (−1, 0 or 1)"
    case .tensAndOnes: return "d66 (two six-sided dice read as tens and ones, 11 to 66)"
    case .own(let faces):
      return
        "\(noun) with the \(faces.count == 1 ? "face" : "faces") \(Die.words(faces).listed())"
    case .words, .bag: return noun
    }
  }

  /// Returns the meaning for words: `toss 4 coins`, `draw 3 from 3 red and 2 blue without …`.
  fileprivate func reading(_ list: WordList, number: String, isOne: Bool) -> String {
    let isEven = list.faces == list.words.count
    let isLong = list.words.count > 12
    if case .bag = self {
      let all =
        isLong
        ? ["\(list.faces.groupedText) with \(list.words.count) different words"]
        : list.words.map { "\($0.faces.groupedText) \($0.text.isolated)" }
      return "draw \(number) from \(all.listed()) without putting any back"
    }
    if isEven, Set(list.words.map { $0.text.lowercased() }) == ["heads", "tails"] {
      return "toss \(number) \(isOne ? "coin" : "coins")"
    }
    let faces = list.words.map { word in
      isEven
        ? word.text.isolated
        : "\(word.text.isolated) (\(word.faces.groupedText) of \(list.faces.groupedText))"
    }
    let noun = isOne ? "die" : "dice"
    return isLong
      ? "roll \(number) \(noun) with \(list.words.count) different words"
      : "roll \(number) \(noun) with the faces \(faces.listed())"
  }

  /// Returns the word or number on a face.
  package func text(of value: Int) -> String { word(of: value) ?? value.signedText }

  /// Returns each face, or `1 to 66` for a long row.
  private static func words(_ faces: [Int]) -> [String] {
    let rows = faces.reduce(into: [ClosedRange<Int>]()) { rows, face in
      if let last = rows.last, face == last.upperBound + 1 {
        rows[rows.count - 1] = last.lowerBound...face
      } else {
        rows.append(face...face)
      }
    }
    return rows.flatMap { row in
      row.count < 5
        ? row.map(\.signedText)
        : ["\(row.lowerBound.signedText) to \(row.upperBound.signedText)"]
    }
  }
}

extension Group {
  fileprivate var reading: String {
    let start =
      members.count == 1
      ? members[0].reading
      : "work out "
        + members.enumerated().map { index, node in "(\(index + 1)) \(node.reading)" }.listed()
    var left = members.count
    var isSum = true
    for modifier in modifiers {
      switch modifier {
      case .keep(.keepHighest, let number), .keep(.keepLowest, let number): left = min(left, number)
      case .keep(_, let number): left -= min(left, number)
      case .count: isSum = false
      default: break
      }
    }
    let steps =
      modifiers.map { $0.reading(of: "totals") } + (isSum && left > 1 ? ["add them up"] : [])
    let remarks = remarks.map { " (\($0))" }.joined()
    return start + (steps.isEmpty ? "" : ", then " + steps.joined(separator: ", ")) + remarks
  }
}
