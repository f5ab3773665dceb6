/// The text of an expression as symbols, in lower case and with one kind of minus and times sign.
struct Symbols {
  private let text: String
  private let scalars: [Unicode.Scalar]
  /// The start of each symbol in the text and the end of the last, in UTF-8 bytes.
  private let offsets: [Int]
  var index = 0

  /// Reads no further than the limit, so that a hostile 100 KB costs nothing.
  init(checking text: String) throws(ExpressionError) {
    let rest = text.unicodeScalars.dropFirst(Expression.Limits.text)
    guard rest.isEmpty else {
      let start = text.utf8.distance(from: text.startIndex, to: rest.startIndex)
      throw ExpressionError(.tooLong, at: start..<text.utf8.count)
    }
    self.init(text)
  }

  init(_ text: String) {
    self.text = text
    var offsets = [0]
    scalars = text.unicodeScalars.map { scalar in
      offsets.append(offsets[offsets.count - 1] + UTF8.width(scalar))
      switch scalar {
      case "\u{2212}": return "-"
      case "\u{D7}": return "*"
      case "\u{A0}": return " "
      case "A"..."Z": return Unicode.Scalar(UInt8(scalar.value + 32))
      default: return scalar
      }
    }
    self.offsets = offsets
  }

  var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }
  var isAtEnd: Bool { index >= scalars.count }
  var count: Int { scalars.count }

  subscript(index: Int) -> Unicode.Scalar { scalars[index] }

  /// Whether the current symbol joins its neighbours, as in some emoji.
  var joinsSymbols: Bool {
    current == "\u{200D}" && index > 0 && index + 1 < count && scalars[index - 1].isPlain
      && scalars[index - 1] != "[" && scalars[index + 1].isPlain && scalars[index + 1] != "]"
  }

  mutating func skipBlanks() {
    while current == " " || current == "\t" { index += 1 }
  }

  /// Skips blanks and then this sign or word; returns `false` if it isn't there.
  mutating func take(_ word: String) -> Bool {
    skipBlanks()
    let end = index + word.unicodeScalars.count
    guard end <= scalars.count, word.unicodeScalars.elementsEqual(scalars[index..<end]) else {
      return false
    }
    index = end
    return true
  }

  /// Returns the range of symbols in UTF-8 bytes.
  func place(_ range: Range<Int>) -> Range<Int> {
    offsets[range.lowerBound]..<offsets[range.upperBound]
  }

  func written(_ range: some RangeExpression<Int>) -> String {
    String(decoding: Array(text.utf8)[place(range.relative(to: scalars))], as: UTF8.self)
  }

  /// Returns the end of the run of letters and digits at an index.
  func endOfWord(from start: Int) -> Int {
    scalars[start...].firstIndex { !$0.isLetter && !$0.isDigit } ?? scalars.count
  }

  /// Returns the run of letters at an index.
  func letters(from start: Int) -> String {
    String(String.UnicodeScalarView(scalars[start...].prefix(while: \.isLetter)))
  }

  /// Returns the first index from `start` on that isn't a blank.
  func skippingBlanks(from start: Int) -> Int {
    scalars[start...].firstIndex { $0 != " " && $0 != "\t" } ?? scalars.count
  }

  /// Returns the end of the text before an index, without trailing blanks.
  func endBefore(_ end: Int) -> Int {
    (scalars[..<end].lastIndex { $0 != " " && $0 != "\t" } ?? -1) + 1
  }

  /// Returns the start of the bracket that closes just before an index, or `nil` if there is none.
  func opening(before end: Int) -> Int? {
    let pairs: [Unicode.Scalar: Unicode.Scalar] = [")": "(", "}": "{", "]": "["]
    var open: [Unicode.Scalar] = []
    for index in (0..<end).reversed() {
      if let pair = pairs[scalars[index]] {
        open.append(pair)
      } else if scalars[index] == open.last {
        open.removeLast()
      }
      if open.isEmpty { return index == end - 1 ? nil : index }
    }
    return nil
  }

  /// Returns the index after the matching closing bracket; `nil` if there is none.
  func closing(of start: Int) -> Int? {
    (start + 1..<scalars.count + 1).first { opening(before: $0) == start }
  }

  /// Returns the symbols of a range without blanks, except in `s dl1`, which isn't `sd`.
  func compact(_ range: Range<Int>) -> String {
    var text = ""
    var isRemark = false
    for (index, scalar) in zip(range, scalars[range]) {
      if scalar == "[" { isRemark = true }
      if isRemark {
        text += written(index..<index + 1)
      } else if scalar == "f" && text.unicodeScalars.last == "d" {
        text += "F"
      } else if scalar == " " || scalar == "\t" {
        let next = scalars[index..<range.upperBound].first { $0 != " " && $0 != "\t" }
        if text.unicodeScalars.last == "s" && next == "d" { text += " " }
      } else {
        text.unicodeScalars.append(scalar)
      }
      if scalar == "]" { isRemark = false }
    }
    return text
  }
}

extension Unicode.Scalar {
  var isLetter: Bool { "a"..."z" ~= self }
  var isDigit: Bool { "0"..."9" ~= self }

  /// Whether it is visible and doesn't affect the text around it.
  package var isPlain: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    default: true
    }
  }
}
