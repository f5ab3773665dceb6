extension CharacterDraft {
  /// Restores a saved draft.
  ///
  /// - Returns: `nil` for a state that no moves lead to, so a damaged or old file bends no rule.
  package init?(
    abilities: [RolledAbility], abilityRolls: Int, characterClass: CharacterClass?,
    adjustments: Adjustments, hitDieRoll: Int?, hitPointRolls: Int, goldDice: ThreeDice?,
    goldRolls: Int, alignment: Alignment, name: String, title: String, languages: [Language],
    spell: Spell?, goods: Goods, reached: Step, options: Set<CreationOption> = [],
    level: Int = 1, laterHitDice: [Int] = [], furtherSpells: [ListedSpell] = []
  ) {
    self.options = options
    self.level = level
    self.laterHitDice = laterHitDice
    self.furtherSpells = furtherSpells
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

  /// Whether the draft satisfies every rule that moves preserve.
  var isConsistent: Bool {
    areRollsPossible && isClassPossible && isGearPossible && isTextPossible && isStepPossible
  }

  private var areRollsPossible: Bool {
    let counts = 0...CharacterDraft.mostRolls
    guard abilities.isEmpty || abilities.count == Ability.allCases.count,
      abilities.isEmpty == (abilityRolls == 0), counts ~= abilityRolls,
      abilities.allSatisfy({ counts ~= $0.rerolls }),
      abilities.allSatisfy({ ($0.dice.fourth != nil) == options.contains(.fourDice) }),
      counts ~= hitPointRolls, areHitDicePossible,
      counts ~= goldRolls, (goldDice == nil) == (goldRolls == 0)
    else { return false }
    return true
  }

  private var areHitDicePossible: Bool {
    let later = characterClass?.laterHitDice(upTo: level) ?? 0
    guard laterHitDice.count == (hitPointRolls == 0 ? 0 : later) else { return false }
    guard options.contains(.fullHitPoints) else {
      return (hitDieRoll == nil) == (hitPointRolls == 0)
    }
    return (hitPointRolls == 0 || later > 0) && hitDieRoll == characterClass?.hitDie.sides
  }

  /// The possible change of a score; sums of damaged numbers would overflow.
  private static let possibleChange = -18...18

  /// Whether what needs a class has one, and the class has its scores.
  private var isClassPossible: Bool {
    guard let characterClass, let rolledScores else {
      return characterClass == nil && adjustments.isEmpty && hitDieRoll == nil
        && level == 1 && languages.isEmpty && book.isEmpty && (!abilities.isEmpty || isUntouched)
    }
    let die = 1...characterClass.hitDie.sides
    return characterClass.unmetRequirements(of: rolledScores).isEmpty
      && Ability.allCases.allSatisfy { CharacterDraft.possibleChange ~= adjustments[$0] }
      && adjustments.refusals(for: characterClass, rolled: rolledScores).isEmpty
      && freedPoints >= 0
      && 1...characterClass.levelLimit ~= level
      && hitDieRoll.map { die ~= $0 } ?? true && laterHitDice.allSatisfy { die ~= $0 }
      && characterClass.refusals(of: languages, allowed: languagesAllowed).isEmpty
      && (spell == nil || characterClass.hasArcaneMagic) && isBookPossible(of: characterClass)
  }

  private func isBookPossible(of characterClass: CharacterClass) -> Bool {
    guard !furtherSpells.isEmpty else { return true }
    let (book, room) = (book, bookRoom)
    return spell != nil && Set(book).count == book.count
      && book.allSatisfy { spell in
        spell.magic == .arcane
          && book.count { $0.level == spell.level } <= room.slots(ofLevel: spell.level)
      }
  }

  /// Whether nothing has been done, as before abilities are rolled.
  private var isUntouched: Bool {
    options.isEmpty && goldDice == nil && name.isEmpty && title.isEmpty && goods.isEmpty
      && reached == .abilities
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
    (name.isEmpty || (try? CharacterText.name.checked(name)) == name)
      && (try? CharacterText.title.checked(title)) == title
  }

  private var isStepPossible: Bool { !skips(reached) }
}

extension Goods {
  /// Whether there is at most one suit of armour and one shield.
  var hasNoSpareArmour: Bool {
    Armour.allCases.reduce(0) { $0 + self[.armour($1)] } <= 1 && self[.shield] <= 1
  }
}
