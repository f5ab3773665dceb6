/// The changes to a character since it was made.
package struct PlayRecord: Hashable, Sendable {
  /// The experience points including prime requisites, 0 or more.
  package var experience = 0
  /// The rolls of the hit dice after the first, level 2 first.
  ///
  /// Levels above `LevelRecord.lastHitDie` have none.
  package var hitDieRolls: [Int] = []
  /// The hit points lost and not yet healed.
  package var damage = 0
  /// The spells in the book beyond the first level; empty for all but arcane casters.
  package var higherSpells: [ListedSpell] = []
  /// The spells memorised or prayed for, in the order chosen, with repeats.
  package var prepared: [PreparedSpell] = []
  /// The conditions in free words: `blind until Thursday`.
  package var conditions: [String] = []
  /// The shots missing from quivers or cases, any of which can be picked up until the next day.
  package var shotsUsed: [Ammunition: Int] = [:]
  /// The pieces missing from an opened bundle of gear; fewer than it held.
  package var piecesUsed: [Gear: Int] = [:]
  /// The suits of armour and shields that are carried and not worn.
  package var spares = Goods()
  /// The weapons held, the longest held first; if none is named, any that is carried can be drawn.
  package var inHand: [Weapon] = []
  /// The clock of the day.
  package var clock = Clock()
  /// The things that no shop sells, in free words.
  package var otherThings: [OtherThing] = []

  package init() {}
}

/// A spell memorised or prayed for today.
package struct PreparedSpell: Hashable, Sendable {
  package let spell: ListedSpell
  package var isCast: Bool

  package init(_ spell: ListedSpell, isCast: Bool = false) {
    self.spell = spell
    self.isCast = isCast
  }
}

extension PlayerCharacter {
  /// The changes made by play; for a beginner, only that the book is prepared.
  package var record: PlayRecord {
    get { play ?? beginning }
    set { play = newValue }
  }

  /// Returns the character in play, with a change.
  func playing(_ change: (inout PlayerCharacter) -> Void) -> PlayerCharacter {
    changed {
      $0.record = record
      change(&$0)
    }
  }

  /// The record before anything has happened.
  var beginning: PlayRecord {
    var record = PlayRecord()
    if characterClass.hasArcaneMagic {
      record.prepared = fitting(spells.map { PreparedSpell($0.listed) })
    }
    return record
  }

  /// Experience points.
  package var experience: Int { record.experience }

  /// The current hit points, `0...hitPoints`; at 0 the character is dead.
  package var hitPointsNow: Int {
    let (left, isBeyond) = hitPoints.subtractingReportingOverflow(record.damage)
    return isBeyond ? 0 : max(0, left)
  }

  /// The spells in the book, first level first; empty for all but arcane casters.
  package var spellBook: [ListedSpell] { spells.map(\.listed) + record.higherSpells }

  /// The spells a day at the character's level, for spell level 1, 2 and so on.
  package var spellSlots: [Int] { characterClass.spellSlots(atLevel: level) }
}
