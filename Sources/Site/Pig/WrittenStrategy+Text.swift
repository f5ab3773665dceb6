import Games

/// A text that isn't a strategy, with its mistake.
package struct StrategyMistake: Error, Equatable {
  package let sentence: String
}

extension WrittenStrategy.Form {
  /// The name of the form, as people write it.
  package var name: String {
    switch self {
    case .holdAt: "hold at"
    case .fourNumbers: "four numbers"
    case .table: "table"
    }
  }
}

extension WrittenStrategy {
  /// The strategy in a file or a download: `hold at 20`, or `four numbers 25 20 18 10`.
  package var text: String { ([form.name] + numbers.map(String.init)).joined(separator: " ") }

  /// Reads a strategy as people write it; the numbers alone suffice.
  ///
  /// Examples: `hold at 20`, `Hold-at-20`, `four numbers: 25, 20, 18, 10`.
  package init(text: String) throws(StrategyMistake) {
    let text = text.lowercased()
    let words = text.prefix { !$0.isNumber }.split { !$0.isLetter }.joined(separator: " ")
    // The hyphen of `hold-at-20` isn't a sign, but that of `hold at -20` is.
    let start = text.firstIndex(where: \.isNumber) ?? text.endIndex
    let hasSign = text[..<start].last == "-" && text[..<start].dropLast().last?.isLetter != true
    let numbers = ((hasSign ? "-" : "") + text[start...])
      .split { " \t\r,;".contains($0) }.map { Int($0) }
    let form =
      Form.allCases.first { $0.name == words }
      ?? Form.allCases.first { words.isEmpty && $0.limits.count == numbers.count }
    guard let form else { throw StrategyMistake(sentence: WrittenStrategy.unknown) }
    guard numbers.count == form.limits.count else {
      let needed = form.limits.count.counted("number", "numbers")
      throw StrategyMistake(sentence: "\(form.name) needs \(needed), not \(numbers.count)")
    }
    for (place, limits) in form.limits.enumerated() {
      guard let number = numbers[place], limits ~= number else {
        throw StrategyMistake(
          sentence: "number \(place + 1) must be a whole number from \(limits.words)")
      }
    }
    do throws(PigRefusal) {
      try self.init(form, numbers.compactMap(\.self))
    } catch {
      throw StrategyMistake(sentence: WrittenStrategy.unknown)
    }
  }

  private static let unknown =
    "write hold at and a number, four numbers and those, or table and 25 numbers"
}
