import Foundation
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// Reads a text strictly, as the interface for programs does.
func readCharacter(
  _ text: some StringProtocol, isGenerous: Bool = false, withOrigin: Bool = false
) throws(CharacterError) -> PlayerCharacter {
  try CharacterJSON.decode(Array(text.utf8), isGenerous: isGenerous, withOrigin: withOrigin)
}

@Suite struct CharacterJSONTests {
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `a character is written to the table, keys and order`() {
    #expect(text(CharacterJSON.encode(People.hilda)) == People.hildaText)
    #expect(
      text(CharacterJSON.encode(People.hilda, withOrigin: true)) == People.hildaTextWithOrigin)
  }

  @Test func `what was typed from the table is read`() throws {
    #expect(
      try readCharacter(People.hildaTextWithOrigin, withOrigin: true) == People.hilda)
    var hilda = People.hilda
    hilda.rolledScores = nil
    hilda.hitDieRoll = nil
    hilda.goldRolled = nil
    #expect(try readCharacter(People.hildaText) == hilda)
  }

  @Test(arguments: People.all)
  func `a character worked out by hand comes back as it was`(person: PlayerCharacter) throws {
    let bytes = CharacterJSON.encode(person, withOrigin: true)
    #expect(try CharacterJSON.decode(bytes, withOrigin: true) == person)
    #expect(CharacterJSON.stored(bytes) == person)
  }

  @Test(arguments: People.all)
  func `the older app reads what is written`(person: PlayerCharacter) throws {
    let bytes = Data(CharacterJSON.encode(person))
    let read = try JSONDecoder().decode(AppCharacter.self, from: bytes)
    #expect(read.id.uuidString == person.id.text)
    #expect(read.name == person.name)
    #expect(read.characterClass.rawValue == person.characterClass.id)
    #expect(read.coins.count == 5)
    #expect(read.coins[.goldPieces] == person.coins[.gold])
    #expect(read.abilityScores.count == 6)
    #expect(read.modifiers.count == 12)
    #expect(read.armor?.rawValue == person.goods.armour?.id)
    #expect(read.weapons.map(\.rawValue) == person.goods.weapons.map(\.id))
    #expect(read.gear.map(\.rawValue) == person.goods.gear.map(\.id))
    let keys = try #require(
      try JSONSerialization.jsonObject(with: bytes) as? [String: Any]
    ).keys
    #expect(Set(keys) == AppCharacter.keys)
  }

  @Test func `only what wears armour passes the older app's own decoder`() throws {
    for person in People.all {
      let bytes = Data(CharacterJSON.encode(person))
      let isRead = (try? JSONDecoder().decode(AppCharacter.Strict.self, from: bytes)) != nil
      #expect(isRead == (person.goods.armour != nil))
      #expect(CloudRecord(person, saved: 1).isCompatible == isRead)
    }
    #expect(text(CharacterJSON.encode(People.odo)).contains(#""armor":null"#))
  }

  @Test(arguments: 0..<20)
  func `what the older app writes is read, in whatever order it comes`(round: Int) throws {
    for person in People.all {
      let canonical = CharacterJSON.encode(person)
      let app = try JSONDecoder().decode(AppCharacter.self, from: Data(canonical))
      // Its dictionaries and keys come in another order each time.
      let posted = try JSONEncoder().encode(app)
      let read = try CharacterJSON.decode(Array(posted))
      #expect(CharacterJSON.encode(read) == canonical)
    }
  }

  @Test func `five hundred characters by chance come back as they were`() throws {
    var random = SeededGenerator(seed: 500)
    var classes: Set<CharacterClass> = []
    for _ in 0..<500 {
      let draft = try CharacterDraft.played(using: &random)
      let character = try draft.character(id: CharacterID(using: &random))
      classes.insert(character.characterClass)
      let bytes = CharacterJSON.encode(character, withOrigin: true)
      let read = try CharacterJSON.decode(bytes, withOrigin: true)
      #expect(read == character)
      #expect(CharacterJSON.encode(read, withOrigin: true) == bytes)
      let app = try JSONDecoder().decode(
        AppCharacter.self, from: Data(CharacterJSON.encode(character)))
      #expect(
        try CharacterJSON.decode(Array(JSONEncoder().encode(app))).goods == character.goods)
    }
    #expect(classes.count == 7)
  }

  @Test func `an id is read in any case and written in capitals`() throws {
    let small = People.hildaText.replacing("E621E1F8-C36C-495A", with: "e621e1f8-c36C-495a")
    #expect(text(CharacterJSON.encode(try readCharacter(small))) == People.hildaText)
  }

  @Test func `coins may be an object, and kinds that are not named count nothing`() throws {
    let list = try #require(People.hildaText.firstMatch(of: /\["platinumPieces"[^\]]*\]/))
    for coins in [
      #"{"goldPieces": 4}"#, #"{"copperPieces": 0, "goldPieces": 4.0}"#, #"["goldPieces", 4e0]"#,
    ] {
      let text = People.hildaText.replacing(String(list.0), with: coins)
      #expect(try readCharacter(text).coins == Coins(gold: 4))
    }
  }

  @Test func `an older app may leave out the spell and name tongues that are known`() throws {
    var elf = People.aelindra
    elf.spells = []
    elf.additionalLanguages = [.common, .dragon, .alignment, .elvish, .pixie]
    let bytes = CharacterJSON.encode(elf)
    let read = try CharacterJSON.decode(bytes, isGenerous: true)
    #expect(read.additionalLanguages == [.dragon, .pixie])
    #expect(read.spells == [])
    do {
      _ = try CharacterJSON.decode(bytes)
      Issue.record("a strict reader took it")
    } catch .violations(let violations) {
      let codes = Set(violations.map(\.rule))
      #expect(codes.isSuperset(of: [.languageAlreadyKnown, .tooManyLanguages, .spellMissing]))
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test func `what broke a rule after it was stored is still read from there`() {
    var hilda = People.hilda
    hilda.hitPoints = 99
    let bytes = CharacterJSON.encode(hilda, withOrigin: true)
    #expect(CharacterJSON.stored(bytes) == hilda)
    #expect(CharacterJSON.stored(Array(bytes.dropLast())) == nil)
    #expect(CharacterJSON.stored(Array("{}".utf8)) == nil)
  }

  @Test func `violations are written the way programs expect`() {
    let violation = Violation(rule: .belowFloor, field: "abilityScores.int", message: "A \"B\"")
    #expect(
      text(Violation.list.bytes([violation]))
        == #"{"violations":[{"rule":"belowFloor","field":"abilityScores.int","#
        + #""message":"A \"B\""}]}"#)
  }
}
