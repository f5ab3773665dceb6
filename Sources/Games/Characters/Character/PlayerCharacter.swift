/// A character as stored and sent, which may break any rule; `brokenRules` tells which.
package struct PlayerCharacter: Changeable, Hashable, Sendable {
  package var id: CharacterID
  package var name: String
  package var title: String
  /// The biography in free words, with line breaks; may be empty.
  package var biography: String
  /// The level, from 1 to the limit of the class.
  package var level: Int
  package var alignment: Alignment
  package var characterClass: CharacterClass
  /// The maximum hit points, regardless of damage taken.
  package var hitPoints: Int
  package var coins: Coins
  /// The scores after adjustment.
  package var scores: AbilityScores
  package var additionalLanguages: [Language]
  /// The first-level spells in the book: one for a new magic-user or elf, none for others.
  package var spells: [Spell]
  package var goods: Goods
  /// The scores before adjustment, if known.
  package var rolledScores: AbilityScores?
  /// The roll of the hit die, if known.
  package var hitDieRoll: Int?
  /// The starting gold in gold pieces, if known.
  package var goldRolled: Int?
  /// The numbers of rolls, if known.
  package var rolls: RollCounts?
  /// The options that the table agreed on before rolling.
  package var options: Set<CreationOption> = []
  /// The changes made by play; `nil` for a beginner, whom the rules of creation bind.
  package var play: PlayRecord?
  /// The earlier version of the character that was shared, if any.
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

  /// The same character without additional languages that the class already has.
  ///
  /// An older app repeats these.
  package var withoutKnownLanguages: PlayerCharacter {
    let known = characterClass.knownLanguages
    return changed { $0.additionalLanguages.removeAll(where: known.contains) }
  }
}

extension CharacterDraft {
  /// Returns the finished character, with its rolls.
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
