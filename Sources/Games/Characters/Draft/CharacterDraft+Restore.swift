extension CharacterDraft {
  /// A draft that was saved earlier.
  ///
  /// - Returns: `nil` for a state that no moves lead to: a damaged or old file bends no rule.
  package init?(
    abilities: [RolledAbility], abilityRolls: Int, characterClass: CharacterClass?,
    adjustments: Adjustments, hitDieRoll: Int?, hitPointRolls: Int, goldDice: ThreeDice?,
    goldRolls: Int, alignment: Alignment, name: String, title: String, languages: [Language],
    spell: Spell?, goods: Goods, reached: Step
  ) {
    self.abilities = abilities
    self.abilityRolls = abilityRolls
    self.characterClass = characterClass
    self.adjustments = adjustments
    self.hitDieRoll = hitDieRoll
    self.hitPointRolls = hitPointRolls
    self.goldDice = goldDice
    self.goldRolls = goldRolls
    self.alignment = alignment
    self.name = name
    self.title = title
    self.languages = languages
    self.spell = spell
    self.goods = goods
    self.reached = reached
    guard isConsistent else { return nil }
  }

  /// Whether every rule holds that moves keep.
  var isConsistent: Bool {
    areRollsPossible && isClassPossible && isGearPossible && isTextPossible && isStepPossible
  }

  private var areRollsPossible: Bool {
    let counts = 0...CharacterDraft.mostRolls
    guard abilities.isEmpty || abilities.count == Ability.allCases.count,
      abilities.isEmpty == (abilityRolls == 0), counts ~= abilityRolls,
      abilities.allSatisfy({ counts ~= $0.rerolls }),
      counts ~= hitPointRolls, (hitDieRoll == nil) == (hitPointRolls == 0),
      counts ~= goldRolls, (goldDice == nil) == (goldRolls == 0)
    else { return false }
    return true
  }

  /// How far a score can change; sums of damaged numbers would overflow.
  private static let possibleChange = -18...18

  /// Trades, hit points, languages and spell need a class; the class needs its scores.
  private var isClassPossible: Bool {
    guard let characterClass, let rolledScores else {
      return characterClass == nil && adjustments.isEmpty && hitDieRoll == nil
        && languages.isEmpty && spell == nil && (!abilities.isEmpty || isUntouched)
    }
    let die = 1...characterClass.hitDie.sides
    return characterClass.unmetRequirements(of: rolledScores).isEmpty
      && Ability.allCases.allSatisfy { CharacterDraft.possibleChange ~= adjustments[$0] }
      && adjustments.refusals(for: characterClass, rolled: rolledScores).isEmpty
      && freedPoints >= 0
      && hitDieRoll.map { die ~= $0 } ?? true
      && characterClass.refusals(of: languages, allowed: languagesAllowed).isEmpty
      && (spell == nil || characterClass.hasArcaneMagic)
  }

  /// Before abilities are rolled, there is nothing else either.
  private var isUntouched: Bool {
    goldDice == nil && name.isEmpty && title.isEmpty && goods.isEmpty && reached == .abilities
  }

  private var isGearPossible: Bool {
    let counts = 0...Goods.mostOfOne
    guard goods.entries.allSatisfy({ counts ~= $0.count }), goldLeft >= 0 else { return false }
    return goods.hasNoSpareArmour
      && (goldDice != nil || goods.isEmpty)
      && (characterClass.map { wearer in goods.entries.allSatisfy { wearer.allows($0.item) } }
        ?? true)
  }

  private var isTextPossible: Bool {
    (name.isEmpty || (try? CharacterText.name(name)) == name)
      && (try? CharacterText.title(title)) == title
  }

  private var isStepPossible: Bool { !skips(reached) }
}

extension Goods {
  /// One suit of armour and one shield at most.
  var hasNoSpareArmour: Bool {
    Armour.allCases.reduce(0) { $0 + self[.armour($1)] } <= 1 && self[.shield] <= 1
  }
}
