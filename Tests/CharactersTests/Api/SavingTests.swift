import Fakes
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// `POST /api/v1/character`, and what it leaves in the cloud.
@Suite struct SavingTests {
  @Test func `a character is saved once, and the answer says where`() throws {
    var program = Program()
    let first = program.save(posted())
    #expect(first.status == .created)
    #expect(first.header("Location") == "/api/v1/characters/\(characterID(1))")
    #expect(first.header("Content-Type") == "application/json")
    #expect(first.json?["id"] == .string(characterID(1)))
    let link = try #require(first.json?["deletionLink"]?.string)
    #expect(link.hasPrefix("/osr/cloud/\(characterID(1))/delete#secret="))
    let again = program.save(posted())
    #expect(again.status == .ok)
    #expect(again.json == ["id": .string(characterID(1))])
    #expect(program.stores.cloudBytes.count == 1)
  }

  @Test func `the same content counts, not the same bytes`() throws {
    var program = Program()
    _ = program.save(posted())
    let other = posted(
      1,
      [
        "id": "\"\(characterID(1).lowercased())\"",
        "coins": "{\"goldPieces\": 40}",
        "gear": "[\"rope\",\"torches\"]",
      ])
    #expect(program.save(other).status == .ok)
  }

  @Test func `another character under the same id is refused and changes nothing`() {
    var program = Program()
    _ = program.save(posted())
    let before = program.stores.cloudBytes
    let other = program.save(posted(1, ["name": "\"Somebody Else\""]))
    #expect(other.status == .conflict)
    #expect(other.error == "Another character already has this id, and stays as it is.")
    #expect(program.stores.cloudBytes == before)
  }

  @Test(arguments: [
    "", "{", "nothing", "{\"a\":1,\"a\":2}", "{\"level\":NaN}",
    String(repeating: "[", count: 30_000), "{} {}", "\u{FEFF}{}",
  ])
  func `an error in the JSON is reported with its place`(body: String) {
    var program = Program()
    let answer = program.save(body)
    #expect(answer.status == .badRequest)
    #expect(answer.error?.hasPrefix("This isn’t valid JSON: line 1, column ") == true)
    #expect(program.stores.cloudBytes.isEmpty)
  }

  @Test(arguments: [
    (["name": "\"  \""], ["nameEmpty name"]),
    (["level": "2"], ["outOfRange level"]),
    (["gear": ""], ["missingKey gear"]),
    (["armour": "null"], ["unknownKey armour"]),
    (["alignment": "\"good\""], ["unknownValue alignment"]),
    (["weapons": "[\"club\",\"laser\"]"], ["unknownItem weapons"]),
    (["pcHitPoints": "20"], ["hitPoints pcHitPoints"]),
    (["spells": "[\"sleep\"]"], ["spellNotAllowed spells"]),
  ])
  func `a character that breaks the table gets every violation`(
    changes: [String: String], violations: [String]
  ) {
    var program = Program()
    let answer = program.save(posted(1, changes))
    #expect(answer.status == .unprocessable)
    #expect(answer.violations == violations)
    #expect(program.stores.cloudBytes.isEmpty)
  }

  @Test func `the older app's habits are accepted`() throws {
    var program = Program()
    let elf = posted(
      1,
      [
        "characterClass": "\"elf\"", "spells": "[]", "pcHitPoints": "4",
        "additionalLanguages": "[\"alignment\",\"common\",\"elvish\"]",
      ])
    #expect(program.save(elf).status == .created)
    let listed = try program.get("/api/v1/characters/\(characterID(1))")
    #expect(listed.json?["additionalLanguages"] == [])
    #expect(program.post("/api/v1/sheets", elf).violations?.contains("spellMissing spells") == true)
  }

  @Test func `how it was rolled is checked and not kept`() throws {
    var program = Program()
    let gold = program.save(posted(1, ["goldRolled": "30"]))
    #expect(gold.violations == ["notEnoughGold coins"])
    #expect(program.save(posted(1, ["hitDieRoll": "5"])).status == .created)
    #expect(try program.get("/api/v1/characters/\(characterID(1))").json?["hitDieRoll"] == nil)
  }

  @Test func `a client that saved too many learns when to try again`() {
    var program = Program()
    program.stores.makeWait(17)
    let answer = program.save(posted())
    #expect(answer.status == .tooManyRequests)
    #expect(answer.header("Retry-After") == "17")
    #expect(answer.error == "You’ve saved many characters in a short time.")
    #expect(program.stores.cloudBytes.isEmpty)
  }

  @Test func `saving the same character again doesn't use up the allowance`() {
    var program = Program()
    _ = program.save(posted())
    program.stores.makeWait(17)
    #expect(program.save(posted()).status == .ok)
    #expect(program.save(posted(1, ["name": "\"Other\""])).status == .conflict)
  }

  @Test(arguments: [
    "text/plain", "", "multipart/form-data", "application/x-www-form-urlencoded",
    "application/jsonp",
  ])
  func `any other type is refused in JSON`(type: String) {
    var program = Program()
    let answer = program.post("/api/v1/character", posted(), type: type)
    #expect(answer.status == .unsupportedMediaType)
    #expect(answer.error == "This address takes application/json only.")
    #expect(
      program.post("/api/v1/character", posted(), type: "Application/JSON; charset=utf-8").status
        == .created)
  }

  @Test func `a page of another site cannot save`() {
    var program = Program()
    var request = Request(.post, "/api/v1/character", body: posted())
    request.contentType = "application/json"
    request.fetchSite = "cross-site"
    let answer = program.visitor.ask(request)
    #expect(answer.status == .forbidden)
    #expect(answer.error?.isEmpty == false)
    #expect(answer.header("Access-Control-Allow-Origin") == nil)
  }

  @Test func `the API says why storage failed, and nothing is lost`() {
    var program = Program()
    _ = program.save(posted())
    program.stores.fail(with: .full)
    let answer = program.save(posted(2))
    #expect(answer.status == .unavailable)
    #expect(
      answer.error
        == "There’s no room left to save to. Nothing was changed, and nothing is lost; try again later."
    )
    program.stores.fail(with: nil)
    #expect(program.save(posted()).status == .ok)
  }
}
