import Testing

@testable import Games

@Suite struct PlayerCharacterTests {
  @Test func `an id is read in any case and written in capitals`() throws {
    let text = "e621e1f8-C36C-495a-93fc-0c247a3e6e5f"
    let id = try #require(CharacterID(text: text))
    #expect(id.text == "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    #expect(CharacterID(text: id.text) == id)
  }

  @Test(arguments: [
    "", "E621E1F8", "E621E1F8C36C495A93FC0C247A3E6E5F", "E621E1F8-C36C-495A-93FC-0C247A3E6E5",
    "E621E1F8-C36C-495A-93FC-0C247A3E6E5FF", "G621E1F8-C36C-495A-93FC-0C247A3E6E5F",
    "E621E1F8-C36C-495A-93FC_0C247A3E6E5F", "{621E1F8-C36C-495A-93FC-0C247A3E6E5}",
    "E621E1F8-C36C-495A-93FC-0C247A3E6Eé", "../../../../../../../../../../../etc/p",
  ])
  func `text that isn't an id is refused`(text: String) {
    #expect(CharacterID(text: text) == nil)
  }

  @Test func `random ids differ and say that they are random`() {
    var random = SeededGenerator(seed: 4)
    let ids = (0..<1_000).map { _ in CharacterID(using: &random) }
    #expect(Set(ids).count == 1_000)
    for id in ids {
      let digits = Array(id.text)
      #expect(digits[14] == "4")
      #expect("89AB".contains(digits[19]))
      #expect(CharacterID(text: id.text) == id)
    }
  }

  @Test func `a finished draft becomes a character with all its rolls`() throws {
    var random = SeededGenerator(seed: 5)
    let id = CharacterID(using: &random)
    let draft = try CharacterDraft.shopper(
      .elf, gold: 100, scores: .of(13, 15, 13, 10, 10, 10)
    ).lowering(.wis).raising(.int).describing(
      name: "Nim", title: "Seer", languages: [.ogre, .pixie]
    )
    .choosing(.light).buying(.weapon(.sword))
    let roll = try #require(draft.hitDieRoll)
    #expect(
      try draft.character(id: id)
        == PlayerCharacter(
          id: id, name: "Nim", title: "Seer", alignment: .law, characterClass: .elf,
          hitPoints: roll, coins: Coins(gold: 90), scores: .of(13, 16, 11, 10, 10, 10),
          additionalLanguages: [.ogre, .pixie], spells: [.light],
          goods: Goods([.weapon(.sword)]), rolledScores: .of(13, 15, 13, 10, 10, 10),
          hitDieRoll: roll, goldRolled: 100,
          rolls: RollCounts(abilities: 1, hitPoints: 1, gold: 1)))
  }

  @Test func `an unfinished draft does not`() throws {
    var random = SeededGenerator(seed: 6)
    let id = CharacterID(using: &random)
    let draft = try CharacterDraft.shopper(.fighter, gold: 100).lowering(.int)
    #expect(throws: RuleRefusal.stepUnfinished(.adjust, .unspentPoints(1))) {
      try draft.character(id: id)
    }
  }

  @Test func `languages that are known anyway can be dropped`() throws {
    var random = SeededGenerator(seed: 7)
    var character = PlayerCharacter(
      id: CharacterID(using: &random), name: "Nim", characterClass: .elf, hitPoints: 3,
      coins: Coins(gold: 60), scores: .of(9, 13, 9, 9, 9, 9),
      additionalLanguages: [.common, .alignment, .elvish, .ogre, .gnoll], spells: [.sleep])
    #expect(!character.brokenRules().isEmpty)
    character = character.withoutKnownLanguages
    #expect(character.additionalLanguages == [.ogre])
    #expect(character.brokenRules() == [])
  }
}
