/// All that the rules say of a class.
package struct ClassRecord: Sendable {
  package let name: String
  /// One sentence.
  package let summary: String
  package let isHuman: Bool
  /// Scores that a roll must have.
  package let requirements: [AbilityMinimum]
  /// The more important one first.
  package let primeRequisites: [Ability]
  /// From the top; the first that fits counts.
  package let experienceTiers: [ExperienceTier]
  package let hitDie: DieType
  package let armour: ArmourRule
  package let weapons: WeaponRule
  /// Known besides Common and the alignment language.
  package let languages: [Language]
  /// Scores that may pay for prime requisites.
  package let mayLower: [Ability]
  package let talents: Talents
  package let hasArcaneMagic: Bool
  /// From the first level on.
  package let levelTitles: [String]
  package let features: [ClassFeature]
  /// Level 1 first.
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

/// Which armour a class may use.
package struct ArmourRule: Hashable, Sendable {
  package let suits: [Armour]
  package let shield: Bool
  /// As a phrase: `any armour and shields`.
  package let text: String
}

/// Which weapons a class may use.
package struct WeaponRule: Hashable, Sendable {
  package let allowed: [Weapon]
  /// As a phrase: `blunt weapons only`.
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

/// What members of a class do better than others; chances are so many in six.
package struct Talents: Hashable, Sendable {
  package var listenIn6 = 1
  package var secretDoorsIn6 = 1
  package var roomTrapsIn6 = 1
  /// Noticing new building work, moving walls and slopes.
  package var constructionIn6: Int?
  package var infravisionFeet: Int?
  package var hideInWoodsPercent: Int?
  package var hideInDungeonsIn6: Int?
  /// To hit with missiles.
  package var missileBonus = 0
  package var initiativeBonus = 0
  /// On armour class against attackers larger than a human.
  package var bonusAgainstLarge = 0
}
