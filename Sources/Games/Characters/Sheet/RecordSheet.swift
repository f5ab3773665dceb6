/// Everything that a character's record sheet says, reckoned from the character when it is asked.
///
/// A character that breaks rules has a sheet as well; scores and levels beyond the tables count as
/// the nearest in them.
package struct RecordSheet: Hashable, Sendable {
  package let character: PlayerCharacter

  package init(_ character: PlayerCharacter) {
    self.character = character
  }

  package var name: String { character.name }
  package var title: String { character.title }
  package var characterClass: CharacterClass { character.characterClass }
  package var alignment: Alignment { character.alignment }
  package var scores: AbilityScores { character.scores }
  package var features: [ClassFeature] { characterClass.record.features }
  package var spells: [Spell] { character.spells }
  package var hitDie: DieType { characterClass.hitDie }

  /// `1...` the highest of the class.
  package var level: Int { min(max(character.level, 1), characterClass.record.progression.count) }
  /// The row of the class's progression.
  package var levelRecord: LevelRecord { characterClass.record.progression[level - 1] }
  /// The old name of the level: `Veteran`.
  package var levelTitle: String {
    let titles = characterClass.record.levelTitles
    return titles[min(level, titles.count) - 1]
  }

  /// What a score gives.
  package func modifier(_ modifier: Modifier) -> Derived {
    Derived(part(of: modifier, source: "\(modifier.name) modifier"))
  }

  // A beginner has none yet.
  package var experience: Int { levelRecord.experience }
  /// Experience that the next level needs; `nil` at the highest.
  package var nextLevelExperience: Int? {
    let rows = characterClass.record.progression
    return level < rows.count ? rows[level].experience : nil
  }

  /// Percent.
  package var experienceAdjustment: Derived {
    let primes = characterClass.primeRequisites.map { "\($0.name) \(scores[$0])" }
    let percent = characterClass.experienceAdjustment(for: scores)
    return Derived(
      Derived.Part(primes.joined(separator: ", "), percent, "prime requisite of the class"))
  }

  package var hitPoints: Derived {
    guard let roll = character.hitDieRoll else {
      return Derived(Derived.Part("Hit points", character.hitPoints, "as recorded"))
    }
    let constitution = part(of: .hitPoints, source: "hit point modifier")
    let least = max(0, 1 - roll - constitution.amount)
    return Derived(
      Derived.Part("Hit die \(hitDie.name)", roll, "rolled"),
      [constitution, Derived.Part("At least 1", least, "lowest hit points of a level")])
  }

  package var saves: SavingThrows { levelRecord.saves }

  /// What must be rolled; the modifier for magic stands beside it.
  package func save(_ save: SavingThrow) -> Derived {
    Derived(classPart(saves[save], "saving throws of the class"))
  }

  /// Common, the alignment's tongue, those of the class and those learnt.
  package var languages: [String] {
    let known = characterClass.knownLanguages.map {
      $0 == .alignment ? alignment.tongue : $0.name
    }
    return known + character.additionalLanguages.map(\.name)
  }

  package var literacy: Literacy { scores.literacy }
  package var speaksBrokenly: Bool { scores.speaksBrokenly }
  /// Thieves only.
  package var thiefSkills: ThiefSkills? {
    characterClass == .thief ? ThiefSkills.table[level - 1] : nil
  }
  /// Clerics only; a result for each of `Turning.columns`.
  package var turning: [TurningResult]? {
    characterClass == .cleric ? Turning.row(level: level) : nil
  }

  func part(of modifier: Modifier, source: String) -> Derived.Part {
    let ability = modifier.ability
    return Derived.Part(
      "\(ability.name) \(scores[ability])", scores.value(of: modifier), source)
  }

  func classPart(_ amount: Int, _ source: String) -> Derived.Part {
    Derived.Part("\(characterClass.name), level \(level)", amount, source)
  }
}
