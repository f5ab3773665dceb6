import Games
import Mustache
import Web

/// A character of this browser: the record sheet, and what can be done with it.
struct VaultCharacterPage: Page {
  static let templates = ["characters/vault-character"]
  let title: String
  let description = "A character\u{2019}s record sheet."
  let section: Section? = .game(CharactersGame.self)
  private let entry: Vault.Entry
  private let revision: String
  private let sheet: SheetView
  private let desk: VaultState
  private let problem: Problem?

  /// - Throws: `Trouble.damaged` for bytes that are no character.
  init(
    _ entry: Vault.Entry, revision: String, _ desk: VaultState, problem: Problem?
  ) throws(Trouble) {
    let character = try entry.character()
    self.entry = entry
    self.revision = revision
    self.desk = desk
    self.problem = problem
    sheet = SheetView(RecordSheet(character))
    title = gameTitle(
      "\(character.name.isolated), \(character.characterClass.name.lowercased())",
      outcome: desk.news(about: entry.id), problem: problem)
  }

  static func declare(_ field: inout Fields<VaultCharacterPage>) {
    field("problem") { $0.problem?.inForm }
    field("notice") {
      $0.problem == nil ? $0.desk.news(about: $0.entry.id) : $0.problem?.notice?.sentence
    }
    field("deletionLink") { page in
      page.desk.link.flatMap { $0.entry == page.entry.id ? $0.text : nil }
    }
    field("id") { $0.entry.id }
    field("revision") { $0.revision }
    field("moment") { Moment(seconds: $0.entry.saved).iso }
    field("day") { Moment(seconds: $0.entry.saved).date }
    field("sheet") { $0.sheet }
  }
}

extension Visit {
  /// The page of the character that the address names.
  mutating func vaultCharacterPage(problem: Problem? = nil) throws -> VaultCharacterPage {
    try VaultCharacterPage(
      vaultEntry(), revision: vaultContents().revision, vaultState, problem: problem ?? vaultDamage)
  }
}

extension PlayerCharacter {
  /// Fit for every system: small letters, digits and hyphens, the class at the end so that it is
  /// never empty nor a word that a system keeps for itself.
  var fileName: String {
    let signs = name.lowercased().unicodeScalars.map { scalar -> Character in
      ("a"..."z") ~= scalar || ("0"..."9") ~= scalar ? Character(scalar) : " "
    }
    let words = String(signs).prefix(29).split(separator: " ") + [characterClass.slug[...]]
    return words.joined(separator: "-")
  }
}
