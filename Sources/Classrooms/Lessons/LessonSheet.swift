import Mustache
import Rooms
import Site
import Web

/// A lesson for a class: its subject, its age group, and the rooms that it opens.
///
/// Its text is in two templates named after it: `lessons/fair-dice` for pupils, to print or to
/// read, and `lessons/fair-dice-answers` for their teacher, with the plan.
struct LessonSheet: Fielded {
  /// Its name in addresses and templates.
  let slug: String
  let name: String
  /// A sentence or two for the handout, the list and search engines, without the answers.
  let summary: String
  /// The pupils' ages in years.
  let ages: ClosedRange<Int>
  var minutes = 45
  /// The game that other sites' frames show for the lesson's address, and how it begins.
  let game: any Game.Type
  var options: [Form.Field] = []
  let rooms: [LessonRoom]

  var path: String { "/lessons/\(slug)" }
  var answersPath: String { "\(path)/answers" }

  static func declare(_ field: inout Fields<LessonSheet>) {
    field("name") { $0.name }
    field("summary") { $0.summary }
    field("ages") { $0.ages.text }
    field("minutes") { $0.minutes }
    field("path") { $0.path }
    field("answersPath") { $0.answersPath }
    field.rows("rooms", { $0.rooms }) { room in
      room("name") { $0.name }
      room("path") { $0.path }
      room("settings") { $0.words }
    }
  }

  /// All lessons, from the youngest pupils to the oldest.
  static let all = [
    LessonSheet(
      slug: "fair-dice", name: "Fair dice",
      summary: "Is this die fair? Roll it, count, and see how far honest dice stray.",
      ages: 9...12, game: DiceGame.self, options: [.init(name: "expression", value: "1d6")],
      rooms: [
        LessonRoom(
          "Open a room for your own dice", .experiment("own-dice", called: "your own dice"),
          .faces(6)),
        LessonRoom(
          "Open a room for Dicehall’s die", .experiment("d6"), .rollsAtAPress(10), .rollsASeat(60)),
      ]),
    LessonSheet(
      slug: "uneven-spinner", name: "A spinner that isn’t even",
      summary: "Six sectors in three colours. How often does each come up?",
      ages: 9...12,
      game: DiceGame.self, options: [.init(name: "expression", value: "d{red*3,blue*2,green}")],
      rooms: [
        LessonRoom(
          "Open a room for the spinner", .experiment("d{red*3,blue*2,green}"), .rollsAtAPress(10),
          .rollsASeat(30), .event("blue"), .guessFirst, .question(.chance), .hiddenExpectation)
      ]),
    LessonSheet(
      slug: "two-dice", name: "Sums of two dice",
      summary: "Which total comes up most often, and why? Find out by rolling, then by counting.",
      ages: 10...14, game: DiceGame.self, options: [.init(name: "expression", value: "2d6")],
      rooms: [
        LessonRoom(
          "Open a room for two dice", .experiment("2d6"), .rollsAtAPress(10), .rollsASeat(50),
          .guessFirst, .question(.mostFrequent), .hiddenExpectation)
      ]),
    LessonSheet(
      slug: "hidden-bag", name: "A bag without looking",
      summary: "Ten counters in three colours. How many of each? Draw, put back, and estimate.",
      ages: 10...14,
      // Without options, as a frame would show what’s in the bag.
      game: DiceGame.self,
      rooms: [
        LessonRoom(
          "Open a room for what you draw from your own bags",
          .experiment("own-dice", called: "your own dice"), .faces(3), .rollsASeat(40),
          .hiddenExpectation),
        LessonRoom(
          "Open a room for Dicehall’s bag", .experiment("10d{red*5,blue*3,green*2}=red"),
          .rollsAtAPress(5), .rollsASeat(20), .event("from 4 to 6"), .guessFirst,
          .question(.chance), .hiddenExpectation),
      ]),
    LessonSheet(
      slug: "pig-tournament", name: "The Pig tournament",
      summary: "Three rounds of Pig, winners against winners. Was it luck, or was it skill?",
      ages: 11...16, game: PigGame.self, options: [.init(name: "goal", value: "50")],
      rooms: [
        LessonRoom("Open a room for Pig in pairs", kind: .pairs, .goal(50), .coachOff)
      ]),
    LessonSheet(
      slug: "risk-with-pig", name: "Risk and strategy with Pig",
      summary: "Roll once more or hold? A game of nerves, and the number behind it.",
      ages: 11...16, game: PigGame.self,
      rooms: [10, 20].map { total in
        LessonRoom(
          "Open a room that holds at \(total)", .experiment("pig-turns", called: "Pig turns"),
          .holdAt(total), .rollsAtAPress(10), .rollsASeat(50), .hiddenExpectation)
      }),
    LessonSheet(
      slug: "large-numbers", name: "The law of large numbers",
      summary: "Watch the mean of many rolls settle down, and find out what doesn’t.",
      ages: 12...16, game: DiceGame.self, options: [.init(name: "expression", value: "1d6")],
      rooms: [
        LessonRoom(
          "Open a room for one die", .experiment("d6"), .rollsAtAPress(10), .rollsASeat(100),
          .guessFirst, .question(.mean), .hiddenExpectation)
      ]),
    LessonSheet(
      slug: "streaks", name: "Coins and streaks",
      summary: "Five heads in a row: is a tail due? Tell real flips from made-up ones.",
      ages: 12...18,
      game: DiceGame.self, options: [.init(name: "expression", value: "d{heads,tails}")],
      rooms: [
        LessonRoom(
          "Open a room for coins", .experiment("d{heads,tails}"), .rollsAtAPress(10),
          .rollsASeat(50), .event("heads"))
      ]),
    LessonSheet(
      slug: "cards-not-put-back", name: "Cards without putting back",
      summary: "Two cards of four: same colour, or one of each? It matters what you put back.",
      ages: 13...17, game: DiceGame.self,
      options: [.init(name: "expression", value: "2 from {red*2,black*2}")],
      rooms: [
        LessonRoom(
          "Open a room for both ways of drawing", .experiment("2 from {red*2,black*2}=red"),
          .second("2d{red*2,black*2}=red"), .rollsAtAPress(10), .rollsASeat(50),
          .event("exactly 1"), .guessFirst, .question(.likelier), .hiddenExpectation)
      ]),
    LessonSheet(
      slug: "pig-league", name: "The Pig league",
      summary: "Write down how you’d play, and see how that fares against everybody else.",
      ages: 13...18, game: PigGame.self,
      rooms: [
        LessonRoom("Open a room for a Pig league", kind: .league, .goal(100))
      ]),
    LessonSheet(
      slug: "value-of-craps", name: "Expected value with Craps",
      summary: "What does it cost to play, and why do few players notice?",
      ages: 14...18, minutes: 60,
      game: CrapsGame.self,
      rooms: [
        LessonRoom(
          "Open a room for games of Craps", .experiment("craps-games", called: "Craps games"),
          .rollsAtAPress(10), .rollsASeat(50), .guessFirst, .hiddenExpectation)
      ]),
  ]
}

/// A room that a lesson opens: the settings that its link fills in.
struct LessonRoom: Sendable {
  /// A setting and its choice.
  struct Setting: Sendable {
    let option: EmbedOption
    let value: String
    /// The choice in words, if its value isn't readable.
    var words: String?

    init(_ option: EmbedOption, _ value: String, called words: String? = nil) {
      self.option = option
      self.value = value
      self.words = words
    }
  }

  /// The text of the link.
  let name: String
  /// The settings, the kind first.
  let settings: [Setting]

  /// The path with all settings, below the mount.
  var path: String {
    "\(roomPath)?\(PercentCoding.encode(settings.map { ($0.option.name, $0.value) }))"
  }

  /// `Kind Class experiment, Experiment 2d6`, so that a printed plan works, too.
  var words: String {
    settings.map { "\($0.option.label) \($0.words ?? $0.value)" }.joined(separator: ", ")
  }
}

extension LessonRoom {
  init(_ name: String, kind: Setting = .classExperiment, _ settings: Setting...) {
    self.init(name: name, settings: [kind] + settings)
  }
}

extension LessonRoom.Setting {
  static let classExperiment = Self(RoomSetting.kind, "experiment", called: "Class experiment")
  static let pairs = Self(RoomSetting.kind, "pairs", called: "Pig in pairs")
  static let league = Self(RoomSetting.kind, "league", called: "Pig league")

  /// Returns the setting for an experiment: an expression, or a name such as games of Craps.
  static func experiment(_ value: String, called words: String? = nil) -> Self {
    Self(RoomSetting.experiment, value, called: words)
  }

  static func faces(_ count: Int) -> Self { Self(RoomSetting.faces, "\(count)") }
  static func second(_ expression: String) -> Self { Self(RoomSetting.second, expression) }
  static func holdAt(_ total: Int) -> Self { Self(RoomSetting.holdAt, "\(total)") }
  static func rollsAtAPress(_ count: Int) -> Self { Self(RoomSetting.rollsAtAPress, "\(count)") }
  static func rollsASeat(_ count: Int) -> Self { Self(RoomSetting.rollsASeat, "\(count)") }
  static let guessFirst = Self(RoomSetting.guess, "first", called: "first")
  static func question(_ question: Question) -> Self {
    Self(RoomSetting.question, question.rawValue, called: SeatWords.question(question))
  }
  static func event(_ text: String) -> Self { Self(RoomSetting.event, text) }
  static func goal(_ points: Int) -> Self { Self(RoomSetting.goal, "\(points)") }
  static let coachOff = Self(RoomSetting.coach, "off", called: "off")
  /// The setting that hides exact chances until the host shows them.
  static let hiddenExpectation = Self(RoomSetting.showExpectation, "no", called: "off")
}
