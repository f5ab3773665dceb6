import DiceLanguage
import Games
import Mustache
import Rooms
import Site
import Storage
import Web

/// The characters of this browser's vault, and which of them are at a table.
struct CampaignPage: Page {
  static let templates = ["characters/campaign"]
  let title: String
  let description = "Bring a character to a table."
  let section: Section? = .game(CharactersGame.self)
  let isPersonal = true
  private let room: CampaignRoom
  private let people: [Person]
  private let state: VaultState
  private let problem: Problem?

  /// Somebody of the vault; or who is at the table and no longer in the vault.
  private struct Person {
    let entry: VaultEntry?
    let name, rank: String
    let member: Campaign.Member?
    /// The table that the character is at, if it is another one.
    var elsewhere: String?
  }

  init(in visit: inout Visit, _ problem: Problem? = nil) throws {
    let room = try visit.campaignRoom(visit.parameter)
    self.room = room
    state = visit.vaultState
    self.problem = problem
    var left = room.own
    var people: [Person] = []
    for entry in try visit.vaultContents().characters {
      guard let kept = VaultCharacter(entry.bytes) else { continue }
      let member = kept.place.flatMap { place in
        place.code == room.code ? room.own(place.member) : nil
      }
      left.removeAll { $0.number == member?.number }
      var person = Person(
        entry: entry, name: kept.character.name.isolated, rank: kept.character.rank,
        member: member)
      if let place = kept.place, place.code != room.code, visit.campaignRoom(place.code) != nil {
        person.elsewhere = place.code.text
      }
      people.append(person)
    }
    self.people =
      people
      + left.map {
        Person(
          entry: nil, name: $0.copy.person.name.isolated, rank: $0.copy.person.rank, member: $0)
      }
    title = gameTitle(
      "Your characters at table \(room.code.text)",
      outcome: state.news(on: CampaignPage.path(of: room.code)), problem: problem)
  }

  static func declare(_ field: inout Fields<CampaignPage>) {
    field("problem") { $0.problem?.aboveForms }
    field("notice") { page in
      page.problem == nil
        ? page.state.news(on: CampaignPage.path(of: page.room.code))
        : page.problem?.notice?.sentence
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
      row("member") { $0.member?.number }
      row("elsewhere") { $0.elsewhere }
      row("canBring") { row, page in
        row.member == nil && row.elsewhere == nil && page.room.seat != nil && page.room.isOpen
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

extension OpenCharacter {
  /// Shows a roll at the character's table, if it is at one that takes it.
  func show(_ check: TableCheck, _ roll: ExpressionRoll, in visit: Visit) {
    guard let table, let shown = check.shown(roll, of: table.member, character.name) else { return }
    let question = table.room.campaign.question
    let isAsked =
      question.map { question in
        question.waiting.contains(table.member.number) && question.check.isAnswered(by: check.id)
      } ?? false
    try? visit.show(shown, answers: isAsked ? question?.number ?? 0 : 0, at: table.room)
  }
}

extension AskedCheck {
  /// Whether a roll with that id is what was asked for.
  func isAnswered(by id: String) -> Bool {
    switch self {
    case .death, .wands, .paralysis, .breath, .spells: id == "save-\(rawValue)"
    case .attack: id.hasPrefix("melee-") || id.hasPrefix("missile-")
    case .initiative: id == "initiative"
    case .doors, .listen: id == "explore-\(rawValue)"
    case .str, .int, .wis, .dex, .con, .cha:
      Ability.allCases.contains { "\($0)" == rawValue && id == "ability-\($0.slug)" }
    }
  }
}

/// Bringing twice is bringing once: the table knows whom it has.
private func bring(_ visit: inout Visit) throws -> Answer {
  try visit.arrange(showing: { try CampaignPage(in: &$0, $1) }) { state, visit in
    let room = try visit.campaignRoom(visit.parameter)
    let entry = try visit.vaultEntry(named: visit.form["character"])
    guard visit.form["version"] == entry.version else {
      throw Problem(OpenCharacter.changedElsewhere)
    }
    guard var kept = VaultCharacter(entry.bytes) else { throw StorageError.damaged }
    if let place = kept.place, place.code != room.code, visit.campaignRoom(place.code) != nil {
      throw Problem("\(entry.name) is at table \(place.code.text). Take the character back first.")
    }
    let number = try visit.bring(kept.character, version: kept.lastNumber ?? 0, to: room)
    // What waits for the character there, if it came before, is yet to be taken.
    if kept.place?.code != room.code || kept.place?.member != number {
      kept.sit(at: TablePlace(code: room.code, member: number, applied: number))
      try visit.replace(entry, with: kept.bytes)
    }
    state.news = visit.note("\(entry.name) is at the table.")
    return CampaignPage.path(of: room.code)
  }
}

/// Takes a character off the table, with all that the game master did.
private func takeBack(_ visit: inout Visit) throws -> Answer {
  try visit.arrange(showing: { try CampaignPage(in: &$0, $1) }) { state, visit in
    let room = try visit.campaignRoom(visit.parameter)
    let member = visit.form.whole("member").flatMap(room.own)
    for entry in try visit.vaultContents().characters {
      guard var kept = VaultCharacter(entry.bytes), let place = kept.place,
        place.code == room.code, place.member == visit.form.whole("member")
      else { continue }
      if let member { kept.take(member.waiting) }
      kept.sit(at: nil)
      try visit.replace(entry, with: kept.bytes)
    }
    if let member {
      try visit.takeBack(member, from: room)
      state.news = visit.note("\(member.copy.person.name.isolated) has left the table.")
    }
    return CampaignPage.path(of: room.code)
  }
}

/// Rolls for a character what the host asked for, with the numbers of the character as it is now.
private func answer(_ visit: inout Visit) throws -> Answer {
  let room = try visit.campaignRoom(visit.parameter)
  let number = visit.form.whole("character")
  guard let question = room.campaign.question, question.number == visit.form.whole("answers"),
    let number, question.waiting.contains(number), room.own(number) != nil
  else { return .seeOther("/room/\(room.code.signs)") }
  for entry in try visit.vaultContents().characters {
    guard let kept = VaultCharacter(entry.bytes), kept.place?.code == room.code,
      kept.place?.member == number
    else { continue }
    let open = try OpenCharacter(entry, in: visit)
    let checks = TableChecks(open.character, against: Armour.unarmoured)
    guard
      let check = checks.groups.lazy.flatMap(\.checks)
        .first(where: { question.check.isAnswered(by: $0.id) })
    else { break }
    open.show(check, check.roll(using: &visit.random), in: visit)
    break
  }
  return .seeOther("/room/\(room.code.signs)")
}

extension Visit {
  /// A character that a form names.
  /// - Throws: `Refusal` 404 for what is not there, or `StorageError`.
  fileprivate func vaultEntry(named id: String?) throws -> VaultEntry {
    guard let key = vaultKey, let id = id.flatMap(EntryID.init),
      let entry = try storage.vaults.read(id, of: key), !entry.isParty
    else { throw Refusal.notInVault }
    return entry
  }
}

extension TableTurn {
  /// What a character's history calls it.
  var kind: CharacterChange.Kind {
    switch self {
    case .hurt, .healed: .hitPoints
    case .suffering, .rid: .conditions
    }
  }
}
