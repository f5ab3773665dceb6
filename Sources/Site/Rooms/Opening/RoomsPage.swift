import Games
import Mustache
import Rooms
import Storage
import Web

/// The page where rooms are opened and joined.
final class RoomsPage: Page {
  static let templates = ["rooms/rooms"]
  let title: String
  let description =
    "Play together by a short code: a class experiment, a table of friends, or a match of Pig."
  let section: Section? = .game(RoomGame.self)
  var isPersonal: Bool { !form.fields.isEmpty || wasDeleted }
  private let form: Form
  private let problem: Problem?
  /// Whether somebody comes from deleting a room.
  private let wasDeleted: Bool

  /// `form` has what was typed, or what a link fills in.
  init(_ form: Form = Form(), wasDeleted: Bool = false, problem: Problem? = nil) {
    self.form = RoomForm.spelledOut(form)
    self.problem = problem
    self.wasDeleted = wasDeleted
    title = gameTitle("Rooms", outcome: nil as String?, problem: problem)
  }

  static func declare(_ field: inout Fields<RoomsPage>) {
    field("problem") { $0.problem?.aboveForms }
    field("notice") { $0.wasDeleted ? RoomWords.deleted : nil }
    field.input(
      "code", value: { $0.form["code"]?.shownAgain }, in: { $0.problem }, longest: 20)
    field.input(
      "name", value: { $0.form["name"]?.shownAgain }, in: { $0.problem },
      longest: 2 * Player.longestName)
    field("kinds") { $0.fields(RoomSetting.kinds) }
    field("experiments") { $0.fields(RoomSetting.experiments) }
    field("matches") { $0.fields(RoomSetting.matches) }
    field("others") { $0.fields(RoomSetting.others) }
    field("seats") { _ in RoomLimits.seats.groupedText }
    field("rolls") { _ in RoomLimits.rolls.groupedText }
    field("keptFor") { _ in StorageLimits.defaultKeptDays.counted("day", "days") }
  }

  private func fields(_ options: [EmbedOption]) -> [Input] {
    options.map { $0.roomInput(form, problem) }
  }
}

/// Help for those who lead a room: only text.
struct RoomRulesPage: Page {
  static let templates = ["rules-rooms"]
  let title = "Rooms: help for teachers and hosts – Dicehall"
  let description =
    "How to lead a class experiment, a table or a match of Pig, everyone on their own device."
  let section: Section? = .rules

  static func declare(_ field: inout Fields<RoomRulesPage>) {}
}
