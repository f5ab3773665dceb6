import Mustache

/// A fact with its label.
struct Fact: Fielded {
  let label: String
  let value: String

  static func declare(_ field: inout Fields<Fact>) {
    field("label") { $0.label }
    field("value") { $0.value }
  }
}
