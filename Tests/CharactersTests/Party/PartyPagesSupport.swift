import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

extension Visitor {
  /// Puts these characters and a party of them into the vault.
  ///
  /// - Returns: the party's id.
  mutating func keepParty(
    _ characters: [PlayerCharacter], _ stores: FakeStorage,
    _ change: (Party) throws -> Party = { $0 }
  ) throws -> String {
    var kept = KeptParty(try Party(named: "The Lanterns"))
    for character in characters {
      kept.places[character.id] = EntryID(try keep(character, stores))
      kept.party = try kept.party.adding(character.id)
    }
    kept.party = try change(kept.party)
    let added = try stores.add(kept.bytes, to: vaultKey, holding: nil, now: now)
    vaultKey = added.vault
    return added.entry.text
  }

  /// Hilda the fighter, Nim the thief and Odo the cleric.
  mutating func keepThree(_ stores: FakeStorage) throws -> String {
    try keepParty([People.hilda, People.nim, People.odo], stores)
  }

  /// Sends a form with dice that no two characters have in common.
  mutating func pressAtRandom(_ path: String, _ form: String, seed: UInt64) -> Response {
    let request = Request(.post, path, body: "revision=\(vaultRevision())&\(form)")
    return hall.respond(
      to: request, session: &session, vaultKey: &vaultKey, random: SeededGenerator(seed: seed),
      now: now)
  }

  /// A party as the vault has it.
  func kept(party id: String, _ stores: FakeStorage) throws -> KeptParty {
    let entry = try stores.read(#require(EntryID(id)), of: #require(vaultKey))
    return try #require(entry.flatMap { KeptParty($0.bytes) })
  }

  /// A member as the vault has it.
  func member(
    _ character: PlayerCharacter, of id: String, _ stores: FakeStorage
  ) throws -> VaultCharacter {
    let place = try #require(kept(party: id, stores).places[character.id])
    let entry = try stores.read(place, of: #require(vaultKey))
    return try #require(entry.flatMap { VaultCharacter($0.bytes) })
  }

  /// Sends a form of a party's page, drawn from the party as it is now.
  mutating func change(party id: String, _ end: String, _ form: String = "") -> Response {
    let version = get("/osr/parties/\(id)").version ?? ""
    return change(party: id, end, form, version: version)
  }

  /// Sends a form of a party's page, drawn from another state of the party.
  mutating func change(
    party id: String, _ end: String, _ form: String = "", version: String
  ) -> Response {
    ask(
      Request(
        .post, "/osr/parties/\(id)/\(end)",
        body: "version=\(version)" + (form.isEmpty ? "" : "&\(form)")))
  }

  /// What the page of a party, or another page below it, says happened.
  mutating func news(ofParty id: String) -> String? {
    get("/osr/parties/\(id)").text
      .firstMatch(of: /<p class="notice" data-announce>([^<]*)<\/p>/).map { String($0.1) }
  }
}

extension Response {
  /// The names in the marching order that a page shows.
  var marchers: [String] {
    text.matches(of: /<th scope="row" id="name-[^"]*">.*?<bdi>([^<]*)<\/bdi>/).map {
      String($0.1)
    }
  }
}
