import Games
import Site
import Storage
import Web

/// Puts everybody in a party on the cloud, as far as they are not there just like this, so that one
/// link shows all of them.
///
/// Sharing twice is sharing once. If only some can be shared now, they stay shared, and the next
/// attempt goes on with the others.
func shareParty(
  _ open: inout OpenParty, _ state: inout VaultState, _ visit: inout Visit
) throws -> String {
  let entries = open.people.compactMap(\.entry)
  guard !entries.isEmpty, entries.count == open.people.count else {
    throw Problem("Everybody in the party must be in your vault to be shared.")
  }
  var links: [VaultState.Note] = []
  var count = 0
  var problem: Problem?
  do throws(Problem) {
    for entry in entries {
      if let link = try visit.shareMember(entry, of: &open) { links.append(link) }
      count += 1
    }
  } catch {
    guard count > 0 else { throw error }
    problem = error
  }
  state.links = links + state.links.filter { old in !links.contains { $0.place == old.place } }
  return problem.map {
    "\(count) of \(VaultWords.count(entries.count)) shared, and then: \($0.sentence)"
  } ?? "Everybody is on Dragon Cloud. One link shows them all."
}

extension Visit {
  /// - Returns: the address that deletes the member from the cloud, if it was not there before.
  fileprivate mutating func shareMember(
    _ entry: VaultEntry, of open: inout OpenParty
  ) throws(Problem) -> VaultState.Note? {
    do {
      let before = try entry.character()
      let character = try renumberedIfShared(entry)
      open.kept.renumber(before.id, as: character.id)
      let secret = try share(character).secret(orElse: "Duplicate that one and add the copy.")
      if before.id == character.id {
        session[DraftState.self]?.noteSharing(of: entry.id, as: character.id, secret)
      }
      if let secret { keep(secret, of: character.id.cloudID, beside: entry.id) }
      return secret.map {
        note(CloudAddress.deletion(character.id.text, $0), about: entry.id)
      }
    } catch let problem as Problem {
      throw problem
    } catch let error as StorageError {
      throw Problem(error, of: "Dragon Cloud")
    } catch {
      throw Problem(OpenParty.changedElsewhere, form: form)
    }
  }
}
