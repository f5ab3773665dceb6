import Mustache

/// A fact with its label.
package struct Fact: Fielded {
  package let label: String
  package let value: String

  package init(label: String, value: String) {
    self.label = label
    self.value = value
  }

  package static func declare(_ field: inout Fields<Fact>) {
    field("label") { $0.label }
    field("value") { $0.value }
  }
}
