import Games
import Storage
import Web

/// Changes of several characters that belong together: all are saved, or none.
struct VaultChangeSet {
  /// A character as the vault had it, and as it is to be.
  struct Change {
    let entry: VaultEntry
    let kept: VaultCharacter
  }

  let changes: [Change]
}

extension Visit {
  /// Saves them one after the other; if one can't be saved, takes back those before it.
  ///
  /// Whoever changes a character in between keeps that change: then only what was added here is
  /// undone, as somebody could do on the page of the history.
  /// - Throws: `Problem`, which names whoever could not be taken back.
  func saveAll(_ set: VaultChangeSet) throws {
    for (place, change) in set.changes.enumerated() {
      do {
        try replace(change.entry, with: change.kept.bytes, orElse: .partyChanged)
      } catch {
        let stuck = set.changes[..<place].reversed().filter { !takeBack($0) }
        guard stuck.isEmpty else { throw Problem.notTakenBack(stuck.map(\.kept.character)) }
        throw error is Refusal ? Problem(.partyChanged, form: form) : error
      }
    }
  }

  /// - Returns: whether the character is now as if nothing had been saved.
  private func takeBack(_ change: VaultChangeSet.Change) -> Bool {
    guard let key = vaultKey, let number = change.kept.lastNumber else { return false }
    for _ in 1...3 {
      guard let there = try? storage.vaults.read(change.entry.id, of: key) else { return false }
      var bytes = change.entry.bytes
      if there.bytes != change.kept.bytes {
        guard var kept = VaultCharacter(there.bytes),
          (try? kept.undo(number, at: now)) != nil
        else { return false }
        bytes = kept.bytes
      }
      do throws(StorageError) {
        return try storage.vaults.replace(
          there.id, of: key, with: bytes, over: there.bytes, now: now)
      } catch .changed {
        continue
      } catch {
        return false
      }
    }
    return false
  }
}

extension Problem {
  fileprivate static func notTakenBack(_ characters: [PlayerCharacter]) -> Problem {
    let names = characters.map(\.name.isolated).listed()
    return Problem(
      """
      Something went wrong half way, and what \(names) got couldn’t be taken back. Undo it in the \
      history of each, then pay out again.
      """, status: .unavailable)
  }
}
