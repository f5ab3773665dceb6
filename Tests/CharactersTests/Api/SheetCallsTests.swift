import Fakes
import Storage
import Testing
import Web

@testable import Characters
@testable import Site

/// The record sheet as programs get it.
@Suite struct SheetCallsTests {
  @Test func `a saved character's sheet is the one calculated from its JSON`() throws {
    var program = Program()
    _ = program.save(posted())
    let stored = try program.get("/api/v1/characters/\(characterID(1))/sheet")
    #expect(stored.status == .ok)
    #expect(stored.json?["class"] == "fighter")
    #expect(stored.json?["attack"]?["thac0"] == 19)
    // Chain mail 5, a shield 1; Dexterity 10 does nothing.
    #expect(stored.json?["armourClass"] == ["descending": 4, "ascending": 15])
    let reckoned = program.post("/api/v1/sheets", posted())
    #expect(reckoned.status == .ok)
    #expect(reckoned.json == stored.json)
  }

  @Test func `checking a sheet stores nothing`() throws {
    var program = Program()
    program.stores.makeWait(9)
    #expect(program.post("/api/v1/sheets", posted()).status == .ok)
    #expect(program.stores.cloudBytes.isEmpty)
    program.stores.fail(with: .unavailable(""))
    #expect(program.post("/api/v1/sheets", posted()).status == .ok)
  }

  @Test func `the rules are applied to the letter`() {
    var program = Program()
    let elf = ["characterClass": "\"elf\"", "pcHitPoints": "4"]
    #expect(program.post("/api/v1/sheets", posted(1, elf)).violations == ["spellMissing spells"])
    #expect(
      program.post("/api/v1/sheets", posted(1, ["additionalLanguages": "[\"common\"]"]))
        .violations?.contains { $0.hasPrefix("languageAlreadyKnown") } == true)
    #expect(program.post("/api/v1/sheets", "[]").violations == ["unknownValue "])
    #expect(program.post("/api/v1/sheets", "{").status == .badRequest)
  }

  @Test func `a character that doesn't exist has no sheet`() throws {
    var program = Program()
    #expect(try program.get("/api/v1/characters/x/sheet").status == .notFound)
    #expect(try program.get("/api/v1/characters/\(characterID(1))/sheet").status == .notFound)
  }
}
