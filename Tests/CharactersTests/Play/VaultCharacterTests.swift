import Foundation
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

@Suite struct VaultCharacterTests {
  /// Aelindra with something in every part of the record.
  private func played() throws -> PlayerCharacter {
    var elf = try People.aelindra.atLevel(3)
    var details = elf
    details.biography = "Born \"under\" a tree.\nLeft it."
    elf = try elf.changing(details).learning(try #require(ListedSpell(id: "web", of: .arcane)))
    elf = try elf.preparing(elf.spellBook).casting(elf.spellBook[0])
    elf = try elf.hurt(by: 2).suffering("wet").shooting(.arrows)
    elf = try elf.noting(OtherThing("a ring", weight: 1)).receiving(9_999, of: .silver)
    elf.earlierVersion = People.hilda.id
    return elf
  }

  @Test func `a character in play is kept whole`() throws {
    let elf = try played()
    #expect(elf.brokenRules() == [])
    let bytes = CharacterJSON.encode(elf, withOrigin: true)
    #expect(CharacterJSON.stored(bytes) == elf)
    #expect(try CharacterJSON.decode(bytes, withOrigin: true, inPlay: true) == elf)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(
      text.hasSuffix(
        """
        "biography":"Born \\"under\\" a tree.\\nLeft it.","experience":8000,"hitDieRolls":[1,1],\
        "damage":2,"higherSpells":["web"],"prepared":[{"spell":"sleep","isCast":true},\
        {"spell":"web","isCast":false}],"conditions":["wet"],"shotsUsed":{"arrows":1},\
        "otherThings":[{"name":"a ring","weight":1}],\
        "earlierVersion":"E621E1F8-C36C-495A-93FC-0C247A3E6E51"}
        """))
  }

  @Test(arguments: People.all)
  func `a beginner has the same bytes as ever`(person: PlayerCharacter) throws {
    let bytes = CharacterJSON.encode(person, withOrigin: true)
    let kept = try #require(VaultCharacter(bytes))
    #expect(kept.character == person)
    #expect(kept.bytes == bytes)
    #expect(!kept.wasChanged)
  }

  @Test func `programs cannot send what only play brings`() throws {
    let bytes = CharacterJSON.encode(try played())
    #expect(throws: CharacterError.self) {
      try CharacterJSON.decode(bytes, isGenerous: true, withOrigin: true)
    }
  }

  @Test func `the older app reads a character in play`() throws {
    let bytes = CharacterJSON.encode(try played())
    let app = try JSONDecoder().decode(AppCharacter.self, from: Data(bytes))
    #expect(app.level == 3)
    #expect(app.spells == [.sleep])
    #expect(app.pcHitPoints == 6)
  }

  /// Hilda after three changes.
  private func changed() throws -> VaultCharacter {
    var kept = VaultCharacter(People.hilda)
    try kept.make(.bought, at: 10) { character throws(RuleRefusal) in
      try character.buying(.gear(.rope))
    }
    try kept.make(.experience, at: 20) { character throws(RuleRefusal) in
      try character.awarded(500)
    }
    try kept.make(.conditions, at: 30) { character throws(RuleRefusal) in
      try character.suffering("tired")
    }
    return kept
  }

  @Test func `the history comes back as it was kept, and goes on`() throws {
    let kept = try changed()
    var read = try #require(VaultCharacter(kept.bytes))
    #expect(read.character == kept.character)
    #expect(read.recorded == kept.recorded)
    #expect(read.recorded.changes.map(\.number) == [1, 2, 3])
    #expect(read.recorded.changes.map(\.moment) == [10, 20, 30])
    #expect(read.recorded.changes[0].before == People.hilda)
    for number in [3, 2, 1] { try read.undo(number, at: 40) }
    #expect(read.character == People.hilda)
    let again = try #require(VaultCharacter(read.bytes))
    #expect(again.character == People.hilda)
    #expect(again.recorded.changes.map(\.undoes) == [nil, nil, nil, 3, 2, 1])
  }

  /// In place of some text of the second change, and how many changes are left.
  @Test(arguments: [
    (#""kind":"experience""#, #""kind":"sleepwalking""#, [3]),
    (#""number":2"#, #""number":"two""#, [3]), (#""number":2"#, #""number":3"#, [3]),
    (#""number":2"#, #""number":0"#, [3]),
    (#"{"experience":0}"#, #"{"experience":-1}"#, [3]),
    (#"{"experience":0}"#, #"{"wings":2}"#, [3]), (#"{"experience":0}"#, #"{"id":null}"#, [3]),
    (#"{"experience":0}"#, #"{"level":9}"#, [3]), (#"{"experience":0}"#, #"[]"#, [3]),
  ])
  func `damaged history costs the history, not the character`(
    old: String, new: String, left: [Int]
  ) throws {
    let kept = try changed()
    var text = String(decoding: kept.bytes, as: UTF8.self)
    #expect(text.contains(old))
    text = text.replacing(old, with: new)
    let read = try #require(VaultCharacter(Array(text.utf8)), "\(text)")
    #expect(read.character == kept.character)
    #expect(read.recorded.changes.map(\.number) == left)
  }

  @Test(arguments: ["", "{}", "null", "[1,", "[{\"number\":1}"])
  func `a history that can't be read costs the history, not the character`(rest: String) throws {
    let kept = try changed()
    let firstLine = CharacterJSON.encode(kept.character, withOrigin: true)
    let left = firstLine + "\n".utf8
    #expect(kept.bytes.starts(with: left))
    let read = try #require(VaultCharacter(left + rest.utf8))
    #expect(read.character == kept.character)
    #expect(read.isHistoryLost && read.recorded.changes == [])
    #expect(read.bytes == left)
    #expect(read.fileBytes == firstLine)
    #expect(try !#require(VaultCharacter(kept.bytes)).isHistoryLost)
    #expect(try !#require(VaultCharacter(firstLine)).isHistoryLost)
    // Nobody knows whether a payout was among what is gone; one that begins now is.
    var random = SeededGenerator(seed: 1)
    let payout = CharacterID(using: &random)
    #expect(read.wasPaid(payout, after: 2))
    let number = try #require(read.lastNumber)
    #expect(!read.wasPaid(payout, after: number))
    var next = read
    try next.make(.coins, at: 40) { character throws(RuleRefusal) in
      try character.receiving(1, of: .gold)
    }
    let again = try #require(VaultCharacter(next.bytes))
    #expect(!again.isHistoryLost && again.recorded.changes.count == 1)
    #expect(again.wasPaid(payout, after: 2))
    #expect(!again.wasPaid(payout, after: number))
    // A second loss may have taken a share.
    let lostAgain = CharacterJSON.encode(again.character, withOrigin: true) + "\n".utf8
    var last = try #require(VaultCharacter(lostAgain))
    #expect(last.wasPaid(payout, after: number))
    try last.make(.coins, at: 50) { character throws(RuleRefusal) in
      try character.receiving(1, of: .gold)
    }
    #expect(last.wasPaid(payout, after: number))
  }

  @Test func `a history without the change before a payout can't tell of it`() throws {
    var random = SeededGenerator(seed: 1)
    let payout = CharacterID(using: &random)
    let kept = VaultCharacter(People.hilda)
    #expect(!kept.wasPaid(payout, after: 0))
    #expect(kept.wasPaid(payout, after: 1))
    let changed = try changed()
    let newest = try #require(changed.lastNumber)
    #expect(!changed.wasPaid(payout, after: newest))
    #expect(changed.wasPaid(payout, after: newest + 1))
  }

  @Test func `an entry from before its history had a line of its own opens`() throws {
    let kept = try changed()
    let read = try #require(VaultCharacter(kept.fileBytes))
    #expect(read.recorded == kept.recorded)
    #expect(read.bytes == kept.bytes)
    let text = String(decoding: kept.fileBytes, as: UTF8.self)
    #expect(text.contains(",\"history\":[{\"number\":1,"))
    let damaged = text.replacing("\"history\":[", with: "\"history\":{\"x\":[") + "}"
    let other = try #require(VaultCharacter(Array(damaged.utf8)))
    #expect(other.character == kept.character)
    #expect(other.isHistoryLost)
  }

  @Test func `the oldest changes go when there's no room`() throws {
    var kept = VaultCharacter(People.hilda)
    for number in 0..<60 {
      try kept.make(.told, at: number) { character throws(RuleRefusal) in
        var details = character
        details.biography = String(repeating: number.isMultiple(of: 2) ? "é" : "è", count: 2_000)
        return try character.changing(details)
      }
    }
    #expect(kept.bytes.count <= StorageLimits.entryBytes)
    let read = try #require(VaultCharacter(kept.bytes))
    #expect(read.character == kept.character)
    let numbers = read.recorded.changes.map(\.number)
    #expect(numbers.last == 60)
    #expect(4...6 ~= numbers.count)
  }

  @Test func `every spell has an id of its own`() {
    for magic in Magic.allCases {
      #expect(Set(magic.spells.map(\.id)).count == magic.spells.count)
      for spell in magic.spells { #expect(ListedSpell(id: spell.id, of: magic) == spell) }
    }
    #expect(Spell.allCases.map(\.listed.id) == Spell.keys.map(\.id))
    #expect(ListedSpell(id: "invisibility10Radius", of: .arcane)?.name == "Invisibility 10’ Radius")
    #expect(ListedSpell(id: "passWall", of: .arcane)?.level == 5)
    #expect(ListedSpell(id: "passWall", of: .divine) == nil)
  }
}
