import Mustache

/// An entry of a list to choose from.
struct ChoiceWord: Fielded {
  /// As the form sends it.
  let value: String
  let words: String
  let isChosen: Bool

  static func declare(_ field: inout Fields<ChoiceWord>) {
    field("value") { $0.value }
    field("words") { $0.words }
    field("isChosen") { $0.isChosen }
  }
}
