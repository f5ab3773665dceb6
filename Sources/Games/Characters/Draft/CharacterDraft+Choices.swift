extension CharacterDraft {
  /// Chooses a class.
  ///
  /// A different one clears traded points, hit points, languages and spell, and returns goods that
  /// it may not use for their full price.
  /// - Throws: `RuleRefusal.stepClosed`, or `.requirementNotMet` with the first requirement not
  ///   met.
  package func choosing(_ choice: CharacterClass) throws(RuleRefusal) -> CharacterDraft {
    try requireOpen(.characterClass)
    guard let rolledScores else { throw .stepClosed(.characterClass, open: .abilities) }
    if let unmet = choice.unmetRequirements(of: rolledScores).first {
      throw .requirementNotMet(choice, unmet, score: rolledScores[unmet.ability])
    }
    return choice == characterClass ? self : withClass(choice)
  }

  /// Takes two points off a score that the class may lower, or one point back from a raised one.
  /// - Throws: `RuleRefusal.stepClosed`, `.notLowerable`, `.primeLowered`, `.classMayNotLower` or
  ///   `.belowFloor`.
  package func lowering(_ ability: Ability) throws(RuleRefusal) -> CharacterDraft {
    let (characterClass, rolled) = try adjustable()
    var draft = self
    if adjustments[ability] > 0 {
      draft.adjustments[ability] -= 1
    } else {
      if let refusal = characterClass.obstacle(toLowering: ability) { throw refusal }
      let score = rolled[ability] + adjustments[ability]
      guard score - Adjustments.rate >= Adjustments.floor else {
        throw .belowFloor(ability, score: score)
      }
      draft.adjustments[ability] -= Adjustments.rate
    }
    draft.trimLanguages()
    return draft
  }

  /// Spends a freed point: on a prime requisite, or to give a lowered score its two points back.
  /// - Throws: `RuleRefusal.stepClosed`, `.aboveRolled`, `.notPrimeRaise`, `.overCeiling`,
  ///   `.nothingFreed` or `.everythingSpent`.
  package func raising(_ ability: Ability) throws(RuleRefusal) -> CharacterDraft {
    let (characterClass, rolled) = try adjustable()
    let isUndoing = adjustments[ability] < 0
    if !isUndoing {
      if let refusal = characterClass.obstacle(toRaising: ability, rolled: rolled[ability]) {
        throw refusal
      }
      guard rolled[ability] + adjustments[ability] < Adjustments.ceiling else {
        throw .overCeiling(ability)
      }
    }
    guard freedPoints > 0 else {
      throw adjustments.isEmpty ? RuleRefusal.nothingFreed : .everythingSpent
    }
    var draft = self
    draft.adjustments[ability] += isUndoing ? Adjustments.rate : 1
    draft.trimLanguages()
    return draft
  }

  /// Sets the alignment.
  /// - Throws: `RuleRefusal.stepClosed`.
  package func aligning(with choice: Alignment) throws(RuleRefusal) -> CharacterDraft {
    try requireOpen(.details)
    return changed { $0.alignment = choice }
  }

  /// Sets name, title and additional languages together, without blanks around the texts.
  /// - Throws: `RuleRefusal.stepClosed`, or the first rule that is broken; `brokenRules` has all.
  package func describing(
    name: String, title: String, languages: [Language]
  ) throws(RuleRefusal) -> CharacterDraft {
    try requireOpen(.biography)
    var draft = self
    draft.name = try CharacterText.name.checked(name)
    draft.title = try CharacterText.title.checked(title)
    if let refusal = languageRefusals(languages).first { throw refusal }
    draft.languages = languages
    return draft
  }

  /// Returns every rule that this biography breaks.
  package func brokenRules(name: String, title: String, languages: [Language]) -> [BrokenRule] {
    [CharacterText.name.brokenRule(name), CharacterText.title.brokenRule(title)].compactMap(\.self)
      + languageRefusals(languages).map { BrokenRule($0, .languages) }
  }

  /// Writes a spell into the book in place of the first one.
  /// - Throws: `RuleRefusal.notACaster` or `.stepClosed`.
  package func choosing(_ choice: Spell) throws(RuleRefusal) -> CharacterDraft {
    if let characterClass, !characterClass.hasArcaneMagic { throw .notACaster(characterClass) }
    try requireOpen(.spells)
    var draft = self
    draft.spell = choice
    draft.furtherSpells.removeAll { $0 == choice.listed }
    return draft
  }

  private func languageRefusals(_ languages: [Language]) -> [RuleRefusal] {
    characterClass?.refusals(of: languages, allowed: languagesAllowed) ?? []
  }

  private func adjustable() throws(RuleRefusal) -> (CharacterClass, AbilityScores) {
    try requireOpen(.adjust)
    guard let characterClass, let rolledScores else {
      throw .stepClosed(.adjust, open: firstOpenStep)
    }
    return (characterClass, rolledScores)
  }
}

extension CharacterClass {
  /// Returns the rules that these additional languages break.
  func refusals(of languages: [Language], allowed: Int) -> [RuleRefusal] {
    var refusals: [RuleRefusal] = []
    if languages.count > allowed {
      refusals.append(.tooManyLanguages(chosen: languages.count, allowed: allowed))
    }
    let known = knownLanguages
    for language in Language.allCases {
      let count = languages.lazy.filter { $0 == language }.count
      if count > 0, known.contains(language) { refusals.append(.languageAlreadyKnown(language)) }
      if count > 1 { refusals.append(.languageDuplicate(language)) }
    }
    return refusals
  }
}
