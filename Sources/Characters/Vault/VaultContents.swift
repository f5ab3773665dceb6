import Games
import Site
import Storage
import Web

/// The characters and parties in one vault as they are now, newest first.
struct VaultContents {
  let entries: [VaultEntry]

  var characters: [VaultEntry] { entries.filter { !$0.isParty } }
  var parties: [VaultEntry] { entries.filter(\.isParty) }

  /// A version for forms, so that a form from a stale page does nothing.
  ///
  /// It changes with everything added or removed in any browser; `0` for an empty vault.
  var revision: String {
    guard !entries.isEmpty else { return "0" }
    return String(fingerprint(of: Array(ids.map(\.text).sorted().joined().utf8)))
  }

  var ids: Set<EntryID> { Set(entries.map(\.id)) }

  /// Returns whether a character with this ID is among them.
  func holds(_ id: CharacterID) -> Bool {
    entries.contains { $0.stored?.id == id }
  }
}

extension VaultEntry {
  /// A version for forms, so that a form from a stale page does nothing.
  ///
  /// It changes with every change of the character, but not by sharing.
  var version: String { String(fingerprint(of: VaultCharacter.withoutSecrets(bytes))) }

  /// The character, even if its history is damaged; `nil` if there is none.
  var stored: PlayerCharacter? {
    CharacterJSON.stored(VaultEntry.parts(bytes).map { Array($0.firstLine) } ?? bytes)
  }

  /// - Throws: `StorageError.damaged` if the bytes aren't a character.
  func character() throws(StorageError) -> PlayerCharacter {
    guard let stored else { throw .damaged }
    return stored
  }

  /// The name of the character or party, isolated so that it can't change the text's direction.
  var name: String {
    if isParty { return KeptParty(bytes)?.party.name.isolated ?? "A party that can’t be read" }
    return stored?.name.isolated ?? "A character that can’t be read"
  }
}

extension Visit {
  /// Returns everything in the browser's vault; a key without a vault is dropped.
  mutating func vaultContents() throws(StorageError) -> VaultContents {
    guard let key = vaultKey else { return VaultContents(entries: []) }
    guard let entries = try storage.vaults.entries(of: key) else {
      vaultKey = nil
      return VaultContents(entries: [])
    }
    return VaultContents(entries: entries)
  }
}

extension Refusal {
  static let notInVault = Refusal(
    .notFound, "There’s no such character in this browser’s vault.")
}
