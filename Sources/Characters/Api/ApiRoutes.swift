import Games
import Site
import Storage
import Web

let apiRoutes: [Route] = [
  .get("/api/v1/characters", usesSession: false, listCharacters),
  .post("/api/v1/character", body: .json, reading(isGenerous: true, saveCharacter)),
  .get("/api/v1/characters/*", usesSession: false) { .json(.ok, try $0.cloudRecord().bytes) },
  .get("/api/v1/characters/*/sheet", usesSession: false) {
    .json(.ok, SheetJSON.encode(RecordSheet(try $0.cloudRecord().character())))
  },
  .post(
    "/api/v1/sheets", body: .json,
    reading(isGenerous: false) { character, _ in
      .json(.ok, SheetJSON.encode(RecordSheet(character)))
    }),
  .get("/api/v1/openapi.json", usesSession: false) {
    .json(.ok, OpenAPI.document(mount: $0.request.mount).bytes)
  },
]

/// The answers to API calls about characters.
enum CharacterAnswers {
  static let saved = JSONFormat<CharacterID>.object { field in
    field("id", .id) { $0 }
  }

  static let newlySaved = JSONFormat<(id: CharacterID, link: String)>.object { field in
    field("id", .id) { $0.id }
    let description = """
      The address, on this server, of the page that deletes the character. You get it only now, \
      and anyone who has it can use it. Without a browser, POST the `secret` after its `#` as a \
      form to the address before it.
      """
    field("deletionLink", .text(description)) { $0.link }
  }

  /// The name of the list in its object.
  static let listKey = "playerCharacters"

  static let list = JSONFormat<[JSON]>.object { field in
    field(listKey, .list(of: JSONFormat<JSON>(Schema.reference("Character")) { $0 })) { $0 }
  }

  /// Returns a list of characters from their stored bytes.
  static func list(of characters: some Sequence<[UInt8]>) -> [UInt8] {
    var bytes = Array(list.bytes([]).dropLast("]}".utf8.count))
    bytes += characters.joined(separator: [UInt8(ascii: ",")])
    return bytes + "]}".utf8
  }
}

private func listCharacters(_ visit: inout Visit) throws -> Answer {
  let wanted = try ListQuery(visit.request.query)
  guard let page = try visit.storage.cloud.list(wanted.query) else {
    throw Refusal(.notFound, "No character ever had the id in after.")
  }
  let bytes = CharacterAnswers.list(of: page.records.lazy.map(\.bytes))
  guard page.hasMore, let last = page.records.last else { return .json(.ok, bytes) }
  let next = "\(visit.request.mount)/api/v1/characters?\(wanted.text(after: last.id))"
  return .json(.ok, bytes, [.init(name: "Link", value: "<\(next)>; rel=\"next\"")])
}

/// Reads the character in the body, perhaps with its rolls, and answers if anything is wrong.
private func reading(
  isGenerous: Bool,
  _ handler: @escaping @Sendable (PlayerCharacter, inout Visit) throws -> Answer
) -> Route.Handler {
  { visit in
    do {
      let character = try CharacterJSON.decode(
        visit.request.body, isGenerous: isGenerous, withOrigin: true)
      return try handler(character, &visit)
    } catch CharacterError.syntax(let error) {
      throw Refusal(.badRequest, "This isn’t valid JSON: \(error).")
    } catch CharacterError.violations(let violations) {
      return .json(.unprocessable, Violation.list.bytes(violations))
    }
  }
}

/// Answers the older app's call, as generously as that app; a character may be sent again.
private func saveCharacter(_ character: PlayerCharacter, _ visit: inout Visit) throws -> Answer {
  let id = character.id.text
  switch try visit.share(character) {
  case .added(.created(let secret)):
    let mount = visit.request.mount
    let link = mount + CloudAddress.deletion(id, secret)
    let body = CharacterAnswers.newlySaved.bytes((character.id, link))
    let location = "\(mount)/api/v1/characters/\(id)"
    return .json(.created, body, [.init(name: "Location", value: location)])
  case .added(.same): return .json(.ok, CharacterAnswers.saved.bytes(character.id))
  case .added(.conflict): throw Refusal.idTaken
  case .readOnly: throw Refusal.cloudIsReadOnly
  case .wait(let seconds): throw Refusal.savedMany(seconds: seconds)
  }
}

extension Refusal {
  static let idTaken = Refusal(
    .conflict, "Another character already has this id, and stays as it is.")
  static let cloudIsReadOnly = Refusal(.forbidden, "Dragon Cloud takes no new characters here.")
  static func savedMany(seconds: Int? = nil) -> Refusal {
    Refusal(
      .tooManyRequests, "You’ve saved many characters in a short time.", retryAfter: seconds)
  }
}

/// The characters that a program requests, from the query of an address.
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

  /// Returns the query that lists the characters after this one.
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

  /// Returns the limit in a query; a number above the most for a page counts as that.
  private static func limit(_ text: String) throws(Refusal) -> Int {
    let isNumber = text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    let digits = text.drop { $0 == "0" }
    guard isNumber, !digits.isEmpty else {
      throw Refusal(.badRequest, "limit takes a number from 1.")
    }
    return min(Int(digits) ?? StorageLimits.pageRecords, StorageLimits.pageRecords)
  }
}
