import Games
import Web

/// What a visitor looks for on the cloud, by the query of the address.
struct CloudSearch {
  private static let perPage = 20

  private(set) var query = Cloud.Query()
  /// The id of a character that was to be deleted.
  let gone: String?

  /// What cannot be looked for is left out.
  init(_ form: Form) {
    let words = (form["name"] ?? "").unicodeScalars.prefix(Cloud.Query.longestWords)
    query.words = String(words).trimmingBlanks
    query.classID = form["class"].flatMap(CharacterClass.init(id:))?.id
    query.after = form["after"]
    query.limit = CloudSearch.perPage
    gone = form["gone"].flatMap(CharacterID.init(text:))?.text
  }

  var isSearch: Bool { !query.words.isEmpty || query.classID != nil }

  /// The address of the page of the same search that goes on after a character.
  func path(after id: String? = nil) -> String {
    var fields: [(String, String)] = []
    if !query.words.isEmpty { fields.append(("name", query.words)) }
    if let classID = query.classID { fields.append(("class", classID)) }
    if let id { fields.append(("after", id)) }
    return "/osr/cloud" + (fields.isEmpty ? "" : "?\(PercentCoding.encode(fields))")
  }
}
