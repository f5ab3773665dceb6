/// What has come of a character since it was made.
package struct PlayRecord: Hashable, Sendable {
  /// Experience points, with what prime requisites added; 0 or more.
  package var experience = 0
  /// What the hit dice of the levels after the first showed, level 2 first; levels above
  /// `LevelRecord.lastHitDie` have none.
  package var hitDieRolls: [Int] = []
  /// Hit points lost and not yet healed, `0...` all of them.
  package var damage = 0
  /// What the book holds beyond the first level; empty for all but arcane casters.
  package var higherSpells: [ListedSpell] = []
  /// What is memorised or prayed for, in the order of choice; a spell may be there twice.
  package var prepared: [PreparedSpell] = []
  /// In free words: `blind until Thursday`.
  package var conditions: [String] = []
  /// Shots that are gone from the quivers or cases, which stay until the next day, so that any of
  /// them can be picked up.
  package var shotsUsed: [Ammunition: Int] = [:]
  /// Pieces that are gone from an opened bundle of gear; fewer than it held.
  package var piecesUsed: [Gear: Int] = [:]
  /// Suits of armour and shields that are carried and not worn.
  package var spares = Goods()
  /// Weapons held, the longest held first; none where nobody has said so, and then any that is
  /// carried can be drawn.
  package var inHand: [Weapon] = []
  /// Of the day.
  package var clock = Clock()
  /// What no shop sells, in free words.
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
  /// What play has changed in the character; for a beginner, only that the book is prepared.
  package var record: PlayRecord {
    get { play ?? beginning }
    set { play = newValue }
  }

  /// A record where nothing has happened yet.
  var beginning: PlayRecord {
    var record = PlayRecord()
    if characterClass.hasArcaneMagic {
      record.prepared = fitting(spells.map { PreparedSpell($0.listed) })
    }
    return record
  }

  /// Experience points.
  package var experience: Int { record.experience }

  /// Hit points as they stand, `0...hitPoints`; at 0 the character is dead.
  package var hitPointsNow: Int {
    let (left, isBeyond) = hitPoints.subtractingReportingOverflow(record.damage)
    return isBeyond ? 0 : max(0, left)
  }

  /// What the book holds, first level first; empty for all but arcane casters.
  package var spellBook: [ListedSpell] { spells.map(\.listed) + record.higherSpells }

  /// Spells a day at the character's level, for spell level 1, 2 and so on.
  package var spellSlots: [Int] { characterClass.spellSlots(atLevel: level) }
}
