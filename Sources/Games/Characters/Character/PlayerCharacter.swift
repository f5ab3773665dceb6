/// A character as it is kept and sent, which may break any rule; `brokenRules` tells which.
package struct PlayerCharacter: Hashable, Sendable {
  package var id: CharacterID
  package var name: String
  package var title: String
  /// In free words, with line breaks; may be empty.
  package var biography: String
  /// 1 for a beginner, and up to the limit of the class in play.
  package var level: Int
  package var alignment: Alignment
  package var characterClass: CharacterClass
  /// The maximum, regardless of damage taken.
  package var hitPoints: Int
  package var coins: Coins
  /// After adjustment.
  package var scores: AbilityScores
  package var additionalLanguages: [Language]
  /// Those of the first level in the book: one for a magic-user or elf who begins, none for others.
  package var spells: [Spell]
  package var goods: Goods
  /// Before adjustment; `nil` where that is not known.
  package var rolledScores: AbilityScores?
  /// What the hit die showed; `nil` where that is not known.
  package var hitDieRoll: Int?
  /// Gold pieces; `nil` where that is not known.
  package var goldRolled: Int?
  /// `nil` where that is not known.
  package var rolls: RollCounts?
  /// What the table agreed on before rolling.
  package var options: Set<CreationOption> = []
  /// What play has changed in the character; `nil` for a beginner, whom the rules of creation bind.
  package var play: PlayRecord?
  /// An earlier version of the character that was shared; `nil` if there is none.
  package var earlierVersion: CharacterID?

  package init(
    id: CharacterID, name: String, title: String = "", biography: String = "", level: Int = 1,
    alignment: Alignment = .law, characterClass: CharacterClass, hitPoints: Int, coins: Coins,
    scores: AbilityScores, additionalLanguages: [Language] = [], spells: [Spell] = [],
    goods: Goods = Goods(), rolledScores: AbilityScores? = nil, hitDieRoll: Int? = nil,
    goldRolled: Int? = nil, rolls: RollCounts? = nil, play: PlayRecord? = nil
  ) {
    self.id = id
    self.name = name
    self.title = title
    self.biography = biography
    self.level = level
    self.alignment = alignment
    self.characterClass = characterClass
    self.hitPoints = hitPoints
    self.coins = coins
    self.scores = scores
    self.additionalLanguages = additionalLanguages
    self.spells = spells
    self.goods = goods
    self.rolledScores = rolledScores
    self.hitDieRoll = hitDieRoll
    self.goldRolled = goldRolled
    self.rolls = rolls
    self.play = play
  }

  /// The same, but additional languages leave out those of the class, which an older app repeats.
  package var withoutKnownLanguages: PlayerCharacter {
    var character = self
    let known = characterClass.knownLanguages
    character.additionalLanguages.removeAll(where: known.contains)
    return character
  }
}

extension CharacterDraft {
  /// The finished character, with how it was rolled.
  /// - Throws: `RuleRefusal.stepUnfinished` with the first thing that is missing.
  package func character(id: CharacterID) throws(RuleRefusal) -> PlayerCharacter {
    for step in Step.allCases {
      if let missing = missing(in: step).first { throw .stepUnfinished(step, missing) }
    }
    guard let characterClass, let scores, let rolledScores, let hitPoints, let goldRolled else {
      throw .stepClosed(.save, open: firstOpenStep)
    }
    var character = PlayerCharacter(
      id: id, name: name, title: title, level: level, alignment: alignment,
      characterClass: characterClass, hitPoints: hitPoints, coins: Coins(gold: goldLeft),
      scores: scores, additionalLanguages: languages, spells: book.compactMap { Spell($0) },
      goods: goods, rolledScores: rolledScores, hitDieRoll: hitDieRoll, goldRolled: goldRolled,
      rolls: rollCounts, play: play)
    character.options = options
    return character
  }
}
