import Games
import Mustache
import Site
import Storage
import Web

/// Characters on the cloud who travel together, side by side, at one address that names them.
///
/// The cloud itself knows no parties: the address has the number of each, in marching order, and what
/// whoever made it calls the party.
struct CloudPartyPage: Page {
  static let templates = ["characters/cloud-party"]
  let description = "A party of characters on Dragon Cloud, side by side."
  let section: Section? = .game(CharactersGame.self)
  /// As many as a party can have, with its retainers.
  private static let most = Party.mostPlayed + Party.mostRetainers

  private let path: String
  /// `nil` if the address names none, or what no party can be called.
  private let name: String?
  let characters: [PlayerCharacter]
  /// How many are no longer there.
  private let missing: Int
  private let problem: Problem?

  /// - Throws: `Refusal` 404 if the address names nobody who is there, or `StorageError`.
  init(
    _ ids: String, called name: String?, on cloud: any CloudStorage, problem: Problem? = nil
  ) throws {
    let texts = ids.split(separator: ".", omittingEmptySubsequences: false)
    let ids = texts.compactMap { CloudID(String($0)) }
    guard 1...CloudPartyPage.most ~= texts.count, ids.count == texts.count,
      Set(ids).count == ids.count
    else { throw Refusal.noCloudParty }
    var found: [CloudID: PlayerCharacter] = [:]
    try cloud.read(ids) { found[$0.id] = CharacterJSON.stored($0.bytes) }
    characters = ids.compactMap { found[$0] }
    guard !characters.isEmpty else { throw Refusal.noCloudParty }
    missing = ids.count - characters.count
    path = CloudAddress.party(ids.map(\.text))
    self.name = name.flatMap { try? Party(named: $0).name }
    self.problem = problem
  }

  var title: String {
    let title = "\(name?.isolated ?? "A party of \(characters.count)") – Dragon Cloud – Dicehall"
    return problem.map { "\($0.title) – \(title)" } ?? title
  }

  /// What a copy of it is called.
  var nameOfCopy: String { name ?? "A party from Dragon Cloud" }

  static func declare(_ field: inout Fields<CloudPartyPage>) {
    field("problem") { $0.problem }
    field("path") { $0.path }
    field("name") { $0.name }
    field("count") { VaultWords.count($0.characters.count) }
    field("members") { page in
      page.characters.enumerated().map {
        PartyRow(page.characters, at: $0, link: CloudAddress.character($1.id.text))
      }
    }
    field("attackHead") { $0.characters.attackHead }
    field("showsDescending") { !$0.characters.areAscendingOnly }
    field("missing") { page in
      page.missing == 0 ? nil : "\(VaultWords.count(page.missing)) no longer on Dragon Cloud."
    }
  }
}

let cloudPartyRoutes: [Route] = [
  .get("/osr/cloud/party/*", usesSession: false) { visit in
    .page(
      try CloudPartyPage(
        visit.parameter, called: visit.request.query["name"], on: visit.storage.cloud))
  },
  .post("/osr/cloud/party/*/copy", copyParty),
]

/// Copies those who are not in the vault yet, and makes a party of them there, as far as a party has
/// room: the link doesn't tell who is a retainer.
private func copyParty(_ visit: inout Visit) throws -> Answer {
  let name = visit.form["name"]
  let page = try CloudPartyPage(visit.parameter, called: name, on: visit.storage.cloud)
  do {
    var kept = KeptParty(try Party(named: page.nameOfCopy))
    for character in page.characters {
      let place = try visit.keep(CharacterJSON.encode(character)) {
        $0.stored?.id == character.id
      }
      guard kept.party.members.count < Party.mostPlayed else { continue }
      kept.party = try kept.party.adding(character.id)
      kept.places[character.id] = place
    }
    let bytes = kept.bytes
    let id = try visit.keep(bytes) { $0.bytes == bytes }
    return .seeOther("/osr/parties/\(id.text)")
  } catch let error as StorageError {
    let problem = Problem(error, of: "Your vault")
    return .page(
      try CloudPartyPage(
        visit.parameter, called: name, on: visit.storage.cloud, problem: problem),
      problem.status)
  }
}

extension CloudAddress {
  /// The page that shows all of these side by side.
  static func party(_ ids: [String]) -> String { "/osr/cloud/party/\(ids.joined(separator: "."))" }

  /// The same, and what the party is called.
  static func party(_ ids: [CharacterID], called name: String) -> String {
    "\(party(ids.map(\.text)))?\(PercentCoding.encode([("name", name)]))"
  }
}

extension Refusal {
  fileprivate static let noCloudParty = Refusal(
    .notFound, "Nobody of that party is on Dragon Cloud.")
}
