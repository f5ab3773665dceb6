import Mustache
import Web

/// An input of a form: what stands in it, what is wrong with that, and its limits.
///
/// `parts/input` draws it, `parts/select` if it is a choice, and `parts/field` with a label.
struct Input: Fielded {
  /// Its name in the form, and the id of its control.
  let name: String
  /// What was typed, or else the value.
  let value: String?
  /// The mistake in it, as a sentence.
  let wrong: String?
  /// Of a number.
  var limits: ClosedRange<Int>?
  /// The most characters of a text.
  var longest: Int?
  /// What can be chosen, each with its words.
  var choices: [(value: String, words: String)] = []

  static func declare(_ field: inout Fields<Input>) {
    field("name") { $0.name }
    field("value") { $0.value }
    field("wrong") { $0.wrong }
    field("lowest") { $0.limits?.lowerBound }
    field("highest") { $0.limits?.upperBound }
    field("longest") { $0.longest }
    field.rows("choices", { $0.choices }) { choice in
      choice("value") { $0.value }
      choice("words") { $0.words }
      choice("isChosen") { $0.value == $1.value }
    }
  }
}

extension FieldsWithin {
  /// Declares an input of a form, by the field's name unless it has one of its own.
  ///
  /// It shows the value, or what was typed if the form was refused because of a problem.
  mutating func input<Value: CustomStringConvertible>(
    _ name: StaticString, named ownName: StaticString? = nil, value: (Item) -> Value?,
    in problem: (Item) -> Problem?, limits: (Item) -> ClosedRange<Int>? = { _ in nil },
    longest: Int? = nil, choices: (Item) -> [(value: String, words: String)] = { _ in [] },
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    self(name, file: file, line: line, column: column) { item in
      let name = (ownName ?? name).description
      let problem = problem(item)
      let limits = limits(item)
      let mistake = problem?[name]
      // A number's control can't show other text, so it is left empty.
      let isUnreadable = limits != nil && mistake?.input != nil
      return Input(
        name: name,
        value: isUnreadable
          ? nil
          : mistake?.input ?? problem?.form?[name]?.shownAgain ?? value(item)?.description,
        wrong: mistake?.sentence, limits: limits, longest: longest, choices: choices(item))
    }
  }
}
