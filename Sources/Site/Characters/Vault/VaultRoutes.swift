import Games
import Web

let vaultRoutes: [Route] = [
  .get("/osr/vault", showVault),
  .get("/osr/vault/*", showVaultCharacter),
  .get("/osr/vault/*/character.json", usesSession: false, downloadCharacter),
  .get("/osr/vault/*/sheet.json", usesSession: false, downloadSheet),
  .get("/osr/vault/*/sheet.txt", usesSession: false, showPlainText),
  .post("/osr/vault/*/delete", deleteCharacter),
  .post("/osr/vault/*/undo", restoreCharacter),
  .post("/osr/vault/*/duplicate", duplicateCharacter),
  .post("/osr/vault/*/cloud", shareCharacter),
  .post("/osr/vault/import", body: .upload, importCharacter),
  .post("/osr/vault/transfer", showTransferCode),
  .post("/osr/vault/bring", bringVault),
]

private func showVault(_ visit: inout Visit) throws -> Answer {
  .page(try visit.vaultPage())
}

private func showVaultCharacter(_ visit: inout Visit) throws -> Answer {
  .page(try visit.vaultCharacterPage())
}

private func downloadCharacter(_ visit: inout Visit) throws -> Answer {
  let entry = try visit.vaultEntry()
  return .file(
    type: "application/json", name: "\(try entry.character().fileName).json", bytes: entry.bytes)
}

private func downloadSheet(_ visit: inout Visit) throws -> Answer {
  let character = try visit.vaultEntry().character()
  return .file(
    type: "application/json", name: "\(character.fileName)-sheet.json",
    bytes: SheetJSON.encode(RecordSheet(character)))
}

/// Shown and not saved: it is there to be copied.
private func showPlainText(_ visit: inout Visit) throws -> Answer {
  let character = try visit.vaultEntry().character()
  return .file(
    type: "text/plain; charset=utf-8", name: nil,
    bytes: Array(RecordSheet(character).plainText.utf8)
  )
}

/// Twice is once: what was deleted already stays so.
private func deleteCharacter(_ visit: inout Visit) throws -> Answer {
  try visit.arrange { _, visit in
    let id = visit.parameter
    guard let key = visit.vaultKey,
      try visit.stores.vault.remove(id, key, visit.now)
        || visit.stores.vault.removals(key, visit.now).contains(where: { $0.id == id })
    else { throw Refusal.notInVault }
    return "/osr/vault"
  }
}

/// Twice is once: what is back already stays so.
private func restoreCharacter(_ visit: inout Visit) throws -> Answer {
  try visit.arrange { desk, visit in
    let id = visit.parameter
    guard let key = visit.vaultKey else { throw Refusal.notInVault }
    guard try visit.stores.vault.restore(id, key, visit.now) else {
      throw Problem("It cannot be brought back any more: that is possible for ten minutes only.")
    }
    desk.news = try visit.note("\(visit.vaultEntry().name) is back in your vault.")
    return "/osr/vault"
  }
}

private func duplicateCharacter(_ visit: inout Visit) throws -> Answer {
  try visit.arrange { desk, visit in
    let entry = try visit.vaultEntry()
    let shelf = try visit.freshContents()
    var copy = try entry.character()
    copy.id = CharacterID(using: &visit.random)
    try visit.keep(copy, on: shelf)
    desk.news = visit.note("There are two of \(entry.name) now. The copy is the newer one.")
    return "/osr/vault"
  }
}

/// Twice is once: the cloud knows what it has.
private func shareCharacter(_ visit: inout Visit) throws -> Answer {
  try visit.arrange { desk, visit in
    let entry = try visit.vaultEntry()
    let character = try entry.character()
    let sharing = try visit.share(character)
    if let secret = try sharing.secret(orElse: "Duplicate this one, and save the copy.") {
      let address = CloudAddress.deletion(character.id.text, secret)
      desk.link = visit.note(address, about: entry.id)
      desk.news = visit.note("\(entry.name) is on Dragon Cloud now.", about: entry.id)
    } else {
      desk.news = visit.note(
        "\(entry.name) is on Dragon Cloud already, just like this.", about: entry.id)
    }
    return "/osr/vault/\(entry.id)"
  }
}
