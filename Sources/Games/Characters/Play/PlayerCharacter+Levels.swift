extension CharacterClass {
  /// The highest level that members reach.
  package var levelLimit: Int { record.progression.count }

  /// Returns how many hit dice are rolled after the first level, up to this one.
  func laterHitDice(upTo level: Int) -> Int { min(max(level, 1), LevelRecord.lastHitDie) - 1 }

  /// Returns the hit points gained with a later level: a roll plus constitution, or a fixed number.
  func hitPoints(ofLevel level: Int, roll: Int, modifier: Int) -> Int {
    let rows = record.progression
    guard level > LevelRecord.lastHitDie else {
      return max(1, min(max(roll, 1), hitDie.sides) + modifier)
    }
    return rows[level - 1].hitDice.bonus - rows[level - 2].hitDice.bonus
  }
}

extension PlayerCharacter {
  /// The experience left to a character drained of a level; each monster's rule says which.
  ///
  /// B/X 1981; see `docs/sources.md`.
  package enum DrainedExperience: Int, CaseIterable, Sendable {
    /// Halfway between what the old and the new level need, rounded down.
    case halfway
    /// The least that the new level needs.
    case least
  }

  /// Whether there is enough experience for the next level.
  package var canRise: Bool {
    guard 1..<characterClass.levelLimit ~= level else { return false }
    return experience >= characterClass.record.progression[level].experience
  }

  /// The changes at the next level; `nil` at the highest level of the class.
  package var nextLevel: LevelChange? {
    guard 1..<characterClass.levelLimit ~= level else { return nil }
    let gain: LevelChange.HitPoints =
      level < LevelRecord.lastHitDie
      ? .rolled(characterClass.hitDie, modifier: scores.value(of: .hitPoints))
      : .gained(gain(ofLevel: level + 1))
    return LevelChange(self, to: level + 1, hitPoints: gain)
  }

  /// The losses from being drained of a level; `nil` at the first, whose loss is death.
  package var previousLevel: LevelChange? {
    guard 2...characterClass.levelLimit ~= level else { return nil }
    return LevelChange(self, to: level - 1, hitPoints: .lost(gain(ofLevel: level)))
  }

  /// Rises to the next level, and rolls its hit die if it has one.
  /// - Throws: `RuleRefusal.levelLimit` or `.experienceShort`.
  package func rising(
    using random: inout some RandomNumberGenerator
  ) throws(RuleRefusal) -> PlayerCharacter {
    guard 1..<characterClass.levelLimit ~= level else { throw .levelLimit(characterClass) }
    let needed = characterClass.record.progression[level].experience
    guard experience >= needed else { throw .experienceShort(needed: needed, found: experience) }
    return raised(using: &random)
  }

  /// Takes a level away, with its hit points and all else that came with it.
  ///
  /// A living character keeps at least 1 hit point. Memorised spells beyond what the lower level
  /// allows are forgotten, the last ones first; the book stays as it is.
  /// - Throws: `RuleRefusal.lastLevel`.
  package func drained(leaving rest: DrainedExperience) throws(RuleRefusal) -> PlayerCharacter {
    guard 2...characterClass.levelLimit ~= level else { throw .lastLevel }
    let rows = characterClass.record.progression
    let (old, new) = (rows[level - 1].experience, rows[level - 2].experience)
    var character = self
    character.hitPoints -= gain(ofLevel: level)
    character.level -= 1
    var record = self.record
    record.experience = rest == .least ? new : (old + new) / 2
    record.hitDieRolls = Array(record.hitDieRolls.prefix(character.diceRolled))
    if hitPointsNow > 0 { record.damage = min(record.damage, character.hitPoints - 1) }
    record.damage = min(record.damage, character.hitPoints)
    record.prepared = character.fitting(record.prepared)
    character.play = record
    return character
  }

  /// Returns a beginner at a higher level, with its experience and its hit dice rolled.
  ///
  /// - Throws: `RuleRefusal.alreadyExperienced` for a character who isn't a beginner, or
  ///   `.outOfRange` for a level that the class doesn't have.
  package func starting(
    atLevel target: Int, using random: inout some RandomNumberGenerator
  ) throws(RuleRefusal) -> PlayerCharacter {
    guard level == 1, experience == 0 else { throw .alreadyExperienced }
    let levels = 2...characterClass.levelLimit
    guard levels ~= target else { throw .outOfRange(levels, of: .startingLevel) }
    var character = self
    while character.level < target { character = character.raised(using: &random) }
    character.record.experience = characterClass.record.progression[target - 1].experience
    return character
  }

  /// Returns the hit points gained with a later level of the class.
  func gain(ofLevel level: Int) -> Int {
    let rolls = record.hitDieRolls
    return characterClass.hitPoints(
      ofLevel: level, roll: rolls.indices ~= level - 2 ? rolls[level - 2] : 1,
      modifier: scores.value(of: .hitPoints))
  }

  /// The hit points gained with all levels after the first.
  var gains: Int { levelsGained.reduce(0) { $0 + gain(ofLevel: $1) } }

  /// The levels after the first, up to the highest of the class.
  var levelsGained: Range<Int> {
    2..<(play == nil ? 2 : max(2, min(level, characterClass.levelLimit) + 1))
  }

  /// The hit points of the first level, limited to what any character can have.
  var firstHitPoints: Int {
    play == nil ? hitPoints : hitPoints.clamped(to: -1_000...1_000) - gains
  }

  /// The number of hit dice rolled after the first level.
  var diceRolled: Int { characterClass.laterHitDice(upTo: level) }

  /// Returns the first of these spells for which there are slots.
  func fitting(_ prepared: [PreparedSpell]) -> [PreparedSpell] {
    var left = spellSlots
    return prepared.filter { left.takeSlot(ofLevel: $0.spell.level) }
  }

  private func raised(using random: inout some RandomNumberGenerator) -> PlayerCharacter {
    var character = self
    character.level += 1
    if character.level <= LevelRecord.lastHitDie {
      character.record.hitDieRolls.append(characterClass.hitDie.roll(using: &random))
    }
    character.hitPoints += character.gain(ofLevel: character.level)
    return character
  }
}
