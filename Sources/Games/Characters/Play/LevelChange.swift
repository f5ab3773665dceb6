/// A step up or down one level, with all its changes, to show before it is taken.
package struct LevelChange: Hashable, Sendable {
  package enum HitPoints: Hashable, Sendable {
    /// A die is rolled, with what constitution adds; at least 1 is gained.
    case rolled(DieType, modifier: Int)
    case gained(Int)
    case lost(Int)
  }

  /// A number or a result that changes with the level.
  package struct Shift<Value: Hashable & Sendable>: Hashable, Sendable {
    package let from: Value
    package let to: Value
  }

  package let level: Shift<Int>
  package let hitPoints: HitPoints
  package let levelTitle: Shift<String>?
  package let thac0: Shift<Int>?
  package let attackBonus: Shift<Int>?
  /// The saving throws that change.
  package let saves: [SavingThrow: Shift<Int>]
  /// The skills that change.
  package let skills: [ThiefSkill: Shift<Int>]
  /// The turning results that change, by their place in `Turning.columns`.
  package let turning: [Int: Shift<TurningResult>]
  /// The spells a day that change, by spell level.
  package let spellSlots: [Int: Shift<Int>]
  /// The experience that the new level needs.
  package let experienceNeeded: Int

  /// Creates the change from the character's level to another one of the class.
  init(_ character: PlayerCharacter, to target: Int, hitPoints: HitPoints) {
    var other = character
    other.level = target
    let (old, new) = (RecordSheet(character), RecordSheet(other))
    level = Shift(from: character.level, to: target)
    self.hitPoints = hitPoints
    levelTitle = Shift(old.levelTitle, new.levelTitle)
    thac0 = Shift(old.levelRecord.thac0, new.levelRecord.thac0)
    attackBonus = Shift(old.levelRecord.attackBonus, new.levelRecord.attackBonus)
    saves = LevelChange.shifts(of: SavingThrow.allCases) { (old.saves[$0], new.saves[$0]) }
    skills = LevelChange.shifts(of: ThiefSkill.allCases) { skill in
      (old.thiefSkills?[skill] ?? 0, new.thiefSkills?[skill] ?? 0)
    }
    let (oldTurning, newTurning) = (old.turning ?? [], new.turning ?? [])
    turning = LevelChange.shifts(of: oldTurning.indices) { (oldTurning[$0], newTurning[$0]) }
    let (oldSlots, newSlots) = (old.levelRecord.spellSlots, new.levelRecord.spellSlots)
    spellSlots = LevelChange.shifts(of: 1..<oldSlots.count + 1) {
      (oldSlots[$0 - 1], newSlots[$0 - 1])
    }
    experienceNeeded = new.levelRecord.experience
  }

  private static func shifts<Subject: Hashable, Value>(
    of subjects: some Sequence<Subject>, _ values: (Subject) -> (Value, Value)
  ) -> [Subject: Shift<Value>] {
    var shifts: [Subject: Shift<Value>] = [:]
    for subject in subjects {
      let (from, to) = values(subject)
      shifts[subject] = Shift(from, to)
    }
    return shifts
  }
}

extension LevelChange.Shift {
  /// `nil` if both are the same.
  fileprivate init?(_ from: Value, _ to: Value) {
    guard from != to else { return nil }
    self.init(from: from, to: to)
  }
}
