import DiceLanguage
import Games
import Mustache
import Rooms
import Site
import Storage
import Web

/// The page for opening and joining rooms.
final class RoomsPage: Page {
  static let templates = ["rooms/rooms"]
  let title: String
  let description =
    "Play together by a short code: a class experiment, a table of friends, or a match of Pig."
  let section: Section? = .game(RoomGame.self)
  var isPersonal: Bool { !form.fields.isEmpty || wasDeleted }
  private let form: Form
  private let problem: Problem?
  /// Whether the visitor has just deleted a room.
  private let wasDeleted: Bool

  /// `form` is what was typed, or what a link fills in.
  init(_ form: Form = Form(), wasDeleted: Bool = false, problem: Problem? = nil) {
    self.form = RoomForm.spelledOut(form)
    self.problem = problem
    self.wasDeleted = wasDeleted
    title = gameTitle("Rooms", outcome: nil as String?, problem: problem)
  }

  static func declare(_ field: inout Fields<RoomsPage>) {
    field("problem") { $0.problem?.aboveForms }
    field("notice") { $0.wasDeleted ? RoomWords.deleted : nil }
    field.input("code", value: { $0.form["code"]?.shownAgain }, in: { $0.problem }, longest: 20)
    field.input(
      "name", value: { $0.form["name"]?.shownAgain }, in: { $0.problem },
      longest: 2 * Player.longestName)
    field.rows("pictures", { _ in RoomPicture.all }) { picture in
      picture("name") { $0.room.name }
      picture("path") { $0.room.path }
      picture("drawing") { $0.drawing }
      picture("what") { $0.what }
      picture("words") { $0.words }
      picture("query") { picture in picture.what.map { PercentCoding.encode([("x", $0)]) } }
    }
    field("settings") { RoomControls(form: $0.form, problem: $0.problem) }
    field("seats") { _ in RoomLimits.seats.groupedText }
    field("rolls") { _ in RoomLimits.rolls.groupedText }
    field("keptFor") { _ in StorageLimits.defaultKeptDays.counted("day", "days") }
    field("mayHaveCharacters") { _ in true }
    field("keptWithCharacters") { _ in RoomWords.keptWithCharacters }
  }
}

/// The settings of a room, in the groups of the form that opens one.
struct RoomControls: Fielded {
  let form: Form
  let problem: Problem?

  static func declare(_ field: inout Fields<RoomControls>) {
    field("kinds") { $0.inputs(RoomSetting.kinds) }
    field("things") { $0.inputs(RoomSetting.things) }
    field("words") { $0.inputs(RoomSetting.wordFields) }
    field("experiments") { $0.inputs(RoomSetting.experiments) }
    field("matches") { $0.inputs(RoomSetting.matches) }
    field("others") { $0.inputs(RoomSetting.others) }
    // What is wrong, or set by a lesson's link, isn't folded away.
    field("isMoreOpen") { controls in
      (RoomSetting.experiments + RoomSetting.others).contains {
        controls.problem?[$0.name] != nil
          || controls.form[$0.name] ?? $0.defaultValue != $0.defaultValue
      }
    }
  }

  private func inputs(_ options: [EmbedOption]) -> [Input] {
    options.map { $0.roomInput(form, problem) }
  }
}

/// A picture of something that a class may roll, which fills in the form.
struct RoomPicture: Sendable {
  let room: LessonRoom
  /// The path of the drawing, 32 units wide.
  let drawing: String

  /// The expression for it; `nil` if the dice language has none.
  let what: String?
  /// The expression in plain words.
  let words: String?

  private init(
    _ name: String, _ experiment: LessonRoom.Setting, _ more: [LessonRoom.Setting] = [],
    makes what: String? = nil, drawing: String
  ) {
    room = LessonRoom(
      name: name, settings: [.classExperiment, experiment] + more + [.rollsASeat(20)])
    self.what = what
    words = what.flatMap { try? RollExpression(parsing: $0) }.map { expression in
      let experiment = Experiment(expression)
      let isNamed = experiment.heading != experiment.code
      return (isNamed ? experiment.heading : expression.reading).asSentence
    }
    self.drawing = drawing
  }

  static let all = [
    RoomPicture(
      "Dice", .experiment("2d6"), makes: "2d6",
      drawing: "M4 4h24v24H4zm6 4a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm12 12a2 2 0 1 0 0 4 2 2 0 0 0 0-4z"),
    RoomPicture(
      "Coins", .experiment("coins", called: "coins"), makes: "4d{heads,tails}=heads",
      drawing:
        "M16 3a13 13 0 1 0 0 26 13 13 0 0 0 0-26zm0 4a9 9 0 1 1 0 18 9 9 0 0 1 0-18zm-2 4h4v10h-4z"),
    RoomPicture(
      "Spinner", .experiment("spinner", called: "a spinner"),
      .words([("red", 3), ("blue", 2), ("green", 1)]), makes: "d{red*3,blue*2,green}",
      drawing: "M15 4a13 13 0 1 0 13 13H15zm4-2a12 12 0 0 1 11 11H19z"),
    RoomPicture(
      "Bag", .experiment("bag", called: "a bag"),
      .words([("red", 3), ("blue", 2)]) + [.init(RoomSetting.drawn, "2"), .event("blue")],
      makes: "2 from {red*3,blue*2}",
      drawing:
        "M11 3h10l-3 5h-4zm2 6h6c6 4 9 9 9 13s-4 7-12 7-12-3-12-7 3-9 9-13zm0 8a3 3 0 1 0 0 6 3 3 0 0 0 0-6zm7 2a2 2 0 1 0 0 4 2 2 0 0 0 0-4z"
    ),
    RoomPicture(
      "Cards", .experiment("cards", called: "cards"), [.event("red")],
      makes: "3 from {red*26,black*26}",
      drawing: "M4 6h15v22H4zm17-2h7v22h-7zm-9 8-4 5 4 5 4-5z"),
    RoomPicture(
      "Craps", .experiment("craps-games", called: "games of Craps"),
      drawing:
        "M2 11h14v14H2zm16-6h12v12H18zM9 16a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm15-7a2 2 0 1 0 0 4 2 2 0 0 0 0-4z"
    ),
    RoomPicture(
      "Pig turns", .experiment("pig-turns", called: "turns of Pig"),
      drawing:
        "M16 5c8 0 13 5 13 11s-5 11-13 11S3 22 3 16 8 5 16 5zm-5 8a3 3 0 1 0 0 6 3 3 0 0 0 0-6zm10 0a3 3 0 1 0 0 6 3 3 0 0 0 0-6z"
    ),
    RoomPicture(
      "Our own dice", .experiment("own-dice", called: "your own dice"),
      drawing: "M16 2l13 8v12l-13 8-13-8V10zm0 6L9 20h14z"),
  ]
}

extension [LessonRoom.Setting] {
  /// Returns the fields for the sectors of a spinner or the contents of a bag.
  fileprivate static func words(_ words: [(word: String, count: Int)]) -> Self {
    zip(RoomSetting.words, words).flatMap { options, word in
      [
        LessonRoom.Setting(options.word, word.word),
        LessonRoom.Setting(options.count, "\(word.count)"),
      ]
    }
  }
}

/// The help page for hosts, only text.
struct RoomRulesPage: Page {
  static let templates = ["rules-rooms"]
  let title = "Rooms: help for teachers and hosts – Dicehall"
  let description =
    "How to lead a class experiment, a table or a match of Pig, everyone on their own device."
  let section: Section? = .rules

  static func declare(_ field: inout Fields<RoomRulesPage>) {}
}
