import BigInt
import DiceLanguage

/// A roll of an expression as stored in the history.
struct RollRecord: Equatable, Packed {
  /// The number of dice above which only faces are counted.
  static let diceLimit = 60

  /// The expression as `Expression.text`.
  let expression: String
  /// The total as `Rational.description`: `7`, `-7/2`; a tally as people read it.
  let total: String
  /// The count of each word; `nil` if the total is a number.
  let tally: [Int]?
  /// The name of each term's die if it has words, otherwise empty; no names if none has.
  let wordDice: [String]
  /// The rounds: one, or as many as `6x(…)` says.
  let rounds: [Round]
  /// The count of each face, if there are too many dice to keep.
  let faces: FaceCounts?

  struct Round: Equatable {
    let total: String
    /// The dice of each term; empty if only faces are counted.
    let terms: [[Die]]
  }

  struct Die: Equatable {
    let value: Int
    let isDropped: Bool
  }

  /// Creates the record of a roll of `expression`, as `Expression.text`.
  init(of expression: String, _ roll: RollResult) {
    self.expression = expression
    total = roll.outcome
    tally = if case .tally(let roll) = roll { roll.tally } else { nil }
    let dice = roll.dice
    let isLarge = dice.count > RollRecord.diceLimit
    let rounds = roll.rounds
    let names = rounds[0].terms.map { $0.term.die.words == nil ? "" : $0.term.die.name }
    wordDice = names.allSatisfy(\.isEmpty) ? [] : isLarge ? Array(Set(names)).sorted() : names
    // Words and numbers, or words of several kinds of dice, aren't counted together.
    let counted = wordDice.count > 1 ? dice.filter { $0.die.words == nil } : dice
    faces = isLarge ? FaceCounts(counted.map(\.value)) : nil
    self.rounds = rounds.map { round in
      let terms = isLarge ? [] : round.terms
      return Round(
        total: round.outcome,
        terms: terms.map { $0.dice.map { Die(value: $0.value, isDropped: $0.isDropped) } })
    }
  }

  /// The dice that are kept, left to right, each with its word.
  var dice: [(die: Die, word: String?)] {
    rounds.flatMap { round in
      round.terms.enumerated().flatMap { term, dice in
        let words = words(ofTerm: term)
        return dice.map { ($0, words?[$0.value]) }
      }
    }
  }

  /// Returns the words that a term's values stand for; `nil` if they are numbers.
  func words(ofTerm term: Int) -> WordList? {
    wordDice.indices ~= term ? WordList(ofDie: wordDice[term]) : nil
  }

  /// The count of each face, as people read it; `nil` if each die is kept.
  var faceRows: [(face: String, row: FaceCounts.Row)]? {
    let words = wordDice.count == 1 ? WordList(ofDie: wordDice[0]) : nil
    return faces?.rows.map { (words?[$0.faces.lowerBound]?.isolated ?? $0.text, $0) }
  }

  func pack(into packer: inout Packer) {
    packer.put(1, expression)
    packer.put(2, total)
    packer.put(3, rounds)
    if let faces { packer.put(4, faces) }
    if let tally { packer.put(5, tally) }
    for name in wordDice { packer.put(6, name) }
  }

  init?(_ fields: PackedFields) {
    guard let expression = fields.text(1), let total = fields.text(2),
      let rounds: [Round] = fields.values(3), !rounds.isEmpty
    else { return nil }
    self.expression = expression
    self.total = total
    self.rounds = rounds
    faces = fields.value(4)
    tally = fields.numbers(5)
    wordDice = fields.texts(6)
  }
}

/// The counts of faces among many dice.
struct FaceCounts: Equatable, Packed {
  /// The most rows; if there are more faces, neighbours share one.
  private static let limit = 60

  struct Row: Equatable {
    let faces: ClosedRange<Int>
    let count: Int
  }

  /// The rows in ascending order.
  let rows: [Row]

  init(_ faces: [Int]) {
    var counts: [Int: Int] = [:]
    for face in faces { counts[face, default: 0] += 1 }
    let width =
      roundSizes().first { width in
        Set(counts.keys.map { $0.rounded(downTo: width) }).count <= FaceCounts.limit
      } ?? 1
    let lows = Dictionary(
      counts.map { ($0.key.rounded(downTo: width), $0.value) }, uniquingKeysWith: +)
    rows = lows.sorted { $0.key < $1.key }.map {
      Row(faces: $0.key...$0.key + width - 1, count: $0.value)
    }
  }

  fileprivate init(rows: [Row]) { self.rows = rows }

  func pack(into packer: inout Packer) {
    packer.put(1, rows.first?.faces.count ?? 1)
    packer.put(2, rows.flatMap { [$0.faces.lowerBound.zigzag, $0.count] })
  }

  init?(_ fields: PackedFields) {
    guard let width = fields.number(1), 1...1 << 48 ~= width, let numbers = fields.numbers(2),
      numbers.count.isMultiple(of: 2)
    else { return nil }
    self.init(
      rows: stride(from: 0, to: numbers.count, by: 2).map {
        let low = Int(zigzag: numbers[$0])
        return Row(faces: low...low &+ (width - 1), count: numbers[$0 + 1])
      })
  }
}

extension Int {
  /// Returns the largest multiple of a width that isn't above the number.
  func rounded(downTo width: Int) -> Int {
    let rest = self % width
    return self - (rest < 0 ? rest + width : rest)
  }

  /// A non-negative number that is small if this one is near zero, for lists of such numbers.
  ///
  /// - Precondition: the magnitude is less than 2⁶⁰.
  var zigzag: Int { self < 0 ? -2 * self - 1 : 2 * self }

  init(zigzag: Int) { self = zigzag & 1 == 1 ? -(zigzag >> 1) - 1 : zigzag >> 1 }
}

extension RollRecord.Round: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, total)
    for term in terms {
      packer.put(2, term.map { $0.value.zigzag << 1 | ($0.isDropped ? 1 : 0) })
    }
  }

  init?(_ fields: PackedFields) {
    guard let total = fields.text(1), let terms = fields.lists(2) else { return nil }
    self.total = total
    self.terms = terms.map { numbers in
      numbers.map { .init(value: Int(zigzag: $0 >> 1), isDropped: $0 & 1 == 1) }
    }
  }
}

extension Rational {
  /// Reads a number of any length as `description` writes it.
  init?(packed text: String) {
    let parts = text.split(separator: "/")
    guard 1...2 ~= parts.count, let numerator = BigInt(parts[0]),
      let denominator = parts.count == 2 ? BigInt(parts[1]) : 1, denominator > 0
    else { return nil }
    self.init(numerator, over: denominator)
  }
}
