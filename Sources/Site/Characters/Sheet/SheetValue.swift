import Games
import Mustache

/// A value on the record sheet with its label, and how it comes about.
struct SheetValue: Fielded {
  let label, value: String
  let whys: [Derivation]

  init(_ label: String, _ value: String, why: Derivation...) {
    self.label = label
    self.value = value
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
    SheetValue(label, "\(number.value)-in-6", why: Derivation(number))
  }

  static func declare(_ field: inout Fields<SheetValue>) {
    field("label") { $0.label }
    field("value") { $0.value }
    field("isDerived") { !$0.whys.isEmpty }
    field("whys") { $0.whys }
  }
}

/// How a number comes about, part by part.
struct Derivation: Fielded {
  /// Which of two numbers it is; `nil` where there is one.
  let heading: String?
  let number: Derived

  init(_ number: Derived, _ heading: String? = nil) {
    self.number = number
    self.heading = heading
  }

  static func declare(_ field: inout Fields<Derivation>) {
    field("heading") { $0.heading }
    field("parts") { why in
      why.number.parts.enumerated().map { DerivationPart(part: $1, isBase: $0 == 0) }
    }
    field("sum") { why in
      why.number.parts.count > 1 ? why.number.value.groupedText : nil
    }
  }
}

/// A line of a derivation: an amount, where it comes from, and the rule.
struct DerivationPart: Fielded {
  let part: Derived.Part
  let isBase: Bool

  static func declare(_ field: inout Fields<DerivationPart>) {
    field("amount") {
      $0.isBase ? $0.part.amount.groupedText : $0.part.amount.modifierText
    }
    field("origin") { $0.part.origin.words.origin }
    field("rule") { $0.part.origin.words.rule }
  }
}
