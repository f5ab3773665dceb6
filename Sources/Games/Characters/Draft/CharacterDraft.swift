/// A character in the making: what was rolled, chosen and bought so far.
///
/// Moves return a new draft or throw a `RuleRefusal`. Whatever is called, it stays true that
/// - the class's requirements are met by the rolled scores;
/// - traded points break no rule, though freed ones may be unspent;
/// - gold left and the price of all goods make up the gold rolled;
/// - the class, once there is one, may use all goods;
/// - class and intelligence allow the languages and the spell.
package struct CharacterDraft: Changeable, Hashable, Sendable {
  /// The highest count of rolls.
  package static let mostRolls = 9_999
  /// Gold pieces for each pip of the three dice.
  ///
  /// B/X 1981; see `docs/sources.md`.
  package static let goldPerPip = 10

  /// The options that the table agreed on before rolling.
  package internal(set) var options: Set<CreationOption> = []
  /// The rolled abilities in the order of `Ability`: six, or none before the first roll.
  package internal(set) var abilities: [RolledAbility] = []
  /// The number of times that all six were rolled together.
  package internal(set) var abilityRolls = 0
  package internal(set) var characterClass: CharacterClass?
  package internal(set) var adjustments = Adjustments()
  /// The roll of the class's hit die, or its highest face if that is agreed.
  package internal(set) var hitDieRoll: Int?
  package internal(set) var hitPointRolls = 0
  /// The level at which the character starts, from 1 to the highest of the class.
  package internal(set) var level = 1
  /// The rolls of the later levels' hit dice; empty before they are rolled.
  package internal(set) var laterHitDice: [Int] = []
  package internal(set) var goldDice: ThreeDice?
  package internal(set) var goldRolls = 0
  package internal(set) var alignment = Alignment.law
  /// The name: empty, or trimmed and 1 to 60 characters.
  package internal(set) var name = ""
  /// The title, trimmed and up to 60 characters.
  package internal(set) var title = ""
  /// The languages besides those of the class, in the order chosen.
  package internal(set) var languages: [Language] = []
  package internal(set) var spell: Spell?
  /// The other spells in the book of a caster above the first level.
  package internal(set) var furtherSpells: [ListedSpell] = []
  package internal(set) var goods = Goods()
  /// The step after the last one passed; a new roll or class sets it back.
  package internal(set) var reached = Step.abilities

  package init() {}

  package var rolledScores: AbilityScores? {
    guard !abilities.isEmpty else { return nil }
    return AbilityScores { abilities[$0.rawValue].dice.total }
  }

  /// The scores after adjustment.
  package var scores: AbilityScores? {
    rolledScores.map { rolled in AbilityScores { rolled[$0] + adjustments[$0] } }
  }

  /// The freed points that are not spent.
  package var freedPoints: Int { adjustments.freed }

  /// The total of hit dice and constitution, at least 1 a level; `nil` before they are rolled.
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

  /// The gold rolled, in gold pieces.
  package var goldRolled: Int? { goldDice.map { $0.total * CharacterDraft.goldPerPip } }
  /// The gold left, in gold pieces; 0 before gold is rolled.
  package var goldLeft: Int { (goldRolled ?? 0) - goods.cost }
  /// The number of additional languages that intelligence allows; 0 before abilities are rolled.
  package var languagesAllowed: Int { scores?.extraLanguages ?? 0 }
  /// The adjustment to experience in percent; `nil` without a class.
  package var experienceAdjustment: Int? {
    guard let characterClass, let scores else { return nil }
    return characterClass.experienceAdjustment(for: scores)
  }

  /// Returns whether the drafts differ at most in how far they have come through the steps.
  package func hasSameContent(as other: CharacterDraft) -> Bool {
    changed { $0.reached = other.reached } == other
  }

  /// The languages to choose from: all but those of the class.
  package var languagesOffered: [Language] {
    characterClass?.languagesOffered ?? Language.choosable
  }
}
