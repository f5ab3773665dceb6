import Games
import Mustache
import Rooms
import Site
import Web

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
