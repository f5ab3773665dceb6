import BigInt
import DiceLanguage

/// A roll of an expression as the history keeps it.
struct RollRecord: Equatable {
  /// Of more dice than this only the faces are counted.
  static let diceLimit = 60

  /// As `Expression.text` has it.
  let expression: String
  /// As `Rational.description` has it: `7`, `-7/2`.
  let total: String
  /// One, or as many as `6x(…)` says.
  let rounds: [Round]
  /// How often each face came, if there are too many dice to keep.
  let faces: FaceCounts?

  struct Round: Equatable {
    let total: String
    /// Empty if only faces are counted.
    let terms: [[Die]]
  }

  struct Die: Equatable {
    let value: Int
    let isDropped: Bool
  }

  init(of expression: Expression, _ roll: ExpressionRoll) {
    self.expression = expression.text
    total = roll.total.description
    let dice = roll.dice
    let isLarge = dice.count > RollRecord.diceLimit
    faces = isLarge ? FaceCounts(dice.map(\.value)) : nil
    rounds = roll.rounds.map { round in
      let terms = isLarge ? [] : round.terms
      return Round(
        total: round.total.description,
        terms: terms.map { $0.dice.map { Die(value: $0.value, isDropped: $0.isDropped) } })
    }
  }

  /// All dice that are kept, left to right.
  var dice: [Die] { rounds.flatMap { $0.terms.joined() } }
}

/// How often each face came among many dice.
struct FaceCounts: Equatable {
  /// The most rows; if there are more faces, neighbours share one.
  private static let limit = 60

  struct Row: Equatable {
    let faces: ClosedRange<Int>
    let count: Int
  }

  /// In ascending order.
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
}

extension Int {
  /// The largest multiple of a width that isn't above the number.
  func rounded(downTo width: Int) -> Int {
    let rest = self % width
    return self - (rest < 0 ? rest + width : rest)
  }
}

// MARK: Storage

extension RollRecord: Packed {
  func pack(into packer: inout Packer) {
    packer.put(1, expression)
    packer.put(2, total)
    packer.put(3, rounds)
    if let faces { packer.put(4, faces) }
  }

  init?(_ fields: PackedFields) {
    guard let expression = fields.text(1), let total = fields.text(2),
      let rounds: [Round] = fields.values(3), !rounds.isEmpty
    else { return nil }
    self.expression = expression
    self.total = total
    self.rounds = rounds
    faces = fields.value(4)
  }
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

extension FaceCounts: Packed {
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
  /// A number that isn't negative, small if this one is near zero, for lists of such numbers.
  ///
  /// - Precondition: the magnitude is less than 2⁶⁰.
  var zigzag: Int { self < 0 ? -2 * self - 1 : 2 * self }

  init(zigzag: Int) { self = zigzag & 1 == 1 ? -(zigzag >> 1) - 1 : zigzag >> 1 }
}

extension Rational {
  /// A number as `description` writes it, of any length.
  init?(packed text: String) {
    let parts = text.split(separator: "/")
    guard 1...2 ~= parts.count, let numerator = BigInt(parts[0]),
      let denominator = parts.count == 2 ? BigInt(parts[1]) : 1, denominator > 0
    else { return nil }
    self.init(numerator, over: denominator)
  }
}
