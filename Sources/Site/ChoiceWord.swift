import Mustache

/// A choice in a list, such as an HTML `<option>`.
struct ChoiceWord: Fielded {
  /// What the form sends.
  let value: String
  let words: String
  let isChosen: Bool

  static func declare(_ field: inout Fields<ChoiceWord>) {
    field("value") { $0.value }
    field("words") { $0.words }
    field("isChosen") { $0.isChosen }
  }
}
