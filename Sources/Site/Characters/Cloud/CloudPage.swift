import Games
import Mustache
import Storage
import Web

/// What people have put on Dragon Cloud, page by page, with a form to search it.
struct CloudPage: Page {
  static let templates = ["characters/cloud"]
  let description = "Characters that everybody can see, search and copy to their own browser."
  let section: Section? = .game(CharactersGame.self)
  let search: CloudSearch
  let listing: CloudListing
  /// How many characters there are, whatever the search.
  let count: Int
  /// Whether somebody has just deleted a character.
  let isDeleted: Bool
  /// Nobody adds anything here.
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
    field.rows("classes", { _ in CharacterClass.allCases }) { option in
      option("id") { $0.id }
      option("name") { $0.name }
      option("selected") { $0.id == $1.search.query.classID }
    }
    field("isSearch") { $0.search.isSearch }
    field("isLater") { $0.search.query.after != nil }
    field("caption") { $0.caption }
    field.rows("characters", { $0.listing.records }) { row in
      row("path") { CloudAddress.character($0.id.text) }
      row("name") { $0.name }
      row("classID") { $0.classID }
      row("class") { CharacterClass(id: $0.classID)?.name ?? $0.classID }
      row("level") { CharacterJSON.stored($0.bytes)?.level ?? 1 }
      row("moment") { Moment(seconds: max(0, $0.saved)).iso }
      row("day") { Moment(seconds: max(0, $0.saved)).date }
    }
    field("newestPath") { $0.search.path() }
    field("olderPath") { page in
      page.listing.hasMore ? page.listing.records.last.map { page.search.path(after: $0.id) } : nil
    }
  }

  private var caption: String {
    guard search.isSearch else { return "Characters, newest first" }
    return "Characters found, newest first"
  }
}
