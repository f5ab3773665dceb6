import Testing

@testable import Games

@Suite struct ProgressionTests {
  /// Class, level, experience, hit dice, whether constitution counts, THAC0, attack bonus, saves
  /// (death, wands, paralysis, breath, spells), spell slots.
  static let levels = [
    "cleric 1 0 1d6 con 19 0 saves 11 12 14 16 15 slots 0 0 0 0 0",
    "cleric 2 1500 2d6 con 19 0 saves 11 12 14 16 15 slots 1 0 0 0 0",
    "cleric 3 3000 3d6 con 19 0 saves 11 12 14 16 15 slots 2 0 0 0 0",
    "cleric 4 6000 4d6 con 19 0 saves 11 12 14 16 15 slots 2 1 0 0 0",
    "cleric 5 12000 5d6 con 17 2 saves 9 10 12 14 12 slots 2 2 0 0 0",
    "cleric 6 25000 6d6 con 17 2 saves 9 10 12 14 12 slots 2 2 1 1 0",
    "cleric 7 50000 7d6 con 17 2 saves 9 10 12 14 12 slots 2 2 2 1 1",
    "cleric 8 100000 8d6 con 17 2 saves 9 10 12 14 12 slots 3 3 2 2 1",
    "cleric 9 200000 9d6 con 14 5 saves 6 7 9 11 9 slots 3 3 3 2 2",
    "cleric 10 300000 9d6+1 - 14 5 saves 6 7 9 11 9 slots 4 4 3 3 2",
    "cleric 11 400000 9d6+2 - 14 5 saves 6 7 9 11 9 slots 4 4 4 3 3",
    "cleric 12 500000 9d6+3 - 14 5 saves 6 7 9 11 9 slots 5 5 4 4 3",
    "cleric 13 600000 9d6+4 - 12 7 saves 3 5 7 8 7 slots 5 5 5 4 4",
    "cleric 14 700000 9d6+5 - 12 7 saves 3 5 7 8 7 slots 6 5 5 5 4",
    "dwarf 1 0 1d8 con 19 0 saves 8 9 10 13 12 slots",
    "dwarf 2 2200 2d8 con 19 0 saves 8 9 10 13 12 slots",
    "dwarf 3 4400 3d8 con 19 0 saves 8 9 10 13 12 slots",
    "dwarf 4 8800 4d8 con 17 2 saves 6 7 8 10 10 slots",
    "dwarf 5 17000 5d8 con 17 2 saves 6 7 8 10 10 slots",
    "dwarf 6 35000 6d8 con 17 2 saves 6 7 8 10 10 slots",
    "dwarf 7 70000 7d8 con 14 5 saves 4 5 6 7 8 slots",
    "dwarf 8 140000 8d8 con 14 5 saves 4 5 6 7 8 slots",
    "dwarf 9 270000 9d8 con 14 5 saves 4 5 6 7 8 slots",
    "dwarf 10 400000 9d8+3 - 12 7 saves 2 3 4 4 6 slots",
    "dwarf 11 530000 9d8+6 - 12 7 saves 2 3 4 4 6 slots",
    "dwarf 12 660000 9d8+9 - 12 7 saves 2 3 4 4 6 slots",
    "elf 1 0 1d6 con 19 0 saves 12 13 13 15 15 slots 1 0 0 0 0",
    "elf 2 4000 2d6 con 19 0 saves 12 13 13 15 15 slots 2 0 0 0 0",
    "elf 3 8000 3d6 con 19 0 saves 12 13 13 15 15 slots 2 1 0 0 0",
    "elf 4 16000 4d6 con 17 2 saves 10 11 11 13 12 slots 2 2 0 0 0",
    "elf 5 32000 5d6 con 17 2 saves 10 11 11 13 12 slots 2 2 1 0 0",
    "elf 6 64000 6d6 con 17 2 saves 10 11 11 13 12 slots 2 2 2 0 0",
    "elf 7 120000 7d6 con 14 5 saves 8 9 9 10 10 slots 3 2 2 1 0",
    "elf 8 250000 8d6 con 14 5 saves 8 9 9 10 10 slots 3 3 2 2 0",
    "elf 9 400000 9d6 con 14 5 saves 8 9 9 10 10 slots 3 3 3 2 1",
    "elf 10 600000 9d6+2 - 12 7 saves 6 7 8 8 8 slots 3 3 3 3 2",
    "fighter 1 0 1d8 con 19 0 saves 12 13 14 15 16 slots",
    "fighter 2 2000 2d8 con 19 0 saves 12 13 14 15 16 slots",
    "fighter 3 4000 3d8 con 19 0 saves 12 13 14 15 16 slots",
    "fighter 4 8000 4d8 con 17 2 saves 10 11 12 13 14 slots",
    "fighter 5 16000 5d8 con 17 2 saves 10 11 12 13 14 slots",
    "fighter 6 32000 6d8 con 17 2 saves 10 11 12 13 14 slots",
    "fighter 7 64000 7d8 con 14 5 saves 8 9 10 10 12 slots",
    "fighter 8 120000 8d8 con 14 5 saves 8 9 10 10 12 slots",
    "fighter 9 240000 9d8 con 14 5 saves 8 9 10 10 12 slots",
    "fighter 10 360000 9d8+2 - 12 7 saves 6 7 8 8 10 slots",
    "fighter 11 480000 9d8+4 - 12 7 saves 6 7 8 8 10 slots",
    "fighter 12 600000 9d8+6 - 12 7 saves 6 7 8 8 10 slots",
    "fighter 13 720000 9d8+8 - 10 9 saves 4 5 6 5 8 slots",
    "fighter 14 840000 9d8+10 - 10 9 saves 4 5 6 5 8 slots",
    "halfling 1 0 1d6 con 19 0 saves 8 9 10 13 12 slots",
    "halfling 2 2000 2d6 con 19 0 saves 8 9 10 13 12 slots",
    "halfling 3 4000 3d6 con 19 0 saves 8 9 10 13 12 slots",
    "halfling 4 8000 4d6 con 17 2 saves 6 7 8 10 10 slots",
    "halfling 5 16000 5d6 con 17 2 saves 6 7 8 10 10 slots",
    "halfling 6 32000 6d6 con 17 2 saves 6 7 8 10 10 slots",
    "halfling 7 64000 7d6 con 14 5 saves 4 5 6 7 8 slots",
    "halfling 8 120000 8d6 con 14 5 saves 4 5 6 7 8 slots",
    "magicUser 1 0 1d4 con 19 0 saves 13 14 13 16 15 slots 1 0 0 0 0 0",
    "magicUser 2 2500 2d4 con 19 0 saves 13 14 13 16 15 slots 2 0 0 0 0 0",
    "magicUser 3 5000 3d4 con 19 0 saves 13 14 13 16 15 slots 2 1 0 0 0 0",
    "magicUser 4 10000 4d4 con 19 0 saves 13 14 13 16 15 slots 2 2 0 0 0 0",
    "magicUser 5 20000 5d4 con 19 0 saves 13 14 13 16 15 slots 2 2 1 0 0 0",
    "magicUser 6 40000 6d4 con 17 2 saves 11 12 11 14 12 slots 2 2 2 0 0 0",
    "magicUser 7 80000 7d4 con 17 2 saves 11 12 11 14 12 slots 3 2 2 1 0 0",
    "magicUser 8 150000 8d4 con 17 2 saves 11 12 11 14 12 slots 3 3 2 2 0 0",
    "magicUser 9 300000 9d4 con 17 2 saves 11 12 11 14 12 slots 3 3 3 2 1 0",
    "magicUser 10 450000 9d4+1 - 17 2 saves 11 12 11 14 12 slots 3 3 3 3 2 0",
    "magicUser 11 600000 9d4+2 - 14 5 saves 8 9 8 11 8 slots 4 3 3 3 2 1",
    "magicUser 12 750000 9d4+3 - 14 5 saves 8 9 8 11 8 slots 4 4 3 3 3 2",
    "magicUser 13 900000 9d4+4 - 14 5 saves 8 9 8 11 8 slots 4 4 4 3 3 3",
    "magicUser 14 1050000 9d4+5 - 14 5 saves 8 9 8 11 8 slots 4 4 4 4 3 3",
    "thief 1 0 1d4 con 19 0 saves 13 14 13 16 15 slots",
    "thief 2 1200 2d4 con 19 0 saves 13 14 13 16 15 slots",
    "thief 3 2400 3d4 con 19 0 saves 13 14 13 16 15 slots",
    "thief 4 4800 4d4 con 19 0 saves 13 14 13 16 15 slots",
    "thief 5 9600 5d4 con 17 2 saves 12 13 11 14 13 slots",
    "thief 6 20000 6d4 con 17 2 saves 12 13 11 14 13 slots",
    "thief 7 40000 7d4 con 17 2 saves 12 13 11 14 13 slots",
    "thief 8 80000 8d4 con 17 2 saves 12 13 11 14 13 slots",
    "thief 9 160000 9d4 con 14 5 saves 10 11 9 12 10 slots",
    "thief 10 280000 9d4+2 - 14 5 saves 10 11 9 12 10 slots",
    "thief 11 400000 9d4+4 - 14 5 saves 10 11 9 12 10 slots",
    "thief 12 520000 9d4+6 - 14 5 saves 10 11 9 12 10 slots",
    "thief 13 640000 9d4+8 - 12 7 saves 8 9 7 10 8 slots",
    "thief 14 760000 9d4+10 - 12 7 saves 8 9 7 10 8 slots",
  ]

  @Test func `all 86 levels are as in the tables`() {
    let found = CharacterClass.allCases.flatMap { characterClass in
      characterClass.record.progression.map { row in
        let saves = SavingThrow.allCases.map { "\(row.saves[$0])" }.joined(separator: " ")
        let slots = row.spellSlots.map { " \($0)" }.joined()
        let constitution = row.hitDice.constitutionApplies ? "con" : "-"
        return "\(characterClass.id) \(row.level) \(row.experience) \(row.hitDice.text) "
          + "\(constitution) \(row.thac0) \(row.attackBonus) saves \(saves) slots\(slots)"
      }
    }
    #expect(found.count == 86)
    for (found, expected) in zip(found, ProgressionTests.levels) { #expect(found == expected) }
  }

  /// Level, climb, traps, hear, hide, silent, locks, pockets.
  static let skills = [
    "1 87 10 2 10 20 15 20",
    "2 88 15 2 15 25 20 25",
    "3 89 20 3 20 30 25 30",
    "4 90 25 3 25 35 30 35",
    "5 91 30 3 30 40 35 40",
    "6 92 40 3 36 45 45 45",
    "7 93 50 4 45 55 55 55",
    "8 94 60 4 55 65 65 65",
    "9 95 70 4 65 75 75 75",
    "10 96 80 4 75 85 85 85",
    "11 97 90 5 85 95 95 95",
    "12 98 95 5 90 96 96 105",
    "13 99 97 5 95 98 97 115",
    "14 99 99 5 99 99 99 125",
  ]

  @Test func `the skills of a thief are as in the table`() {
    let found = ThiefSkills.table.map { row in
      "\(row.level) " + ThiefSkill.allCases.map { "\(row[$0])" }.joined(separator: " ")
    }
    #expect(found == ProgressionTests.skills)
  }

  @Test func `only hearing is a chance in six`() {
    #expect(ThiefSkills.table[0].text(.hear) == "2-in-6")
    #expect(ThiefSkills.table[0].text(.climb) == "87%")
  }

  static let turning = [
    "7 9 11 - - - - -",
    "T 7 9 11 - - - -",
    "T T 7 9 11 - - -",
    "D T T 7 9 11 - -",
    "D D T T 7 9 11 -",
    "D D D T T 7 9 11",
    "D D D D T T 7 9",
    "D D D D D T T 7",
    "D D D D D D T T",
    "D D D D D D D T",
    "D D D D D D D D",
  ]

  @Test func `clerics turn undead as in the table`() {
    let found = Turning.rows.map { row in
      row.map { $0 == .noEffect ? "-" : $0.text }.joined(separator: " ")
    }
    #expect(found == ProgressionTests.turning)
    #expect(Turning.columns.count == 8)
    #expect(Turning.row(level: 14) == Turning.rows[10])
    #expect(Turning.row(level: 0) == Turning.rows[0])
  }

  /// THAC0, attack bonus, rolls against armour classes -3 to 9.
  private static let attacks = [
    "20 -1 20 20 20 20 19 18 17 16 15 14 13 12 11",
    "19 0 20 20 20 19 18 17 16 15 14 13 12 11 10",
    "18 1 20 20 19 18 17 16 15 14 13 12 11 10 9",
    "17 2 20 19 18 17 16 15 14 13 12 11 10 9 8",
    "16 3 19 18 17 16 15 14 13 12 11 10 9 8 7",
    "15 4 18 17 16 15 14 13 12 11 10 9 8 7 6",
    "14 5 17 16 15 14 13 12 11 10 9 8 7 6 5",
    "13 6 16 15 14 13 12 11 10 9 8 7 6 5 4",
    "12 7 15 14 13 12 11 10 9 8 7 6 5 4 3",
    "11 8 14 13 12 11 10 9 8 7 6 5 4 3 2",
    "10 9 13 12 11 10 9 8 7 6 5 4 3 2 2",
    "9 10 12 11 10 9 8 7 6 5 4 3 2 2 2",
    "8 11 11 10 9 8 7 6 5 4 3 2 2 2 2",
    "7 12 10 9 8 7 6 5 4 3 2 2 2 2 2",
    "6 13 9 8 7 6 5 4 3 2 2 2 2 2 2",
    "5 14 8 7 6 5 4 3 2 2 2 2 2 2 2",
  ]

  @Test(arguments: attacks)
  func `what hits is as in the attack matrix`(row: String) throws {
    let numbers = row.split(separator: " ").compactMap { Int($0) }
    let thac0 = try #require(numbers.first)
    let found = AttackMatrix.armourClasses.map {
      AttackMatrix.roll(thac0: thac0, armourClass: $0)
    }
    #expect(found == Array(numbers.dropFirst(2)))
    #expect(numbers[1] == 19 - thac0)
  }
}
