import Games
import Mustache
import Site

/// A value on the record sheet, with its label and derivation.
struct SheetValue: Fielded {
  let label, value: String
  /// A small text beside the value: `[17]`, `of 7`.
  let aside: String?
  /// The number of faces of six that succeed.
  private(set) var chance: Int?
  let whys: [Derivation]

  init(_ label: String, _ value: String, aside: String? = nil, why: Derivation...) {
    self.init(label, value, aside: aside, why)
  }

  init(_ label: String, _ value: String, aside: String? = nil, _ whys: [Derivation]) {
    self.label = label
    self.value = value
    self.aside = aside
    self.whys = whys
  }

  /// Returns a plus or minus on a roll.
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
    // Each of the six is drawn 13 wide.
    field("chance") { $0.chance.map { $0 * 13 } }
    field("whys") { $0.whys }
  }
}

/// The derivation of a number, part by part.
struct Derivation: Fielded {
  typealias Line = (amount: String, origin: String, rule: String)

  /// The heading that tells two numbers apart, if there are two.
  private let heading: String?
  private let lines: [Line]
  /// The sum; `nil` for a single part.
  private let sum: String?

  init(_ number: Derived, _ heading: String? = nil) {
    let parts = number.parts
    self.init(
      [(parts[0].amount.groupedText, parts[0].origin.words.origin, parts[0].origin.words.rule)]
        + parts.dropFirst().map { $0.line() }, heading,
      sum: parts.count > 1 ? number.value.groupedText : nil)
  }

  init(_ lines: [Line], _ heading: String? = nil, sum: String? = nil) {
    self.lines = lines
    self.heading = heading
    self.sum = sum
  }

  /// Creates a derivation from a table of the rules for a class and level.
  init(_ amount: String, of sheet: RecordSheet, _ table: String) {
    self.init([(amount, "\(sheet.characterClass.name), level \(sheet.level)", table)])
  }

  static func declare(_ field: inout Fields<Derivation>) {
    field("heading") { $0.heading }
    field.rows("parts", \.lines) { part in
      part("amount") { $0.amount }
      part("origin") { $0.origin }
      part("rule") { $0.rule }
    }
    field("sum") { $0.sum }
  }
}

extension Derived.Part {
  /// Returns the part's line; `isLess` if it is subtracted from the roll needed.
  func line(isLess: Bool = false) -> Derivation.Line {
    ((isLess ? -amount : amount).modifierText, origin.words.origin, origin.words.rule)
  }
}

extension WeaponLine {
  /// Returns the derivation of damage, thrown or fired, or hand to hand; `others` count, too.
  func damageWhy(isThrown: Bool, _ heading: String? = nil, others: [Derivation.Line] = [])
    -> Derivation
  {
    let parts = isThrown ? missileDamageParts : damageParts
    return Derivation(
      [(damage, name.isolated, "damage")] + parts.filter { $0.amount != 0 }.map { $0.line() }
        + others,
      heading)
  }
}

extension RecordSheet {
  /// The values of the sheet and the play page, with their derivations.
  var hitPointsValue: SheetValue {
    let now = character.hitPointsNow
    return SheetValue(
      "Hit points", "\(now)", aside: now == hitPoints.value ? nil : "of \(hitPoints.value)",
      why: Derivation(hitPoints))
  }

  var armourClassValue: SheetValue {
    armourClassValue("Armour class", descendingArmourClass, ascendingArmourClass)
  }

  var unarmouredValue: SheetValue {
    armourClassValue("Unarmoured", unarmouredDescending, unarmouredAscending)
  }

  private func armourClassValue(
    _ label: String, _ descending: Derived, _ ascending: Derived
  ) -> SheetValue {
    guard !isAscendingOnly else { return .plain(label, ascending) }
    return SheetValue(
      label, descending.value.signedText, aside: "[\(ascending.value.signedText)]",
      why: Derivation(descending, "Descending"), Derivation(ascending, "[Ascending]"))
  }

  var attackValue: SheetValue {
    guard !isAscendingOnly else { return .signed(attackHead, attackBonus) }
    return SheetValue(
      attackHead, "\(thac0.value)", aside: "[\(attackBonus.value.bonusText)]",
      why: Derivation(thac0, "To hit armour class 0"), Derivation(attackBonus, "[Attack bonus]"))
  }

  var exploringValue: SheetValue {
    let load = Load.steps.first { weight.value <= $0.upTo }
    let rule = load.map { "up to \($0.upTo.groupedText)" } ?? "too much to move"
    return SheetValue(
      "Exploring", "\(movement.base) ft a turn",
      why: Derivation([
        ("\(movement.base)", "Load of \(weight.value.counted("coin", "coins"))", rule)
      ]))
  }

  /// Returns a pace as a part of the exploring one.
  func paceValue(_ label: String, _ pace: Int, _ unit: String, _ share: String) -> SheetValue {
    SheetValue(
      label, "\(pace) \(unit)", why: Derivation([("\(pace)", "Exploring \(movement.base)", share)]))
  }
}
