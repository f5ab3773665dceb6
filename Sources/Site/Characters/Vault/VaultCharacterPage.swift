import Games
import Mustache
import Storage
import Web

/// A character in this browser's vault: its record sheet and what the visitor can do with it.
struct VaultCharacterPage: Page {
  static let templates = ["characters/vault-character"]
  let title: String
  let description = "A character’s record sheet."
  let section: Section? = .game(CharactersGame.self)
  private let entry: VaultEntry
  private let revision: String
  private let kept: VaultCharacter
  private var character: PlayerCharacter { kept.character }
  private let sheet: SheetView
  private let state: VaultState
  /// Another version of the character on the cloud; `nil` if there is none.
  private let sharedBefore: CloudRecord?
  /// The same character on the cloud; `nil` if it is not there.
  private let shared: CloudRecord?
  private let problem: Problem?
  private let isCloudReadOnly: Bool

  /// - Throws: `StorageError.damaged` if the bytes are no character.
  init(
    _ entry: VaultEntry, revision: String, _ state: VaultState, problem: Problem?,
    isCloudReadOnly: Bool, shared: (PlayerCharacter) -> SharedVersions
  ) throws(StorageError) {
    guard let kept = VaultCharacter(entry.bytes) else { throw .damaged }
    self.kept = kept
    let character = kept.character
    let versions = shared(character)
    self.shared = versions.same
    sharedBefore = versions.other
    self.entry = entry
    self.revision = revision
    self.state = state
    self.problem = problem
    self.isCloudReadOnly = isCloudReadOnly
    sheet = SheetView(RecordSheet(character))
    title = gameTitle(
      "\(character.name.isolated), \(character.characterClass.name.lowercased())",
      outcome: state.news(about: entry.id), problem: problem)
  }

  static func declare(_ field: inout Fields<VaultCharacterPage>) {
    field("problem") { $0.problem?.inForm }
    field("notice") {
      $0.problem == nil ? $0.state.news(about: $0.entry.id) : $0.problem?.notice?.sentence
    }
    field("loss") { $0.kept.isHistoryLost ? VaultWords.historyLost : nil }
    field("undoTime") { _ in VaultWords.undoTime }
    field("deletionLink") { page in
      page.state.links.first { $0.entry == page.entry.id.text }?.text
    }
    field("cloudLink") { page in page.shared.map { CloudAddress.character($0.id.text) } }
    field("sharedDay") { page in page.shared.map { Moment(seconds: max(0, $0.saved)).date } }
    field("sharedMoment") { page in page.shared.map { Moment(seconds: max(0, $0.saved)).iso } }
    field("earlierLink") { page in page.sharedBefore.map { CloudAddress.character($0.id.text) } }
    field("tabs") { page in
      CharacterTab.all(for: page.character).map {
        PageTab($0, of: "/osr/vault/\(page.entry.id.text)", isHere: $0 == .sheet)
      }
    }
    field("canShare") { $0.shared == nil && !$0.isCloudReadOnly }
    field("version") { $0.entry.version }
    field("id") { $0.entry.id.text }
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
      vaultEntry(), revision: vaultContents().revision, vaultState,
      problem: problem ?? damage(to: VaultState.self), isCloudReadOnly: isCloudReadOnly,
      shared: sharedVersions)
  }
}

extension PlayerCharacter {
  /// Fits every system: small letters, digits and hyphens.
  ///
  /// The class at the end keeps it from being empty or a word that a system reserves.
  var fileName: String {
    let signs = name.lowercased().unicodeScalars.map { scalar -> Character in
      ("a"..."z") ~= scalar || ("0"..."9") ~= scalar ? Character(scalar) : " "
    }
    let words = String(signs).prefix(29).split(separator: " ") + [characterClass.slug[...]]
    return words.joined(separator: "-")
  }
}
