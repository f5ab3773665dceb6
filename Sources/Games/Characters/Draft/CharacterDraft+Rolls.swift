extension CharacterDraft {
  /// Rolls all six abilities, three dice each, in order.
  ///
  /// Traded points are taken back, and a class whose requirements fail is lost.
  package func rollingAbilities(using random: inout some RandomNumberGenerator) -> CharacterDraft {
    var draft = self
    draft.abilities = Ability.allCases.map { _ in
      RolledAbility(dice: ThreeDice(using: &random))
    }
    draft.abilityRolls = CharacterDraft.counted(abilityRolls)
    return draft.withChangedRolls()
  }

  /// Rerolls one ability, with the same consequences.
  /// - Throws: `RuleRefusal.stepUnfinished` before all six were rolled.
  package func rerolling(
    _ ability: Ability, using random: inout some RandomNumberGenerator
  ) throws(RuleRefusal) -> CharacterDraft {
    guard !abilities.isEmpty else { throw .stepUnfinished(.abilities, .abilities) }
    var draft = self
    draft.abilities[ability.rawValue] = RolledAbility(
      dice: ThreeDice(using: &random),
      rerolls: CharacterDraft.counted(abilities[ability.rawValue].rerolls))
    return draft.withChangedRolls()
  }

  /// Rolls the class's hit die.
  /// - Throws: `RuleRefusal.stepClosed`.
  package func rollingHitPoints(
    using random: inout some RandomNumberGenerator
  ) throws(RuleRefusal) -> CharacterDraft {
    try requireOpen(.details)
    guard let characterClass else { throw .stepClosed(.details, open: .characterClass) }
    var draft = self
    draft.hitDieRoll = characterClass.hitDie.roll(using: &random)
    draft.hitPointRolls = CharacterDraft.counted(hitPointRolls)
    return draft
  }

  /// Rolls three dice for starting gold.
  /// - Throws: `RuleRefusal.stepClosed`, or `.goldSpent` once something is bought.
  package func rollingGold(
    using random: inout some RandomNumberGenerator
  ) throws(RuleRefusal) -> CharacterDraft {
    try requireGoldRoll()
    var draft = self
    draft.goldDice = ThreeDice(using: &random)
    draft.goldRolls = CharacterDraft.counted(goldRolls)
    return draft
  }

  func requireGoldRoll() throws(RuleRefusal) {
    try requireOpen(.details)
    guard goods.isEmpty else { throw .goldSpent }
  }

  private static func counted(_ rolls: Int) -> Int { min(rolls + 1, mostRolls) }

  private func withChangedRolls() -> CharacterDraft {
    var draft = self
    draft.adjustments = Adjustments()
    draft.reached = min(reached, .adjust)
    if let characterClass, let scores = draft.scores,
      !characterClass.unmetRequirements(of: scores).isEmpty
    {
      draft = draft.withClass(nil)
    }
    draft.trimLanguages()
    return draft
  }

  /// Takes a class and forgets what belonged to another.
  func withClass(_ characterClass: CharacterClass?) -> CharacterDraft {
    var draft = self
    draft.characterClass = characterClass
    draft.adjustments = Adjustments()
    draft.hitDieRoll = nil
    draft.hitPointRolls = 0
    draft.languages = []
    draft.spell = nil
    draft.reached = min(reached, .adjust)
    if let characterClass {
      for (item, _) in goods.entries where !characterClass.allows(item) { draft.goods[item] = 0 }
    }
    return draft
  }

  /// Drops the last languages if intelligence allows fewer.
  mutating func trimLanguages() {
    languages = Array(languages.prefix(languagesAllowed))
  }
}
