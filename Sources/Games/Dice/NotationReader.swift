/// Reads a dice expression part by part; `DieStructure+Notation.swift` has the grammar.
struct NotationReader {
  private let scalars: [Unicode.Scalar]
  private var index = 0

  init(_ scalars: [Unicode.Scalar]) {
    self.scalars = scalars
    skipBlanks()
  }

  /// Reads the number of dice, one if it is left out.
  mutating func totalDice() throws(NotationError) -> Int {
    guard let first = current else { throw NotationError(.empty, at: 1) }
    if isDie(first) { return 1 }
    // A negative number of dice is reported as out of range, not as a wrong sign.
    guard !isMinus(first) else { throw NotationError(.diceOutOfRange, at: index + 1) }
    guard digit != nil else { throw unexpected(first) }
    return try number(in: DieStructure.diceLimits, else: .diceOutOfRange)
  }

  /// Reads the letter `d` and the number of sides, or a percent sign for 100.
  mutating func type() throws(NotationError) -> DieType {
    guard let letter = current else { throw NotationError(.dieExpected, at: index + 1) }
    guard isDie(letter) else { throw unexpected(letter) }
    advance()
    if current == "%" {
      advance()
      return .d100
    }
    let position = index + 1
    if let current, digit == nil { throw unexpected(current) }
    guard let type = DieType(rawValue: digits()) else {
      throw NotationError(.sidesUnknown, at: position)
    }
    return type
  }

  /// Reads the sign and the number up to the end of the text; returns 0 if there is none.
  mutating func modifier() throws(NotationError) -> Int {
    guard let sign = current else { return 0 }
    guard sign == "+" || isMinus(sign) else { throw unexpected(sign) }
    advance()
    guard let first = current else { throw NotationError(.modifierExpected, at: index + 1) }
    guard digit != nil else { throw unexpected(first) }
    let size = try number(
      in: 0...DieStructure.modifierLimits.upperBound, else: .modifierOutOfRange)
    if let current { throw unexpected(current) }
    return sign == "+" ? size : -size
  }

  private mutating func number(
    in limits: ClosedRange<Int>, else rule: NotationError.Rule
  ) throws(NotationError) -> Int {
    let position = index + 1
    let number = digits()
    guard limits ~= number else { throw NotationError(rule, at: position) }
    return number
  }

  /// Reads a number, 0 if there is none.
  ///
  /// It stops growing at 1,000, so that no row of digits overflows.
  private mutating func digits() -> Int {
    var number = 0
    while let digit {
      number = min(number * 10 + digit, 1_000)
      index += 1
    }
    skipBlanks()
    return number
  }

  private var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  /// The value of the ASCII digit at this place.
  private var digit: Int? {
    guard let current, "0"..."9" ~= current else { return nil }
    return Int(current.value) - 48
  }

  private mutating func advance() {
    index += 1
    skipBlanks()
  }

  private mutating func skipBlanks() {
    while current == " " || current == "\t" { index += 1 }
  }

  private func isDie(_ scalar: Unicode.Scalar) -> Bool { scalar == "d" || scalar == "D" }

  private func isMinus(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "-" || scalar == "\u{2212}"
  }

  private func unexpected(_ scalar: Unicode.Scalar) -> NotationError {
    NotationError(.unexpected(scalar), at: index + 1)
  }
}
