extension PlayerCharacter {
  /// The spells to choose from for a day: the book, or for a cleric the whole list.
  package var preparable: [ListedSpell] {
    let spells = characterClass.magic == .divine ? Magic.divine.spells : spellBook
    return spells.filter { obstacle(toPreparing: $0) == nil }
  }

  /// The arcane spells that the book could hold at this level and doesn't yet.
  package var learnable: [ListedSpell] {
    guard characterClass.magic == .arcane else { return [] }
    return Magic.arcane.spells.filter { obstacle(toLearning: $0) == nil }
  }

  /// Returns why the spell can't be written into the book.
  ///
  /// B/X 1981; see `docs/sources.md`: a book holds as many spells of a level as can be memorised.
  package func obstacle(toLearning spell: ListedSpell) -> RuleRefusal? {
    let slots = spellSlots.slots(ofLevel: spell.level)
    guard isForBook(spell), slots > 0 else { return .spellNotForClass(characterClass, spell) }
    let book = spellBook
    guard !book.contains(spell) else { return .spellTwice(spell) }
    guard book.count(where: { $0.level == spell.level }) < slots else {
      return .bookFull(level: spell.level, slots: slots)
    }
    return nil
  }

  /// Writes a spell into the book.
  /// - Throws: `RuleRefusal.spellNotForClass`, `.spellTwice` or `.bookFull`.
  package func learning(_ spell: ListedSpell) throws(RuleRefusal) -> PlayerCharacter {
    if let refusal = obstacle(toLearning: spell) { throw refusal }
    return playing { character in
      if let first = Spell(spell) { return character.spells.append(first) }
      character.record.higherSpells.append(spell)
      character.record.higherSpells.sort { ($0.level, $0.place) < ($1.level, $1.place) }
    }
  }

  /// Tears a spell out of the book, and forgets it if it was memorised.
  /// - Throws: `RuleRefusal.spellNotInBook`.
  package func forgetting(_ spell: ListedSpell) throws(RuleRefusal) -> PlayerCharacter {
    guard spellBook.contains(spell) else { throw .spellNotInBook(spell) }
    return playing { character in
      character.spells.removeAll { $0.listed == spell }
      character.record.higherSpells.removeAll { $0 == spell }
      character.record.prepared.removeAll { $0.spell == spell }
    }
  }

  /// Memorises or prays for exactly these spells, replacing those prepared before.
  ///
  /// Spells that were prepared and cast count as not cast.
  /// - Throws: `RuleRefusal.spellNotForClass`, `.spellNotInBook` or `.noSlotLeft`.
  package func preparing(_ spells: [ListedSpell]) throws(RuleRefusal) -> PlayerCharacter {
    for spell in spells {
      if let refusal = obstacle(toPreparing: spell) { throw refusal }
    }
    for (place, slots) in spellSlots.enumerated()
    where spells.count(where: { $0.level == place + 1 }) > slots {
      throw .noSlotLeft(level: place + 1, slots: slots)
    }
    let ordered = spells.sorted { ($0.level, $0.place) < ($1.level, $1.place) }
    return changed { $0.record.prepared = ordered.map { PreparedSpell($0) } }
  }

  /// Casts one of the prepared spells.
  /// - Throws: `RuleRefusal.notPrepared`.
  package func casting(_ spell: ListedSpell) throws(RuleRefusal) -> PlayerCharacter {
    let place = record.prepared.firstIndex { $0.spell == spell && !$0.isCast }
    guard let place else { throw .notPrepared(spell) }
    return changed { $0.record.prepared[place].isCast = true }
  }

  /// Begins a new day.
  ///
  /// All prepared spells can be cast again, empty quivers and cases are gone, lights are out, and
  /// turns start again.
  package func rested() -> PlayerCharacter {
    var (goods, record) = (self.goods, self.record)
    record.prepared = record.prepared.map { PreparedSpell($0.spell) }
    record.clock = Clock()
    for (shot, used) in record.shotsUsed {
      let (empty, left) = used.quotientAndRemainder(dividingBy: shot.record.count)
      goods[.ammunition(shot)] -= empty
      record.shotsUsed[shot] = left == 0 ? nil : left
    }
    guard (goods, record) != (self.goods, self.record) else { return self }
    return changed { ($0.goods, $0.record) = (goods, record) }
  }
}

extension Spell {
  /// - Returns: `nil` for a spell of another list.
  init?(_ spell: ListedSpell) {
    guard spell.magic == .arcane, spell.level == 1 else { return nil }
    self.init(rawValue: spell.place)
  }
}
