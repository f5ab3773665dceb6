import Mustache

/// An option of a form's list.
struct ChoiceWord: Fielded {
  /// What the form sends.
  let value: String
  let words: String
  var isChosen = false

  static func declare(_ field: inout Fields<ChoiceWord>) {
    field("value") { $0.value }
    field("words") { $0.words }
    field("isChosen") { $0.isChosen }
  }
}
