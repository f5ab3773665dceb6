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
  let wish = CloudWish(visit.request.query)
  guard let page = try visit.stores.cloud.page(wish.query) else {
    throw Refusal(.notFound, "There was never a character to go on after.")
  }
  let isDeleted = try gone(wish, visit.stores.cloud)
  return .page(CloudPage(wish: wish, page: page, isDeleted: isDeleted))
}

/// Whether the character that somebody just deleted is gone indeed.
private func gone(_ wish: CloudWish, _ cloud: Cloud) throws(Trouble) -> Bool {
  guard let id = wish.gone else { return false }
  return try cloud.read(id) == nil
}

private func showCloudCharacter(_ visit: inout Visit) throws -> Answer {
  .page(try CloudCharacterPage(visit.cloudRecord()))
}

/// Once: the same character again leads to the copy that is there.
private func copyToVault(_ visit: inout Visit) throws -> Answer {
  let record = try visit.cloudRecord()
  let vault = visit.stores.vault
  let entries = try visit.vaultKey.flatMap { key throws(Trouble) in try vault.entries(key) } ?? []
  if let copy = entries.first(where: { CharacterJSON.stored($0.bytes)?.id.text == record.id }) {
    return .seeOther("/osr/vault/\(copy.id)")
  }
  do {
    let added = try vault.add(record.bytes, visit.vaultKey, visit.now)
    visit.vaultKey = added.key
    return .seeOther("/osr/vault/\(added.id)")
  } catch .tooMany(let limit) {
    let problem = Problem(
      "This browser keeps \(limit) characters already, and no more fit: delete one first.")
    return .page(try CloudCharacterPage(record, problem: problem), .unprocessable)
  }
}

private func askToDelete(_ visit: inout Visit) throws -> Answer {
  guard let secret = visit.request.query["secret"] else { throw Refusal.noSuchLink }
  return .page(CloudDeletionPage(record: try visit.cloudRecord(), secret: secret))
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
