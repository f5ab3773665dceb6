import Games
import Mustache

/// A value of the record sheet under its label, and where it comes from.
struct SheetFact: Fielded {
  let label, value: String
  let whys: [SheetWhy]

  init(_ label: String, _ value: String, why: SheetWhy...) {
    self.label = label
    self.value = value
    whys = why
  }

  /// A plus or minus on a roll.
  static func signed(_ label: String, _ number: Derived) -> SheetFact {
    SheetFact(label, Modifier.signed(number.value), why: SheetWhy(number))
  }

  static func plain(_ label: String, _ number: Derived) -> SheetFact {
    SheetFact(label, number.value.groupedText, why: SheetWhy(number))
  }

  static func inSix(_ label: String, _ number: Derived) -> SheetFact {
    SheetFact(label, "\(number.value)-in-6", why: SheetWhy(number))
  }

  static func declare(_ field: inout Fields<SheetFact>) {
    field("label") { $0.label }
    field("value") { $0.value }
    field("isDerived") { !$0.whys.isEmpty }
    field("whys") { $0.whys }
  }
}

/// How a number is reckoned, part by part.
struct SheetWhy: Fielded {
  /// Which number, where there are two.
  let heading: String?
  let number: Derived

  init(_ number: Derived, _ heading: String? = nil) {
    self.number = number
    self.heading = heading
  }

  static func declare(_ field: inout Fields<SheetWhy>) {
    field("heading") { $0.heading }
    field("parts") { why in
      why.number.parts.enumerated().map { SheetPart(part: $1, isBase: $0 == 0) }
    }
    field("sum") { why in
      why.number.parts.count > 1 ? why.number.value.groupedText : nil
    }
  }
}

/// A line of it: an amount, what it comes from and by which rule.
struct SheetPart: Fielded {
  let part: Derived.Part
  let isBase: Bool

  static func declare(_ field: inout Fields<SheetPart>) {
    field("amount") {
      $0.isBase ? $0.part.amount.groupedText : Modifier.signed($0.part.amount)
    }
    field("origin") { $0.part.label }
    field("rule") { $0.part.source }
  }
}
