import Testing

@testable import Games

extension Named {
  /// As the rules' source spells it.
  var id: String { "\(self)" }
}

extension Item {
  var id: String { "\(self)".split { "().".contains($0) }.last.map(String.init) ?? "" }
}

extension ThreeDice {
  /// Dice that show a total of 3...18.
  static func showing(_ total: Int) throws -> ThreeDice {
    let first = min(6, total - 2)
    let second = min(6, total - first - 1)
    return try #require(ThreeDice(first, second, total - first - second))
  }
}

extension AbilityScores {
  /// In the order of rolling: STR, INT, WIS, DEX, CON, CHA.
  static func of(
    _ str: Int, _ int: Int, _ wis: Int, _ dex: Int, _ con: Int, _ cha: Int
  ) -> AbilityScores {
    AbilityScores(str: str, int: int, wis: wis, dex: dex, con: con, cha: cha)
  }
}

extension CharacterDraft {
  /// With these rolls and nothing else.
  static func rolled(_ scores: AbilityScores) throws -> CharacterDraft {
    var draft = CharacterDraft()
    draft.abilities = try Ability.allCases.map {
      RolledAbility(dice: AbilityDice(try ThreeDice.showing(scores[$0])))
    }
    draft.abilityRolls = 1
    return draft
  }

  /// At the shops.
  static func shopper(
    _ characterClass: CharacterClass, gold: Int,
    scores: AbilityScores = .of(13, 13, 13, 13, 13, 13)
  ) throws -> CharacterDraft {
    var random = SeededGenerator(seed: 1)
    var draft = try rolled(scores).choosing(characterClass).continuing(past: .adjust)
      .rollingHitPoints(using: &random)
    draft.goldDice = try ThreeDice.showing(gold / 10)
    draft.goldRolls = 1
    draft = try draft.describing(name: "Nim", title: "", languages: [])
    if characterClass.hasArcaneMagic { draft = try draft.choosing(.sleep) }
    return draft
  }

  /// As a file would give it back.
  var restored: CharacterDraft? {
    CharacterDraft(
      abilities: abilities, abilityRolls: abilityRolls, characterClass: characterClass,
      adjustments: adjustments, hitDieRoll: hitDieRoll, hitPointRolls: hitPointRolls,
      goldDice: goldDice, goldRolls: goldRolls, alignment: alignment, name: name, title: title,
      languages: languages, spell: spell, goods: goods, reached: reached,
      options: options, level: level, laterHitDice: laterHitDice, furtherSpells: furtherSpells)
  }

  /// Changed behind the back of the rules, and read from a file.
  func restored(after change: (inout CharacterDraft) -> Void) -> CharacterDraft? {
    var draft = self
    change(&draft)
    return draft.restored
  }
}
