import Games
import Mustache
import Site
import Storage
import Web

/// The page of a character on the cloud, with a button that copies it to the visitor's browser.
struct CloudCharacterPage: SheetedPage {
  static let templates = ["characters/cloud-character"]
  let description = "The record sheet of a character on Dragon Cloud."
  let section: Section? = .game(CharactersGame.self)
  let record: CloudRecord
  let problem: Problem?
  /// The notice for a visitor who has just reported the character.
  private let notice: String?
  private let sheet: SheetView
  /// The version that was shared before this one, if it is still there.
  private let earlier: CharacterID?

  /// - Throws: `StorageError.damaged` if the bytes aren't a character.
  init(
    _ record: CloudRecord, problem: Problem? = nil, notice: String? = nil,
    isThere: (CloudID) -> Bool
  ) throws(StorageError) {
    self.record = record
    self.problem = problem
    self.notice = notice
    let character = try record.character()
    sheet = SheetView(RecordSheet(character))
    earlier = character.earlierVersion.flatMap { isThere($0.cloudID) ? $0 : nil }
  }

  var title: String {
    let name = "\(record.name.isolated) – Dragon Cloud – Dicehall"
    if let notice { return "\(notice) – \(name)" }
    return problem.map { "Error: \($0.sentence) – \(name)" } ?? name
  }

  static func declare(_ field: inout Fields<CloudCharacterPage>) {
    field("problem") { $0.problem?.aboveForms }
    field("notice") { $0.notice }
    field("path") { CloudAddress.character($0.record.id.text) }
    field("moment") { Moment(seconds: max(0, $0.record.saved)).iso }
    field("day") { Moment(seconds: max(0, $0.record.saved)).date }
    field("earlierLink") { $0.earlier.map { CloudAddress.character($0.text) } }
    field("sheet") { $0.sheet }
  }
}

/// The page that asks a visitor with the secret link whether to delete the character.
struct CloudDeletionPage: Page {
  static let templates = ["characters/cloud-delete"]
  let description = "Anyone with a character’s secret link can delete it here."
  let section: Section? = .game(CharactersGame.self)
  let isSecret = true
  let record: CloudRecord
  /// The secret; `nil` if the address lacks it and the visitor or the page's script fills it in.
  var secret: String?
  var problem: Problem?

  var title: String {
    (problem.map { "\($0.title) – " } ?? "") + "Delete this character? – Dragon Cloud – Dicehall"
  }

  static func declare(_ field: inout Fields<CloudDeletionPage>) {
    field("problem") { $0.problem?.aboveForms }
    field.input("typed", named: "secret", value: { _ in "" }, in: { $0.problem }, longest: 300)
    field("path") { CloudAddress.character($0.record.id.text) }
    field("name") { $0.record.name.isolated }
    field("secret") { $0.secret }
  }
}
