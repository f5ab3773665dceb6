import Games
import Site
import Storage
import Web

let vaultRoutes: [Route] = [
  .vaultPage("/osr/vault") { visit in try visit.vaultPage() },
  .get("/osr/vault/characters.json", usesSession: false, downloadVault),
  download("character.json", ending: ".json") { $0.fileBytes },
  download("sheet.json", ending: "-sheet.json") {
    SheetJSON.encode(RecordSheet($0.character))
  },
  // Shown rather than saved, as it is there to be copied.
  words("sheet.txt", type: "text/plain; charset=utf-8", ending: nil, as: .plain),
  words("sheet.md", type: "text/markdown; charset=utf-8", ending: ".md", as: .markdown),
  download("foundry.json", ending: "-foundry.json") {
    FoundryActor.encode(RecordSheet($0.character))
  },
  .post("/osr/vault/*/delete", deleteCharacter),
  .post("/osr/vault/*/undo", restoreCharacter),
  .post("/osr/vault/*/duplicate", duplicateCharacter),
  .post("/osr/vault/*/cloud", shareCharacter),
  .post("/osr/vault/*/cloud/update", updateShared),
  .post("/osr/vault/*/cloud/take-down", takeDown),
  .post("/osr/vault/import", body: .upload, importCharacter),
  .post("/osr/vault/transfer", showTransferCode),
  .post("/osr/vault/bring", bringVault),
]

/// Returns the route of a JSON file with this ending of its name.
private func download(
  _ name: String, ending: String, _ bytes: @escaping @Sendable (VaultCharacter) -> [UInt8]
) -> Route {
  .get("/osr/vault/*/\(name)", usesSession: false) { visit in
    let kept = try OpenCharacter(in: visit).kept
    return .file(
      type: "application/json", name: kept.character.fileName + ending, bytes: bytes(kept))
  }
}

/// Returns the route of a character as text, a file if there is an ending for its name.
private func words(
  _ name: String, type: String, ending: String?, as format: SheetWords.Format
) -> Route {
  .get("/osr/vault/*/\(name)", usesSession: false) { visit in
    let character = try OpenCharacter(in: visit).character
    return .document(
      template: format.template, type: type, name: ending.map { character.fileName + $0 },
      extra: [SheetWords(RecordSheet(character), as: format)])
  }
}

/// Deletes a character unless it is deleted already.
private func deleteCharacter(_ visit: inout Visit) throws -> Answer {
  try visit.arrange { _, visit in
    let vaults = visit.storage.vaults
    guard let key = visit.vaultKey, let id = EntryID(visit.parameter),
      try vaults.remove(id, from: key, now: visit.now)
        || vaults.removals(of: key, now: visit.now).contains(where: { $0.id == id })
    else { throw Refusal.notInVault }
    return "/osr/vault"
  }
}

/// Restores a character unless it is restored already.
private func restoreCharacter(_ visit: inout Visit) throws -> Answer {
  try visit.arrange { state, visit in
    guard let key = visit.vaultKey else { throw Refusal.notInVault }
    guard let id = EntryID(visit.parameter),
      try visit.storage.vaults.restore(id, to: key, now: visit.now)
    else {
      throw Problem("It’s too late: you can only undo deleting for \(VaultWords.undoTime).")
    }
    let back = try visit.storage.vaults.read(id, of: key)
    state.news = visit.note("\(back?.name ?? "It") is back in your vault.")
    return back?.isParty == true ? "/osr/parties" : "/osr/vault"
  }
}

extension Visit {
  /// Returns the character of an entry, with a new ID if the cloud has another version of its own.
  ///
  /// The vault keeps the new ID from then on.
  /// - Throws: `Problem` if it's shared too often already, and errors of the engines.
  mutating func renumberedIfShared(_ entry: VaultEntry) throws -> PlayerCharacter {
    guard var kept = VaultCharacter(entry, in: self) else { throw StorageError.damaged }
    let record = try storage.cloud.read(kept.character.id.cloudID)
    if record?.bytes == CharacterJSON.encode(kept.character) { return kept.character }
    guard sharedVersions(of: kept).count(where: { $0.secret != nil }) < VaultCharacter.mostShared
    else { throw Problem(CloudWords.tooManyShared, status: .conflict) }
    guard record != nil, kept.wasChanged else { return kept.character }
    kept.renumber(using: &random)
    try replace(entry, with: kept.bytes)
    return kept.character
  }
}

private func duplicateCharacter(_ visit: inout Visit) throws -> Answer {
  try visit.arrange { state, visit in
    let entry = try visit.vaultEntry()
    let contents = try visit.freshContents()
    guard var copy = VaultCharacter(entry, in: visit)?.character else {
      throw StorageError.damaged
    }
    copy.id = CharacterID(using: &visit.random)
    try visit.keep(VaultCharacter(copy), to: contents)
    state.news = visit.note("There are now two of \(entry.name). The copy is the newer one.")
    return "/osr/vault"
  }
}

/// Puts a character on the cloud unless it is there already.
///
/// A character that has changed since it was shared gets a new ID first, so that the cloud keeps
/// both, and the new one links to the old.
private func shareCharacter(_ visit: inout Visit) throws -> Answer {
  try visit.arrange { state, visit in
    let entry = try visit.vaultEntry()
    guard visit.form["version"] == nil || visit.form["version"] == entry.version else {
      throw StorageError.changed
    }
    let character = try visit.renumberedIfShared(entry)
    let sharing = try visit.share(character)
    let secret = try sharing.secret(orElse: "Duplicate this one and save the copy.")
    // A version with a new ID is no longer the one in the wizard.
    if try entry.character().id == character.id {
      visit.session[DraftState.self]?.noteSharing(of: entry.id, as: character.id, secret)
    }
    if let secret {
      visit.keep(secret, of: character.id.cloudID, beside: entry.id)
      let address = CloudAddress.deletion(character.id.text, secret)
      state.links = [visit.note(address, about: entry.id)]
      state.news = visit.note("\(entry.name) is now on Dragon Cloud.")
    } else {
      state.news = visit.note("\(entry.name) is already on Dragon Cloud, exactly as it is here.")
    }
    return "/osr/vault/\(entry.id.text)"
  }
}

/// Replaces what was shared from this browser with the current character.
private func updateShared(_ visit: inout Visit) throws -> Answer {
  try visit.changeShared { record, secret, kept, visit in
    let character = kept.character.inPlace(of: try record.character())
    guard let sharing = try visit.update(character, secret) else { throw Problem.sharedElsewhere }
    _ = try sharing.secret(orElse: "")
    return "\(kept.character.name.isolated) is up to date on Dragon Cloud."
  }
}

/// Removes what was shared from this browser from the cloud; the character stays in the vault.
private func takeDown(_ visit: inout Visit) throws -> Answer {
  try visit.changeShared { record, secret, kept, visit in
    guard try visit.storage.cloud.delete(record.id, secret: secret) else {
      throw Problem.sharedElsewhere
    }
    visit.session[DraftState.self]?.noteTakingDown(record.id)
    return "\(record.name.isolated) is no longer on Dragon Cloud."
  }
}

extension Visit {
  /// Changes the version on the cloud that the form names, if it was shared from this browser.
  ///
  /// A form from a stale page changes nothing.
  fileprivate mutating func changeShared(
    _ change: (CloudRecord, _ secret: String, VaultCharacter, inout Visit) throws -> String
  ) throws -> Answer {
    try arrange { state, visit in
      let entry = try visit.vaultEntry()
      guard visit.form["version"] == entry.version else { throw StorageError.changed }
      guard let kept = VaultCharacter(entry, in: visit) else { throw StorageError.damaged }
      let shared = visit.sharedVersions(of: kept).first {
        $0.record.id.text == visit.form["record"]
      }
      guard let record = shared?.record, let secret = shared?.secret else {
        throw Problem.sharedElsewhere
      }
      do {
        state.news = visit.note(try change(record, secret, kept, &visit))
      } catch let error as StorageError {
        throw Problem(error, of: "Dragon Cloud")
      }
      if try visit.storage.cloud.read(record.id) == nil {
        visit.keep(nil, of: record.id, beside: entry.id)
        state.links.removeAll { $0.place == entry.id.text }
      }
      return "/osr/vault/\(entry.id.text)"
    }
  }
}

extension Problem {
  fileprivate static let sharedElsewhere = Problem(
    "Dragon Cloud has nothing that was shared from this browser.", status: .conflict)
}
