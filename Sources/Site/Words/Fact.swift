import Games
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

/// One die, drawn by the template.
package struct Face: Fielded {
  let value: Int
  let type: DieType

  package init(value: Int, type: DieType = .d6) {
    self.value = value
    self.type = type
  }

  package static func declare(_ field: inout Fields<Face>) {
    field("glyph") { $0.type == .d6 ? $0.value.dieGlyph : nil }
    field("words") { $0.value.words }
    field("value") { $0.value }
    field("shape") { $0.type.name }
    field("isSix") { $0.type == .d6 }
  }
}
