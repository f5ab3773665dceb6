import Games
import Site
import Storage

/// How far a payout has come.
struct PayoutState {
  /// The party, without the payout once everybody has theirs.
  var entry: VaultEntry
  var kept: KeptParty
  /// Whoever is no longer in the vault or may not have the share by the rules, isolated.
  var missed: [String] = []
  /// What keeps the rest from being paid now; `nil` once it is over.
  var hindrance: StorageError?
}

extension Visit {
  /// Gives everybody what a payout that has begun still owes them, and then ends it.
  ///
  /// Whatever the vault does, each is paid at most once, and whoever is not paid now is paid by the
  /// next call. A member who has changed since it began keeps that change.
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
          // Somebody has changed the party, or ended the payout.
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

  /// Takes the payout out of the party.
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
  /// - Returns: who can’t be paid at all.
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
        // Somebody was faster, perhaps with this very share.
      }
    }
    throw .busy
  }
}

extension VaultCharacter {
  /// Whether the character got its share of a payout, which began when `number` was that of the newest
  /// change.
  ///
  /// A history that has forgotten that change, or what came next, can't tell: then nobody is paid
  /// again.
  func wasPaid(_ payout: CharacterID, after number: Int) -> Bool {
    let newest = lastNumber ?? 0
    let oldest = changes.first.map(VaultChange.number) ?? newest + 1
    return number > newest || number + 1 < oldest || hasShare(of: payout)
  }

  /// Whether the history tells that the character got its share of a payout.
  func hasShare(of payout: CharacterID) -> Bool {
    changes.contains { VaultChange.payout($0) == payout }
  }
}
