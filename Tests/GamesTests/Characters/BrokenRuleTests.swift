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
    let id = try #require(CharacterID(text: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    var character = PlayerCharacter(
      id: id, name: "Nim", characterClass: .fighter, hitPoints: 6, coins: Coins(gold: 30),
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
    #expect(try fighter { $0.name = "  " } == ["nameEmpty name"])
    #expect(
      try fighter { $0.name = String(repeating: "x", count: 61) } == ["nameTooLong name"])
    #expect(
      try fighter { $0.title = String(repeating: "x", count: 61) } == ["titleTooLong title"])
    #expect(try fighter { $0.name = "a\u{202E}b" } == ["nameUnprintable name"])
    #expect(try fighter { $0.level = 2 } == ["notFirstLevel level"])
  }

  @Test func `scores are what dice can show`() throws {
    func bare(_ change: @escaping (inout PlayerCharacter) -> Void) throws -> [String] {
      try fighter {
        $0.rolledScores = nil
        change(&$0)
      }
    }
    #expect(try bare { $0.scores[.wis] = 2 } == ["outOfRange score(wis)"])
    #expect(try bare { $0.scores[.str] = 19 } == ["outOfRange score(str)"])
    #expect(try bare { $0.scores[.cha] = .max } == ["outOfRange score(cha)"])
    #expect(try fighter { $0.rolledScores?[.wis] = .min } == ["outOfRange rolledScore(wis)"])
    #expect(
      try fighter { $0.scores[.wis] = .max } == ["outOfRange score(wis)"])
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
    func adjusted(_ rolled: AbilityScores, _ scores: AbilityScores) throws -> [String] {
      try fighter {
        $0.rolledScores = rolled
        $0.scores = scores
      }
    }
    #expect(
      try adjusted(.of(13, 14, 10, 11, 13, 8), .of(14, 14, 10, 9, 13, 8))
        == ["notLowerable score(dex)"])
    #expect(
      try adjusted(.of(15, 10, 10, 9, 13, 8), .of(13, 10, 10, 9, 13, 8))
        == ["primeLowered score(str)", "unbalanced scores"])
    #expect(
      try adjusted(.of(13, 10, 10, 9, 13, 8), .of(14, 8, 10, 9, 13, 8))
        == ["belowFloor score(int)"])
    #expect(
      try adjusted(.of(13, 13, 10, 9, 13, 8), .of(14, 10, 10, 9, 13, 8))
        == ["oddStep score(int)"])
    #expect(
      try adjusted(.of(13, 14, 10, 9, 13, 8), .of(13, 12, 10, 9, 13, 9))
        == ["notPrimeRaise score(cha)"])
    #expect(
      try adjusted(.of(13, 14, 10, 9, 13, 8), .of(13, 12, 11, 9, 13, 8))
        == ["aboveRolled score(wis)"])
    #expect(
      try adjusted(.of(18, 14, 10, 9, 13, 8), .of(19, 12, 10, 9, 13, 8))
        == ["overCeiling score(str)"])
    #expect(
      try adjusted(.of(13, 14, 10, 9, 13, 8), .of(13, 12, 10, 9, 13, 8))
        == ["unbalanced scores"])
    #expect(
      try adjusted(.of(13, 14, 10, 9, 13, 8), .of(14, 14, 10, 9, 13, 8))
        == ["unbalanced scores"])
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
    for (points, isRight) in [(1, false), (2, true), (9, true), (10, false), (Int.min, false)] {
      let found = try fighter {
        $0.hitDieRoll = nil
        $0.hitPoints = points
      }
      #expect(found.isEmpty == isRight)
    }
  }

  @Test func `weak constitution leaves 1 hit point`() throws {
    for (points, isRight) in [(0, false), (1, true), (5, true), (6, false)] {
      let found = try fighter {
        $0.scores[.con] = 3
        $0.rolledScores?[.con] = 3
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
        $0.rolledScores?[.int] = 19
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
    let id = try #require(CharacterID(text: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    var mage = PlayerCharacter(
      id: id, name: "Nim", characterClass: .magicUser, hitPoints: 4, coins: Coins(gold: 80),
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
    let id = try #require(CharacterID(text: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    var worst = PlayerCharacter(
      id: id, name: String(repeating: "x", count: 100_000), title: "\u{7}", level: .max,
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
