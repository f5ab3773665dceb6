import Mustache
import Rooms
import Site
import Storage
import Web

/// A question to the host before a step that can't be undone.
struct HostQuestion {
  /// The last part of its address.
  let move: String
  let title, warning, yes: String
  var no = "Keep it as it is"
  /// Whether the answer is a press, which the record numbers.
  var isPress = false
  /// The seat or round in question, as a field of the form.
  var about: (name: String, number: Int)?
  /// The settings that may change with the step.
  var fields: [Input] = []

  static func remove(_ seat: RoomSeat, isMatch: Bool, isLeague: Bool) -> HostQuestion {
    let name = seat.name.isolated
    let stays =
      isLeague
      ? "Its strategy leaves the league"
      : "What it rolled stays\(isMatch ? ", and its place becomes free" : "")"
    return HostQuestion(
      move: "remove", title: "Remove \(name)?",
      warning: """
        This seat can’t play any more. \(stays). Whoever had it can join again, unless you stop joining \
        first.
        """, yes: "Yes, remove \(name)", no: "Let \(name) stay", isPress: true,
      about: ("seat", seat.number))
  }

  static func nextRound(_ pairs: PigPairs) -> HostQuestion {
    HostQuestion(
      move: "next-round", title: "Begin the next round?", warning: PairsWords.unfinished(pairs),
      yes: "Yes, begin round \(pairs.round + 1)", no: "Let them finish", isPress: true,
      about: ("round", pairs.round + 1))
  }

  static func startOver(_ settings: ExperimentSettings) -> HostQuestion {
    let asked = Form([
      .init(name: RoomSetting.event.name, value: settings.event?.text ?? ""),
      .init(name: RoomSetting.guess.name, value: settings.guessing.word),
      .init(name: RoomSetting.question.name, value: (settings.question ?? .mean).rawValue),
    ])
    return HostQuestion(
      move: "start-over", title: "Start over?",
      warning: """
        The chart starts from nothing for everyone, and each seat gets all its rolls back. Earlier \
        rolls and revealed guesses stay in the downloads.
        """, yes: "Yes, start over", isPress: true,
      fields: RoomSetting.asked.map { $0.roomInput(asked, nil) })
  }

  /// Returns the question before closing; `hiddenRolls` wait to be revealed.
  static func close(hiddenRolls: Int) -> HostQuestion {
    let hidden = hiddenRolls.counted("hidden roll", "hidden rolls")
    let lost = hiddenRolls == 0 ? "" : " \(hidden) can’t be revealed after that."
    return HostQuestion(
      move: "close", title: "Close this room?",
      warning: """
        Nobody can join or play any more, and it can’t be opened again. Everything in it can be \
        read and downloaded until its last day.\(lost)
        """, yes: "Yes, close the room")
  }

  /// Returns the question before deleting, with the number of changes that players don't have yet.
  static func delete(_ campaign: Campaign?) -> HostQuestion {
    let members = campaign.map { $0.members + $0.leaving } ?? []
    let waiting = members.map(\.waiting.count).reduce(0, +)
    let lost =
      waiting == 0
      ? ""
      : """
       \(waiting.counted("change you made hasn’t", "changes you made haven’t")) reached the \
      players’ vaults yet; \(waiting == 1 ? "it" : "they")’ll be lost.
      """
    return HostQuestion(
      move: "delete", title: "Delete this room?",
      warning: """
        Every name and every roll in it is deleted at once, for everybody. Download the record \
        first if you want to keep it.\(lost)
        """, yes: "Yes, delete the room")
  }
}

/// The page that asks the host before a step that can’t be undone.
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
    field("press") { $0.question.isPress ? $0.opened.press(onPageOf: .host) : nil }
    field.object("about", { $0.question.about }) { about in
      about("name") { $0.name }
      about("number") { $0.number }
    }
    field("fields") { $0.question.fields }
    field("refreshChoice") { $0.refreshChoice }
    field("yes") { $0.question.yes }
    field("no") { $0.question.no }
  }
}

/// The page that offers to lead the room to anybody who has the secret link.
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

/// The page for somebody who doesn't lead the room, on how to.
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
