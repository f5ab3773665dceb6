import Mustache
import Rooms
import Storage
import Web

/// What somebody without a seat sees of a room: how to join, and what is kept.
final class JoinPage: Page {
  static let templates = ["rooms/join"]
  let title: String
  let description = "Join a room in Dicehall by its code."
  let section: Section? = .game(RoomGame.self)
  let isPersonal = true
  private let opened: OpenRoom
  private let isRemoved: Bool
  private let problem: Problem?
  /// Offered to who has none, so that a double click gets one seat.
  private let visitor: String?

  init(_ opened: OpenRoom, isRemoved: Bool, isKnown: Bool, problem: Problem?) {
    self.opened = opened
    self.isRemoved = isRemoved
    self.problem = problem
    visitor = isKnown ? nil : SeatSecret().text
    title = gameTitle("Room \(opened.code.text)", outcome: nil as String?, problem: problem)
  }

  static func declare(_ field: inout Fields<JoinPage>) {
    field("room") { RoomView(opened: $0.opened) }
    field("problem") { $0.problem?.inForm }
    field("notice") { $0.problem?.notice?.sentence }
    field("invitation") { RoomWords.invitation($0.opened.room) }
    field("isRemoved") { $0.isRemoved }
    field("visitor") { $0.visitor }
    field("name") { $0.problem?.form?["name"]?.shownAgain }
    field("nameProblem") { $0.problem?["name"]?.sentence }
    field("keptFor") { $0.opened.terms.keptDays.counted("day", "days") }
  }
}
