import Games
import Site

extension RecordSheet {
  /// The hit points left, and the total if some are lost: `3 of 7`.
  var pointsText: String {
    let now = character.hitPointsNow
    return now == hitPoints.value ? "\(now)" : "\(now) of \(hitPoints.value)"
  }

  var attackHead: String { [character].attackHead }

  /// THAC0 and the ascending attack bonus: `19 [+0]`; or the bonus alone, if agreed.
  var attackText: String {
    let bonus = attackBonus.value.bonusText
    return isAscendingOnly ? bonus : "\(thac0.value) [\(bonus)]"
  }

  /// The spells a day: `2 of level 1, 1 of level 2`; `nil` for none or for a beginner.
  var spellsADay: String? { character.play.flatMap { _ in character.spellSlots.dayText } }

  /// The prepared spells: `Sleep, 2 × Web`; `nil` for none.
  var preparedText: String? {
    let spells = preparedCounts.map { $0.spell.name.counted($0.count) }
    return spells.isEmpty ? nil : spells.joined(separator: ", ")
  }

  var preparedCounts: [(spell: ListedSpell, count: Int)] {
    let all = (character.play?.prepared ?? []).map(\.spell)
    return all.enumerated().filter { all.firstIndex(of: $0.element) == $0.offset }
      .map { _, spell in (spell, all.count { $0 == spell }) }
  }

  /// The conditions; `nil` for none.
  var conditionsText: String? {
    let conditions = character.play?.conditions ?? []
    return conditions.isEmpty ? nil : conditions.joined(separator: ", ")
  }

  /// The descending and ascending armour class: `7 [12]`; or the latter alone, if agreed.
  var armourClassText: String {
    character.options.armourClassText(descending: descendingArmourClass.value)
  }

  /// A sentence on fighting with both hands despite a shield; `nil` without one.
  var bothHandsSentence: String? {
    guard hasShield, weapons.allSatisfy({ $0.inHand == 0 }) else { return nil }
    let weapons = character.goods.bothHanded.map { "the \($0.name.lowercased())" }
    guard !weapons.isEmpty else { return nil }
    let armourClass = character.options.armourClassText(
      descending: descendingArmourClass.value + Shield.bonus)
    return """
      \(weapons.listed("or").asSentence) takes both hands: armour class \(armourClass) without the \
      shield.
      """
  }

  /// Returns what is worn: `Leather, Shield`; `typed` prepares names that somebody typed.
  func wornText(typed: (String) -> String = { $0 }) -> String {
    let goods = character.goods
    return RecordSheet.list(
      [goods.armour?.name, goods.hasShield ? Shield.name : nil].compactMap(\.self)
        + character.wornThings.filter { $0.item.map(\.isWorn) ?? false }
        .map { typed($0.name.isolated) })
  }

  /// The armour that isn't worn: `Leather, 2 × Shield`; `nil` for none.
  var sparesText: String? {
    spares.isEmpty ? nil : RecordSheet.list(spares.map { $0.item.name.counted($0.count) })
  }

  var ammunitionText: String {
    RecordSheet.list(ammunition.map { $0.ammunition.shotsText(character.shots($0.ammunition)) })
  }

  /// The gear: `Backpack, 2 × Torches (6): 9 left`.
  var gearText: String {
    RecordSheet.list(
      gear.map { gear, count in
        let name = gear.name.counted(count)
        guard character.record.piecesUsed[gear] != nil else { return name }
        return "\(name): \(character[pieces: .gear(gear)]) left"
      })
  }

  /// The things that no shop sells; `nil` for none.
  var otherThingsText: String? {
    let things = character.play?.otherThings ?? []
    return things.isEmpty ? nil : things.map(\.text).joined(separator: "; ")
  }

  /// Returns a list of things, or `none`.
  static func list(_ things: [String]) -> String {
    things.isEmpty ? "none" : things.joined(separator: ", ")
  }

  /// Whether only the ascending armour class is shown.
  var isAscendingOnly: Bool { character.options.contains(.ascendingOnly) }

  /// The options as text; `nil` for none.
  var optionsText: String? { character.options.text }

  /// The attack in a line of text: `THAC0 19 [+0]`.
  var attackLine: String { "\(attackHead.lowercasedFirst) \(attackText)" }
}

extension WeaponLine {
  /// Returns the damage in the dice language: `1d8+1`, `1d8-1`.
  func damage(plus modifier: Int) -> String {
    modifier == 0 ? damage : "\(damage)\(modifier > 0 ? "+" : "")\(modifier)"
  }

  /// The number held: `in hand`, `2 in hand`; `nil` for none.
  var heldText: String? {
    inHand == 0 ? nil : inHand == 1 ? "in hand" : "\(inHand) in hand"
  }

  /// The damage with its modifiers: `1d4+2, thrown 1d4`.
  var damageText: String {
    let (near, far) = (text(damageModifier), text(missileDamageModifier))
    guard melee != nil else { return far }
    return missile == nil || near == far ? near : "\(near), thrown \(far)"
  }

  private func text(_ added: Int) -> String { added == 0 ? damage : damage + added.modifierText }
}

extension String {
  /// Returns the name with a count: `2 × Torches`.
  func counted(_ count: Int) -> String { count > 1 ? "\(count) × \(self)" : self }
}

extension Set<CreationOption> {
  /// The options in the order in which pages list them.
  var inOrder: [CreationOption] { CreationOption.allCases.filter(contains) }

  /// The options as text: `4d6, drop the lowest; arrange as you like`; `nil` for none.
  var text: String? {
    let names = inOrder.map(\.name)
    guard let first = names.first else { return nil }
    let others = names.dropFirst().map { $0.prefix(1).lowercased() + $0.dropFirst() }
    return ([first] + others).joined(separator: "; ")
  }

  /// Returns both armour classes: `7 [12]`; or only the ascending one, if agreed.
  func armourClassText(descending: Int) -> String {
    let ascending = (AttackMatrix.ascendingBase - descending).signedText
    return contains(.ascendingOnly) ? ascending : "\(descending.signedText) [\(ascending)]"
  }
}

extension CreationOption {
  /// The option's effect in a sentence.
  var summary: String {
    switch self {
    case .fourDice: "Roll four dice for each ability and drop the lowest."
    case .arranged: "Give each of the six totals to whichever ability you like."
    case .fullHitPoints: "Your first hit die gives its maximum; nothing is rolled."
    case .ascendingOnly: "Higher is better, and an attack bonus takes the place of THAC0."
    }
  }
}
