import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

extension Visitor {
  /// The version that the forms of a character's page carry now.
  mutating func version(of id: String) -> String {
    get("/osr/vault/\(id)/history").version
      ?? get("/osr/vault/\(id)/edit").version ?? ""
  }

  /// Sends a form of a character's page, drawn from the character as it is now.
  mutating func change(_ id: String, _ end: String, _ form: String = "") -> Response {
    change(id, end, form, version: version(of: id))
  }

  /// Sends a form of a character's page, drawn from another state of the character.
  mutating func change(
    _ id: String, _ end: String, _ form: String = "", version: String
  ) -> Response {
    ask(
      Request(
        .post, "/osr/vault/\(id)/\(end)",
        body: "version=\(version)" + (form.isEmpty ? "" : "&\(form)")))
  }

  /// The character as the vault has it.
  mutating func character(_ id: String, _ stores: FakeStorage) throws -> PlayerCharacter {
    try #require(try kept(id, stores)).character
  }

  func kept(_ id: String, _ stores: FakeStorage) throws -> VaultCharacter? {
    let key = try #require(vaultKey)
    let entry = try #require(EntryID(id))
    return try stores.read(entry, of: key).flatMap { VaultCharacter($0.bytes) }
  }

  /// What the history lists, newest first.
  mutating func story(_ id: String) -> [String] {
    get("/osr/vault/\(id)/history").text
      .matches(of: /<p id="change-\d+">([^<]*?)(<b>Undone\.<\/b>)?\s*<\/p>/)
      .map { String($0.1).trimmingBlanks + ($0.2 == nil ? "" : " Undone.") }
  }
}

extension Response {
  /// What the first form of a character's page carries.
  var version: String? {
    text.firstMatch(of: /name="version" value="(\d+)"/).map { String($0.1) }
  }
}

extension PlayerCharacter {
  /// At a higher level, with the lowest dice.
  func atLevel(_ level: Int) throws -> PlayerCharacter {
    var dice: any RandomNumberGenerator = Fixed(faces: [1], sides: 4)
    return try starting(atLevel: level, using: &dice)
  }
}
