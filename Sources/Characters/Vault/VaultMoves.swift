import Classrooms
import Games
import Rooms
import Site
import Storage
import Web

extension Visit {
  /// Makes a move in the vault; if it fails, a page says why nothing has changed.
  ///
  /// The page is the one with the form, or the list if the entry isn't there. The session, which
  /// remembers what to show, is saved after the vault has changed.
  /// - Throws: `Refusal` if no page of the vault can be shown.
  mutating func arrange(
    showing page: (inout Visit, Problem) throws -> any Page = { try $0.page(with: $1) },
    _ move: (inout VaultState, inout Visit) throws -> String
  ) throws -> Answer {
    try self.move(showing: { (_: VaultState, visit, problem) in
      do {
        return try page(&visit, problem)
      } catch let refusal as Refusal where refusal == .notInVault {
        return try VaultPage(in: &visit, problem)
      } catch let refusal as Refusal where refusal == .noParty {
        return try PartiesPage(in: &visit, problem)
      }
    }) { state, visit in
      state = visit.vaultState
      state.news = nil
      do {
        let address = try move(&state, &visit)
        state.news?.place = address.page
        return address
      } catch let error as StorageError {
        throw Problem(error, of: "Your vault")
      } catch let refusal as Refusal where [.notInVault, .noParty].contains(refusal) {
        throw Problem(refusal.sentence, status: .conflict)
      }
    }
  }

  /// Returns the character's page if the form was on one, or else the list.
  private mutating func page(with problem: Problem) throws -> any Page {
    if parameter.isEmpty || form["page"] == "list" || (try? vaultEntry()) == nil {
      return try VaultPage(in: &self, problem)
    }
    return try VaultCharacterPage(in: self, problem)
  }

  /// The session's state of the vault, without what is no longer shown.
  var vaultState: VaultState { (session[VaultState.self] ?? VaultState()).at(now) }

  /// The code of the table for which a character is made, while one can be brought there.
  var waitingTable: String? {
    RoomCode(vaultState.table).flatMap(campaignRoom)
      .flatMap { $0.isOpen && $0.seat != nil ? $0.code.signs : nil }
  }

  func note(_ text: String, about entry: EntryID? = nil) -> VaultState.Note {
    VaultState.Note(text: text, at: now, place: entry?.text ?? "")
  }

  /// Removes the last move's outcome once another page is opened than the one that it led to.
  fileprivate mutating func forgetNewsElsewhere() {
    guard var state = session[VaultState.self], let news = state.news, news.place != request.path
    else { return }
    state.news = nil
    session[VaultState.self] = state
  }

  /// Returns the vault's contents, if the form was drawn from exactly these.
  /// - Throws: `StorageError.changed` if the vault has changed since then.
  mutating func freshContents(_ sent: String? = nil) throws(StorageError) -> VaultContents {
    let contents = try vaultContents()
    guard sent ?? form["revision"] ?? "0" == contents.revision else { throw .changed }
    return contents
  }

  /// Adds a character to these contents; the first one creates the vault.
  /// - Throws: `StorageError.changed` if the contents have changed.
  mutating func keep(_ character: VaultCharacter, to contents: VaultContents) throws(StorageError) {
    _ = try addToVault(character.bytes, holding: contents.ids)
  }

  /// Adds a character's bytes to the vault unless it already holds a copy.
  /// - Returns: the ID of the new entry or the copy.
  mutating func keep(
    _ bytes: [UInt8], unless isCopy: (VaultEntry) -> Bool
  ) throws(StorageError) -> EntryID {
    for _ in 1...3 {
      let contents = try vaultContents()
      if let copy = contents.entries.first(where: isCopy) { return copy.id }
      do throws(StorageError) {
        return try addToVault(bytes, holding: contents.ids)
      } catch .changed {
        // Another request came first, perhaps with a copy.
      }
    }
    throw .busy
  }

  /// Adds bytes to the vault if it still holds exactly `known`; `nil` skips the check.
  ///
  /// The first bytes create the vault, which counts towards a limit.
  /// - Throws: `StorageError.tooOften` if this client has created too many vaults, and errors of
  ///   `VaultStorage.add`.
  mutating func addToVault(
    _ bytes: [UInt8], holding known: Set<EntryID>?
  ) throws(StorageError) -> EntryID {
    let isFirst = vaultKey == nil
    if isFirst, let limiter,
      let seconds = limiter.wait(limiter.limits.newVaults, by: request.client)
    {
      throw .tooOften(seconds: seconds)
    }
    let kept = try storage.vaults.add(bytes, to: vaultKey, holding: known, now: now)
    if isFirst, let limiter { _ = limiter.spend(limiter.limits.newVaults, by: request.client) }
    vaultKey = kept.vault
    return kept.entry
  }
}

extension Route {
  static func arrange(
    _ path: String, _ move: @escaping @Sendable (inout VaultState, inout Visit) throws -> String
  ) -> Route {
    .post(path) { try $0.arrange(move) }
  }

  /// Returns the route of a vault page, which says what the move before it did.
  static func vaultPage(
    _ path: String, _ show: @escaping @Sendable (inout Visit) throws -> any Page
  ) -> Route {
    .get(path) { visit in
      visit.forgetNewsElsewhere()
      return .page(try show(&visit))
    }
  }
}

extension String {
  /// The address without its query and fragment.
  var page: String { String(prefix { $0 != "?" && $0 != "#" }) }
}
