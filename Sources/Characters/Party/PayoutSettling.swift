import Games
import Site
import Storage

/// The progress of a payout.
struct PayoutState {
  /// The party's entry, without the payout once everybody is paid.
  var entry: VaultEntry
  var kept: KeptParty
  /// The members, isolated, who are no longer in the vault or may not have the share by the rules.
  var missed: [String] = []
  /// The error that keeps the rest from being paid now; `nil` once the payout is over.
  var hindrance: StorageError?
}

extension Visit {
  /// Pays everybody what a payout still owes them, and then ends it.
  ///
  /// Whatever happens to the vault, each member is paid at most once, and the next call pays those
  /// who weren't paid. A member who has changed since it began keeps that change.
  func settle(_ entry: VaultEntry, _ kept: KeptParty) -> PayoutState {
    var state = PayoutState(entry: entry, kept: kept)
    guard let key = vaultKey, kept.payout != nil else { return state }
    do throws(StorageError) {
      for _ in 1...3 {
        guard let payout = state.kept.payout else { return state }
        state.missed = []
        for part in payout.parts {
          if let name = try pay(part, of: payout, in: key) { state.missed.append(name) }
        }
        do throws(StorageError) {
          try end(&state, in: key)
        } catch .changed {
          // The party has been changed, or the payout has ended.
          guard let there = try storage.vaults.read(entry.id, of: key),
            let party = KeptParty(there.bytes)
          else { return state }
          state.entry = there
          state.kept = party
        }
      }
      if state.kept.payout != nil { state.hindrance = .busy }
    } catch {
      state.hindrance = error
    }
    return state
  }

  /// Removes the payout from the party.
  private func end(_ state: inout PayoutState, in key: VaultID) throws(StorageError) {
    var done = state.kept
    done.payout = nil
    let bytes = done.bytes
    _ = try storage.vaults.replace(
      state.entry.id, of: key, with: bytes, over: state.entry.bytes, now: now)
    state.entry = VaultEntry(id: state.entry.id, bytes: bytes, saved: now)
    state.kept = done
  }

  /// Pays one share unless it is paid already.
  /// - Returns: the name of a member who can't be paid at all.
  private func pay(
    _ part: Payout.Part, of payout: Payout, in key: VaultID
  ) throws(StorageError) -> String? {
    for _ in 1...3 {
      guard let found = try person(at: part.place, numbered: part.member) else {
        return "somebody who’s no longer in your vault"
      }
      var (there, kept) = found
      guard !kept.wasPaid(payout.id, after: part.lastNumber) else { return nil }
      let (name, number) = (kept.character.name.isolated, kept.lastNumber)
      do throws(RuleRefusal) {
        try kept.make(.experience, at: payout.moment, payout: payout.id) {
          character throws(RuleRefusal) in
          try character.receivingShare(experience: part.experience, gold: part.gold)
        }
      } catch {
        return name
      }
      guard kept.lastNumber != number else { return nil }
      let bytes = kept.bytes
      // Without room for the mark, the share might be paid twice.
      guard VaultCharacter(bytes)?.hasShare(of: payout.id) == true else { return name }
      do throws(StorageError) {
        _ = try storage.vaults.replace(there.id, of: key, with: bytes, over: there.bytes, now: now)
        return nil
      } catch .changed {
        // Another change came first, perhaps with this very share.
      }
    }
    throw .busy
  }
}

extension VaultCharacter {
  /// Returns whether the character got its share of a payout that began after change `number`.
  ///
  /// A history that has dropped that change, or the next one, can't tell; then the answer is yes,
  /// so that nobody is paid twice.
  func wasPaid(_ payout: CharacterID, after number: Int) -> Bool {
    let newest = lastNumber ?? 0
    let oldest = changes.first.map(VaultChange.number) ?? newest + 1
    return number > newest || number + 1 < oldest || hasShare(of: payout)
  }

  /// Returns whether the history says that the character got its share of a payout.
  func hasShare(of payout: CharacterID) -> Bool {
    changes.contains { VaultChange.payout($0) == payout }
  }
}
