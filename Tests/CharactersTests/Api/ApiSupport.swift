import Fakes
import Visitors
import Web

@testable import Characters
@testable import Site

/// A program that speaks to the interface of a hall of its own.
struct Program {
  let stores = FakeStorage()
  var visitor: Visitor

  init() { visitor = Visitor(hall: makeSite(stores)) }

  mutating func get(_ target: String, ifNoneMatch: String? = nil) throws -> Response {
    var request = try Request(
      variables: { ["REQUEST_METHOD": "GET", "REQUEST_URI": target]["\($0.name)"] },
      gateway: Gateway())
    request.ifNoneMatch = ifNoneMatch
    return visitor.ask(request)
  }

  mutating func post(
    _ path: String, _ body: String, type: String = "application/json"
  ) -> Response {
    var request = Request(.post, path, body: body)
    request.contentType = type
    request.client = "192.0.2.1"
    return visitor.ask(request)
  }

  mutating func save(_ character: String) -> Response { post("/api/v1/character", character) }
}

extension Response {
  var json: JSON? { try? JSON(body) }
  var error: String? { json?["error"]?.string }

  /// The ids of a list, in order.
  var ids: [String]? {
    guard case .array(let characters)? = json?["playerCharacters"] else { return nil }
    return characters.compactMap { $0["id"]?.string }
  }

  /// `rule field` of each broken rule.
  var violations: [String]? {
    guard case .array(let list)? = json?["violations"] else { return nil }
    return list.map { "\($0["rule"]?.string ?? "?") \($0["field"]?.string ?? "?")" }
  }
}

extension JSON {
  var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }
}

/// A character as the older app sends it, typed by hand from its table, with some keys replaced.
func posted(_ number: Int = 1, _ others: [String: String] = [:]) -> String {
  var values = [
    "id": "\"\(characterID(number))\"", "name": "\"Rowan Ash\"", "title": "\"\"", "level": "1",
    "alignment": "\"law\"", "characterClass": "\"fighter\"", "pcHitPoints": "5",
    "coins": """
    ["silverPieces",0,"goldPieces",40,"copperPieces",0,"platinumPieces",0,"electrumPieces",0]
    """,
    "abilityScores": """
    [{"statType":"str","score":13},{"statType":"dex","score":10},{"statType":"con","score":11},\
    {"statType":"int","score":9},{"statType":"wis","score":12},{"statType":"cha","score":8}]
    """,
    "modifiers": """
    [{"modType":"melee","asscStat":"str"},{"modType":"openDoors","asscStat":"str"},\
    {"modType":"armorClass","asscStat":"dex"},{"modType":"missile","asscStat":"dex"},\
    {"modType":"initiative","asscStat":"dex"},{"modType":"hitPoints","asscStat":"con"},\
    {"modType":"spokenLanguage","asscStat":"int"},{"modType":"literacy","asscStat":"int"},\
    {"modType":"magicSaves","asscStat":"wis"},{"modType":"npcReaction","asscStat":"cha"},\
    {"modType":"retainerMax","asscStat":"cha"},{"modType":"retainerLoyalty","asscStat":"cha"}]
    """,
    "additionalLanguages": "[]", "spells": "[]", "armor": "\"chainmail\"", "hasShield": "true",
    "weapons": "[\"sword\"]", "ammo": "[]", "gear": "[\"torches\",\"rope\"]",
  ]
  for (key, value) in others { values[key] = value.isEmpty ? nil : value }
  return "{"
    + values.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
    .joined(separator: ",") + "}"
}

/// A UUID that ends with the number.
func characterID(_ number: Int) -> String {
  "E621E1F8-C36C-495A-93FC-\(String(100_000_000_000 + number))"
}
