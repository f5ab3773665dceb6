import Games
import Mustache

/// An ability on the record sheet.
struct SheetAbility: Fielded {
  let ability: Ability
  let score: Int
  /// Before adjustment, where that is known.
  let rolled: Int?
  let isPrime: Bool
  let speaksBrokenly: Bool

  init(_ ability: Ability, _ sheet: RecordSheet) {
    self.ability = ability
    score = sheet.scores[ability]
    rolled = sheet.character.rolledScores?[ability]
    isPrime = sheet.characterClass.primeRequisites.contains(ability)
    speaksBrokenly = sheet.speaksBrokenly
  }

  static func declare(_ field: inout Fields<SheetAbility>) {
    field("ability") { $0.ability.name }
    field("short") { $0.ability.abbreviation }
    field("isPrime") { $0.isPrime }
    field("score") { $0.score }
    field("change") { $0.change }
    field("modifiers") { row in
      row.ability.modifiers.filter { $0 != .brokenSpeech || row.speaksBrokenly }.map {
        ModifierRow(modifier: $0, score: row.score)
      }
    }
  }

  /// `16 rolled, +1 by adjustment`.
  private var change: String? {
    guard let rolled, rolled != score else { return nil }
    return "\(rolled) rolled, \((score - rolled).modifierText) by adjustment"
  }
}

/// A kind of weapon.
struct SheetWeapon: Fielded {
  let line: WeaponLine

  static func declare(_ field: inout Fields<SheetWeapon>) {
    field("weapon") { $0.line.weapon.name }
    field("count") { $0.line.count > 1 ? $0.line.count : nil }
    field("toHit") { $0.toHit }
    field("damage") { $0.line.damageText.withPairs }
    field("range") { $0.line.weapon.record.ranges?.unbroken }
    field("qualities") {
      $0.line.weapon.record.qualities.map { $0.name.lowercased().unbroken }.joined(separator: ", ")
    }
    field("weight") { $0.line.weight * $0.line.count }
  }

  /// `melee +2, missile +1`.
  private var toHit: String {
    let melee = line.melee.map { "melee \($0.value.bonusText)" }
    let missile = line.missile.map { "missile \($0.value.bonusText)" }
    return [melee, missile].compactMap(\.self).joined(separator: ", ").withPairs
  }
}

extension String {
  /// The same, but lines end only after a comma: `melee +2, missile +1`.
  fileprivate var withPairs: String {
    replacing(" ", with: "\u{00A0}").replacing(",\u{00A0}", with: ", ")
  }

  /// The same, but no line ends within `two-handed`.
  fileprivate var unbroken: String { replacing("-", with: "-\u{2060}") }
}

/// A column of a table with one row: what a roll must show for what stands in the head.
struct SheetColumn: Fielded {
  let head, value: String

  static func declare(_ field: inout Fields<SheetColumn>) {
    field("head") { $0.head }
    field("value") { $0.value }
  }
}
