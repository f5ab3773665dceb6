import Games
import Web

let cloudRoutes: [Route] = [
  .get("/osr/cloud", usesSession: false, listCloud),
  .get("/osr/cloud/*", usesSession: false, showCloudCharacter),
  .post("/osr/cloud/*/copy", copyToVault),
  .get("/osr/cloud/*/delete", usesSession: false, askToDelete),
  .post("/osr/cloud/*/delete", deleteFromCloud),
]

private func listCloud(_ visit: inout Visit) throws -> Answer {
  let wish = CloudSearch(visit.request.query)
  guard let page = try visit.stores.cloud.page(wish.query) else {
    throw Refusal(.notFound, "There was never a character to go on after.")
  }
  let isDeleted = try wish.gone.map(visit.stores.cloud.wasDeleted) ?? false
  let count = try visit.stores.cloud.count()
  return .page(CloudPage(wish: wish, page: page, count: count, isDeleted: isDeleted))
}

private func showCloudCharacter(_ visit: inout Visit) throws -> Answer {
  .page(try CloudCharacterPage(visit.cloudRecord()))
}

/// Once: the same character again leads to the copy that is there.
private func copyToVault(_ visit: inout Visit) throws -> Answer {
  let record = try visit.cloudRecord()
  do throws(Trouble) {
    let id = try visit.keep(record.bytes) { CharacterJSON.stored($0.bytes)?.id.text == record.id }
    return .seeOther("/osr/vault/\(id)")
  } catch {
    let problem = Problem(error, of: "Your vault")
    return .page(try CloudCharacterPage(record, problem: problem), problem.status)
  }
}

private func askToDelete(_ visit: inout Visit) throws -> Answer {
  let record = try visit.cloudRecord()
  guard let secret = visit.request.query["secret"],
    try visit.stores.cloud.permits(record.id, secret)
  else { throw Refusal.noSuchLink }
  return .page(CloudDeletionPage(record: record, secret: secret))
}

private func deleteFromCloud(_ visit: inout Visit) throws -> Answer {
  guard let id = CharacterID(text: visit.parameter), let secret = visit.form["secret"],
    try visit.stores.cloud.delete(id.text, secret)
  else { throw Refusal.noSuchLink }
  return .seeOther("/osr/cloud?\(PercentCoding.encode([("gone", id.text)]))")
}

extension Refusal {
  fileprivate static let noSuchLink = Refusal(
    .notFound, "This is no link that deletes a character: the character is gone, or the link wrong."
  )
}
