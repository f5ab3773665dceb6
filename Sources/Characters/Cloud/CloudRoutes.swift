import Games
import Site
import Storage
import Web

let cloudRoutes: [Route] = [
  .get("/osr/cloud", usesSession: false, listCloud),
  .get("/osr/cloud/*", usesSession: false, showCloudCharacter),
  .post("/osr/cloud/*/copy", copyToVault),
  .post("/osr/cloud/*/report", reportCharacter).beginningNoSession,
  .get("/osr/cloud/*/delete", usesSession: false, askToDelete),
  .post("/osr/cloud/*/delete", deleteFromCloud).beginningNoSession,
]

private func listCloud(_ visit: inout Visit) throws -> Answer {
  let search = try CloudSearch(visit.request.query)
  let cloud = visit.storage.cloud
  guard let listing = try cloud.list(search.query) else { throw Refusal.neverOnCloud }
  let isDeleted = try search.gone.map(cloud.wasDeleted) ?? false
  return .page(
    CloudPage(
      search: search, listing: listing, count: try cloud.count(), isDeleted: isDeleted,
      isReadOnly: visit.isCloudReadOnly))
}

private func showCloudCharacter(_ visit: inout Visit) throws -> Answer {
  let notice: String? =
    switch visit.request.query["reported"] {
    case "now": CloudWords.reported
    case "before": CloudWords.reportedBefore
    default: nil
    }
  return .page(try visit.cloudCharacterPage(visit.cloudRecord(), notice: notice))
}

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

private func deleteFromCloud(_ visit: inout Visit) throws -> Answer {
  let record = try visit.cloudRecord()
  let secret = CloudAddress.secret(in: visit.form["secret"] ?? "")
  guard try visit.storage.cloud.delete(record.id, secret: secret) else {
    return .page(CloudDeletionPage(record: record, problem: .wrongSecret), .notFound)
  }
  return .seeOther("/osr/cloud?\(PercentCoding.encode([("gone", record.id.text)]))")
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
