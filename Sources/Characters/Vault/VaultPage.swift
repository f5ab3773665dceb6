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
  /// The most deletions that the page offers to undo.
  private static let mostRemovals = 20
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
      let all = try visit.storage.vaults.removals(of: key, now: visit.now)
      return all.prefix(VaultPage.mostRemovals).map { entry in
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
