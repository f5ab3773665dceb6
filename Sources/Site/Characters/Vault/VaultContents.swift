import Games
import Web

/// The characters of one vault as they stand, newest first.
struct VaultContents {
  let entries: [Vault.Entry]

  /// What forms carry: it changes with every character that comes or goes, in whatever browser, so
  /// that a form from a stale page does nothing; `0` for an empty vault.
  ///
  /// Each id is given once.
  var revision: String {
    guard !entries.isEmpty else { return "0" }
    return String(fingerprint(of: ids.sorted().lazy.flatMap(\.utf8)))
  }

  var ids: Set<String> { Set(entries.map(\.id)) }

  /// Whether a character with that id is among them.
  func holds(_ id: CharacterID) -> Bool {
    entries.contains { CharacterJSON.stored($0.bytes)?.id == id }
  }
}

extension Vault.Entry {
  /// - Throws: `Trouble.damaged` for bytes that are no character.
  func character() throws(Trouble) -> PlayerCharacter {
    guard let character = CharacterJSON.stored(bytes) else { throw .damaged }
    return character
  }

  /// The character's name, so that it does not turn what stands around it.
  var name: String {
    CharacterJSON.stored(bytes)?.name.isolated ?? "A character that cannot be read"
  }
}

extension Visit {
  /// All that the browser's vault holds; a key that leads to none is given up.
  mutating func vaultContents() throws(Trouble) -> VaultContents {
    guard let key = vaultKey else { return VaultContents(entries: []) }
    guard let entries = try stores.vault.entries(key) else {
      vaultKey = nil
      return VaultContents(entries: [])
    }
    return VaultContents(entries: entries)
  }

  /// The character that the address names.
  /// - Throws: `Refusal` 404 for one that is not in this vault, or `Trouble`.
  func vaultEntry() throws -> Vault.Entry {
    guard let key = vaultKey, let entry = try stores.vault.read(parameter, key) else {
      throw Refusal.notInVault
    }
    return entry
  }
}

extension Refusal {
  static let notInVault = Refusal(
    .notFound, "There is no such character in this browser\u{2019}s vault.")
}
