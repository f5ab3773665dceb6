import Mustache
import Web

/// An input of a form, with its value, mistakes and limits.
///
/// `parts/input` draws it, `parts/select` if it is a choice, `parts/field` with a label, and
/// `parts/option` with its own label and hint.
package struct Input: Fielded {
  /// The name in the form, and the ID of its control.
  let name: String
  /// The text that was typed, or else the value.
  let value: String?
  /// The mistakes in it.
  let wrong: Problem.Faults?
  /// The limits of a number; a phone's number keys may lack the minus for one below 0.
  var limits: ClosedRange<Int>?
  /// The most units of UTF-16 in a text, as browsers count: a character may need two.
  var longest: Int?
  var choices: [(value: String, words: String)]
  var label, hint: String?
  /// The step of a number, whose multiples alone are valid.
  var step: Int?

  package init(
    name: String, value: String?, wrong: Problem.Faults?, limits: ClosedRange<Int>? = nil,
    longest: Int? = nil, choices: [(value: String, words: String)] = [], label: String? = nil,
    hint: String? = nil, step: Int? = nil
  ) {
    self.name = name
    self.value = value
    self.wrong = wrong
    self.limits = limits
    self.longest = longest
    self.choices = choices
    self.label = label
    self.hint = hint
    self.step = step
  }

  package static func declare(_ field: inout Fields<Input>) {
    field("name") { $0.name }
    field("value") { $0.value }
    field("wrong") { $0.wrong }
    field("lowest") { $0.limits?.lowerBound }
    field("isNegative") { $0.limits.map { $0.lowerBound < 0 } ?? false }
    field("highest") { $0.limits?.upperBound }
    field("longest") { $0.longest }
    field("label") { $0.label }
    field("hint") { $0.hint }
    field("step") { $0.step }
    field.rows("choices", { $0.choices }) { choice in
      choice("value") { $0.value }
      choice("words") { $0.words }
      choice("isChosen") { $0.value == $1.value }
    }
  }
}

extension FieldsWithin {
  /// Declares an input of a form, named like the field unless it has its own name.
  ///
  /// It shows the value, or what was typed if the form was refused for a problem.
  package mutating func input<Value: CustomStringConvertible>(
    _ name: StaticString, named ownName: StaticString? = nil, value: (Item) -> Value?,
    in problem: (Item) -> Problem?, limits: (Item) -> ClosedRange<Int>? = { _ in nil },
    longest: Int? = nil, choices: (Item) -> [(value: String, words: String)] = { _ in [] },
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    self(name, file: file, line: line, column: column) { item in
      let name = (ownName ?? name).description
      let problem = problem(item)
      let limits = limits(item)
      let faults = problem?[name]
      let typed = faults?.mistakes.first?.input
      // A number's control can't show other text, so it is left empty.
      let isUnreadable = limits != nil && typed != nil
      return Input(
        name: name,
        value: isUnreadable
          ? nil
          : typed ?? problem?.form?[name]?.shownAgain ?? value(item)?.description,
        wrong: faults, limits: limits, longest: longest, choices: choices(item))
    }
  }
}

/// An option of a form's list.
package struct ChoiceWord: Fielded {
  /// The value that the form sends.
  package let value: String
  /// The text in the list.
  package let words: String
  package var isChosen = false

  package init(value: String, words: String, isChosen: Bool = false) {
    self.value = value
    self.words = words
    self.isChosen = isChosen
  }

  package static func declare(_ field: inout Fields<ChoiceWord>) {
    field("value") { $0.value }
    field("words") { $0.words }
    field("isChosen") { $0.isChosen }
  }
}

/// A number as typed into a form, before any rule has checked it.
package struct TypedNumber: Equatable {
  /// The number rounded down, in `-1_000_000_000...1_000_000_000`.
  package let number: Int
  /// Whether the typed number had a fraction.
  package let wasRounded: Bool

  /// Reads `25`, `-5`, `7.5`, `1e3`.
  /// - Returns: `nil` for any other text.
  package init?(_ text: String) {
    let isPlain = text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
    guard isPlain, 1...64 ~= text.utf8.count, let value = Double(text) else { return nil }
    let whole = value.rounded(.down)
    number = Int(min(max(whole, -1e9), 1e9))
    wasRounded = whole != value
  }
}
