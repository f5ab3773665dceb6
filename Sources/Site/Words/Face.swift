import Games
import Mustache

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
