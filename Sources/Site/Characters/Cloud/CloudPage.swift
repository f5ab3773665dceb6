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
    field("classes") { page in
      CharacterClass.allCases.map {
        ClassChoice(characterClass: $0, isSelected: $0.id == page.search.query.classID)
      }
    }
    field("isSearch") { $0.search.isSearch }
    field("isLater") { $0.search.query.after != nil }
    field("caption") { $0.caption }
    field("hasCharacters") { !$0.listing.records.isEmpty }
    field("characters") { $0.listing.records.map(CloudLine.init) }
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

/// An entry of the choice of classes.
private struct ClassChoice: Fielded {
  let characterClass: CharacterClass
  let isSelected: Bool

  static func declare(_ field: inout Fields<ClassChoice>) {
    field("id") { $0.characterClass.id }
    field("name") { $0.characterClass.name }
    field("selected") { $0.isSelected }
  }
}

/// A row of the list.
private struct CloudLine: Fielded {
  let record: CloudRecord

  static func declare(_ field: inout Fields<CloudLine>) {
    field("path") { CloudAddress.character($0.record.id.text) }
    field("name") { $0.record.name }
    field("classID") { $0.record.classID }
    field("class") { CharacterClass(id: $0.record.classID)?.name ?? $0.record.classID }
    field("level") { CharacterJSON.stored($0.record.bytes)?.level ?? 1 }
    field("moment") { Moment(seconds: max(0, $0.record.saved)).iso }
    field("day") { Moment(seconds: max(0, $0.record.saved)).date }
  }
}
