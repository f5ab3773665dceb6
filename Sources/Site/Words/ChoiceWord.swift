import Mustache

/// An option of a form's list.
package struct ChoiceWord: Fielded {
  /// What the form sends.
  package let value: String
  /// What the list shows.
  package let words: String
  /// Whether it is the one that was chosen.
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
