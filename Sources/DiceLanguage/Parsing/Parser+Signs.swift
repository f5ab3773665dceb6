/// Foreign signs, and misplaced remarks.
extension Parser {
  /// Other dice rollers' spellings of the language's signs.
  static let foreignSigns: [Unicode.Scalar: String] = {
    var signs: [Unicode.Scalar: String] = [
      ";": ",", ":": "/", "&": "+", "\u{F7}": "/", "\u{2215}": "/", "\u{2044}": "/",
      "\u{2217}": "*", "\u{B7}": "*", "\u{22C5}": "*", "\u{2022}": "*", "\u{2013}": "-",
      "\u{2014}": "-", "\u{2265}": ">=", "\u{2264}": "<=",
    ]
    // Full-width forms, as East Asian keyboards type them.
    for sign in UInt32(0x21)...0x7E {
      guard let wide = Unicode.Scalar(sign + 0xFEE0), let plain = Unicode.Scalar(sign) else {
        continue
      }
      signs[wide] = String(plain)
    }
    return signs
  }()

  /// Returns the error for a sign that has no meaning here.
  func unexpectedSign(_ current: Unicode.Scalar) -> ExpressionError {
    let start = symbols.index
    let place = start..<start + 1
    let isBetweenDigits =
      start > 0 && symbols[start - 1].isDigit && start + 1 < symbols.count
      && symbols[start + 1].isDigit
    let kind = ExpressionError.Kind.unexpected(symbols.written(place))
    switch current {
    case "." where isBetweenDigits: return error(.decimal, to: start + 1)
    case ",":
      let group = Suggestion("{\(symbols.written(0..<symbols.count))}")
      return error(kind, to: start + 1, suggestion: group, otherwise: without(place))
    case "|": return error(kind, to: start + 1, suggestion: replacing(place, with: "+"))
    case "#", "\\":
      return error(kind, to: start + 1, otherwise: comment(from: start) + without(place))
    default:
      return error(
        kind, to: start + 1,
        suggestion: Parser.foreignSigns[current].map { replacing(place, with: $0) },
        otherwise: without(place) + remark(inside: start) + withoutBeginning())
    }
  }

  /// Returns the text without a decorative sign, unless that would join two numbers.
  private func without(_ place: Range<Int>) -> [Suggestion] {
    let sign = symbols[place.lowerBound]
    let isDecoration =
      ",.;:?!%)}]'\"`~_$@&|\\#\u{2018}\u{2019}\u{201C}\u{201D}".unicodeScalars.contains(sign)
      || sign.properties.generalCategory == .otherSymbol
    let joins =
      place.lowerBound > 0 && symbols[place.lowerBound - 1].isDigit
      && place.upperBound < symbols.count && symbols[place.upperBound].isDigit
    return isDecoration && !joins ? [replacing(place, with: "")] : []
  }

  /// Returns the error for a misplaced remark: before the dice, or in other brackets.
  func misplacedRemark() -> ExpressionError {
    let start = symbols.index
    var suggestions: [Suggestion] = []
    if symbols.endBefore(start) == 0, let end = symbols.closing(of: start) {
      let remark = symbols.written(start..<end)
      suggestions = [
        Suggestion(symbols.written(end...) + remark),
        Suggestion(symbols.written(start...).filter { $0 != "[" && $0 != "]" }),
      ]
    }
    return error(.remarkMisplaced, to: start + 1, otherwise: suggestions)
  }

  /// Returns the rest as a remark, without its leading signs.
  func comment(from start: Int) -> [Suggestion] {
    let words = symbols.written(start...).drop { "#/\\ ".contains($0) }
    guard words.contains(where: \.isLetter), !words.contains(where: { "[]".contains($0) }) else {
      return []
    }
    return [Suggestion("\(symbols.written(..<start))[\(words)]")]
  }

  /// Text in brackets or quotes as a remark.
  func remark(inside start: Int) -> [Suggestion] {
    let ends: [Unicode.Scalar: Unicode.Scalar] = [
      "(": ")", "{": "}", "\"": "\"", "'": "'", "\u{201C}": "\u{201D}",
    ]
    guard let end = ends[symbols[start]],
      let last = (start + 1..<symbols.count).first(where: { symbols[$0] == end }),
      case let words = symbols.written(start + 1..<last), words.areWords
    else { return [] }
    return [replacing(start..<last + 1, with: "[\(words)]")]
  }

  /// Returns the words up to the next sign as a remark.
  func remark(ofWordsFrom start: Int) -> [Suggestion] {
    let end = (start..<symbols.count).first { index in
      !symbols[index].properties.isAlphabetic
        && !" '\u{2019}".unicodeScalars.contains(symbols[index])
    }
    guard end != start else { return [] }
    let range = start..<symbols.endBefore(end ?? symbols.count)
    let isApart = start > 0 && symbols[start - 1] == " "
    // It's neither a function nor a modifier with its number.
    let behind = symbols.skippingBlanks(from: range.upperBound)
    let next = behind < symbols.count ? symbols[behind] : " "
    guard isApart || range.count > 3, next != "(", !next.isDigit,
      symbols.written(range).areWords
    else { return [] }
    return [replacing(range, with: "[\(symbols.written(range))]")]
  }
}

extension String {
  fileprivate var areWords: Bool {
    contains(where: \.isLetter) && allSatisfy { $0.isLetter || " '\u{2019}-".contains($0) }
  }
}
