import DiceLanguage
import Rooms
import Testing
import Visitors
import Web

@testable import Classrooms
@testable import Site

@Suite struct LessonPagesTests {
  /// The list, the sheets and their answers.
  private static let paths = features.routes.map(\.path).filter { $0.hasPrefix("/lessons") }
  private static let sheets = paths.filter { $0 != "/lessons" && !$0.hasSuffix("/answers") }

  private func page(_ path: String) -> String {
    var visitor = Visitor()
    return visitor.get(path).text
  }

  @Test func `there are eleven handouts, each with a plan and answers of its own`() {
    #expect(LessonPagesTests.sheets.count == 11)
    #expect(LessonPagesTests.paths.count == 23)
    #expect(page("/lessons").contains("Eleven lessons on chance"))
    for sheet in LessonPagesTests.sheets {
      #expect(LessonPagesTests.paths.contains("\(sheet)/answers"), "\(sheet)")
    }
  }

  @Test(arguments: paths)
  func `a lesson's page is generated, in the sitemap, and has a title of its own`(
    path: String
  ) throws {
    let route = try #require(features.routes.first { $0.path == path })
    #expect(route.presence == .generated && route.isPage)
    var visitor = Visitor()
    let title = try #require(visitor.get(path).pageTitle)
    let titles = LessonPagesTests.paths.map { visitor.get($0).pageTitle }
    #expect(titles.filter { $0 == title }.count == 1)
    var stranger = Visitor(hall: makeSite(publicURL: "https://dice.example"))
    #expect(
      stranger.get("/sitemap.xml").text.contains("<loc>https://dice.example\(path)</loc>"))
  }

  @Test(arguments: sheets)
  func `a handout has what to do, one table to fill in and questions, and nothing of the plan`(
    path: String
  ) {
    let sheet = page(path)
    for id in ["doing", "paper", "questions"] {
      #expect(sheet.contains("<h2 id=\"\(id)\">"), "\(id)")
    }
    #expect(sheet.matches(of: /<table class="fill[^>]*>\s*<caption>/).count == 1)
    #expect(sheet.matches(of: /<table/).count == 1)
    #expect(sheet.contains("<td></td>"))
    #expect(!sheet.contains("/room?") && !sheet.contains("id=\"answers\""))
  }

  @Test(arguments: sheets)
  func `a plan says for whom and what to prepare, and its steps fill the lesson`(
    path: String
  ) throws {
    let plan = page("\(path)/answers")
    for id in ["prepare", "steps", "answers"] {
      #expect(plan.contains("<h2 id=\"\(id)\">"), "\(id)")
    }
    let match = try #require(plan.firstMatch(of: /<p class="hint">Ages \d+–\d+, (\d+) minutes/))
    let steps = plan.matches(of: /<li><b>(\d+) min<\/b> [A-Z“]/).compactMap { Int($0.1) }
    #expect(steps.count > 3 && steps.reduce(0, +) == Int(match.1))
    #expect(plan.contains("href=\"\(path)\""))
  }

  @Test(arguments: sheets)
  func `there are as many answers as questions`(path: String) throws {
    let list = /<h2 id="(?:questions|answers)">[^<]*<\/h2>\s*<ol[^>]*>((?:.|\n)*?)<\/ol>/
    let questions = try #require(page(path).firstMatch(of: list))
    let plan = page("\(path)/answers")
    let answers = try #require(plan.firstMatch(of: list))
    let count = questions.1.matches(of: /<li>/).count
    #expect(count >= 5)
    #expect(answers.1.matches(of: /<li>/).count == count)
    // The plan leaves none of them out.
    let steps = try #require(plan.firstMatch(of: /<ol>((?:.|\n)*?)<\/ol>/)).1
    let last = steps.matches(of: /questions \d+ (?:to|and) (\d+)/).compactMap { Int($0.1) }.max()
    #expect(last.map { $0 == count } ?? steps.contains("the questions"))
  }

  @Test func `the handout has a row for every mean that the room's rolls allow`() {
    let rows = page("/lessons/large-numbers").matches(of: /<th scope="row">(\d+)<\/th>/)
    #expect(rows.compactMap { Int($0.1) } == Array(stride(from: 10, through: 100, by: 10)))
  }

  @Test(arguments: paths)
  func `every table has a caption, and header cells say for what`(path: String) {
    let text = page(path)
    #expect(text.matches(of: /<table/).count == text.matches(of: /<caption>/).count)
    #expect(text.matches(of: /<th>/).isEmpty)
  }

  @Test(arguments: paths)
  func `it uses curly apostrophes`(path: String) throws {
    let text = page(path)
    let main = text[try #require(text.firstRange(of: "<main")).lowerBound...]
    #expect(!main.contains("'") && !main.contains("&#39;"))
  }

  /// A room that a plan's link opens.
  private struct Opened {
    let settings: RoomSettings?
    var isShown = false
  }

  private static let rooms: [(lesson: String, rooms: [Opened])] = [
    ("fair-dice", [plain(.ownDice(faces: 6)), plain(.written("d6"), 10, 60)]),
    ("uneven-spinner", [asking(.chance, "blue", of: .written("d{red*3,blue*2,green}"), 10, 30)]),
    ("two-dice", [asking(.mostFrequent, of: .written("2d6"), 10, 50)]),
    (
      "hidden-bag",
      [
        plain(.ownDice(faces: 3), 1, 40, isShown: false),
        asking(.chance, "from 4 to 6", of: .written("10d{red*5,blue*3,green*2}=red"), 5, 20),
      ]
    ),
    ("pig-tournament", [Opened(settings: pairs, isShown: true)]),
    ("risk-with-pig", [10, 20].map { plain(.pigTurns(holdAt: $0), 10, 50, isShown: false) }),
    ("large-numbers", [asking(.mean, of: .written("d6"), 10, 100)]),
    ("streaks", [plain(.written("d{heads,tails}"), 10, 50, event: "heads")]),
    (
      "cards-not-put-back",
      [
        asking(
          .likelier, "exactly 1", of: .written("2 from {red*2,black*2}=red"),
          beside: .written("2d{red*2,black*2}=red"), 10, 50)
      ]
    ),
    ("pig-league", [Opened(settings: .league(goal: 100), isShown: true)]),
    ("value-of-craps", [asking(.mean, of: .crapsGames, 10, 50)]),
  ]

  private static let pairs = (try? PigPairs.Settings(goal: 50)).map { RoomSettings.pairs($0) }

  private static func plain(
    _ experiment: Experiment, _ rollsAtPress: Int = 1, _ rollsOfSeat: Int = 100,
    event: String? = nil, isShown: Bool = true
  ) -> Opened {
    let settings = try? ExperimentSettings(
      experiment, rollsAtPress: rollsAtPress, rollsOfSeat: rollsOfSeat,
      event: event.flatMap { ExperimentEvent($0, of: experiment) })
    return Opened(settings: settings.map { .experiment($0) }, isShown: isShown)
  }

  private static func asking(
    _ question: Question, _ event: String? = nil, of experiment: Experiment,
    beside second: Experiment? = nil, _ rollsAtPress: Int, _ rollsOfSeat: Int
  ) -> Opened {
    let settings = try? ExperimentSettings(
      experiment, second: second, rollsAtPress: rollsAtPress, rollsOfSeat: rollsOfSeat,
      guessing: .first, question: question,
      event: event.flatMap { ExperimentEvent($0, of: experiment) })
    return Opened(settings: settings.map { .experiment($0) })
  }

  @Test(arguments: rooms.map(\.lesson))
  func `who follows a plan's link and presses Open gets the room that the plan tells`(
    lesson: String
  ) throws {
    #expect(LessonPagesTests.rooms.map(\.lesson) == LessonSheet.all.map(\.slug))
    let expected = LessonPagesTests.rooms.first { $0.lesson == lesson }?.rooms ?? []
    let links = page("/lessons/\(lesson)/answers")
      .matches(of: /<a href="(\/room\?[^"#]*)#open-a-room">/)
    #expect(links.count == expected.count)
    for (link, room) in zip(links, expected) {
      let address = String(link.1).replacing("&amp;", with: "&")
      var guest = RoomHouse().guest()
      let filledIn = guest.get(address).text.openingForm
      let form = try RoomForm(filledIn, knowing: { try? $0.expectation() })
      #expect(form.settings == room.settings, "\(address)")
      #expect(form.switchedOff.contains(.expectation) != room.isShown, "\(address)")
      let sent = PercentCoding.encode(filledIn.fields.map { ($0.name, $0.value) })
      #expect(guest.post("/room/open", sent).status == .seeOther, "\(address)")
    }
  }

  @Test func `a printed plan tells the settings`() {
    #expect(
      page("/lessons/two-dice/answers").contains(
        """
        (Kind Class experiment, Experiment 2d6, Rolls per press 10, Rolls per pupil 50, \
        Guess first, Question the most frequent result, Show expectation off)
        """))
  }

  @Test func `the list, teachers and visitors find their way to the lessons`() {
    let list = page("/lessons")
    for path in LessonPagesTests.paths where path != "/lessons" {
      #expect(list.contains("href=\"\(path)\""), "\(path)")
    }
    for path in ["/embed", "/about"] {
      #expect(page(path).contains("href=\"/lessons\""), "\(path)")
    }
  }
}

extension String {
  /// What the form that opens a room has filled in.
  fileprivate var openingForm: Form {
    let start = firstRange(of: "class=\"opening\"")?.lowerBound ?? endIndex
    let controls = self[start...].matches(
      of:
        /<input id="\w+" name="(\w+)" value="([^"]*)"|<select id="\w+" name="(\w+)"(?s:.*?)<option value="([^"]*)" selected/
    )
    return Form(
      controls.map {
        .init(name: String($0.1 ?? $0.3 ?? ""), value: String($0.2 ?? $0.4 ?? ""))
      })
  }
}

extension Experiment {
  /// What somebody writes in the dice language; first rolls of Craps for what nobody can.
  fileprivate static func written(_ text: String) -> Experiment {
    switch try? RollExpression(parsing: text) {
    case .number(let expression): .expression(expression)
    case .tally(let tally): .tally(tally)
    case nil: .crapsFirstRolls
    }
  }
}
