/// The rules of a class.
package struct ClassRecord: Sendable {
  package let name: String
  /// A sentence about the class.
  package let summary: String
  package let isHuman: Bool
  /// The scores that a roll must have.
  package internal(set) var requirements: [AbilityMinimum] = []
  /// The prime requisites, the more important one first.
  package let primeRequisites: [Ability]
  /// The experience tiers, of which the first that fits counts.
  package let experienceTiers: [ExperienceTier]
  package let hitDie: DieType
  package let armour: ArmourRule
  package let weapons: WeaponRule
  /// The languages known besides Common and the alignment language.
  package internal(set) var languages: [Language] = []
  /// The scores that may be lowered to raise prime requisites.
  package let mayLower: [Ability]
  package internal(set) var talents = Talents()
  package internal(set) var hasArcaneMagic = false
  /// The titles from the first level on.
  package let levelTitles: [String]
  package let features: [ClassFeature]
  /// The levels, level 1 first.
  package let progression: [LevelRecord]
}

/// Something that members of a class can or must do.
package struct ClassFeature: Hashable, Sendable {
  package let name: String
  package let text: String

  init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }
}

/// The armour that a class may use.
package struct ArmourRule: Hashable, Sendable {
  package let suits: [Armour]
  package let shield: Bool
  /// The rule as a phrase: `any armour and shields`.
  package let text: String
}

/// The weapons that a class may use.
package struct WeaponRule: Hashable, Sendable {
  package let allowed: [Weapon]
  /// The rule as a phrase: `blunt weapons only`.
  package let text: String

  init(_ text: String, only allowed: [Weapon]) {
    self.allowed = allowed
    self.text = text
  }

  init(_ text: String, allBut barred: [Weapon] = []) {
    allowed = Weapon.allCases.filter { !barred.contains($0) }
    self.text = text
  }

  package var barred: [Weapon] { Weapon.allCases.filter { !allowed.contains($0) } }
}

/// The abilities in which a class excels; chances are in six.
package struct Talents: Hashable, Sendable {
  package var listenIn6 = 1
  package var secretDoorsIn6 = 1
  package var roomTrapsIn6 = 1
  /// The chance of noticing new building work, moving walls and slopes.
  package var constructionIn6: Int?
  package var infravisionFeet: Int?
  package var hideInWoodsPercent: Int?
  package var hideInDungeonsIn6: Int?
  /// The bonus to hit with missiles.
  package var missileBonus = 0
  package var initiativeBonus = 0
  /// The bonus to armour class against attackers larger than a human.
  package var bonusAgainstLarge = 0
}
