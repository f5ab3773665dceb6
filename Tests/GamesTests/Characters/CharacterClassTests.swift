import Testing

@testable import Games

@Suite struct CharacterClassTests {
  /// Class, hit die, requirements, prime requisites, scores that may pay, suits and shield, barred
  /// weapons, languages.
  private static let rows = [
    "cleric d6 needs: prime: wis pays: str int wears: leather chainmail plateMail shield "
      + "speaks:",
    "dwarf d8 needs: con9 prime: str pays: int wis wears: leather chainmail plateMail shield "
      + "speaks: dwarvish gnomish goblin kobold",
    "elf d6 needs: int9 prime: int str pays: wis wears: leather chainmail plateMail shield "
      + "speaks: elvish gnoll hobgoblin orcish",
    "fighter d8 needs: prime: str pays: int wis wears: leather chainmail plateMail shield speaks:",
    "halfling d6 needs: con9 dex9 prime: dex str pays: int wis wears: leather chainmail plateMail "
      + "shield speaks: halfling",
    "magicUser d4 needs: prime: int pays: str wis wears: speaks:",
    "thief d4 needs: prime: dex pays: int wis wears: leather speaks:",
  ]

  @Test func `each class has its rules`() {
    let found = CharacterClass.allCases.map { characterClass in
      let record = characterClass.record
      let words =
        [characterClass.id, record.hitDie.name, "needs:"]
        + record.requirements.map { "\($0.ability.id)\($0.score)" } + ["prime:"]
        + record.primeRequisites.map(\.id) + ["pays:"] + record.mayLower.map(\.id) + ["wears:"]
        + record.armour.suits.map(\.id) + (record.armour.shield ? ["shield"] : []) + ["speaks:"]
        + record.languages.map(\.id)
      return words.joined(separator: " ")
    }
    #expect(found == CharacterClassTests.rows)
  }

  @Test func `each class has its weapons`() {
    #expect(
      CharacterClass.cleric.record.weapons.allowed == [.club, .mace, .sling, .staff, .warHammer])
    #expect(CharacterClass.magicUser.record.weapons.allowed == [.dagger, .silverDagger])
    #expect(CharacterClass.dwarf.record.weapons.barred == [.longBow, .twoHandedSword])
    #expect(CharacterClass.halfling.record.weapons.barred == [.longBow, .twoHandedSword])
    for all in [CharacterClass.elf, .fighter, .thief] {
      #expect(all.record.weapons.allowed.count == 19)
    }
  }

  @Test func `gear and ammunition are for all`() {
    for characterClass in CharacterClass.allCases {
      #expect(Item.Category.gear.items.allSatisfy(characterClass.allows))
      #expect(Item.Category.ammunition.items.allSatisfy(characterClass.allows))
    }
  }

  @Test func `talents are those of the class`() {
    func words(_ talents: Talents) -> [Int?] {
      [
        talents.listenIn6, talents.secretDoorsIn6, talents.roomTrapsIn6, talents.constructionIn6,
        talents.infravisionFeet, talents.hideInWoodsPercent, talents.hideInDungeonsIn6,
        talents.missileBonus, talents.initiativeBonus, talents.bonusAgainstLarge,
      ]
    }
    let plain: [Int?] = [1, 1, 1, nil, nil, nil, nil, 0, 0, 0]
    #expect(
      CharacterClass.allCases.map { words($0.record.talents) } == [
        plain, [2, 1, 2, 2, 60, nil, nil, 0, 0, 0], [2, 2, 1, nil, 60, nil, nil, 0, 0, 0], plain,
        [2, 1, 1, nil, nil, 90, 2, 1, 1, 2], plain, [2, 1, 1, nil, nil, nil, nil, 0, 0, 0],
      ])
  }

  @Test(arguments: [
    (3, -20), (5, -20), (6, -10), (8, -10), (9, 0), (12, 0), (13, 5), (15, 5), (16, 10), (18, 10),
  ])
  func `one prime requisite shifts experience`(score: Int, percent: Int) {
    let single: [(CharacterClass, Ability)] = [
      (.cleric, .wis), (.dwarf, .str), (.fighter, .str), (.magicUser, .int), (.thief, .dex),
    ]
    for (characterClass, prime) in single {
      let scores = AbilityScores { $0 == prime ? score : 10 }
      #expect(characterClass.experienceAdjustment(for: scores) == percent)
    }
  }

  @Test(arguments: [
    (18, 12, 0), (12, 18, 0), (13, 13, 5), (15, 18, 5), (16, 13, 10), (16, 12, 0), (18, 18, 10),
    (3, 3, 0),
  ])
  func `an elf needs both prime requisites`(int: Int, str: Int, percent: Int) {
    let scores = AbilityScores(str: str, int: int, wis: 10, dex: 10, con: 10, cha: 10)
    #expect(CharacterClass.elf.experienceAdjustment(for: scores) == percent)
  }

  @Test(arguments: [
    (12, 12, 0), (13, 3, 5), (3, 13, 5), (13, 13, 10), (18, 12, 5), (18, 18, 10), (3, 3, 0),
  ])
  func `a halfling needs one of two for half the bonus`(dex: Int, str: Int, percent: Int) {
    let scores = AbilityScores(str: str, int: 10, wis: 10, dex: dex, con: 10, cha: 10)
    #expect(CharacterClass.halfling.experienceAdjustment(for: scores) == percent)
  }

  @Test func `unmet requirements name each score that is short`() {
    let poor = AbilityScores(str: 3, int: 8, wis: 3, dex: 8, con: 8, cha: 3)
    #expect(CharacterClass.halfling.unmetRequirements(of: poor).map(\.ability) == [.con, .dex])
    #expect(CharacterClass.elf.unmetRequirements(of: poor) == [AbilityMinimum(.int, 9)])
    #expect(CharacterClass.fighter.unmetRequirements(of: poor).isEmpty)
  }

  @Test func `each class lists its features and the titles of its levels`() {
    for characterClass in CharacterClass.allCases {
      let record = characterClass.record
      #expect(!record.summary.isEmpty)
      #expect(record.features.count >= 3)
      #expect(record.levelTitles.count >= 8)
    }
    #expect(CharacterClass.fighter.record.levelTitles.first == "Veteran")
    #expect(CharacterClass.allCases.filter(\.record.isHuman).count == 4)
  }
}
