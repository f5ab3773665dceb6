import Games
import Site
import Storage
import Web

/// The outcome of putting a character on the cloud.
enum Sharing: Equatable {
  case added(CloudAddition)
  /// The visitor has put enough characters there for now.
  case wait(seconds: Int)
  /// This hall's cloud accepts no new characters.
  case readOnly

  /// Returns the secret, or `nil` if the character was there already.
  ///
  /// `way` is a sentence that helps if another character has the ID.
  /// - Throws: `Problem` if the character is not there now.
  func secret(orElse way: String) throws(Problem) -> String? {
    switch self {
    case .added(.created(let secret)): return secret
    case .added(.same): return nil
    case .added(.conflict):
      throw Problem(
        "Dragon Cloud already has a different character with this ID. \(way)", status: .conflict)
    case .readOnly: throw Problem(CloudWords.readOnly, status: .forbidden)
    case .wait(let seconds):
      throw Problem(
        """
        You’ve put many characters on Dragon Cloud in a short time. Try again in \
        \(seconds.counted("second", "seconds")); your character stays here.
        """, status: .tooManyRequests, retryAfter: seconds)
    }
  }
}

/// The cloud's version of a character that is kept here.
struct SharedVersion {
  let record: CloudRecord
  /// Whether it equals the current character.
  let isSame: Bool
  /// The secret to update it and take it down; `nil` if it wasn't shared from here.
  let secret: String?
}

extension Visit {
  /// Puts a character on the cloud, where everybody can see it.
  ///
  /// One that is there already doesn't count towards the visitor's limit.
  func share(_ character: PlayerCharacter) throws(StorageError) -> Sharing {
    let record = CloudRecord(character, saved: now)
    if let known = try storage.cloud.read(record.id) {
      return .added(known.bytes == record.bytes ? .same : .conflict)
    }
    if let hindrance = try hindrance() { return hindrance }
    return .added(try storage.cloud.add(record))
  }

  /// Replaces the cloud's record of a character's ID, for a visitor with the secret.
  /// - Returns: `nil` if there is no such record or the secret is wrong.
  func update(_ character: PlayerCharacter, _ secret: String) throws(StorageError) -> Sharing? {
    if let hindrance = try hindrance() { return hindrance }
    let record = CloudRecord(character, saved: now)
    return try storage.cloud.replace(record, secret: secret) ? .added(.same) : nil
  }

  /// Returns why the visitor can't put anything on the cloud now; the check counts as an attempt.
  private func hindrance() throws(StorageError) -> Sharing? {
    guard !isCloudReadOnly else { return .readOnly }
    let client = AddressBlock.network(of: request.client ?? "")
    guard !isTrusted, let seconds = try storage.cloud.admit(client, now: now) else { return nil }
    return .wait(seconds: seconds)
  }

  /// Keeps the secret, with which this browser can update the record or take it down.
  ///
  /// It is kept beside the character as long as the vault lives; `nil` forgets it. Secrets of
  /// missing records are dropped, too. If that fails, the link that is shown does the same.
  func keep(_ secret: String?, of id: CloudID, beside place: EntryID) {
    for _ in 1...3 {
      guard let key = vaultKey, let entry = try? storage.vaults.read(place, of: key),
        var kept = VaultCharacter(entry.bytes)
      else { return }
      kept.keep(secret, of: id)
      for id in kept.sharedIDs {
        // A record that can't be read now may still be there.
        do { if try storage.cloud.read(id) == nil { kept.keep(nil, of: id) } } catch {}
      }
      let isThere = try? storage.vaults.replace(
        place, of: key, with: kept.bytes, over: entry.bytes, now: now)
      if isThere != nil { return }
    }
  }

  /// Returns the cloud's versions of this character, its own ID's first; none if it can't be read.
  func sharedVersions(of kept: VaultCharacter) -> [SharedVersion] {
    let character = kept.character
    let known = [character.id, character.earlierVersion].compactMap { $0?.cloudID }
    let ids = known + kept.sharedIDs.filter { !known.contains($0) }.reversed()
    return ids.compactMap { id in
      guard let record = try? storage.cloud.read(id) else { return nil }
      let bytes = (try? record.character()).map { CharacterJSON.encode(character.inPlace(of: $0)) }
      return SharedVersion(
        record: record, isSame: record.bytes == bytes, secret: kept.secret(of: id))
    }
  }

  /// Returns whether the cloud has each exact character, or an older version; `nil` for neither.
  func areShared(_ characters: [PlayerCharacter]) -> [Bool?] {
    let places = Dictionary(grouping: characters.indices) { characters[$0].id.cloudID }
    var areShared = [Bool?](repeating: nil, count: characters.count)
    try? storage.cloud.read(Array(places.keys)) { record in
      for place in places[record.id] ?? [] {
        areShared[place] = record.bytes == CharacterJSON.encode(characters[place])
      }
    }
    return areShared
  }

  /// Returns the character whose ID is in the address.
  /// - Throws: `Refusal` 404, or `StorageError`.
  func cloudRecord() throws -> CloudRecord {
    guard let id = CloudID(parameter), let record = try storage.cloud.read(id) else {
      throw Refusal.notOnCloud
    }
    return record
  }

  /// - Returns: the address that deletes the member from the cloud, if it was newly shared.
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

extension Refusal {
  static let notOnCloud = Refusal(.notFound, "There’s no such character on Dragon Cloud.")
  static let neverOnCloud = Refusal(.notFound, "There’s no such place in the list.")
  static let noCloudParty = Refusal(.notFound, "Nobody from that party is on Dragon Cloud.")
}

extension PlayerCharacter {
  /// Returns the same character with the ID of a version that was shared before.
  func inPlace(of shared: PlayerCharacter) -> PlayerCharacter {
    var character = self
    character.id = shared.id
    character.earlierVersion = shared.earlierVersion
    return character
  }
}

extension CloudRecord {
  /// - Throws: `StorageError.damaged` if the bytes aren't a character.
  func character() throws(StorageError) -> PlayerCharacter {
    guard let character = CharacterJSON.stored(bytes) else { throw .damaged }
    return character
  }
}

/// Addresses of the cloud's pages, below the mount.
enum CloudAddress {
  static func character(_ id: String) -> String { "/osr/cloud/\(id)" }

  /// Returns the path of the page that shows all of these side by side.
  static func party(_ ids: [String]) -> String { "/osr/cloud/party/\(ids.joined(separator: "."))" }

  /// Returns the secret link, which leads to a page that asks before it deletes.
  ///
  /// Browsers don't send the part after `#`, so no web server logs the secret.
  static func deletion(_ id: String, _ secret: String) -> String {
    "\(character(id))/delete#\(PercentCoding.encode([("secret", secret)]))"
  }

  /// Returns the secret in a whole link, in its end, or alone.
  static func secret(in typed: String) -> String {
    let text = typed.filter { !$0.isWhitespace }
    return text.ranges(of: "secret=").last.map { String(text[$0.upperBound...]) } ?? text
  }
}

/// Puts all members of a party on the cloud as they are now, so that one link shows them all.
///
/// Sharing again changes nothing. If only some can be shared now, they stay shared, and the next
/// attempt continues with the others.
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
