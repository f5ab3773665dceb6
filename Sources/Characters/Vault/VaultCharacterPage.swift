import Games
import Mustache
import Site
import Storage
import Web

/// The page of a character in this browser's vault: its record sheet, and the visitor's choices.
struct VaultCharacterPage: EntryPage {
  static let templates = ["characters/vault-character"]
  static let tab = OpenCharacter.Tab.sheet
  static let routes = [show]
  let description = "A character’s record sheet."
  let isPersonal = false
  let layout: EntryLayout<OpenCharacter>
  private let revision: String
  private let sheet: SheetView
  private let shared: [SharedVersion]
  private let isCloudReadOnly: Bool

  init(_ layout: EntryLayout<OpenCharacter>, in visit: Visit) throws {
    var visit = visit
    self.layout = layout
    revision = try visit.vaultContents().revision
    shared = visit.sharedVersions(of: layout.open.kept)
    sheet = SheetView(RecordSheet(layout.open.character))
    isCloudReadOnly = visit.isCloudReadOnly
  }

  private var entry: VaultEntry { layout.open.entry }

  private var same: CloudRecord? { shared.first(where: \.isSame)?.record }

  private var own: [SharedVersion] { shared.filter { $0.secret != nil } }

  static func declare(_ field: inout Fields<VaultCharacterPage>) {
    field("layout") { $0.layout }
    field("undoTime") { _ in VaultWords.undoTime }
    field("deletionLink") { page in
      page.layout.state.links.first { $0.place == page.entry.id.text }?.text
    }
    field("publicLink") { CloudAddress.character($0.character.id.text) }
    field.object("shared", { $0.same }) { record in
      record("link") { CloudAddress.character($0.id.text) }
      record("day") { Moment(seconds: max(0, $0.saved)).date }
      record("moment") { Moment(seconds: max(0, $0.saved)).iso }
    }
    field("earlierLink") { page in
      page.same == nil ? page.shared.first.map { CloudAddress.character($0.record.id.text) } : nil
    }
    field("canUpdate") { page in
      page.shared.first?.secret != nil && !page.isCloudReadOnly
    }
    field.rows("own", \.own) { row in
      row("id") { $0.record.id.text }
      row("link") { CloudAddress.character($0.record.id.text) }
      row("day") { Moment(seconds: max(0, $0.record.saved)).date }
      row("moment") { Moment(seconds: max(0, $0.record.saved)).iso }
      row("isSame") { $0.isSame }
      row("canUpdate") { !$0.isSame && !$1.isCloudReadOnly }
    }
    field("canShare") { page in
      page.same == nil && !page.isCloudReadOnly && page.own.count < VaultCharacter.mostShared
    }
    field("revision") { $0.revision }
    field("moment") { Moment(seconds: $0.entry.saved).iso }
    field("day") { Moment(seconds: $0.entry.saved).date }
    field("sheet") { $0.sheet }
  }
}

extension PlayerCharacter {
  /// A file name that fits every system: small letters, digits and hyphens.
  ///
  /// The class at the end keeps it from being empty or a reserved word.
  var fileName: String {
    let signs = name.lowercased().unicodeScalars.map { scalar -> Character in
      ("a"..."z") ~= scalar || ("0"..."9") ~= scalar ? Character(scalar) : " "
    }
    let words = String(signs).prefix(29).split(separator: " ") + [characterClass.slug[...]]
    return words.joined(separator: "-")
  }

  /// The class and level: `Fighter 3`.
  var rank: String { "\(characterClass.name) \(level)" }
}
