import DiceLanguage
import Games
import Mustache
import Rooms
import Site
import Web

/// The campaign on the host's page: all characters side by side, and the foes.
struct HostCampaign: Fielded {
  let table: DiceTable
  let opened: OpenRoom
  /// The place on the page that was pressed last, if that made a roll.
  let place: String?
  let problem: Problem?

  private var campaign: Campaign { table.campaign ?? Campaign() }

  static func declare(_ field: inout Fields<HostCampaign>) {
    field.rows("members", \.rows) { row in
      row("number") { $0.member.number }
      row("name") { $0.now.person.name.isolated }
      row("rank") { $0.now.rank }
      row("player") { row, campaign in campaign.opened.name(of: row.member.seat, isHidden: false) }
      row("canAdvance") { $0.place > 0 }
      row("points") { $0.now.pointsText }
      row("isDead") { $0.now.person.hitPointsNow == 0 }
      row("armourClass") { $0.now.armourClassText }
      row("saves") { $0.now.savesText }
      row("light") { $0.now.person.clock.lightsText }
      row("waiting") { row in
        row.member.waiting.isEmpty
          ? nil : row.member.waiting.count.counted("change", "changes")
      }
      row("note") { $1.note(on: $0.member.number, $0.member.note) }
      row("isNoteRefused") { $1.typed("note", of: "about", $0.member.number) != nil }
      row("pointsWrong") { $1.problem?["points-\($0.member.number)"] }
      row("conditionWrong") { $1.problem?["condition-\($0.member.number)"] }
      row("noteWrong") { $1.problem?["note-\($0.member.number)"] }
      row("typedCondition") { $1.typed("condition", of: "character", $0.member.number) }
      row("longestNote") { _ in 2 * Campaign.longestNote }
      row("longestCondition") { _ in 2 * PlayRecord.longestCondition }
      row.rows("conditions", { $0.now.person.record.conditions }) { condition in
        condition("word") { $0 }
      }
    }
    field("asking") { $0.asking }
    field.rows("checks", { _ in AskedCheck.allCases }) { check in
      check("id") { $0.rawValue }
      check("words") { $0.words }
    }
    field.rows("rolls", { _ in HostRoll.allCases }) { roll in
      roll("id") { $0.rawValue }
      roll("name") { $0.name }
      roll("hint") { $0.hint }
      roll("result") { roll, campaign in
        campaign.result(at: "referee-\(roll.rawValue)") { $0.member == 0 && $0.what == roll.name }
      }
    }
    field.rows("foes", { $0.campaign.foes }) { row in
      row("number") { $0.number }
      row("name") { $0.foe.name.isolated }
      row("points") { "\($0.foe.hitPoints - $0.damage) of \($0.foe.hitPoints)" }
      row("armourClass") { $0.foe.armourClass.signedText }
      row("hitDice") { $0.foe.hitDice.isolated }
      row("attack") { "THAC0 \($0.foe.attack)" }
      row("damage") { $0.foe.damage.text }
      row("morale") { $0.foe.morale }
      row("hits") { $0.foe.hitText($1.campaign.members.map(\.copy.armourClass)) }
      row("stays") { $0.foe.moraleText }
      row("result") { row, campaign in
        campaign.result(at: "foe-\(row.number)") { $0.member == row.number }
      }
      row("pointsWrong") { $1.problem?["foe-points-\($0.number)"] }
      row("noteWrong") { $1.problem?["note-\($0.number)"] }
      row("note") { $1.note(on: $0.number, $0.note) }
      row("isNoteRefused") { $1.typed("note", of: "about", $0.number) != nil }
      row("longestNote") { _ in 2 * Campaign.longestNote }
    }
    field("canMeet") { $0.campaign.foes.count < Campaign.mostFoes }
    field("isFoeWrong") { campaign in
      FoeField.all.contains { campaign.problem?[$0.name] != nil }
    }
    field("foeFields") { campaign in FoeField.all.map { $0.input(campaign.problem) } }
  }

  /// Returns the host's last roll if it was made at a place; `nil` elsewhere.
  private func result(at place: String, if isThere: (CheckRoll) -> Bool) -> TableEntry? {
    guard place == self.place, let entry = table.entries.last(where: { $0.seat == 0 }),
      case .checked(let roll) = entry.what, isThere(roll)
    else { return nil }
    var odds: [String: Distribution] = [:]
    return TableEntry(
      entry, name: RoomWords.host, for: .host, chance: roll.chanceText(knowing: &odds))
  }

  /// Returns the text typed for a character or foe if its form is shown again.
  private func typed(_ field: String, of whom: String, _ number: Int) -> String? {
    guard let form = problem?.form, form[whom] == "\(number)" else { return nil }
    return form[field]?.shownAgain(longest: Campaign.longestNote)
  }

  private func note(on number: Int, _ kept: String) -> String {
    typed("note", of: "about", number) ?? kept
  }

  private var rows: [(place: Int, member: Campaign.Member, now: TableCharacter)] {
    campaign.members.enumerated().map { ($0.offset, $0.element, $0.element.character) }
  }

  /// The host's last question, and who has yet to answer it.
  private var asking: String? {
    campaign.question.map { question in
      let names = question.waiting.compactMap { campaign[$0]?.copy.person.name.isolated }
      let isForSides = question.check == .sides
      return "You asked for \(question.check.task). "
        + (names.isEmpty
          ? isForSides ? "Both sides have rolled." : "Everybody has rolled."
          : "Still to roll: \(names.listed(isForSides ? "or" : "and")).")
    }
  }
}

/// A field in which the host describes a foe.
struct FoeField {
  let name, label, value: String
  var limits: ClosedRange<Int>?

  static let all = [
    FoeField(name: "foeName", label: "Name", value: ""),
    FoeField(name: "foeHitDice", label: "Hit dice", value: "1"),
    FoeField(
      name: "foeHitPoints", label: "Hit points", value: "4", limits: Foe.hitPointLimits),
    FoeField(
      name: "foeArmourClass", label: "Armour class", value: "7", limits: Foe.armourClasses),
    FoeField(name: "foeAttack", label: "THAC0", value: "19", limits: Foe.attacks),
    FoeField(name: "foeDamage", label: "Damage", value: "1d6"),
    FoeField(name: "foeMorale", label: "Morale", value: "7", limits: Foe.morales),
  ]

  func input(_ problem: Problem?) -> Input {
    let faults = problem?[name]
    return Input(
      name: name, value: problem?.form?[name]?.shownAgain ?? value, wrong: faults, limits: limits,
      longest: limits == nil ? 120 : nil, label: label)
  }
}

/// The characters at a table as everybody sees them, with the checks that a seat is asked for.
struct SeatCampaign: Fielded {
  private let campaign: Campaign
  private let opened: OpenRoom
  /// The seat's number; 0 on a wall.
  private let seat: Int

  /// - Returns: `nil` in a room without a campaign.
  init?(_ opened: OpenRoom, seat: Int) {
    guard let campaign = opened.room.campaign else { return nil }
    self.campaign = campaign
    self.opened = opened
    self.seat = seat
  }

  private var showsPoints: Bool { opened.room.switches.contains(.hitPoints) }

  static func declare(_ field: inout Fields<SeatCampaign>) {
    field.rows("members", { $0.campaign.members }) { row in
      row("name") { $0.copy.person.name.isolated }
      row("points") { $1.showsPoints ? $0.character.pointsText : nil }
      row("conditions") { member, campaign in
        let conditions = member.character.person.record.conditions
        return campaign.showsPoints && !conditions.isEmpty
          ? conditions.map(\.isolated).joined(separator: ", ") : nil
      }
    }
    field.object("asked", { $0.asked }) { asked in
      asked("what") { $0.check.task }
      asked("answers") { $0.number }
      // The weapon is chosen on another page.
      asked("mayLeave") { $0.check == .attack }
      asked.rows("members", { $0.members }) { row in
        row("number") { $0.number }
        row("button") { $1.check.button(of: $0.copy.person.name.isolated) }
      }
    }
  }

  private var asked: (check: AskedCheck, number: Int, members: [Campaign.Member])? {
    guard let question = campaign.question, !opened.isClosed, !opened.room.isPaused else {
      return nil
    }
    let members = campaign.members.filter {
      $0.seat == seat && question.waiting.contains($0.number)
    }
    // A roll for everybody needs a single button.
    let asked = question.check == .sides ? Array(members.prefix(1)) : members
    return asked.isEmpty ? nil : (question.check, question.number, asked)
  }
}
