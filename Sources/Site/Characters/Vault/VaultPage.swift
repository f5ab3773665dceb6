import Games
import Mustache
import Web

/// The characters of this browser.
struct VaultPage: Page {
  static let templates = ["characters/vault"]
  let title: String
  let description = "The characters that are kept for this browser."
  let section: Section? = .game(CharactersGame.self)
  /// More that were deleted are not offered; nobody takes back that many one by one.
  private static let mostRemovals = 20
  private let rows: [VaultRow]
  /// The last one first.
  private let removals: [VaultRemoval]
  private let revision: String
  private let desk: VaultState
  /// Another browser came by the code that was asked for last.
  private let isCodeUsed: Bool
  private let problem: Problem?

  init(
    _ shelf: VaultContents, removals: [Vault.Entry], _ desk: VaultState, isCodeUsed: Bool,
    problem: Problem?
  ) {
    rows = shelf.entries.map(VaultRow.init)
    revision = shelf.revision
    self.desk = desk
    self.isCodeUsed = isCodeUsed
    self.problem = problem
    self.removals = removals.prefix(VaultPage.mostRemovals).enumerated().map {
      VaultRemoval(entry: $1, isNewest: $0 == 0)
    }
    let removal = removals.first.map { "\($0.name) was deleted" }
    title = gameTitle(
      "Your vault", outcome: desk.news(about: "") ?? removal, problem: problem)
  }

  static func declare(_ field: inout Fields<VaultPage>) {
    field("problem") { $0.problem?.inForm }
    field("notice") { $0.problem == nil ? $0.desk.news(about: "") : $0.problem?.notice?.sentence }
    field("removals") { $0.removals }
    field("revision") { $0.revision }
    field("count") { VaultWords.count($0.rows.count) }
    field("isEmpty") { $0.rows.isEmpty }
    field("characters") { $0.rows }
    field("transferCode") { $0.isCodeUsed ? nil : $0.desk.code?.text }
    field("isCodeUsed") { $0.isCodeUsed }
    field("fileProblem") { $0.problem?["file"]?.sentence }
    field("codeProblem") { $0.problem?["code"]?.sentence }
    field("code") { $0.problem?["code"]?.input?.shownAgain ?? "" }
  }
}

/// A character in the list.
private struct VaultRow: Fielded {
  private let entry: Vault.Entry
  private let character: PlayerCharacter?

  init(_ entry: Vault.Entry) {
    self.entry = entry
    character = CharacterJSON.stored(entry.bytes)
  }

  static func declare(_ field: inout Fields<VaultRow>) {
    field("id") { $0.entry.id }
    field("name") { $0.character?.name ?? "A character that cannot be read" }
    field("title") { $0.character?.title }
    field("picture") { $0.character?.characterClass.id }
    field("class") { $0.character?.characterClass.name ?? "\u{2013}" }
    field("level") { $0.character.map { "\($0.level)" } ?? "\u{2013}" }
    field("moment") { Moment(seconds: $0.entry.saved).iso }
    field("day") { Moment(seconds: $0.entry.saved).date }
    field("clock") { Moment(seconds: $0.entry.saved).clock }
  }
}

/// A character that was deleted and may come back.
private struct VaultRemoval: Fielded {
  let entry: Vault.Entry
  /// Its button is just `Undo`.
  let isNewest: Bool

  static func declare(_ field: inout Fields<VaultRemoval>) {
    field("id") { $0.entry.id }
    field("name") { $0.entry.name }
    field("isNewest") { $0.isNewest }
  }
}

extension Visit {
  /// The list as it stands.
  mutating func vaultPage(problem: Problem? = nil) throws(Trouble) -> VaultPage {
    let desk = vaultState
    let isCodeUsed = try desk.code.map { code throws(Trouble) in
      try !stores.vault.isUnused(code.text, now)
    }
    let shelf = try vaultContents()
    let removals = try vaultKey.map { key throws(Trouble) in try stores.vault.removals(key, now) }
    return VaultPage(
      shelf, removals: removals ?? [], desk, isCodeUsed: isCodeUsed ?? false,
      problem: problem ?? vaultDamage)
  }
}
