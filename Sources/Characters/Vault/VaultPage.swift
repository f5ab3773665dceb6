import Games
import Mustache
import Site
import Storage
import Web

/// The page of the characters in this browser's vault.
struct VaultPage: SheetedPage {
  static let templates = ["characters/vault"]
  let title: String
  let description = "The characters this hall keeps for your browser."
  private let rows: [VaultRow]
  /// The last few deleted characters, the last one first, with the links that take each down.
  private let removals: [(entry: VaultEntry, takingDown: [String])]
  private let revision: String
  private let partyCount: Int
  private let state: VaultState
  /// Whether another browser has used the last code.
  private let isCodeUsed: Bool
  /// The QR code that brings the vault to another device; `nil` without a code or a known host.
  private let transferPicture: QRCode?
  private let downloads: [VaultDownload]
  private let problem: Problem?
  /// The code of the table for which a character was to be made.
  private let table: String?

  init(in visit: inout Visit, _ problem: Problem? = nil) throws(StorageError) {
    let state = visit.vaultState
    self.state = state
    let problem = problem ?? visit.damage(to: VaultState.self)
    self.problem = problem
    table = visit.waitingTable
    let isCodeUsed = try state.code.map { note throws(StorageError) in
      guard let code = TransferCode(note.text) else { return true }
      return try !visit.storage.vaults.isUnused(code, now: visit.now)
    }
    self.isCodeUsed = isCodeUsed ?? false
    transferPicture = isCodeUsed == false ? visit.transferPicture(state.code) : nil
    let contents = try visit.vaultContents().caughtUp(in: visit)
    downloads = VaultDownload.files(for: contents)
    revision = contents.revision
    partyCount = contents.parties.count
    var rows = contents.characters.map(VaultRow.init)
    let readable = rows.indices.filter { rows[$0].character != nil }
    for (index, isShared) in zip(readable, visit.areShared(rows.compactMap(\.character))) {
      rows[index].isSharedNow = isShared
    }
    self.rows = rows
    let removals = try visit.vaultKey.map {
      key throws(StorageError) -> [(entry: VaultEntry, takingDown: [String])] in
      try visit.storage.vaults.removals(of: key, now: visit.now).prefix(20).map { entry in
        let shared = VaultCharacter(entry.bytes).map { visit.sharedVersions(of: $0) } ?? []
        let links = shared.compactMap { version in
          version.secret.map { CloudAddress.deletion(version.record.id.text, $0) }
        }
        return (entry, links)
      }
    }
    self.removals = removals ?? []
    let removal = self.removals.first.map { "\($0.entry.name) was deleted" }
    title = gameTitle(
      "Your vault", outcome: state.news(on: "/osr/vault") ?? removal, problem: problem)
  }

  static func declare(_ field: inout Fields<VaultPage>) {
    field("problem") { $0.problem?.aboveForms }
    field("notice") { $0.state.notice(on: "/osr/vault", beside: $0.problem) }
    field("losses") { page in
      let unreadable = page.rows.filter { $0.character == nil }
      return (unreadable.contains(where: \.wasPutAside) ? [VaultWords.entryLost] : [])
        + (unreadable.allSatisfy(\.wasPutAside) ? [] : [VaultWords.entryUnreadable])
    }
    field.rows("removals", { Array($0.removals.enumerated()) }) { row in
      row("id") { $0.element.entry.id.text }
      row("name") { $0.element.entry.name }
      row.rows("takingDown", { Array(zip(1..., $0.element.takingDown)) }) { link in
        link("number") { $0.0 }
        link("link") { $0.1 }
      }
      // Its button just says `Undo`.
      row("isNewest") { $0.offset == 0 }
    }
    field("revision") { $0.revision }
    field("count") { VaultWords.count($0.rows.count) }
    field("table") { $0.table }
    field("undoTime") { _ in VaultWords.undoTime }
    field("codeTime") { _ in VaultWords.codeTime }
    field("fileLimit") { _ in Request.maximumBody.kilobytes }
    field("keyDays") { _ in SecretCookie.longestDays }
    field("parties") { $0.partyCount == 0 ? nil : $0.partyCount }
    field.rows("characters", \.rows) { row in
      row("id") { $0.entry.id.text }
      row("name") { $0.character?.name ?? "A character that can’t be read" }
      row("title") { $0.character?.title }
      row("picture") { $0.character?.characterClass.id }
      row("class") { $0.character?.characterClass.name ?? "\u{2013}" }
      row("level") { $0.character.map { "\($0.level)" } ?? "\u{2013}" }
      row("points") { $0.character.map { RecordSheet($0).pointsText } ?? "\u{2013}" }
      row("cloudLink") { row in
        row.isSharedNow == nil
          ? nil : row.character.map { CloudAddress.character($0.id.cloudID.text) }
      }
      row("isOlder") { $0.isSharedNow == false }
      row("moment") { Moment(seconds: $0.entry.saved).iso }
      row("day") { Moment(seconds: $0.entry.saved).date }
      row("clock") { Moment(seconds: $0.entry.saved).clock }
    }
    field("transferCode") { $0.isCodeUsed ? nil : $0.state.code?.text }
    field("transferPicture") { $0.transferPicture }
    field("isCodeUsed") { $0.isCodeUsed }
    field.rows("downloads", \.downloads) { file in
      file("path") { "/osr/vault/characters.json" + ($0.number == 1 ? "" : "?file=\($0.number)") }
      file("words") { VaultWords.download(file: $0.number, of: $0.count) }
    }
    field("fileWrong") { $0.problem?["file"] }
    field.input("code", value: { _ in "" }, in: { $0.problem }, longest: 40)
  }
}

/// A row of the list of characters.
private struct VaultRow {
  let entry: VaultEntry
  /// The character; `nil` if it can't be read.
  let character: PlayerCharacter?
  /// Whether the cloud has exactly this character, or else an older version; `nil` for neither.
  var isSharedNow: Bool?

  /// Whether storage found it damaged and moved it away.
  var wasPutAside: Bool { entry.bytes.isEmpty }

  init(_ entry: VaultEntry) {
    self.entry = entry
    character = entry.stored
  }
}

extension Visit {
  /// Returns the QR code of an address with the code after `#`, which no browser sends.
  fileprivate func transferPicture(_ note: VaultState.Note?) -> QRCode? {
    guard let note, let addresses else { return nil }
    return code(addresses.page("/osr/vault#code=\(note.text)"))
  }
}

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
