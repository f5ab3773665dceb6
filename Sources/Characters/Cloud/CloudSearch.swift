import Games
import Site
import Storage
import Web

/// What a visitor looks for on the cloud, from the query of the address.
struct CloudSearch {
  private static let perPage = 20

  private(set) var query = CloudQuery()
  /// The character that a visitor comes from deleting.
  let gone: CloudID?

  /// Leaves out what nobody can look for.
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

  /// The address of the same search's next page, which starts after this character.
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
