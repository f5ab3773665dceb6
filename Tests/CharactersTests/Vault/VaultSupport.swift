import Fakes
import Games
import Storage
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

extension Visitor {
  /// Somebody whose vault is kept in memory.
  init(_ stores: FakeStorage) {
    self.init()
    hall = makeSite(stores)
  }

  /// Puts a character into the vault as the wizard would.
  mutating func keep(_ character: PlayerCharacter, _ stores: FakeStorage) throws -> String {
    let kept = try stores.add(
      CharacterJSON.encode(character, withOrigin: true), to: vaultKey, holding: nil, now: now)
    vaultKey = kept.vault
    return kept.entry.text
  }

  /// What the forms of the list carry now.
  mutating func vaultRevision() -> String {
    get("/osr/vault").text.firstMatch(of: /name="revision" value="(\d+)"/).map { String($0.1) }
      ?? ""
  }

  /// Presses a button of the vault's pages as they are now.
  mutating func press(_ path: String, _ form: String = "") -> Response {
    let revision = vaultRevision()
    return ask(Request(.post, path, body: "revision=\(revision)&\(form)"))
  }

  /// Sends a file as the page's form does.
  mutating func upload(_ file: some Collection<UInt8>, revision: String? = nil) -> Response {
    let revision = revision ?? vaultRevision()
    let start = """
      --xYz\r\nContent-Disposition: form-data; name="revision"\r\n\r\n\(revision)\r\n\
      --xYz\r\nContent-Disposition: form-data; name="file"; filename="../a.json"\r\n\
      Content-Type: application/json\r\n\r\n
      """
    return sendUpload(Array(start.utf8) + file + Array("\r\n--xYz--\r\n".utf8))
  }

  mutating func sendUpload(
    _ body: [UInt8], type: String = "multipart/form-data; boundary=xYz"
  ) -> Response {
    var request = Request(.post, "/osr/vault/import")
    request.body = body
    request.contentType = type
    return ask(request)
  }

  /// The names in the list, newest first.
  mutating func names() -> [String] {
    get("/osr/vault").text.matches(of: /<span class="hidden">Open <\/span>([^<]*)<\/a>/).map {
      String($0.1)
    }
  }

  /// The ids in the list, newest first.
  mutating func ids() -> [String] {
    get("/osr/vault").text.matches(of: /<h2 id="name-([^"]*)">/).map { String($0.1) }
  }
}

extension PlayerCharacter {
  /// Another one, with a number of its own.
  func named(_ name: String, number: UInt64 = 9) -> PlayerCharacter {
    var other = self
    var random = SeededGenerator(seed: number)
    other.name = name
    other.id = CharacterID(using: &random)
    return other
  }
}

extension VaultEntry {
  /// What somebody else has put into a vault.
  static func others(_ bytes: some Sequence<UInt8>) -> VaultEntry {
    var random = SeededGenerator(seed: 99)
    return VaultEntry(id: EntryID(after: [], using: &random), bytes: Array(bytes), saved: 1)
  }
}
