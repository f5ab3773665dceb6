import Games
import Mustache
import Site
import Storage
import Web

/// A page of the characters on Dragon Cloud, with a form to search them.
struct CloudPage: SheetedPage {
  static let templates = ["characters/cloud"]
  let description = "Characters that everybody can see, search and copy to their own browser."
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

/// The page of a character on the cloud, with a button that copies it to the visitor's browser.
struct CloudCharacterPage: SheetedPage {
  static let templates = ["characters/cloud-character"]
  let description = "The record sheet of a character on Dragon Cloud."
  let record: CloudRecord
  let problem: Problem?
  /// The notice for a visitor who has just reported the character.
  private let notice: String?
  private let sheet: SheetView
  /// The version that was shared before this one, if it is still there.
  private let earlier: CharacterID?

  /// - Throws: `StorageError.damaged` if the bytes aren't a character.
  init(
    _ record: CloudRecord, problem: Problem? = nil, notice: String? = nil,
    isThere: (CloudID) -> Bool
  ) throws(StorageError) {
    self.record = record
    self.problem = problem
    self.notice = notice
    let character = try record.character()
    sheet = SheetView(RecordSheet(character))
    earlier = character.earlierVersion.flatMap { isThere($0.cloudID) ? $0 : nil }
  }

  var title: String {
    let name = "\(record.name.isolated) – Dragon Cloud – Dicehall"
    if let notice { return "\(notice) – \(name)" }
    return problem.map { "Error: \($0.sentence) – \(name)" } ?? name
  }

  static func declare(_ field: inout Fields<CloudCharacterPage>) {
    field("problem") { $0.problem?.aboveForms }
    field("notice") { $0.notice }
    field("path") { CloudAddress.character($0.record.id.text) }
    field("moment") { Moment(seconds: max(0, $0.record.saved)).iso }
    field("day") { Moment(seconds: max(0, $0.record.saved)).date }
    field("earlierLink") { $0.earlier.map { CloudAddress.character($0.text) } }
    field("sheet") { $0.sheet }
  }
}

/// The page that asks a visitor with the secret link whether to delete the character.
struct CloudDeletionPage: CharactersPage {
  static let templates = ["characters/cloud-delete"]
  let description = "Anyone with a character’s secret link can delete it here."
  let isSecret = true
  let record: CloudRecord
  /// The secret; `nil` if the address lacks it and the visitor or the page's script fills it in.
  var secret: String?
  var problem: Problem?

  var title: String {
    (problem.map { "\($0.title) – " } ?? "") + "Delete this character? – Dragon Cloud – Dicehall"
  }

  static func declare(_ field: inout Fields<CloudDeletionPage>) {
    field("problem") { $0.problem?.aboveForms }
    field.input("typed", named: "secret", value: { _ in "" }, in: { $0.problem }, longest: 300)
    field("path") { CloudAddress.character($0.record.id.text) }
    field("name") { $0.record.name.isolated }
    field("secret") { $0.secret }
  }
}

let cloudRoutes: [Route] = [
  .get("/osr/cloud", usesSession: false) { visit in
    let search = try CloudSearch(visit.request.query)
    let cloud = visit.storage.cloud
    guard let listing = try cloud.list(search.query) else { throw Refusal.neverOnCloud }
    let isDeleted = try search.gone.map(cloud.wasDeleted) ?? false
    return .page(
      CloudPage(
        search: search, listing: listing, count: try cloud.count(), isDeleted: isDeleted,
        isReadOnly: visit.isCloudReadOnly))
  },
  .get("/osr/cloud/*", usesSession: false) { visit in
    let notice: String? =
      switch visit.request.query["reported"] {
      case "now": CloudWords.reported
      case "before": CloudWords.reportedBefore
      default: nil
      }
    return .page(try visit.cloudCharacterPage(visit.cloudRecord(), notice: notice))
  },
  .post("/osr/cloud/*/copy", copyToVault),
  .post("/osr/cloud/*/report", reportCharacter).beginningNoSession,
  .get("/osr/cloud/*/delete", usesSession: false, askToDelete),
  .post("/osr/cloud/*/delete") { visit in
    let record = try visit.cloudRecord()
    let secret = CloudAddress.secret(in: visit.form["secret"] ?? "")
    guard try visit.storage.cloud.delete(record.id, secret: secret) else {
      return .page(CloudDeletionPage(record: record, problem: .wrongSecret), .notFound)
    }
    return .seeOther("/osr/cloud?\(PercentCoding.encode([("gone", record.id.text)]))")
  }.beginningNoSession,
]

/// Counts a report, one for each client, without revealing others' reports.
private func reportCharacter(_ visit: inout Visit) throws -> Answer {
  let record = try visit.cloudRecord()
  let client = AddressBlock.network(of: visit.request.client ?? "")
  if let seconds = visit.limiter?.spend(.reports, by: visit.request.client) {
    let problem = Problem(
      CloudWords.waitToReport(seconds: seconds), status: .tooManyRequests, retryAfter: seconds)
    return .page(try visit.cloudCharacterPage(record, problem: problem), problem.status)
  }
  guard let isNew = try visit.storage.cloud.report(record.id, by: client) else {
    throw Refusal.notOnCloud
  }
  return .seeOther("\(CloudAddress.character(record.id.text))?reported=\(isNew ? "now" : "before")")
}

extension RateLimit {
  /// The limit on a client's reports.
  fileprivate static let reports = RateLimit("cloud reports", count: 30, seconds: 600)
}

extension Visit {
  fileprivate func cloudCharacterPage(
    _ record: CloudRecord, problem: Problem? = nil, notice: String? = nil
  ) throws(StorageError) -> CloudCharacterPage {
    try CloudCharacterPage(record, problem: problem, notice: notice) { id in
      (try? storage.cloud.read(id)) != nil
    }
  }
}

/// Copies the character, and says so; a copy beside the same character gets its own ID.
private func copyToVault(_ visit: inout Visit) throws -> Answer {
  let record = try visit.cloudRecord()
  return try visit.arrange(
    showing: { try $0.cloudCharacterPage(record, problem: $1) },
    { state, visit in
      var kept = VaultCharacter(try record.character())
      let isHere = try visit.vaultContents().holds(kept.character.id)
      if isHere { kept.separate(using: &visit.random) }
      let id = try visit.addToVault(kept.bytes, holding: nil)
      state.news = visit.note(VaultWords.arrival(of: kept.character, isCopy: isHere))
      return "/osr/vault/\(id.text)"
    })
}

private func askToDelete(_ visit: inout Visit) throws -> Answer {
  let record = try visit.cloudRecord()
  // Earlier links had the secret in the query; new ones keep it from the server until it is sent.
  guard let secret = visit.request.query["secret"] else {
    return .page(CloudDeletionPage(record: record))
  }
  guard try visit.storage.cloud.permits(record.id, secret: secret) else {
    return .page(CloudDeletionPage(record: record, problem: .wrongSecret), .notFound)
  }
  return .page(CloudDeletionPage(record: record, secret: secret))
}

extension Problem {
  fileprivate static let wrongSecret = Problem(
    "This delete link doesn’t work: part of it may be missing.", field: "secret")
}

/// The words of pages and answers about Dragon Cloud.
enum CloudWords {
  static let readOnly = """
    Dragon Cloud takes no new characters here: you can look, copy and report, and delete your own.
    """
  static let tooManyShared = """
    You’ve shared \(VaultCharacter.mostShared) versions of this character, and your vault can’t \
    keep track of more. Update one, or take one down first.
    """
  static let reported = "Thank you. Whoever runs this hall will see your report."
  static let reportedBefore = "You’ve reported this character already. Once is enough."

  static func waitToReport(seconds: Int) -> String {
    "You’ve reported many characters in a short time. Try again in "
      + "\(seconds.counted("second", "seconds"))."
  }
}
