import Games
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// The description says what the program does.
@Suite struct OpenAPITests {
  private let document = OpenAPI.document(mount: "/games")

  /// The members of an object.
  private func members(_ json: JSON?) -> [JSON.Member] {
    guard case .object(let members)? = json else { return [] }
    return members
  }

  private func texts(_ json: JSON?) -> [String] {
    guard case .array(let items)? = json else { return [] }
    return items.compactMap(\.string)
  }

  @Test func `it has every address and method that programs can use, and no other`() {
    let described = members(document["paths"]).flatMap { path in
      members(path.value).map { "\($0.name) /api/v1\(path.name)" }
    }
    let routes = features.routes.filter { $0.path.hasPrefix("/api/") }.map { route in
      "\(route.method) \(route.path.split(separator: "*", omittingEmptySubsequences: false).joined(separator: "{id}"))"
    }
    #expect(Set(described) == Set(routes))
    #expect(described.count == 6)
    #expect(document["servers"] == [["url": "/games/api/v1"]])
  }

  @Test func `every reference leads somewhere, and everything is referred to`() {
    var references: Set<String> = []
    func collect(_ json: JSON) {
      if let target = json["$ref"]?.string { references.insert(target) }
      switch json {
      case .array(let items): items.forEach(collect)
      case .object(let members): members.forEach { collect($0.value) }
      default: break
      }
    }
    collect(document)
    let targets = members(document["components"]).flatMap { kind in
      members(kind.value).map { "#/components/\(kind.name)/\($0.name)" }
    }
    #expect(references == Set(targets))
    #expect(targets.count > 20)
  }

  @Test func `it names all words of the rules`() {
    let schemas = document["components"]?["schemas"]
    let properties = schemas?["Character"]?["properties"]
    // Typed from the table of the interface.
    #expect(
      members(properties).map(\.name) == [
        "id", "name", "title", "level", "alignment", "characterClass", "pcHitPoints", "coins",
        "abilityScores", "modifiers", "additionalLanguages", "spells", "armor", "hasShield",
        "weapons", "ammo", "gear", "options", "biography", "experience", "hitDieRolls", "damage",
        "higherSpells", "prepared", "conditions", "shotsUsed", "piecesUsed", "spares", "inHand",
        "clock",
        "otherThings", "earlierVersion",
      ])
    #expect(texts(properties?["alignment"]?["enum"]) == ["law", "neutrality", "chaos"])
    #expect(
      texts(properties?["ammo"]?["items"]?["enum"])
        == ["arrows", "crossbowBolts", "silverTippedArrow", "slingStones"])
    #expect(texts(properties?["weapons"]?["items"]?["enum"]).count == 19)
    #expect(texts(properties?["gear"]?["items"]?["enum"]).count == 24)
    let rule = schemas?["Violations"]?["properties"]?["violations"]?["items"]?["properties"]?[
      "rule"]
    #expect(
      texts(rule?["enum"]) == [
        "requirementNotMet", "overCeiling", "belowFloor", "notLowerable", "classMayNotLower",
        "primeLowered", "notPrimeRaise", "aboveRolled", "oddStep", "unbalanced", "hitPoints",
        "notEnoughGold", "armourForbidden", "weaponForbidden", "unknownItem", "tooManyLanguages",
        "languageAlreadyKnown", "languageDuplicate", "languageUnknown", "spellNotAllowed",
        "spellMissing", "nameEmpty", "nameTooLong", "titleTooLong", "outOfRange", "missingKey",
        "unknownKey", "unknownValue",
      ])
  }

  @Test func `its example is a legal character that can be saved and checked`() {
    #expect(CharacterExample.character.brokenRules() == [])
    var program = Program()
    let example = String(decoding: CharacterExample.json.bytes, as: UTF8.self)
    #expect(program.save(example).status == .created)
    let sheet = program.post("/api/v1/sheets", example)
    #expect(sheet.json == CharacterExample.sheet)
  }

  @Test func `its example of a broken rule is what is answered`() {
    var program = Program()
    let rolled = """
      [{"statType":"str","score":10},{"statType":"dex","score":10},{"statType":"con","score":11},\
      {"statType":"int","score":9},{"statType":"wis","score":12},{"statType":"cha","score":8}]
      """
    let answer = program.post(
      "/api/v1/sheets", posted(1, ["rolledScores": rolled]))
    #expect(answer.status == .unprocessable)
    #expect(answer.violations?.isEmpty == false)
  }

  @Test func `it has a version of its own`() throws {
    var program = Program()
    let answer = try program.get("/api/v1/openapi.json")
    #expect(answer.status == .ok)
    #expect(answer.json == OpenAPI.document(mount: ""))
    #expect(answer.json?["openapi"] == "3.1.0")
  }
}
