extension PlayerCharacter {
  /// Returns the rules that a record breaks, apart from those of hit points, purse and goods.
  func brokenRules(of play: PlayRecord) -> [BrokenRule] {
    let levels = 1...characterClass.levelLimit
    guard levels ~= level else { return [BrokenRule(.outOfRange(levels, of: .level), .level)] }
    return brokenExperience(play) + brokenDice(play) + brokenBook(play) + brokenChoice(play)
      + brokenShots(play) + brokenPieces(play) + brokenOutfit + brokenClock
      + brokenWords(play)
  }

  private func brokenExperience(_ play: PlayRecord) -> [BrokenRule] {
    let possible = 0...PlayerCharacter.mostExperience
    guard possible ~= play.experience else {
      return [BrokenRule(.outOfRange(possible, of: .experience), .experience)]
    }
    let needed = characterClass.record.progression[level - 1].experience
    guard play.experience < needed else { return [] }
    return [BrokenRule(.experienceShort(needed: needed, found: play.experience), .experience)]
  }

  private func brokenDice(_ play: PlayRecord) -> [BrokenRule] {
    let faces = 1...characterClass.hitDie.sides
    var rules: [BrokenRule] = []
    if play.hitDieRolls.count != diceRolled {
      rules.append(BrokenRule(.outOfRange(diceRolled...diceRolled, of: .hitDice), .hitDieRolls))
    } else if !play.hitDieRolls.allSatisfy({ faces ~= $0 }) {
      rules.append(BrokenRule(.outOfRange(faces, of: .hitDie), .hitDieRolls))
    }
    let damage = 0...max(0, hitPoints)
    if !(damage ~= play.damage) {
      rules.append(BrokenRule(.outOfRange(damage, of: .damage), .damage))
    }
    return rules
  }

  /// Checks the book, which may hold more than can be memorised: being drained tears out no pages.
  private func brokenBook(_ play: PlayRecord) -> [BrokenRule] {
    guard characterClass.hasArcaneMagic || spells.isEmpty else {
      return [BrokenRule(.notACaster(characterClass), .spells)]
    }
    var rules: [BrokenRule] = []
    for (spells, part) in [
      (spells.map(\.listed), BrokenRule.Part.spells), (play.higherSpells, .higherSpells),
    ] {
      for (place, spell) in spells.enumerated() {
        if part == .higherSpells, !isForBook(spell) || spell.level == 1 {
          rules.append(BrokenRule(.spellNotForClass(characterClass, spell), part))
        } else if spells[..<place].contains(spell) {
          rules.append(BrokenRule(.spellTwice(spell), part))
        }
      }
    }
    return rules
  }

  private func brokenChoice(_ play: PlayRecord) -> [BrokenRule] {
    var rules: [BrokenRule] = []
    for spell in Set(play.prepared.map(\.spell)) {
      if let refusal = obstacle(toPreparing: spell) { rules.append(BrokenRule(refusal, .prepared)) }
    }
    for (place, slots) in spellSlots.enumerated()
    where play.prepared.count(where: { $0.spell.level == place + 1 }) > slots {
      rules.append(BrokenRule(.noSlotLeft(level: place + 1, slots: slots), .prepared))
    }
    return rules
  }

  private func brokenShots(_ play: PlayRecord) -> [BrokenRule] {
    Ammunition.allCases.filter { shot in
      !(0...goods[.ammunition(shot)] * shot.record.count ~= play.shotsUsed[shot] ?? 0)
    }.map { BrokenRule(.shotsUsed($0), .shotsUsed) }
  }

  private func brokenPieces(_ play: PlayRecord) -> [BrokenRule] {
    Gear.allCases.filter { gear in
      let used = play.piecesUsed[gear] ?? 0
      return used < 0 || used >= gear.pieces ?? 1 || used > 0 && goods[.gear(gear)] == 0
    }.map { BrokenRule(.piecesUsed($0), .piecesUsed) }
  }

  private func brokenWords(_ play: PlayRecord) -> [BrokenRule] {
    var rules: [BrokenRule] = []
    do {
      _ = try PlayRecord.conditions(play.conditions)
    } catch { rules.append(BrokenRule(error, .conditions)) }
    do {
      _ = try PlayRecord.otherThings(play.otherThings)
    } catch { rules.append(BrokenRule(error, .otherThings)) }
    return rules
  }

  /// Returns whether the book may ever hold a spell.
  func isForBook(_ spell: ListedSpell) -> Bool {
    guard characterClass.magic == .arcane, spell.magic == .arcane else { return false }
    let slots = characterClass.spellSlots(atLevel: characterClass.levelLimit)
    return slots.slots(ofLevel: spell.level) > 0
  }

  /// Returns why the character can't prepare a spell, whatever else is prepared.
  func obstacle(toPreparing spell: ListedSpell) -> RuleRefusal? {
    guard characterClass.magic == spell.magic, spellSlots.slots(ofLevel: spell.level) > 0 else {
      return .spellNotForClass(characterClass, spell)
    }
    guard spell.magic == .divine || spellBook.contains(spell) else { return .spellNotInBook(spell) }
    return nil
  }
}

extension PlayRecord {
  /// The most conditions of one character.
  package static let mostConditions = 12
  /// The longest condition, in characters.
  package static let longestCondition = 60
  /// The most things of one character that no shop sells.
  package static let mostOtherThings = 60
  /// The longest name of such a thing, in characters.
  package static let longestThing = 80
  /// The possible weights of such a thing, in coins.
  package static let thingWeights = 0...10_000

  /// Returns conditions without blanks around them.
  /// - Throws: `RuleRefusal.tooManyWords` or `.words` for the first that is unfit.
  package static func conditions(_ typed: [String]) throws(RuleRefusal) -> [String] {
    guard typed.count <= mostConditions else {
      throw .tooManyWords(.condition, limit: mostConditions)
    }
    return try typed.map(CharacterText.condition.checked)
  }

  /// Returns things without blanks around their names.
  /// - Throws: `RuleRefusal.tooManyWords`, `.outOfRange` for a number, `.thingUnknown`, or `.words`.
  static func otherThings(_ things: [OtherThing]) throws(RuleRefusal) -> [OtherThing] {
    guard things.count <= mostOtherThings else {
      throw .tooManyWords(.otherThing, limit: mostOtherThings)
    }
    return try things.map { thing throws(RuleRefusal) in
      guard thingWeights ~= thing.weight else { throw .outOfRange(thingWeights, of: .weight) }
      if let refusal = thing.brokenNumber { throw refusal }
      var thing = thing
      thing.name = try CharacterText.otherThing.checked(thing.name)
      return thing
    }
  }
}
