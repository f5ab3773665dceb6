import Games
import Site
import Storage
import Web

let vaultRoutes: [Route] = [
  .vaultPage("/osr/vault") { visit in try VaultPage(in: &visit) },
  .get("/osr/vault/characters.json", usesSession: false, downloadVault),
  download("character.json", ending: ".json") { $0.fileBytes },
  download("sheet.json", ending: "-sheet.json") { SheetJSON.encode(RecordSheet($0.character)) },
  // Shown rather than saved, as it is there to be copied.
  words("sheet.txt", type: "text/plain; charset=utf-8", ending: nil, as: .plain),
  words("sheet.md", type: "text/markdown; charset=utf-8", ending: ".md", as: .markdown),
  download("foundry.json", ending: "-foundry.json") {
    FoundryActor.encode(RecordSheet($0.character))
  },
  // Deletes a character unless it is deleted already.
  .arrange("/osr/vault/*/delete") { _, visit in
    let vaults = visit.storage.vaults
    guard let key = visit.vaultKey, let id = EntryID(visit.parameter),
      try vaults.remove(id, from: key, now: visit.now)
        || vaults.removals(of: key, now: visit.now).contains(where: { $0.id == id })
    else { throw Refusal.notInVault }
    return "/osr/vault"
  },
  // Restores a character unless it is restored already.
  .arrange("/osr/vault/*/undo") { state, visit in
    guard let key = visit.vaultKey else { throw Refusal.notInVault }
    guard let id = EntryID(visit.parameter),
      try visit.storage.vaults.restore(id, to: key, now: visit.now)
    else {
      throw Problem("It’s too late: you can only undo deleting for \(VaultWords.undoTime).")
    }
    let back = try visit.storage.vaults.read(id, of: key)
    state.news = visit.note("\(back?.name ?? "It") is back in your vault.")
    return back?.isParty == true ? "/osr/parties" : "/osr/vault"
  },
  .arrange("/osr/vault/*/duplicate") { state, visit in
    let entry = try visit.vaultEntry()
    let contents = try visit.freshContents()
    guard var copy = VaultCharacter(entry, in: visit)?.character else {
      throw StorageError.damaged
    }
    copy.id = CharacterID(using: &visit.random)
    try visit.keep(VaultCharacter(copy), to: contents)
    state.news = visit.note("There are now two of \(entry.name). The copy is the newer one.")
    return "/osr/vault"
  },
  // Puts a character on the cloud unless it is there already.
  // A character that has changed since it was shared gets a new ID first, so that the cloud keeps
  // both, and the new one links to the old.
  .arrange("/osr/vault/*/cloud") { state, visit in
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
  },
  // Replaces what was shared from this browser with the current character.
  .changeShared("/osr/vault/*/cloud/update") { record, secret, kept, visit in
    let character = kept.character.inPlace(of: try record.character())
    guard let sharing = try visit.update(character, secret) else { throw Problem.sharedElsewhere }
    _ = try sharing.secret(orElse: "")
    return "\(kept.character.name.isolated) is up to date on Dragon Cloud."
  },
  // Removes what was shared from this browser from the cloud; the character stays in the vault.
  .changeShared("/osr/vault/*/cloud/take-down") { record, secret, kept, visit in
    guard try visit.storage.cloud.delete(record.id, secret: secret) else {
      throw Problem.sharedElsewhere
    }
    visit.session[DraftState.self]?.noteTakingDown(record.id)
    return "\(record.name.isolated) is no longer on Dragon Cloud."
  },
  .post("/osr/vault/import", body: .upload, importCharacter),
  .arrange("/osr/vault/transfer") { state, visit in
    guard let key = visit.vaultKey,
      let code = try visit.storage.vaults.makeTransferCode(for: key, now: visit.now)
    else {
      throw Problem("Your vault is empty: there’s nothing to transfer yet.")
    }
    state.code = visit.note(code.text)
    return "/osr/vault"
  },
  // Merges this browser's vault into another browser's, and shares that one.
  .arrange("/osr/vault/bring") { state, visit in
    let brought = try visit.redeem(visit.form["code"] ?? "")
    guard brought != visit.vaultKey else {
      state.news = visit.note("This browser already has that vault.")
      return "/osr/vault"
    }
    let contents = try visit.vaultContents()
    let own = contents.entries.count
    if let key = visit.vaultKey, own > 0 {
      // The old vault stays as it is until everything is in the other one.
      guard
        let merge = try visit.storage.vaults.merge(
          from: key, into: brought, except: contents.moved(to: brought), now: visit.now)
      else { throw Problem.codeLeadsNowhere("") }
      guard merge.left == 0 else { throw Problem.noRoom(merge) }
      try visit.leaveTables(to: brought)
    }
    visit.vaultKey = brought
    let table = state.table
    state = VaultState()
    state.table = table
    let characters = try visit.vaultContents().characters
    if own > 0 { for entry in characters { visit.tellTable(of: entry) } }
    state.news = visit.note(VaultWords.arrival(count: characters.count, own: own))
    return "/osr/vault"
  },
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

extension Route {
  /// Returns the route of a change to the version on the cloud that the form names.
  ///
  /// It must have been shared from this browser. A form from a stale page changes nothing.
  fileprivate static func changeShared(
    _ path: String,
    _ change:
      @escaping @Sendable (
        CloudRecord, _ secret: String, VaultCharacter, inout Visit
      ) throws -> String
  ) -> Route {
    .arrange(path) { state, visit in
      let entry = try visit.vaultEntry()
      guard visit.form["version"] == entry.version else { throw StorageError.changed }
      guard let kept = VaultCharacter(entry, in: visit) else { throw StorageError.damaged }
      let id = visit.form["record"]
      let shared = visit.sharedVersions(of: kept).first { $0.record.id.text == id }
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

  /// Takes this vault's characters from their tables, so that only their copies get changes there.
  fileprivate mutating func leaveTables(to vault: VaultID) throws {
    for entry in try vaultContents().characters {
      guard var kept = VaultCharacter(entry.bytes), kept.place != nil else { continue }
      kept.catchUp(in: self)
      kept.move(to: vault)
      // A character that is played at that moment stays at the table.
      try? replace(entry, with: kept.bytes)
    }
  }

  /// Tells the character's table that it is in this vault now; if that fails, its next move does.
  fileprivate func tellTable(of entry: VaultEntry) {
    guard let open = try? OpenCharacter(entry, in: self),
      (try? replace(entry, with: open.bytes)) != nil
    else { return }
    open.tell(in: self)
  }

  /// Returns the vault that a typed code leads to, and uses up the code.
  fileprivate func redeem(_ typed: String) throws -> VaultID {
    guard !typed.trimmingBlanks.isEmpty else {
      throw Problem("Type the code that the other browser shows.", field: "code", input: "")
    }
    guard let code = TransferCode(typed), let vault = try storage.vaults.redeem(code, now: now)
    else {
      throw Problem.codeLeadsNowhere(typed)
    }
    return vault
  }
}

extension Problem {
  fileprivate static let sharedElsewhere = Problem(
    "Dragon Cloud has nothing that was shared from this browser.", status: .conflict)

  fileprivate static func codeLeadsNowhere(_ code: String) -> Problem {
    Problem(
      """
      This code doesn’t work: it may be mistyped, over \(VaultWords.codeTime) old or already \
      used. Ask the other browser for a new one.
      """, field: "code", input: code)
  }

  fileprivate static func noRoom(_ merge: VaultMerge) -> Problem {
    Problem(
      """
      The other vault has no room for \(VaultWords.count(merge.left)) from this browser, so both \
      stay as they are. Delete some there and ask for a new code.
      """)
  }
}

extension VaultContents {
  /// Returns entries that an earlier merge moved there, which this vault still lists.
  fileprivate func moved(to vault: VaultID) -> Set<EntryID> {
    Set(characters.filter { VaultCharacter($0.bytes)?.hasMoved(to: vault) ?? false }.map(\.id))
  }
}
