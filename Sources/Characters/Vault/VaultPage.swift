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
  let section: Section? = .game(CharactersGame.self)
  /// A deleted character, with the links that remove it from the cloud.
  struct Removal {
    let entry: VaultEntry
    let takingDown: [String]
  }

  /// The most deletions that the page offers to undo.
  fileprivate static let mostRemovals = 20
  private let rows: [VaultRow]
  /// The deleted characters, the last one first.
  private let removals: ArraySlice<Removal>
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

  init(
    _ contents: VaultContents, removals: [Removal], _ state: VaultState, isCodeUsed: Bool,
    transferPicture: QRCode? = nil, table: String?, problem: Problem?,
    areShared: ([PlayerCharacter]) -> [Bool?]
  ) {
    self.transferPicture = transferPicture
    self.table = table
    downloads = VaultDownload.files(for: contents)
    var rows = contents.characters.map(VaultRow.init)
    let readable = rows.indices.filter { rows[$0].character != nil }
    for (index, isShared) in zip(readable, areShared(rows.compactMap(\.character))) {
      rows[index].isSharedNow = isShared
    }
    self.rows = rows
    revision = contents.revision
    partyCount = contents.parties.count
    self.state = state
    self.isCodeUsed = isCodeUsed
    self.problem = problem
    self.removals = removals.prefix(VaultPage.mostRemovals)
    let removal = removals.first.map { "\($0.entry.name) was deleted" }
    title = gameTitle(
      "Your vault", outcome: state.news(on: "/osr/vault") ?? removal, problem: problem)
  }

  static func declare(_ field: inout Fields<VaultPage>) {
    field("problem") { $0.problem?.aboveForms }
    field("notice") {
      $0.problem == nil ? $0.state.news(on: "/osr/vault") : $0.problem?.notice?.sentence
    }
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
  /// Returns the page of the current list.
  mutating func vaultPage(problem: Problem? = nil) throws(StorageError) -> VaultPage {
    let state = vaultState
    let isCodeUsed = try state.code.map { note throws(StorageError) in
      guard let code = TransferCode(note.text) else { return true }
      return try !storage.vaults.isUnused(code, now: now)
    }
    let contents = try vaultContents().caughtUp(in: self)
    let removals = try vaultKey.map { key throws(StorageError) in
      try storage.vaults.removals(of: key, now: now).prefix(VaultPage.mostRemovals).map { entry in
        let shared = VaultCharacter(entry.bytes).map { sharedVersions(of: $0) } ?? []
        return VaultPage.Removal(
          entry: entry,
          takingDown: shared.compactMap { version in
            version.secret.map { CloudAddress.deletion(version.record.id.text, $0) }
          })
      }
    }
    return VaultPage(
      contents, removals: removals ?? [], state, isCodeUsed: isCodeUsed ?? false,
      transferPicture: isCodeUsed == false ? transferPicture(state.code) : nil,
      table: waitingTable, problem: problem ?? damage(to: VaultState.self), areShared: areShared)
  }

  /// Returns the QR code of an address with the code after `#`, which no browser sends.
  private func transferPicture(_ note: VaultState.Note?) -> QRCode? {
    guard let note, let addresses else { return nil }
    return code(addresses.page("/osr/vault#code=\(note.text)"))
  }
}
