extension CharacterDraft {
  /// Rolls all six abilities in order, with three or four dice each as the options say.
  ///
  /// Traded points are taken back, and a class whose requirements aren't met is lost. `options`
  /// apply from now on; `nil` keeps the current ones.
  package func rollingAbilities(
    by options: Set<CreationOption>? = nil, using random: inout some RandomNumberGenerator
  ) -> CharacterDraft {
    var draft = withOptions(options ?? self.options)
    draft.abilities = Ability.allCases.map { _ in
      RolledAbility(dice: draft.rollingDice(using: &random))
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
      dice: rollingDice(using: &random),
      rerolls: CharacterDraft.counted(abilities[ability.rawValue].rerolls))
    return draft.withChangedRolls()
  }

  /// Rolls a hit die of the class for each level that has one.
  /// - Throws: `RuleRefusal.stepClosed`, or `.hitPointsFull` for a beginner whose die counts as its
  ///   highest face.
  package func rollingHitPoints(
    using random: inout some RandomNumberGenerator
  ) throws(RuleRefusal) -> CharacterDraft {
    try requireOpen(.details)
    guard let characterClass else { throw .stepClosed(.details, open: .characterClass) }
    let isFull = options.contains(.fullHitPoints)
    guard !isFull || level > 1 else { throw .hitPointsFull }
    var draft = self
    if !isFull { draft.hitDieRoll = characterClass.hitDie.roll(using: &random) }
    draft.laterHitDice = []
    for _ in 0..<characterClass.laterHitDice(upTo: level) {
      draft.laterHitDice.append(characterClass.hitDie.roll(using: &random))
    }
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

  private func rollingDice(using random: inout some RandomNumberGenerator) -> AbilityDice {
    AbilityDice(isFour: options.contains(.fourDice), using: &random)
  }

  func withChangedRolls() -> CharacterDraft {
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

  /// Sets a class and clears what belonged to another.
  func withClass(_ characterClass: CharacterClass?) -> CharacterDraft {
    var draft = self
    draft.characterClass = characterClass
    draft.adjustments = Adjustments()
    draft.level = min(level, characterClass?.levelLimit ?? 1)
    draft = draft.withoutHitDice()
    draft.languages = []
    draft.spell = nil
    draft.furtherSpells = []
    draft.reached = min(reached, .adjust)
    if let characterClass {
      for (item, _) in goods.entries where !characterClass.allows(item) { draft.goods[item] = 0 }
    }
    return draft
  }

  /// Clears the rolled hit dice; one that counts as its highest face is never rolled.
  func withoutHitDice() -> CharacterDraft {
    var draft = self
    draft.hitDieRoll = options.contains(.fullHitPoints) ? characterClass?.hitDie.sides : nil
    draft.hitPointRolls = 0
    draft.laterHitDice = []
    return draft
  }

  /// Drops the last languages if intelligence allows fewer.
  mutating func trimLanguages() {
    languages = Array(languages.prefix(languagesAllowed))
  }
}
