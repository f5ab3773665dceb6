/// A character's record sheet, computed from the character on demand.
///
/// A character that breaks rules has a sheet, too: scores and levels beyond the tables count as the
/// nearest ones in them.
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

  /// The level, from 1 to the highest of the class.
  package var level: Int { min(max(character.level, 1), characterClass.record.progression.count) }
  /// The row of the class's progression.
  package var levelRecord: LevelRecord { characterClass.record.progression[level - 1] }
  /// The title of the level: `Veteran`.
  package var levelTitle: String {
    let titles = characterClass.record.levelTitles
    return titles[min(level, titles.count) - 1]
  }

  /// The experience; 0 for a beginner.
  package var experience: Int { character.play?.experience ?? levelRecord.experience }
  /// The experience points for the next level; `nil` at the highest.
  package var nextLevelExperience: Int? {
    let rows = characterClass.record.progression
    return level < rows.count ? rows[level].experience : nil
  }

  /// The adjustment to experience, in percent.
  package var experienceAdjustment: Derived {
    Derived(
      .primeRequisites(characterClass, scores), characterClass.experienceAdjustment(for: scores))
  }

  /// The maximum hit points, regardless of damage taken.
  package var hitPoints: Derived {
    let gains = character.levelsGained.map { level in
      Derived.Part(
        .level(level, level > LevelRecord.lastHitDie ? nil : hitDie),
        character.gain(ofLevel: level))
    }
    guard let roll = character.hitDieRoll else {
      return Derived(Derived.Part(.recordedHitPoints, character.firstHitPoints), gains)
    }
    let constitution = part(of: .hitPoints)
    let least = max(0, 1 - roll - constitution.amount)
    return Derived(
      Derived.Part(
        character.options.contains(.fullHitPoints) ? .fullHitDie(hitDie) : .hitDie(hitDie), roll),
      [constitution, Derived.Part(.leastHitPoints, least)] + gains)
  }

  /// The numbers of rolls, if known.
  package var rolls: RollCounts? { character.rolls }

  package var saves: SavingThrows {
    let bonus = parts(.saves).reduce(0) { $0 + $1.amount }
    return bonus == 0 ? levelRecord.saves : levelRecord.saves.better(by: bonus)
  }

  /// Returns the roll needed, without the modifier against magic.
  package func save(_ save: SavingThrow) -> Derived {
    Derived(
      Derived.Part(.savingThrows(characterClass, level: level), levelRecord.saves[save]),
      parts(.saves).map { Derived.Part($0.origin, -$0.amount) })
  }

  /// The languages: Common, the alignment's, those of the class and those learnt.
  package var languages: [String] {
    let known = characterClass.knownLanguages.map {
      $0 == .alignment ? alignment.language : $0.name
    }
    return known + character.additionalLanguages.map(\.name)
  }

  package var literacy: Literacy { scores.literacy }
  package var speaksBrokenly: Bool { scores.speaksBrokenly }
  /// The skills of a thief; `nil` for others.
  package var thiefSkills: ThiefSkills? {
    characterClass == .thief ? ThiefSkills.table[level - 1] : nil
  }
  /// A cleric's result for each of `Turning.columns`; `nil` for others.
  package var turning: [TurningResult]? {
    characterClass == .cleric ? Turning.row(level: level) : nil
  }

  /// Returns the bonuses of worn things to a number; a weapon's apply to its own attacks only.
  func parts(_ bonus: OtherThing.Bonus) -> [Derived.Part] {
    character.wornThings.filter { bonus != .attack || $0.weapon == nil }.map {
      Derived.Part(.thing($0.name), $0[bonus])
    }
  }

  func derived(_ modifier: Modifier) -> Derived { Derived(part(of: modifier)) }

  func part(of modifier: Modifier) -> Derived.Part {
    Derived.Part(.score(modifier, scores[modifier.ability]), scores.value(of: modifier))
  }
}
