/// Characters that start above the first level.
///
/// B/X 1981; see `docs/sources.md`: they have the experience that the level needs, a hit die is
/// rolled for each level that has one, and a book holds as many spells as can be memorised in a
/// day. Gold is rolled as for a beginner.
extension CharacterDraft {
  /// Starts at another level, whose hit dice are still to be rolled.
  ///
  /// Spells for which the book has no room are lost, the last ones first.
  /// - Throws: `RuleRefusal.stepClosed` or `.outOfRange`.
  package func starting(atLevel target: Int) throws(RuleRefusal) -> CharacterDraft {
    try requireOpen(.details)
    guard let characterClass else { throw .stepClosed(.details, open: .characterClass) }
    let levels = 1...characterClass.levelLimit
    guard levels ~= target else { throw .outOfRange(levels, of: .startingLevel) }
    guard target != level else { return self }
    var draft = withoutHitDice()
    draft.level = target
    var room = characterClass.spellSlots(atLevel: target)
    // The first spell keeps its place, as there is room for it at every level.
    if !room.isEmpty { room[0] -= spell == nil ? 0 : 1 }
    draft.furtherSpells = furtherSpells.filter { room.takeSlot(ofLevel: $0.level) }
    return draft
  }

  /// The room of the book for spells of each level; empty for all but arcane casters.
  package var bookRoom: [Int] {
    guard let characterClass, characterClass.hasArcaneMagic else { return [] }
    return characterClass.spellSlots(atLevel: level)
  }

  /// The spells in the book, first level first.
  package var book: [ListedSpell] { (spell.map { [$0.listed] } ?? []) + furtherSpells }

  /// Fills the book with exactly these spells.
  /// - Throws: `RuleRefusal.stepClosed`, `.notACaster`, `.spellMissing` without one of the first
  ///   level, `.spellNotForClass`, `.spellTwice` or `.bookFull`.
  package func choosing(book spells: [ListedSpell]) throws(RuleRefusal) -> CharacterDraft {
    if let characterClass, !characterClass.hasArcaneMagic { throw .notACaster(characterClass) }
    try requireOpen(.spells)
    guard let characterClass, let scores else { throw .stepClosed(.spells, open: firstOpenStep) }
    // No rule about the book depends on the number.
    var random = SeededGenerator(seed: 0)
    var owner = PlayerCharacter(
      id: CharacterID(using: &random), name: "", level: level, characterClass: characterClass,
      hitPoints: 1, coins: Coins(), scores: scores)
    for spell in spells { owner = try owner.learning(spell) }
    guard let first = owner.spells.first else { throw .spellMissing(characterClass) }
    var draft = self
    draft.spell = first
    draft.furtherSpells = Array(owner.spellBook.dropFirst())
    return draft
  }

  /// The changes that play would have made by this level; `nil` for a beginner.
  var play: PlayRecord? {
    guard level > 1, let characterClass else { return nil }
    var record = PlayRecord()
    record.experience = characterClass.record.progression[level - 1].experience
    record.hitDieRolls = laterHitDice
    record.higherSpells = furtherSpells.filter { $0.level > 1 }
    record.prepared = book.map { PreparedSpell($0) }
    return record
  }
}
