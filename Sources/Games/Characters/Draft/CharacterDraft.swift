/// A character in the making: what was rolled, chosen and bought so far.
///
/// Moves return a new draft or throw a `RuleRefusal`. Whatever is called, it stays true that
/// - the class's requirements are met by the rolled scores;
/// - traded points break no rule, though freed ones may be unspent;
/// - gold left and the price of all goods make up the gold rolled;
/// - the class, once there is one, may use all goods;
/// - class and intelligence allow the languages and the spell.
package struct CharacterDraft: Hashable, Sendable {
  /// Counts of rolls stop here.
  package static let mostRolls = 9_999
  /// Gold pieces for each pip of the three dice.
  ///
  /// B/X 1981; see `docs/sources.md`.
  package static let goldPerPip = 10

  /// What the table agreed on before rolling.
  package internal(set) var options: Set<CreationOption> = []
  /// In the order of `Ability`: six, or none before the first roll.
  package internal(set) var abilities: [RolledAbility] = []
  /// How often all six were rolled together.
  package internal(set) var abilityRolls = 0
  package internal(set) var characterClass: CharacterClass?
  package internal(set) var adjustments = Adjustments()
  /// What the class's hit die showed, or its highest face where that is agreed.
  package internal(set) var hitDieRoll: Int?
  package internal(set) var hitPointRolls = 0
  /// At which the character starts, `1...` the highest of the class.
  package internal(set) var level = 1
  /// What the hit dice of the levels after the first showed; empty before they are rolled.
  package internal(set) var laterHitDice: [Int] = []
  package internal(set) var goldDice: ThreeDice?
  package internal(set) var goldRolls = 0
  package internal(set) var alignment = Alignment.law
  /// Empty, or trimmed and 1 to 60 characters.
  package internal(set) var name = ""
  /// Trimmed, up to 60 characters.
  package internal(set) var title = ""
  /// Besides those of the class, in the order in which they were chosen.
  package internal(set) var languages: [Language] = []
  package internal(set) var spell: Spell?
  /// What else is in the book of a caster above the first level.
  package internal(set) var furtherSpells: [ListedSpell] = []
  package internal(set) var goods = Goods()
  /// The step after the last one that `continuing(past:)` left; a new roll or class sets it back.
  package internal(set) var reached = Step.abilities

  package init() {}

  package var rolledScores: AbilityScores? {
    guard !abilities.isEmpty else { return nil }
    return AbilityScores { abilities[$0.rawValue].dice.total }
  }

  /// After adjustment.
  package var scores: AbilityScores? {
    rolledScores.map { rolled in AbilityScores { rolled[$0] + adjustments[$0] } }
  }

  /// Points freed and not spent.
  package var freedPoints: Int { adjustments.freed }

  /// Hit dice and constitution, at least 1 a level; `nil` before they are rolled.
  package var hitPoints: Int? {
    guard let characterClass, let hitDieRoll, let scores,
      laterHitDice.count == characterClass.laterHitDice(upTo: level)
    else { return nil }
    let modifier = scores.value(of: .hitPoints)
    return (2..<level + 1).reduce(max(1, hitDieRoll + modifier)) { sum, level in
      let roll = laterHitDice.indices ~= level - 2 ? laterHitDice[level - 2] : 1
      return sum + characterClass.hitPoints(ofLevel: level, roll: roll, modifier: modifier)
    }
  }

  /// Gold pieces.
  package var goldRolled: Int? { goldDice.map { $0.total * CharacterDraft.goldPerPip } }
  /// Gold pieces; 0 before gold is rolled.
  package var goldLeft: Int { (goldRolled ?? 0) - goods.cost }
  /// How many additional languages intelligence allows; 0 before abilities are rolled.
  package var languagesAllowed: Int { scores?.extraLanguages ?? 0 }
  /// Percent on experience; `nil` without a class.
  package var experienceAdjustment: Int? {
    guard let characterClass, let scores else { return nil }
    return characterClass.experienceAdjustment(for: scores)
  }

  /// Whether both differ at most in how far they have come through the steps.
  package func hasSameContent(as other: CharacterDraft) -> Bool {
    var other = other
    other.reached = reached
    return self == other
  }

  /// Languages to choose from: all but those of the class.
  package var languagesOffered: [Language] {
    let known = characterClass?.knownLanguages ?? []
    return Language.choosable.filter { !known.contains($0) }
  }
}
