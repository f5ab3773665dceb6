import Testing

@testable import Games

/// What is wrong with a character in play that somebody else has written.
@Suite struct PlayedRuleTests {
  private func rules(
    _ characterClass: CharacterClass, level: Int = 3,
    _ change: (inout PlayerCharacter) throws -> Void
  ) throws -> [BrokenRule] {
    var character = try PlayerCharacter.veteran(characterClass, level: level)
    try change(&character)
    return character.brokenRules()
  }

  @Test func `levels and experience keep to the class`() throws {
    for level in [Int.min, 0, 13, .max] {
      #expect(
        try rules(.dwarf) { $0.level = level }.contains(
          BrokenRule(.outOfRange(1...12, of: .level), .level)))
    }
    #expect(
      try rules(.dwarf) { $0.record.experience = 4_399 }
        == [BrokenRule(.experienceShort(needed: 4_400, found: 4_399), .experience)])
    for points in [Int.min, -1, 10_000_000, .max] {
      #expect(
        try rules(.dwarf) { $0.record.experience = points }
          == [BrokenRule(.outOfRange(0...9_999_999, of: .experience), .experience)])
    }
  }

  @Test func `hit points are what the dice of all levels allow`() throws {
    #expect(
      try rules(.dwarf) { $0.hitPoints += 1 }
        == [BrokenRule(.hitPoints(27...27, found: 28), .hitPoints)])
    #expect(
      try rules(.dwarf) { $0.hitPoints = .max }
        == [BrokenRule(.hitPoints(27...27, found: .max), .hitPoints)])
    #expect(
      try rules(.dwarf) { $0.record.hitDieRolls = [8, 8, 8] }
        == [BrokenRule(.outOfRange(2...2, of: .hitDice), .hitDieRolls)])
    #expect(
      try rules(.dwarf) { $0.record.hitDieRolls = [8, .max] }
        == [BrokenRule(.outOfRange(1...8, of: .hitDie), .hitDieRolls)])
    for damage in [Int.min, -1, 28, .max] {
      #expect(
        try rules(.dwarf) { $0.record.damage = damage }
          == [BrokenRule(.outOfRange(0...27, of: .damage), .damage)])
    }
  }

  @Test func `spells are on the list of the class, and no more than a day allows`() throws {
    let (web, light) = try (ListedSpell.named("Web"), ListedSpell.named("Light", .divine))
    let sleep = Spell.sleep.listed
    #expect(
      try rules(.fighter) { $0.record.higherSpells = [web] }
        == [BrokenRule(.spellNotForClass(.fighter, web), .higherSpells)])
    #expect(
      try rules(.fighter) { $0.spells = [.sleep] }
        == [BrokenRule(.notACaster(.fighter), .spells)])
    #expect(
      try rules(.elf) { $0.spells = [.sleep, .light, .sleep] }
        == [BrokenRule(.spellTwice(sleep), .spells)])
    #expect(
      try rules(.elf) { $0.record.higherSpells = [web, sleep, light, web] } == [
        BrokenRule(.spellNotForClass(.elf, sleep), .higherSpells),
        BrokenRule(.spellNotForClass(.elf, light), .higherSpells),
        BrokenRule(.spellTwice(web), .higherSpells),
      ])
    #expect(
      try rules(.elf) { $0.record.prepared = [PreparedSpell(web)] }
        == [BrokenRule(.spellNotInBook(web), .prepared)])
    let many = Array(repeating: PreparedSpell(sleep), count: 3)
    #expect(
      try rules(.elf) { $0.record.prepared = many }
        == [BrokenRule(.noSlotLeft(level: 1, slots: 2), .prepared)])
  }

  @Test func `shots, conditions and other things stay within bounds`() throws {
    for used in [Int.min, -1, 21, .max] {
      #expect(
        try rules(.elf) {
          $0.goods[.ammunition(.arrows)] = 1
          $0.record.shotsUsed[.arrows] = used
        } == [BrokenRule(.shotsUsed(.arrows), .shotsUsed)])
    }
    #expect(
      try rules(.elf) { $0.record.shotsUsed[.arrows] = 1 }
        == [BrokenRule(.shotsUsed(.arrows), .shotsUsed)])
    for used in [Int.min, -1, 6, .max] {
      #expect(
        try rules(.elf) {
          $0.goods[.gear(.torches)] = 2
          $0.record.piecesUsed[.torches] = used
        } == [BrokenRule(.piecesUsed(.torches), .piecesUsed)])
    }
    #expect(
      try rules(.elf) { $0.record.piecesUsed[.lantern] = 1 }
        == [BrokenRule(.piecesUsed(.lantern), .piecesUsed)])
    #expect(
      try rules(.elf) { $0.record.conditions = ["", "x"] }
        == [BrokenRule(.words(.condition, .empty), .conditions)])
    #expect(
      try rules(.elf) { $0.record.otherThings = [OtherThing("x", weight: .min)] }
        == [BrokenRule(.outOfRange(0...10_000, of: .weight), .otherThings)])
    #expect(try rules(.elf) { $0.coins[.gold] = 1_000_000 } == [])
    #expect(
      try rules(.elf) { $0.coins[.gold] = 1_000_001 }
        == [BrokenRule(.outOfRange(0...1_000_000, of: .coins(.gold)), .coin(.gold))])
  }

  @Test func `a biography has two thousand characters at most, and lines`() throws {
    let elf = try PlayerCharacter.veteran(.elf)
    var details = elf
    details.biography = "  Born in a wood.\r\nBored by it.\n"
    details.title = "the Bold"
    details.alignment = .chaos
    let told = try elf.changing(details)
    #expect(told.biography == "Born in a wood.\nBored by it.")
    #expect(told.title == "the Bold")
    #expect(told.play == nil)
    #expect(told.brokenRules() == [])
    details.biography = String(repeating: "é", count: 2_001)
    #expect(details.brokenDetails == [BrokenRule(.words(.biography, .tooLong), .text(.biography))])
    details.biography = String(repeating: "👩‍👩‍👧", count: 1_000)
    #expect(details.brokenDetails == [BrokenRule(.words(.biography, .tooLarge), .text(.biography))])
    details.biography = "a\u{202E}b"
    #expect(
      details.brokenDetails == [BrokenRule(.words(.biography, .unprintable), .text(.biography))])
    details.name = ""
    details.additionalLanguages = [.elvish, .goblin]
    #expect(refusal { try elf.changing(details) } == .words(.name, .empty))
    #expect(
      details.brokenDetails.map(\.part) == [
        .text(.name), .text(.biography), .languages, .languages,
      ])
  }

  @Test func `whatever is written there, the sheet is made without a fault`() throws {
    var worst = try PlayerCharacter.veteran(.thief, level: 14)
    for number in [Int.min, -1, 0, 1, .max] {
      worst.level = number
      worst.hitPoints = number
      worst.record.damage = number
      worst.record.experience = number
      worst.record.hitDieRolls = [number, number]
      worst.record.otherThings = [OtherThing("x", weight: number)]
      worst.record.shotsUsed = [.arrows: number]
      worst.record.piecesUsed = [.torches: number]
      worst.hitDieRoll = nil
      _ = worst.brokenRules()
      let sheet = RecordSheet(worst)
      _ = (sheet.hitPoints.value, sheet.weight.value, worst.hitPointsNow, worst.canRise)
      _ = (
        worst.nextLevel, worst.previousLevel, worst.shots(.arrows), worst[pieces: .gear(.torches)]
      )
    }
  }
}
