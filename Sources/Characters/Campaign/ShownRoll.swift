import Classrooms
import DiceLanguage
import Games
import Rooms
import Site
import Web

extension OpenCharacter {
  /// Shows a roll at the character's table, or only checks whether it could.
  /// - Throws: `Problem` if no table takes it.
  func show(
    _ check: TableCheck, _ roll: ExpressionRoll, in visit: Visit, isTrial: Bool = false
  ) throws {
    guard let table, let shown = check.shown(roll, of: table.member, character.name) else {
      throw Problem("Nothing was shown: this character isn’t at a table.", status: .conflict)
    }
    let question = table.room.campaign.question
    let isAsked =
      question.map { question in
        question.waiting.contains(table.member.number) && question.check.isAnswered(by: check.id)
      } ?? false
    let show = isTrial ? visit.tryToShow : visit.show
    try show(shown, table.member, isAsked ? question?.number ?? 0 : 0, table.room)
  }

  /// Shows a roll at the character's table, if it is at one.
  /// - Returns: a sentence if the table doesn't take it now; `nil` also if that isn't known.
  func showIfTaken(_ check: TableCheck, _ roll: ExpressionRoll, in visit: Visit) -> String? {
    guard table != nil else { return nil }
    do {
      try show(check, roll, in: visit)
      return nil
    } catch let problem as Problem where problem.status != .unavailable {
      return "Your table isn’t taking rolls right now, so only you can see this one."
    } catch {
      return nil
    }
  }
}

extension AskedCheck {
  /// The ID of the check that answers; `nil` if several may, or none.
  private var answer: String? {
    switch self {
    case .death, .wands, .paralysis, .breath, .spells: "save-\(rawValue)"
    case .initiative: "initiative"
    case .doors, .listen: "explore-\(rawValue)"
    case .str, .int, .wis, .dex, .con, .cha:
      Ability.allCases.first { "\($0)" == rawValue }.map { "ability-\($0.slug)" }
    // Characters' numbers don't count for a side's initiative.
    case .attack, .sides: nil
    }
  }

  /// Returns whether the roll with this ID is what was asked for.
  func isAnswered(by id: String) -> Bool {
    self == .attack ? id.hasPrefix("melee-") || id.hasPrefix("missile-") : id == answer
  }

  /// Where on the Play page the answer is rolled.
  var place: String { answer.map { "roll-\($0)" } ?? "attack" }
}
