import Mustache
import Rooms
import Storage

/// Asks the host before something that can’t be undone.
struct HostQuestionPage: Page {
  static let templates = ["rooms/question"]
  let title: String
  let description = "A question to the host of a room."
  let section: Section? = .game(RoomGame.self)
  let isPersonal = true
  private let opened: OpenRoom
  private let question: HostQuestion

  private let refreshChoice: String?

  init(_ opened: OpenRoom, _ question: HostQuestion, refreshChoice: String?) {
    self.opened = opened
    self.refreshChoice = refreshChoice
    self.question = question
    title = "\(question.title) – Dicehall"
  }

  static func declare(_ field: inout Fields<HostQuestionPage>) {
    field("code") { $0.opened.code.signs }
    field("question") { $0.question.title }
    field("warning") { $0.question.warning }
    field("move") { $0.question.move }
    field("press") { $0.question.isPress ? $0.opened.room.hostPress + 1 : nil }
    field("seat") { $0.question.seat }
    field("refreshChoice") { $0.refreshChoice }
    field("yes") { $0.question.yes }
    field("no") { $0.question.no }
  }
}

/// Offers whoever has the secret link to lead the room.
struct LeadPage: Page {
  static let templates = ["rooms/lead"]
  let title = "Lead this room? – Dicehall"
  let description = "A room’s secret link."
  let section: Section? = .game(RoomGame.self)
  let isSecret = true
  let opened: OpenRoom
  let secret: HostSecret

  static func declare(_ field: inout Fields<LeadPage>) {
    field("code") { $0.opened.code.signs }
    field("codeText") { $0.opened.code.text }
    field("secret") { $0.secret.text }
  }
}

/// Tells somebody who doesn't lead a room how it is done.
struct NotHostPage: Page {
  static let templates = ["rooms/not-host"]
  let title = "Error: only the host can see this – Dicehall"
  let description = "How to lead a room."
  let section: Section? = .game(RoomGame.self)
  let isPersonal = true
  let opened: OpenRoom

  static func declare(_ field: inout Fields<NotHostPage>) {
    field("code") { $0.opened.code.signs }
    field("codeText") { $0.opened.code.text }
  }
}
