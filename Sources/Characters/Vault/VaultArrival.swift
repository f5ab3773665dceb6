import Games
import Site
import Storage

/// The part of a whole vault's file that a vault doesn't have yet.
struct VaultArrival {
  /// The characters to add; the first becomes the newest.
  private(set) var characters: [VaultCharacter]
  private(set) var parties: [KeptParty]
  /// The characters' entries by ID.
  private(set) var places: [CharacterID: EntryID] = [:]

  /// Creates an arrival without what the vault already holds.
  init(_ characters: [VaultCharacter], _ parties: [KeptParty], in contents: VaultContents) {
    var known: Set<PlayerCharacter> = []
    for entry in contents.characters {
      guard let character = entry.stored else { continue }
      known.insert(character)
      places[character.id] = entry.id
    }
    let knownParties = Set(contents.parties.compactMap { KeptParty($0.bytes)?.party })
    self.characters = characters.filter { !known.contains($0.character) }
    self.parties = parties.filter { !knownParties.contains($0.party) }
  }

  var count: Int { characters.count + parties.count }

  /// Gives new IDs to characters whose ID another one has, also in their parties.
  mutating func separate(using random: inout some RandomNumberGenerator) {
    var numbers = Set(places.keys)
    for place in characters.indices.reversed() {
      let old = characters[place].character.id
      guard !numbers.insert(old).inserted else { continue }
      characters[place].separate(using: &random)
      for party in parties.indices {
        parties[party].renumber(old, as: characters[place].character.id)
      }
    }
  }
}

extension Visit {
  /// Adds everything, or nothing if there is no room.
  /// - Throws: `StorageError`, or `Problem` if some was added before something failed.
  mutating func keep(_ arrival: VaultArrival, in contents: VaultContents) throws {
    guard contents.entries.count + arrival.count <= StorageLimits.vaultEntries else {
      throw StorageError.tooMany(limit: StorageLimits.vaultEntries)
    }
    var ids = contents.ids
    var places = arrival.places
    do throws(StorageError) {
      for character in arrival.characters.reversed() {
        let id = try addToVault(character.bytes, holding: ids)
        ids.insert(id)
        places[character.character.id] = id
      }
      for party in arrival.parties.reversed() {
        ids.insert(try addToVault(party.placed(places).bytes, holding: ids))
      }
    } catch {
      let added = ids.count - contents.ids.count
      guard added > 0 else { throw error }
      throw Problem.brokenOff(added, of: arrival, error)
    }
  }
}

extension Problem {
  fileprivate static func brokenOff(
    _ count: Int, of arrival: VaultArrival, _ error: StorageError
  ) -> Problem {
    let all = VaultWords.count(arrival.characters.count, parties: arrival.parties.count)
    return Problem(
      """
      We added only \(count) of \(all) before your vault stopped taking changes. Import the file \
      again for the rest; we’ll skip those already here.
      """, status: error.status)
  }
}
