import Games
import Mustache

/// An ability on the record sheet.
struct SheetAbility: Fielded {
  let ability: Ability
  let score: Int
  /// As rolled, where it is known and another.
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
        SheetModifier(modifier: $0, score: row.score)
      }
    }
  }

  /// `16 rolled, +1 by adjustment`.
  private var change: String? {
    guard let rolled, rolled != score else { return nil }
    return "\(rolled) rolled, \(Modifier.signed(score - rolled)) by adjustment"
  }
}

/// What an ability's score gives.
struct SheetModifier: Fielded {
  let modifier: Modifier
  let score: Int

  static func declare(_ field: inout Fields<SheetModifier>) {
    field("modifier") { $0.modifier.name }
    field("value") { $0.modifier.text(at: $0.score) }
    field("summary") { $0.modifier.summary }
  }
}

/// A kind of weapon.
struct SheetWeapon: Fielded {
  let line: WeaponLine

  static func declare(_ field: inout Fields<SheetWeapon>) {
    field("weapon") { $0.line.weapon.name }
    field("count") { $0.line.count > 1 ? $0.line.count : nil }
    field("toHit") { $0.toHit }
    field("damage") { $0.line.damageText }
    field("range") { $0.line.weapon.record.ranges?.unbroken }
    field("qualities") {
      $0.line.weapon.record.qualities.map { $0.name.lowercased() }.joined(separator: ", ")
    }
    field("weight") { $0.line.weight * $0.line.count }
  }

  /// `melee +2, missile +1`.
  private var toHit: String {
    let melee = line.melee.map { "melee \(Modifier.plus($0.value))" }
    let missile = line.missile.map { "missile \(Modifier.plus($0.value))" }
    return [melee, missile].compactMap(\.self).joined(separator: ", ")
  }
}

/// What a roll must show for something: a column of a table.
struct SheetColumn: Fielded {
  let head, value: String

  static func declare(_ field: inout Fields<SheetColumn>) {
    field("head") { $0.head }
    field("value") { $0.value }
  }
}

/// A name and what there is to say of it: a class ability, a spell.
struct SheetNote: Fielded {
  let name, text: String

  init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  init(_ spell: Spell) {
    let record = spell.record
    self.init(
      name: spell.name,
      text: "Range \(record.range), duration \(record.duration). \(record.effect)")
  }

  static func declare(_ field: inout Fields<SheetNote>) {
    field("name") { $0.name }
    field("text") { $0.text }
  }
}

/// How fast the character is by one of the two rules.
struct SheetMovement: Fielded {
  let rule: String
  let movement: Movement

  static func declare(_ field: inout Fields<SheetMovement>) {
    field("rule") { $0.rule }
    field("base") { $0.movement.base }
    field("encounter") { $0.movement.encounter }
    field("overland") { $0.movement.overlandMiles }
  }
}
