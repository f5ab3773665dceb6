import Testing

@testable import Games

@Suite struct BrokenRuleTests {
  /// The rule without its numbers, and the part: `belowFloor score(int)`.
  private func names(_ rules: [BrokenRule]) -> [String] {
    rules.map {
      "\("\($0.refusal)".prefix { $0 != "(" }) \("\($0.part)".replacing(/Games\.\w+\./, with: ""))"
    }
  }

  /// Legal, with all its rolls: STR 13 → 14 for INT 14 → 12, die 5, 100 gp.
  private func fighter(
    _ change: (inout PlayerCharacter) -> Void = { _ in }
  ) throws -> [String] {
    var character = PlayerCharacter(
      id: try RecordSheetTests.id(), name: "Nim", characterClass: .fighter, hitPoints: 6,
      coins: Coins(gold: 30),
      scores: .of(14, 12, 10, 9, 13, 8),
      goods: Goods([.armour(.chainmail), .weapon(.sword), .shield, .weapon(.sword)]),
      rolledScores: .of(13, 14, 10, 9, 13, 8), hitDieRoll: 5, goldRolled: 100)
    change(&character)
    return names(character.brokenRules())
  }

  @Test func `a legal character breaks no rule, with or without its rolls`() throws {
    #expect(try fighter() == [])
    #expect(
      try fighter {
        $0.rolledScores = nil
        $0.hitDieRoll = nil
        $0.goldRolled = nil
      } == [])
  }

  @Test func `names and titles are bound`() throws {
    #expect(try fighter { $0.name = "  " } == ["words text(name)"])
    let long = String(repeating: "x", count: 61)
    #expect(try fighter { $0.name = long } == ["words text(name)"])
    #expect(try fighter { $0.title = long } == ["words text(title)"])
    #expect(try fighter { $0.name = "a\u{202E}b" } == ["words text(name)"])
    #expect(try fighter { $0.level = 2 } == ["notFirstLevel level"])
  }

  @Test func `scores are what dice can show`() throws {
    for (score, part) in [(2, Ability.wis), (19, .str), (.max, .cha)] {
      let found = try fighter {
        $0.rolledScores = nil
        $0.scores[part] = score
      }
      #expect(found == ["outOfRange score(\(part))"])
    }
    #expect(try fighter { $0.rolledScores?[.wis] = .min } == ["outOfRange rolledScore(wis)"])
    #expect(try fighter { $0.scores[.wis] = .max } == ["outOfRange score(wis)"])
  }

  @Test func `a class needs its scores, as rolled and as adjusted`() throws {
    #expect(
      try fighter {
        $0.characterClass = .dwarf
        $0.scores[.con] = 8
        $0.rolledScores?[.con] = 8
        $0.hitPoints = 4
      } == ["requirementNotMet score(con)", "requirementNotMet rolledScore(con)"])
    #expect(
      try fighter {
        $0.characterClass = .halfling
        $0.rolledScores = .of(13, 14, 12, 8, 13, 8)
        $0.scores = .of(13, 14, 10, 9, 13, 8)
      } == ["requirementNotMet rolledScore(dex)"])
  }

  @Test func `each rule of adjusting has its code`() throws {
    for (rolled, scores, rules) in [
      (.of(13, 14, 10, 11, 13, 8), .of(14, 14, 10, 9, 13, 8), ["notLowerable score(dex)"]),
      (
        .of(15, 10, 10, 9, 13, 8), .of(13, 10, 10, 9, 13, 8),
        ["primeLowered score(str)", "unbalanced scores"]
      ),
      (.of(13, 10, 10, 9, 13, 8), .of(14, 8, 10, 9, 13, 8), ["belowFloor score(int)"]),
      (.of(13, 13, 10, 9, 13, 8), .of(14, 10, 10, 9, 13, 8), ["oddStep score(int)"]),
      (.of(13, 14, 10, 9, 13, 8), .of(13, 12, 10, 9, 13, 9), ["notPrimeRaise score(cha)"]),
      (.of(13, 14, 10, 9, 13, 8), .of(13, 12, 11, 9, 13, 8), ["aboveRolled score(wis)"]),
      (.of(18, 14, 10, 9, 13, 8), .of(19, 12, 10, 9, 13, 8), ["overCeiling score(str)"]),
      (.of(13, 14, 10, 9, 13, 8), .of(13, 12, 10, 9, 13, 8), ["unbalanced scores"]),
      (.of(13, 14, 10, 9, 13, 8), .of(14, 14, 10, 9, 13, 8), ["unbalanced scores"]),
    ] as [(AbilityScores, AbilityScores, [String])] {
      let found = try fighter {
        $0.rolledScores = rolled
        $0.scores = scores
      }
      #expect(found == rules)
    }
    #expect(
      try fighter {
        $0.characterClass = .thief
        $0.goods = Goods()
        $0.coins = Coins(gold: 100)
        $0.rolledScores = .of(13, 12, 10, 12, 13, 8)
        $0.scores = .of(11, 12, 10, 13, 13, 8)
        $0.hitDieRoll = 4
        $0.hitPoints = 5
      } == ["classMayNotLower score(str)"])
  }

  @Test func `hit points are checked as far as they are known`() throws {
    #expect(try fighter { $0.hitPoints = 7 } == ["hitPoints hitPoints"])
    #expect(try fighter { $0.hitDieRoll = 9 } == ["outOfRange hitDieRoll"])
    #expect(try fighter { $0.hitDieRoll = 0 } == ["outOfRange hitDieRoll"])
    // Constitution 3 would leave less, were 1 hit point not the least.
    for (constitution, points, isRight) in [
      (13, 1, false), (13, 2, true), (13, 9, true), (13, 10, false), (13, .min, false),
      (3, 0, false), (3, 1, true), (3, 5, true), (3, 6, false),
    ] {
      let found = try fighter {
        $0.scores[.con] = constitution
        $0.rolledScores?[.con] = constitution
        $0.hitDieRoll = nil
        $0.hitPoints = points
      }
      #expect(found.isEmpty == isRight)
    }
  }

  @Test func `the purse and the goods are what was rolled`() throws {
    #expect(try fighter { $0.coins[.copper] = 1 } == ["tooRich coins"])
    #expect(try fighter { $0.coins[.gold] = 29 } == ["tooPoor coins"])
    #expect(
      try fighter {
        $0.coins[.gold] = 0
        $0.coins[.platinum] = 3
        $0.coins[.electrum] = 10
        $0.coins[.silver] = 90
        $0.coins[.copper] = 100
      } == [])
    #expect(try fighter { $0.coins[.gold] = -1 } == ["outOfRange coin(gold)"])
    #expect(try fighter { $0.coins[.silver] = .max } == ["outOfRange coin(silver)"])
    for gold in [0, 20, 190, -10, .max] {
      #expect(try fighter { $0.goldRolled = gold }.contains("outOfRange goldRolled"))
    }
    for gold in [95, 105] {
      #expect(try fighter { $0.goldRolled = gold }.contains("goldNotInTens goldRolled"))
    }
  }

  @Test func `without the roll, 180 gold pieces are the most`() throws {
    func rich(_ gold: Int, copper: Int = 0) throws -> [String] {
      try fighter {
        $0.goldRolled = nil
        $0.coins = Coins(gold: gold)
        $0.coins[.copper] = copper
      }
    }
    #expect(try rich(0) == [])
    #expect(try rich(110) == [])
    #expect(try rich(110, copper: 1) == ["tooRich coins"])
    #expect(try rich(111) == ["tooRich coins"])
  }

  @Test func `goods are for the class and bounded`() throws {
    #expect(
      try fighter { $0.characterClass = .cleric }.filter { $0.hasPrefix("weapon") } == [
        "weaponForbidden item(weapon(sword))"
      ])
    #expect(
      try fighter { $0.characterClass = .thief }.filter { $0.hasPrefix("armour") } == [
        "armourForbidden item(armour(chainmail))", "armourForbidden item(shield)",
      ])
    #expect(try fighter { $0.goods[.ammunition(.slingStones)] = 200 } == [])
    #expect(
      try fighter { $0.goods[.ammunition(.slingStones)] = 201 } == [
        "tooMany item(ammunition(slingStones))"
      ])
    #expect(try fighter { $0.goods[.gear(.rope)] = .max } == ["tooMany item(gear(rope))"])
    #expect(
      try fighter {
        $0.goods[.shield] = 2
        $0.coins[.gold] = 20
      } == ["tooMuchArmour goods"])
  }

  @Test func `languages and spells are checked`() throws {
    func clever(_ languages: [Language]) throws -> [String] {
      try fighter {
        $0.scores[.int] = 17
        $0.rolledScores = nil
        $0.additionalLanguages = languages
      }
    }
    let field = "languages"
    #expect(try clever([.ogre, .pixie]) == [])
    #expect(try clever([.ogre, .pixie, .harpy]) == ["tooManyLanguages \(field)"])
    #expect(try clever([.ogre, .ogre]) == ["languageDuplicate \(field)"])
    #expect(try clever([.common]) == ["languageAlreadyKnown \(field)"])
    #expect(try fighter { $0.additionalLanguages = [.ogre] } == ["tooManyLanguages \(field)"])
    #expect(try fighter { $0.spells = [.sleep] } == ["notACaster spells"])
  }

  @Test func `a caster has one spell, or none where that is let pass`() throws {
    var mage = PlayerCharacter(
      id: try RecordSheetTests.id(), name: "Nim", characterClass: .magicUser, hitPoints: 4,
      coins: Coins(gold: 80),
      scores: .of(9, 9, 9, 9, 9, 9))
    #expect(mage.brokenRules().map(\.refusal) == [.spellMissing(.magicUser)])
    #expect(mage.brokenRules(allowingNoSpell: true) == [])
    mage.spells = [.sleep]
    #expect(mage.brokenRules() == [])
    mage.spells = [.sleep, .light]
    #expect(mage.brokenRules(allowingNoSpell: true).map(\.refusal) == [.tooManySpells(2)])
    mage.spells = [.sleep, .sleep]
    #expect(mage.brokenRules().map(\.refusal) == [.tooManySpells(2)])
  }

  @Test func `the worst character has a bounded list of broken rules`() throws {
    var worst = PlayerCharacter(
      id: try RecordSheetTests.id(), name: String(repeating: "x", count: 100_000), title: "\u{7}",
      level: .max,
      characterClass: .magicUser, hitPoints: .min, coins: Coins(gold: .min),
      scores: .of(.max, .min, 0, 19, 2, -1),
      additionalLanguages: Array(repeating: Language.allCases, count: 100).flatMap { $0 },
      spells: Array(repeating: .sleep, count: 1_000), rolledScores: .of(0, 0, 0, 0, 0, 0),
      hitDieRoll: .max, goldRolled: .min)
    for item in Item.all { worst.goods[item] = .max }
    let count = worst.brokenRules().count
    #expect(50..<200 ~= count)
  }
}
