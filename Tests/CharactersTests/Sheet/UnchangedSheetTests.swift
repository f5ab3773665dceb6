import Games
import Testing
import Visitors

@testable import Characters
@testable import Site

@Suite struct UnchangedSheetTests {
  /// Whole random characters, every other one with a level more and a day of adventure behind it,
  /// that never put anything on or away.
  private static func people() throws -> [PlayerCharacter] {
    var random = SeededGenerator(seed: 305)
    return try (0..<305).map { number in
      var person = try CharacterDraft.played(using: &random)
        .character(id: CharacterID(using: &random))
      guard number.isMultiple(of: 2) else { return person }
      person = try person.starting(atLevel: 2, using: &random).hurt(by: 1).suffering("wet")
      for shot in Ammunition.allCases { person = (try? person.shooting(shot)) ?? person }
      return (try? person.losing(.gear(.torches))) ?? person
    }
  }

  /// FNV-1a of everything that a sheet says, from the release before clothes were put on and away;
  /// Markdown and Foundry’s since have a sentence on each spell, and clerics another on holy symbols.
  @Test func `sheets of those who wear all that they have stay as they were`() throws {
    var hashes: [String: UInt64] = [:]
    for person in try UnchangedSheetTests.people() {
      let sheet = RecordSheet(person)
      for (name, bytes) in [
        "stored": CharacterJSON.encode(person, withOrigin: true), "sheet": SheetJSON.encode(sheet),
        "text": Array(try sheet.plainText.utf8), "Markdown": Array(try sheet.markdown.utf8),
        "Foundry": FoundryActor.encode(sheet),
      ] {
        hashes[name] = bytes.reduce(hashes[name] ?? 0xcbf2_9ce4_8422_2325) {
          ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
      }
      #expect(CharacterJSON.stored(CharacterJSON.encode(person, withOrigin: true)) == person)
    }
    #expect(
      hashes == [
        "stored": 12_180_029_859_259_151_846, "sheet": 14_751_496_857_849_951_892,
        "text": 17_510_728_415_875_390_314, "Markdown": 7_068_410_772_536_394_787,
        "Foundry": 8_242_814_031_740_523_237,
      ])
  }
}
