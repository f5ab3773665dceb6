import Classrooms
import DiceLanguage
import Games
import Mustache
import Rooms
import Site
import Storage
import Web

/// The page of this browser's characters, and which of them are at a table.
struct CampaignPage: SheetedPage {
  static let templates = ["characters/campaign"]
  let title: String
  let description = "Bring a character to a table."
  let isPersonal = true
  private let room: CampaignRoom
  private let people: [Person]
  private let state: VaultState
  private let problem: Problem?

  /// A character in the vault, or at the table and no longer in the vault.
  private struct Person {
    let entry: VaultEntry?
    let name, rank, points: String
    let member: Campaign.Member?
    /// The other table that the character is at, if any.
    let elsewhere: String?
    /// Whether the table has a newer copy, which must be taken back first.
    var isOutdated = false
    /// What became of a character whose only copy is at the table.
    var fate: String?
  }

  init(in visit: inout Visit, _ problem: Problem? = nil) throws {
    let room = try visit.campaignRoom(visit.parameter)
    self.room = room
    var state = visit.vaultState
    self.problem = problem
    var left = room.own
    var people: [Person] = []
    var known: Set<CharacterID> = []
    for entry in try visit.vaultContents().characters {
      guard var kept = VaultCharacter(entry.bytes) else { continue }
      let table = kept.catchUp(in: visit)
      let isHere = table?.room.code == room.code
      // A character that was taken back while the room was closed still has a copy there. An open
      // table takes over a character's place, but not for an older state.
      let ids = [kept.character.id, kept.character.earlierVersion]
      left.removeAll {
        isHere && $0.number == table?.member.number
          || ids.contains($0.copy.person.id)
            && (!room.isOpen || $0.version <= kept.lastNumber ?? 0)
      }
      people.append(
        Person(
          entry: entry, name: kept.character.name.isolated, rank: kept.character.rank,
          points: RecordSheet(kept.character).pointsText, member: isHere ? table?.member : nil,
          elsewhere: isHere ? nil : table?.room.code.text,
          isOutdated: left.contains { ids.contains($0.copy.person.id) }))
      known.formUnion(ids.compactMap(\.self))
    }
    self.people =
      people
      + left.map {
        let person = $0.character.person
        return Person(
          entry: nil, name: person.name.isolated, rank: person.rank,
          points: "\(person.hitPointsNow) of \(person.hitPoints)", member: $0, elsewhere: nil,
          fate: known.contains(person.id)
            ? "newer than the one in your vault. To bring that one, take this one back first"
            : "no longer in your vault")
      }
    // A link back for a visitor who makes or fetches a character first.
    if room.own.isEmpty, room.seat != nil, state.table != room.code.signs,
      state.news(on: CampaignPage.path(of: room.code)) == nil
    {
      state.table = room.code.signs
      visit.session[VaultState.self] = state
    }
    self.state = state
    title = gameTitle(
      "Your characters at table \(room.code.text)",
      outcome: state.news(on: CampaignPage.path(of: room.code)), problem: problem)
  }

  static func declare(_ field: inout Fields<CampaignPage>) {
    field("problem") { $0.problem?.aboveForms }
    field("notice") { page in
      page.state.notice(on: CampaignPage.path(of: page.room.code), beside: page.problem)
    }
    field("code") { $0.room.code.signs }
    field("codeText") { $0.room.code.text }
    field("hasSeat") { $0.room.seat != nil }
    field("keptFor") { $0.room.keptFor }
    field.rows("people", \.people) { row in
      row("id") { $0.entry?.id.text }
      row("version") { $0.entry?.version }
      row("name") { $0.name }
      row("rank") { $0.rank }
      row("points") { $0.points }
      row("fate") { $0.fate }
      row("member") { $0.member?.number }
      row("elsewhere") { $0.elsewhere }
      row("canBring") { row, page in
        row.member == nil && row.elsewhere == nil && !row.isOutdated && page.room.seat != nil
          && page.room.isOpen
      }
    }
  }

  static func path(of code: RoomCode) -> String { "/osr/table/\(code.signs)" }

  static let routes: [Route] = [
    .vaultPage("/osr/table/*") { visit in try CampaignPage(in: &visit) },
    .post("/osr/table/*/bring", bring),
    .post("/osr/table/*/take-back", takeBack),
    .post("/osr/table/*/roll", answer),
  ]
}

/// Brings characters to the table; a character already there isn't brought twice.
private func bring(_ visit: inout Visit) throws -> Answer {
  try visit.arrange(showing: { try CampaignPage(in: &$0, $1) }) { state, visit in
    let room = try visit.campaignRoom(visit.parameter)
    let entry = try visit.vaultEntry(named: visit.form["character"])
    guard visit.form["version"] == entry.version else {
      throw Problem(OpenCharacter.changedElsewhere)
    }
    guard var kept = VaultCharacter(entry.bytes) else { throw StorageError.damaged }
    var ahead = kept
    let table = ahead.catchUp(in: visit)
    if let table {
      guard table.room.code == room.code else {
        throw Problem(
          "\(entry.name) is at table \(table.room.code.text). Take the character back first.")
      }
    } else {
      // A character that was sent away returns with everything that was done there.
      kept = ahead
    }
    let number = try visit.bring(
      kept.character, as: table?.member.number ?? 0, version: kept.lastNumber ?? 0, to: room)
    // The vault has yet to take what waits for a character that came before.
    if kept.place?.code != room.code || kept.place?.member != number {
      kept.sit(at: TablePlace(code: room.code, member: number, applied: number))
      try visit.replace(entry, with: kept.bytes)
      kept.left.map { visit.forget($0.member, at: $0.room) }
    }
    state.table = ""
    state.news = visit.note("\(entry.name) is at the table.")
    return CampaignPage.path(of: room.code)
  }
}

/// Takes a character off the table, with all that the game master did.
private func takeBack(_ visit: inout Visit) throws -> Answer {
  try visit.arrange(showing: { try CampaignPage(in: &$0, $1) }) { state, visit in
    var room = try visit.campaignRoom(visit.parameter)
    guard let number = visit.form.whole("member") else { throw Refusal.notInVault }
    // The game master may change the character meanwhile.
    for _ in 1...3 {
      var member = room.own(number)
      try visit.changeThose(at: number, of: room) { kept in
        member = room.own(number, kept.character.id)
        kept.take(member?.waiting ?? [])
      }
      if let member {
        guard try visit.takeBack(member, from: room) else {
          room = try visit.campaignRoom(visit.parameter)
          continue
        }
        state.table = ""
        state.news = visit.note("\(member.copy.person.name.isolated) has left the table.")
      } else if room.campaign[number] != nil {
        throw Problem(RoomRefusal.notYourCharacter)
      }
      try visit.changeThose(at: number, of: room) { $0.sit(at: nil) }
      return CampaignPage.path(of: room.code)
    }
    throw Problem(OpenCharacter.changedElsewhere)
  }
}

extension Visit {
  /// Changes the vault's character with this number at a table.
  fileprivate mutating func changeThose(
    at number: Int, of room: CampaignRoom, _ change: (inout VaultCharacter) -> Void
  ) throws {
    for entry in try vaultContents().characters {
      guard var kept = VaultCharacter(entry.bytes), kept.place?.code == room.code,
        kept.place?.member == number
      else { continue }
      change(&kept)
      try replace(entry, with: kept.bytes)
    }
  }

  /// Rolls what was asked for; the owner chooses between several weapons on the play page.
  /// - Returns: the address to go to.
  /// - Throws: `Problem` if the character can't roll that, or the table doesn't take it.
  fileprivate mutating func answer(
    _ question: Campaign.Question, with number: Int, at room: CampaignRoom
  ) throws -> String {
    // This roll doesn't use the character's numbers, so its entry need not be readable.
    if question.check == .sides, let member = room.campaign[number],
      member.seat == room.seat?.number || room.own(number) != nil
    {
      try rollForSides(question, by: member, at: room)
      return "/room/\(room.code.signs)"
    }
    for entry in try vaultContents().characters {
      guard var open = try? OpenCharacter(entry, in: self), let table = open.table,
        table.room.code == room.code, table.member.number == number
      else { continue }
      let checks = TableChecks(open.character, in: fight(of: open))
      let usable = checks.groups.flatMap(\.checks)
        .filter { question.check.isAnswered(by: $0.id) && $0.obstacle == nil }
      guard let check = usable.first else {
        throw Problem(
          "Nothing was rolled: \(open.character.name.isolated) can’t attack with what’s in hand.")
      }
      guard usable.count == 1 else { return "\(open.path)\(TablePage.tab.end)#attack" }
      try open.show(check, open.roll(check, in: &self, mustShow: true).roll, in: self)
      return "/room/\(room.code.signs)"
    }
    throw Problem("Nothing was rolled: the character isn’t in this browser’s vault.")
  }

  /// Returns the entry of the character that a form names.
  /// - Throws: `Refusal` 404 if there is none, or `StorageError`.
  fileprivate func vaultEntry(named id: String?) throws -> VaultEntry {
    guard let key = vaultKey, let id = id.flatMap(EntryID.init),
      let entry = try storage.vaults.read(id, of: key), !entry.isParty
    else { throw Refusal.notInVault }
    return entry
  }
}

/// Rolls what the host asked for, with the character's current numbers.
private func answer(_ visit: inout Visit) throws -> Answer {
  let room = try visit.campaignRoom(visit.parameter)
  do {
    guard let number = visit.form.whole("character"), room.campaign[number] != nil else {
      throw Problem.characterGone
    }
    guard let question = room.campaign.question, question.number == visit.form.whole("answers")
    else {
      throw Problem(
        "Nothing was rolled: the game master isn’t asking for that roll any more.",
        status: .conflict)
    }
    // A second press must not roll again.
    let asked = question.waiting.contains(number)
    return .seeOther(
      try asked
        ? visit.answer(question, with: number, at: room) : "/room/\(room.code.signs)")
  } catch let problem as Problem {
    return visit.roomAnswer(of: room, problem)
  }
}
