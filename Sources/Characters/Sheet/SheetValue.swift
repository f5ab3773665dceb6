import Games
import Mustache
import Site

/// A value on the record sheet with its label, and how it comes about.
struct SheetValue: Fielded {
  let label, value: String
  /// What stands small beside the value: `[17]`, `of 7`.
  let aside: String?
  /// Of six, those that succeed.
  private(set) var chance: Int?
  let whys: [Derivation]

  init(_ label: String, _ value: String, aside: String? = nil, why: Derivation...) {
    self.label = label
    self.value = value
    self.aside = aside
    whys = why
  }

  /// A plus or minus on a roll.
  static func signed(_ label: String, _ number: Derived) -> SheetValue {
    SheetValue(label, number.value.modifierText, why: Derivation(number))
  }

  static func plain(_ label: String, _ number: Derived) -> SheetValue {
    SheetValue(label, number.value.groupedText, why: Derivation(number))
  }

  static func inSix(_ label: String, _ number: Derived) -> SheetValue {
    var value = SheetValue(label, "\(number.value)-in-6", why: Derivation(number))
    value.chance = number.value
    return value
  }

  static func declare(_ field: inout Fields<SheetValue>) {
    field("label") { $0.label }
    field("value") { $0.value }
    field("aside") { $0.aside }
    // Each of the six is 13 wide, as drawn.
    field("chance") { $0.chance.map { $0 * 13 } }
    field.rows("whys", { $0.whys }) { why in
      why("heading") { $0.heading }
      why.rows("parts", { Array($0.number.parts.enumerated()) }) { part in
        part("amount") {
          $0.offset == 0 ? $0.element.amount.groupedText : $0.element.amount.modifierText
        }
        part("origin") { $0.element.origin.words.origin }
        part("rule") { $0.element.origin.words.rule }
      }
      why("sum") { $0.number.parts.count > 1 ? $0.number.value.groupedText : nil }
    }
  }
}

/// How a number comes about, part by part.
struct Derivation {
  /// Which of two numbers it is; `nil` where there is one.
  let heading: String?
  let number: Derived

  init(_ number: Derived, _ heading: String? = nil) {
    self.number = number
    self.heading = heading
  }
}
