/// Reads dice and their modifiers.
extension Parser {
  /// Reads the die after the letter `d`, and its modifiers.
  mutating func diceTerm(_ count: Dice.Count, from start: Int) throws(ExpressionError) -> Dice {
    let die = try die()
    let most =
      switch count {
      case .number(let number): number
      case .rolled(let node): node.bounds.highest.int ?? Expression.Limits.diceOfTerm
      }
    try add(dice: most, from: start)
    if let words = die.words { return try wordTerm(count, die, words, from: start) }
    var reader = ModifierReader(
      die: die, rolled: count, values: .listed(Set(die.faces)), dice: most)
    try reader.read(&self, from: start)
    return Dice(count: count, die: die, modifiers: reader.modifiers, remarks: reader.remarks)
  }

  private mutating func die() throws(ExpressionError) -> Die {
    symbols.skipBlanks()
    let start = symbols.index
    if symbols.take("%") { return .sides(100) }
    if symbols.take("f") { return .fudge }
    if symbols.take("{") {
      return holdsWords ? .words(try words(from: start)) : .own(try ownFaces(from: start))
    }
    guard let digits = try digits() else {
      throw error(
        .dieExpected, to: Swift.min(start + 1, symbols.count), suggestion: meantDie(at: start))
    }
    guard let sides = Int(digits), Expression.Limits.sides ~= sides else {
      throw error(.sidesOutOfRange, from: start)
    }
    return sides == 66 ? .tensAndOnes : .sides(sides)
  }

  private mutating func ownFaces(from start: Int) throws(ExpressionError) -> [Int] {
    var faces: [Int] = []
    guard !symbols.take("}") else { throw error(.facesMissing, from: start) }
    repeat {
      symbols.skipBlanks()
      let first = symbols.index
      let face = try ownFace()
      guard symbols.take("..") else {
        faces.append(face)
        continue
      }
      let last = try ownFace()
      guard face <= last else { throw error(.rangeBackwards, from: first) }
      // There are at most 2,001 faces, so the range is short even if it is refused.
      faces += face...last
    } while symbols.take(",")
    guard symbols.take("}") else { throw facesDivided(behind: faces.last) }
    guard faces.count <= Expression.Limits.ownFaces else { throw error(.tooManyFaces, from: start) }
    return faces
  }

  private mutating func ownFace() throws(ExpressionError) -> Int {
    symbols.skipBlanks()
    let start = symbols.index
    guard let face = try whole() else { throw itemMissing(.facesExpected, superfluous: "+,.") }
    guard Expression.Limits.ownFace ~= face else { throw error(.faceOutOfRange, from: start) }
    return face
  }

  /// Reads a whole number with or without a minus; returns `nil` if there is none.
  ///
  /// A number that doesn't fit becomes the largest that does, which is beyond any face.
  mutating func whole() throws(ExpressionError) -> Int? {
    let start = symbols.index
    let isNegative = symbols.take("-")
    guard let digits = try digits() else {
      symbols.index = start
      return nil
    }
    let size = Int(digits) ?? .max
    return isNegative ? -size : size
  }

  /// Reads a comparison such as `>=8`; `nil` if there is none.
  mutating func comparison() throws(ExpressionError) -> Condition? {
    symbols.skipBlanks()
    let start = symbols.index
    for relation in [Condition.Relation.atLeast, .atMost, .above, .below, .equal]
    where symbols.take(relation.rawValue) {
      guard let number = try whole() else {
        throw error(
          .numberExpected(relation.rawValue), from: start, suggestion: turned(relation, from: start)
        )
      }
      return Condition(relation: relation, number: number)
    }
    return nil
  }

  /// Returns the correction of `=>`, `=<` and `==`.
  private func turned(_ relation: Condition.Relation, from start: Int) -> Suggestion? {
    guard relation == .equal, let next = symbols.current, "<=>".unicodeScalars.contains(next)
    else { return nil }
    return replacing(start..<symbols.index + 1, with: next == "=" ? "=" : "\(next)=")
  }
}

/// Dice in other notations.
extension Parser {
  /// Returns the text with the die that was probably meant after `d`.
  fileprivate func meantDie(at start: Int) -> Suggestion? {
    guard let current = symbols.current else { return nil }
    if current == "d" || current == "-" { return replacing(start..<start + 1, with: "") }
    if let sign = Parser.foreignSigns[current] { return replacing(start..<start + 1, with: sign) }
    guard current == "(" || current == "[", let end = symbols.closing(of: start) else { return nil }
    let faces = symbols.written(start + 1..<end - 1)
    return replacing(start..<end, with: faces.contains(",") ? "{\(faces)}" : faces)
  }

  /// Returns the error if a face or a word was expected, of which some signs are no part.
  func itemMissing(_ kind: ExpressionError.Kind, superfluous: String) -> ExpressionError {
    guard let current = symbols.current else { return error(kind) }
    let place = symbols.index
    var suggestion: Suggestion?
    if superfluous.unicodeScalars.contains(current) {
      suggestion = replacing(place..<place + 1, with: "")
    } else if current == "}", case let end = symbols.endBefore(place), symbols[end - 1] == "," {
      suggestion = replacing(end - 1..<end, with: "")
    }
    return error(kind, to: place + 1, suggestion: suggestion)
  }

  /// Returns the error if a face is followed by neither a comma nor the end.
  fileprivate func facesDivided(behind face: Int?) -> ExpressionError {
    guard let current = symbols.current else { return bracketMissing("}") }
    let place = symbols.index
    let end = symbols.skippingBlanks(from: place + 1)
    let sign: String
    switch current {
    case _ where current.isDigit:
      return error(.facesExpected, to: place + 1, suggestion: replacing(place..<place, with: ","))
    case ";", "|", "/", "&": sign = ","
    case "-", ".", "\u{2013}", "\u{2026}": sign = ".."
    case ")", "]": sign = "}"
    case ":":
      // In AnyDice, `2:3` is three faces of 2.
      var rest = self
      rest.symbols.index = end
      guard let face, let text = (try? rest.digits()) ?? nil, let count = Int(text),
        1...Expression.Limits.ownFaces ~= count
      else { sign = ","; break }
      return error(
        .facesExpected, to: place + 1,
        suggestion: replacing(
          place..<rest.symbols.index, with: String(repeating: ",\(face)", count: count - 1)))
    default: return error(.facesExpected, to: place + 1)
    }
    return error(
      .facesExpected, to: place + 1, suggestion: replacing(place..<place + 1, with: sign))
  }
}
