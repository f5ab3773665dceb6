import Games
import Mustache
import Site
import Storage
import Web

/// A page of the characters on Dragon Cloud, with a form to search them.
struct CloudPage: SheetedPage {
  static let templates = ["characters/cloud"]
  let description = "Characters that everybody can see, search and copy to their own browser."
  let section: Section? = .game(CharactersGame.self)
  let search: CloudSearch
  let listing: CloudListing
  /// The number of characters on the cloud, whether or not they match the search.
  let count: Int
  /// Whether somebody has just deleted a character.
  let isDeleted: Bool
  /// Whether this hall's cloud accepts no new characters.
  let isReadOnly: Bool

  var title: String {
    let name = "Dragon Cloud – Dicehall"
    if isDeleted { return "Character deleted – \(name)" }
    guard search.isSearch else { return name }
    return "\(listing.records.isEmpty ? "Nothing found" : "Found") – \(name)"
  }

  static func declare(_ field: inout Fields<CloudPage>) {
    field("notice") { $0.isDeleted ? "The character is no longer on Dragon Cloud." : nil }
    field("readOnly") { $0.isReadOnly ? CloudWords.readOnly : nil }
    field("count") { $0.count == 0 ? "Characters" : $0.count.counted("character", "characters") }
    field("words") { $0.search.query.words }
    field.rows("classes", { _ in CharacterClass.allCases }) { choice in
      choice("id") { $0.id }
      choice("name") { $0.name }
      choice("selected") { $0.id == $1.search.query.classID }
    }
    field("isSearch") { $0.search.isSearch }
    field("isLater") { $0.search.query.after != nil }
    field.rows(
      "characters",
      {
        $0.listing.records.map { ($0, CharacterJSON.stored($0.bytes).map(RecordSheet.init)) }
      }
    ) { row in
      row("path") { CloudAddress.character($0.0.id.text) }
      row("name") { $0.0.name }
      row("classID") { $0.0.classID }
      row("class") { CharacterClass(id: $0.0.classID)?.name ?? $0.0.classID }
      row("level") { $0.1?.level ?? 1 }
      row("armourClass") { $0.1?.armourClassText }
      row("points") { $0.1?.pointsText }
      row("moment") { Moment(seconds: max(0, $0.0.saved)).iso }
      row("day") { Moment(seconds: max(0, $0.0.saved)).date }
    }
    field("newestPath") { $0.search.path() }
    field("olderPath") { page in
      page.listing.hasMore ? page.listing.records.last.map { page.search.path(after: $0.id) } : nil
    }
  }
}

/// A search of the cloud, from the query of the address.
struct CloudSearch {
  private static let perPage = 20

  private(set) var query = CloudQuery()
  /// The character that the visitor has just deleted.
  let gone: CloudID?

  /// Reads a search, ignoring what can't be searched for.
  /// - Throws: `Refusal` 404 for an `after` that was never on the cloud.
  init(_ form: Form) throws(Refusal) {
    let words = (form["name"] ?? "").unicodeScalars.prefix(StorageLimits.searchScalars)
    query.words = String(words).trimmingBlanks
    query.classID = form["class"].flatMap(CharacterClass.init(id:))?.id
    if let text = form["after"] {
      guard let id = CloudID(text) else { throw .neverOnCloud }
      query.after = id
    }
    query.limit = CloudSearch.perPage
    gone = form["gone"].flatMap(CloudID.init)
  }

  var isSearch: Bool { !query.words.isEmpty || query.classID != nil }

  /// Returns the address of the search's page that starts after this character.
  func path(after id: CloudID? = nil) -> String {
    var fields: [(String, String)] = []
    if !query.words.isEmpty { fields.append(("name", query.words)) }
    if let classID = query.classID { fields.append(("class", classID)) }
    if let id { fields.append(("after", id.text)) }
    return "/osr/cloud" + (fields.isEmpty ? "" : "?\(PercentCoding.encode(fields))")
  }
}

extension Refusal {
  static let neverOnCloud = Refusal(.notFound, "There’s no such place in the list.")
}
