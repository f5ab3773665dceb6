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

  /// Returns the contents with the game masters' changes.
  func caughtUp(in visit: Visit) -> VaultContents {
    VaultContents(
      entries: entries.map { entry in
        // A character without a table keeps its bytes.
        guard !entry.isParty, entry.bytes.last == VaultEntry.lineEnd,
          let kept = VaultCharacter(entry, in: visit)
        else { return entry }
        return VaultEntry(id: entry.id, bytes: kept.bytes, saved: entry.saved)
      })
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

  var isParty: Bool { KeptParty.isParty(bytes) }
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

  static let noParty = Refusal(.notFound, "There’s no such party in this browser’s vault.")
}

/// One of the files with a vault's contents; most vaults need only one.
struct VaultDownload {
  /// The most bytes of entries in a file, so that a request with the file has room for the form.
  private static let largest = Request.maximumBody - 4 * 1024
  /// The extra bytes that each entry needs for its history's key and a comma.
  private static let mostAdded = VaultCharacter.historyKey.utf8.count + 5

  let entries: ArraySlice<VaultEntry>
  let number: Int
  let count: Int

  /// Returns files for all characters of a vault, newest first, and then its parties; at least one.
  ///
  /// A party finds members in other files by their IDs.
  static func files(for contents: VaultContents) -> [VaultDownload] {
    let entries = contents.characters + contents.parties
    var slices: [Range<Int>] = []
    var size = 0
    for (place, entry) in entries.enumerated() {
      let added = entry.bytes.count + VaultDownload.mostAdded
      size += added
      if let last = slices.last, size <= largest {
        slices[slices.count - 1] = last.lowerBound..<place + 1
      } else {
        slices.append(place..<place + 1)
        size = added
      }
    }
    if slices.isEmpty { slices = [0..<0] }
    return zip(1..., slices).map {
      VaultDownload(entries: entries[$1], number: $0, count: slices.count)
    }
  }

  /// The name of the list of parties, beside that of characters.
  static let partiesKey = "parties"

  /// The list of characters for programs and any parties, without unreadable ones.
  var bytes: [UInt8] {
    let list = CharacterAnswers.list(
      of: entries.lazy.compactMap { VaultCharacter($0.bytes)?.fileBytes })
    let parties = entries.compactMap { KeptParty($0.bytes)?.party }
    guard !parties.isEmpty else { return list }
    // Places in this vault mean nothing elsewhere.
    let text = JSON.array(parties.map { KeptParty.format.json(KeptParty($0)) }).bytes
    return list.dropLast() + ",\"\(VaultDownload.partiesKey)\":".utf8 + text + "}".utf8
  }

  var fileName: String { count == 1 ? "dicehall-vault.json" : "dicehall-vault-\(number).json" }
}

/// Sends the first file, or the one whose number is in the query.
func downloadVault(_ visit: inout Visit) throws -> Answer {
  let contents = try visit.vaultContents().caughtUp(in: visit)
  let files = VaultDownload.files(for: contents)
  let number = visit.request.query["file"].map(Int.init) ?? 1
  guard let number, files.indices ~= number - 1 else {
    throw Refusal(.notFound, "Your vault doesn’t fill that many files.")
  }
  let file = files[number - 1]
  return .file(type: "application/json", name: file.fileName, bytes: file.bytes)
}
