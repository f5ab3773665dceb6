extension CharacterClass {
  /// The highest level that members reach.
  package var levelLimit: Int { record.progression.count }

  /// How many hit dice are rolled after the first level, up to this one.
  func laterHitDice(upTo level: Int) -> Int { min(max(level, 1), LevelRecord.lastHitDie) - 1 }

  /// Hit points that come with a level after the first: a roll and what constitution adds, or a
  /// fixed number.
  func hitPoints(ofLevel level: Int, roll: Int, modifier: Int) -> Int {
    let rows = record.progression
    guard level > LevelRecord.lastHitDie else {
      return max(1, min(max(roll, 1), hitDie.sides) + modifier)
    }
    return rows[level - 1].hitDice.bonus - rows[level - 2].hitDice.bonus
  }
}

extension PlayerCharacter {
  /// How much of the experience of a drained level is left; each monster's rule says which.
  ///
  /// B/X 1981; see `docs/sources.md`.
  package enum DrainedExperience: Int, CaseIterable, Sendable {
    /// Half way between what the old and the new level need, rounded down.
    case halfway
    /// No more than the new level needs.
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

  /// What being drained of a level takes away; `nil` at the first one, whose loss is death.
  package var previousLevel: LevelChange? {
    guard 2...characterClass.levelLimit ~= level else { return nil }
    return LevelChange(self, to: level - 1, hitPoints: .lost(gain(ofLevel: level)))
  }

  /// Takes the step to the next level; its hit die is rolled, if it has one.
  /// - Throws: `RuleRefusal.levelLimit` or `.experienceShort`.
  package func rising(
    using random: inout some RandomNumberGenerator
  ) throws(RuleRefusal) -> PlayerCharacter {
    guard 1..<characterClass.levelLimit ~= level else { throw .levelLimit(characterClass) }
    let needed = characterClass.record.progression[level].experience
    guard experience >= needed else { throw .experienceShort(needed: needed, found: experience) }
    return raised(using: &random)
  }

  /// Takes a level away, with the hit points that it gave and all else that came with it.
  ///
  /// Nobody is left with less than 1 hit point who had one. Spells that are memorised beyond what the
  /// lower level allows are forgotten, the last ones first; the book stays as it is.
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

  /// A beginner who starts at a higher level, with the experience that it needs and its hit dice
  /// rolled in turn.
  /// - Throws: `RuleRefusal.alreadyExperienced` for somebody who is no longer a beginner, or
  ///   `.outOfRange` for a level that the class does not have.
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

  /// Hit points that came with a level of the class after the first.
  func gain(ofLevel level: Int) -> Int {
    let rolls = record.hitDieRolls
    return characterClass.hitPoints(
      ofLevel: level, roll: rolls.indices ~= level - 2 ? rolls[level - 2] : 1,
      modifier: scores.value(of: .hitPoints))
  }

  /// Hit points that came with all levels after the first.
  var gains: Int { levelsGained.reduce(0) { $0 + gain(ofLevel: $1) } }

  /// The levels after the first, up to the highest of the class.
  var levelsGained: Range<Int> {
    2..<(play == nil ? 2 : max(2, min(level, characterClass.levelLimit) + 1))
  }

  /// Hit points of the first level, not below or above what any character can have.
  var firstHitPoints: Int {
    let possible = -1_000...1_000
    guard play != nil else { return hitPoints }
    return min(max(hitPoints, possible.lowerBound), possible.upperBound) - gains
  }

  /// How many hit dice were rolled after the first level.
  var diceRolled: Int { characterClass.laterHitDice(upTo: level) }

  /// The first of these for which there are slots.
  func fitting(_ prepared: [PreparedSpell]) -> [PreparedSpell] {
    var left = spellSlots
    return prepared.filter { choice in
      guard left.indices ~= choice.spell.level - 1, left[choice.spell.level - 1] > 0 else {
        return false
      }
      left[choice.spell.level - 1] -= 1
      return true
    }
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
