import Games
import Mustache
import Site
import Storage
import Web

/// The page of a party on the cloud, whose address names the members in marching order.
///
/// The cloud itself has no parties. Whoever writes an address can't choose the heading, which is
/// made of the members' names.
struct CloudPartyPage: SheetedPage {
  static let templates = ["characters/cloud-party"]
  let description = "A party of characters on Dragon Cloud, side by side."
  /// The most members, including retainers.
  private static let most = Party.mostPlayed + Party.mostRetainers

  private static let mostNames = 3

  private let path: String
  let characters: [PlayerCharacter]
  /// The number of members no longer there.
  private let missing: Int
  private let problem: Problem?

  /// - Throws: `Refusal` 404 if nobody named in the address is there, or `StorageError`.
  init(_ ids: String, on cloud: any CloudStorage, problem: Problem? = nil) throws {
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
    self.problem = problem
  }

  var title: String {
    let title = "\(heading) – Dragon Cloud – Dicehall"
    return problem.map { "\($0.title) – \(title)" } ?? title
  }

  private var heading: String {
    let names = characters.map(\.name.isolated)
    let others = names.count - CloudPartyPage.mostNames + 1
    guard others > 1 else { return names.listed() }
    return (names.prefix(CloudPartyPage.mostNames - 1) + ["\(others) others"]).listed()
  }

  static func declare(_ field: inout Fields<CloudPartyPage>) {
    field("problem") { $0.problem?.aboveForms }
    field("path") { $0.path }
    field("heading") { $0.heading }
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
    .page(try CloudPartyPage(visit.parameter, on: visit.storage.cloud))
  },
  .post("/osr/cloud/party/*/copy", copyParty),
]

/// Copies all members who are there, or nobody, and makes a party of them as far as there is room.
///
/// The link doesn't tell who is a retainer.
private func copyParty(_ visit: inout Visit) throws -> Answer {
  let page = try CloudPartyPage(visit.parameter, on: visit.storage.cloud)
  return try visit.arrange(
    showing: { try CloudPartyPage($0.parameter, on: $0.storage.cloud, problem: $1) },
    { state, visit in
      let contents = try visit.vaultContents()
      var party = try Party(named: "A party from Dragon Cloud")
      var copies: [PlayerCharacter] = []
      var again = 0
      for character in page.characters {
        var copy = VaultCharacter(character)
        if contents.holds(character.id) {
          copy.separate(using: &visit.random)
          again += 1
        }
        copies.append(copy.character)
        guard party.members.count < Party.mostPlayed else { continue }
        party = try party.adding(copy.character.id)
      }
      let id = try visit.keep(KeptParty(party), with: copies, beside: contents)
      state.news = visit.note(VaultWords.arrival(copied: copies.count, again: again))
      return "/osr/parties/\(id.text)"
    })
}
