import Games
import Site
import Storage
import Web

/// Which characters a program asks for, by the query of its address.
struct ListQuery {
  private(set) var query = CloudQuery()

  /// - Throws: `Refusal` 400 for a value that makes no sense.
  init(_ form: Form) throws(Refusal) {
    if let text = form["name"] {
      guard text.unicodeScalars.count <= StorageLimits.searchScalars else {
        throw Refusal(.badRequest, "name takes up to \(StorageLimits.searchScalars) characters.")
      }
      query.words = text
    }
    if let text = form["class"] {
      guard let characterClass = CharacterClass(id: text) else {
        throw Refusal(.badRequest, "class takes the name of a class, such as magicUser.")
      }
      query.classID = characterClass.id
    }
    query.onlyCompatible = try !ListQuery.isOn(form["all"])
    if let text = form["limit"] { query.limit = try ListQuery.limit(text) }
    if let text = form["after"] {
      guard let id = CloudID(text) else {
        throw Refusal(.badRequest, "after takes the id of a character.")
      }
      query.after = id
    }
  }

  /// The query of the address that lists what comes after a character.
  func text(after id: CloudID) -> String {
    var fields = [("after", id.text)]
    if query.limit != StorageLimits.pageRecords { fields.append(("limit", String(query.limit))) }
    if !query.onlyCompatible { fields.append(("all", "1")) }
    if let classID = query.classID { fields.append(("class", classID)) }
    if !query.words.isEmpty { fields.append(("name", query.words)) }
    return PercentCoding.encode(fields)
  }

  private static func isOn(_ text: String?) throws(Refusal) -> Bool {
    switch text {
    case nil, "0": false
    case "1": true
    default: throw Refusal(.badRequest, "all takes 1 or 0.")
    }
  }

  /// Numbers beyond the most that a page holds count as that.
  private static func limit(_ text: String) throws(Refusal) -> Int {
    let isNumber = text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    let digits = text.drop { $0 == "0" }
    guard isNumber, !digits.isEmpty else {
      throw Refusal(.badRequest, "limit takes a number from 1.")
    }
    return min(Int(digits) ?? StorageLimits.pageRecords, StorageLimits.pageRecords)
  }
}
