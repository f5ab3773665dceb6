import BigInt

extension Expression {
  /// Reads an expression; `work` limits the effort.
  ///
  /// Case matters only in words. Blanks, including U+00A0, separate; U+2212 is a minus and U+00D7 a
  /// times sign.
  ///
  /// - Throws: an `ExpressionError` for the first rule of the language that the text breaks.
  package init(parsing text: String, _ work: Work = .forReading()) throws(ExpressionError) {
    var parser = Parser(symbols: try Symbols(checking: text), work: work)
    self = try parser.expression()
  }
}

/// Reads an expression by recursive descent; `Parser+Dice.swift` reads dice and their modifiers.
struct Parser {
  var symbols: Symbols
  /// The budget for checks that compute outcomes.
  let work: Work
  /// The budget for guesses, and the number of mistakes that may still be corrected.
  var guesses = Guesses()
  var mends = 6
  /// Whether the whole expression may be a tally of words instead of a number.
  var takesTally = false
  /// The dice, if they make a tally.
  var tally: Dice?
  /// The parts of the text to keep rather than to write in lower case without blanks, in order.
  var kept: [(place: Range<Int>, text: String)] = []
  var depth = 0
  /// The number of dice in all terms so far.
  var dice = 0
  /// The remarks, which are only allowed after dice and at the end of the text.
  var remarks: [String] = []

  mutating func expression() throws(ExpressionError) -> Expression {
    symbols.skipBlanks()
    guard !symbols.isAtEnd else { throw ExpressionError(.empty, at: 0..<0) }
    let times = try times()
    let root = try sum()
    if times != nil, !symbols.take(")") { throw bracketMissing(")") }
    while symbols.take("[") { remarks.append(try remark(from: symbols.index - 1)) }
    guard symbols.isAtEnd else { throw times == nil ? unexpected() : behindRepetition() }
    guard dice * (times ?? 1) <= Expression.Limits.dice else {
      throw error(.tooManyDice, from: 0, to: symbols.count)
    }
    return Expression(text: text, times: times, root: root, remarks: remarks)
  }

  /// The text in lower case without blanks, except in words.
  private var text: String {
    var (text, end) = ("", 0)
    for part in kept {
      text += symbols.compact(end..<part.place.lowerBound) + part.text
      end = part.place.upperBound
    }
    return text + symbols.compact(end..<symbols.count)
  }

  /// Reads `6x(`, which is only allowed at the start of the whole expression.
  private mutating func times() throws(ExpressionError) -> Int? {
    let start = symbols.index
    guard let digits = try digits() else { return nil }
    guard symbols.take("x") else {
      symbols.index = start
      return nil
    }
    guard let times = Int(digits), Expression.Limits.times ~= times else {
      throw error(.timesOutOfRange, from: start, to: start + digits.count)
    }
    guard symbols.take("(") else {
      let rest = symbols.written(symbols.index...)
      throw error(
        .timesNeedsBrackets, from: start,
        suggestion: rest.isEmpty ? nil : Suggestion("\(times)x(\(rest))"))
    }
    try enter(from: symbols.index - 1)
    return times
  }

  // MARK: Arithmetic

  private mutating func sum() throws(ExpressionError) -> Node {
    var left = try product()
    while true {
      if symbols.take("+") {
        left = .operation(.add, left, try product())
      } else if symbols.take("-") {
        left = .operation(.subtract, left, try product())
      } else {
        return left
      }
    }
  }

  private mutating func product() throws(ExpressionError) -> Node {
    var left = try operand()
    while true {
      if symbols.take("*") {
        left = .operation(.multiply, left, try operand())
      } else if symbols.take("/") {
        symbols.skipBlanks()
        let start = symbols.index
        let divisor = try operand()
        if try checked(divisor.canBeZero(work), from: start) {
          throw error(.divisionByZero, from: start)
        }
        left = .operation(.divide, left, divisor)
      } else {
        return left
      }
    }
  }

  private mutating func operand() throws(ExpressionError) -> Node {
    symbols.skipBlanks()
    let start = symbols.index
    guard let first = symbols.current, !"+*/),}".unicodeScalars.contains(first) else {
      throw operandMissing()
    }
    let node: Node
    switch first {
    case "-":
      symbols.index += 1
      try enter(from: start)
      node = .negative(try operand())
      depth -= 1
      return node
    case "(":
      symbols.index += 1
      node = try bracket(from: start)
    case "{":
      symbols.index += 1
      node = .group(try group(from: start))
    case "d" where !isWord(at: start):
      symbols.index += 1
      node = .dice(try diceTerm(.number(1), from: start))
    case _ where first.isDigit: node = try number()
    case _ where first.isLetter: node = try function()
    default: throw unexpected()
    }
    try refuseComparison(from: start)
    return node
  }

  private mutating func bracket(from start: Int) throws(ExpressionError) -> Node {
    try enter(from: start)
    let node = try sum()
    guard symbols.take(")") else {
      throw symbols.current == "," ? listInBrackets(from: start) : bracketMissing(")")
    }
    depth -= 1
    let end = symbols.index
    guard symbols.take("d") else { return node }
    let fault = try checked(node.diceCountFault(work), from: start)
    if let fault { throw unfitCount(fault, start..<end) }
    return .dice(try diceTerm(.rolled(node), from: start))
  }

  private mutating func number() throws(ExpressionError) -> Node {
    let start = symbols.index
    guard let digits = try digits() else { throw unexpected() }
    if symbols.current == "." {
      throw decimal(from: start)
    }
    let end = symbols.index
    symbols.skipBlanks()
    if !isWord(at: symbols.index), symbols.take("d") {
      guard let count = Int(digits), 1...Expression.Limits.diceOfTerm ~= count else {
        throw error(.diceOutOfRange, from: start, to: end)
      }
      return .dice(try diceTerm(.number(count), from: start))
    }
    if symbols.take("x") { throw error(.timesInside, from: start) }
    if symbols.take("from") { return .dice(try drawn(digits, start..<end)) }
    symbols.index = end
    return .number(Rational(BigInt(digits) ?? 0))
  }

  private mutating func function() throws(ExpressionError) -> Node {
    let start = symbols.index
    let end = symbols.endOfWord(from: start)
    guard let function = Node.Function(rawValue: symbols.compact(start..<end)) else {
      throw unknownOperand(start..<end)
    }
    symbols.index = end
    guard symbols.take("(") else { throw valuesMissing(of: function, start..<end) }
    try enter(from: start)
    var values = [try sum()]
    while symbols.take(",") {
      guard function.takesSeveral else {
        throw error(.oneValueExpected(function.rawValue), from: symbols.index - 1)
      }
      values.append(try sum())
    }
    guard symbols.take(")") else { throw bracketMissing(")") }
    depth -= 1
    return .function(function, values)
  }

  private mutating func group(from start: Int) throws(ExpressionError) -> Group {
    try enter(from: start)
    var members = [try sum()]
    while symbols.take(",") { members.append(try sum()) }
    guard symbols.take("}") else { throw bracketMissing("}") }
    depth -= 1
    var reader = ModifierReader(die: nil, rolled: nil, values: .unknown, dice: members.count)
    try reader.read(&self)
    return Group(members: members, modifiers: reader.modifiers, remarks: reader.remarks)
  }

  // MARK: Limits

  private mutating func enter(from start: Int) throws(ExpressionError) {
    depth += 1
    guard depth <= Expression.Limits.nesting else { throw error(.tooDeep, from: start) }
  }

  mutating func add(dice count: Int, from start: Int) throws(ExpressionError) {
    dice += count
    guard dice <= Expression.Limits.dice else { throw error(.tooManyDice, from: start) }
  }

  /// Runs a check that computes outcomes, and reports if it takes too much work.
  func checked<Answer>(
    _ check: @autoclosure () throws(TooMuchWork) -> Answer, from start: Int
  ) throws(ExpressionError) -> Answer {
    do throws(TooMuchWork) {
      return try check()
    } catch {
      throw self.error(.tooMuchWork, from: start)
    }
  }

  // MARK: Small parts

  /// Reads digits, which blanks never join; returns `nil` if there are none.
  mutating func digits() throws(ExpressionError) -> String? {
    symbols.skipBlanks()
    let start = symbols.index
    while symbols.current?.isDigit == true { symbols.index += 1 }
    guard symbols.index > start else { return nil }
    guard symbols.index - start <= Expression.Limits.digits else {
      throw error(.numberTooLong, from: start)
    }
    return symbols.compact(start..<symbols.index)
  }

  /// Reads the text up to the bracket that ends the remark.
  mutating func remark(from start: Int) throws(ExpressionError) -> String {
    let first = symbols.index
    while let current = symbols.current, current != "]" {
      guard current.isPlain || symbols.joinsSymbols else { throw unexpected() }
      symbols.index += 1
    }
    guard !symbols.isAtEnd else {
      throw error(
        .remarkOpen, from: start, suggestion: Suggestion(symbols.written(0..<symbols.count) + "]"))
    }
    let remark = symbols.written(first..<symbols.index)
    symbols.index += 1
    guard remark.contains(where: { !$0.isWhitespace }) else {
      throw error(.remarkEmpty, from: start, suggestion: replacing(start..<symbols.index, with: ""))
    }
    guard remark.count <= Expression.Limits.remark else { throw error(.remarkTooLong, from: start) }
    symbols.skipBlanks()
    return remark
  }
}
