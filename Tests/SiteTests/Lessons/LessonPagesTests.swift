import Testing
import Visitors
import Web

@testable import Site

@Suite struct LessonPagesTests {
  /// The list, the sheets and their answers.
  private static let paths = features.routes.map(\.path).filter { $0.hasPrefix("/lessons") }
  private static let sheets = paths.filter { $0 != "/lessons" && !$0.hasSuffix("/answers") }

  private func page(_ path: String) -> String {
    var visitor = Visitor()
    return visitor.get(path).text
  }

  @Test func `there are six sheets, each with answers of its own`() {
    #expect(LessonPagesTests.sheets.count == 6)
    #expect(LessonPagesTests.paths.count == 13)
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
  func `a sheet says for whom, what to do and to ask, and has one table to fill in`(
    path: String
  ) {
    let sheet = page(path)
    #expect(sheet.contains(/<p class="hint">Ages \d+–\d+, \d+ minutes<\/p>/))
    for id in ["prepare", "steps", "questions", "paper"] {
      #expect(sheet.contains("<h2 id=\"\(id)\">"), "\(id)")
    }
    #expect(sheet.matches(of: /<table class="fill[^>]*>\s*<caption>/).count == 1)
    #expect(sheet.matches(of: /<table/).count == 1)
    #expect(sheet.contains("<td></td>"))
  }

  @Test(arguments: sheets)
  func `there are as many answers as questions`(path: String) throws {
    let list = /<h2 id="(?:questions|answers)">[^<]*<\/h2>\s*<ol>((?:.|\n)*?)<\/ol>/
    let questions = try #require(page(path).firstMatch(of: list))
    let answers = try #require(page("\(path)/answers").firstMatch(of: list))
    let count = questions.1.matches(of: /<li>/).count
    #expect(count >= 5)
    #expect(answers.1.matches(of: /<li>/).count == count)
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

  @Test(arguments: [
    ("/lessons/fair-dice", "kind=experiment&amp;experiment=own-dice&amp;faces=6"),
    ("/lessons/fair-dice", "experiment=d6&amp;rollsAtAPress=10&amp;rollsASeat=60"),
    ("/lessons/two-dice", "kind=experiment&amp;experiment=2d6&amp;rollsAtAPress=10"),
    ("/lessons/two-dice", "guess=first&amp;question=most&amp;showExpectation=no"),
    ("/lessons/large-numbers", "guess=first&amp;question=mean&amp;showExpectation=no"),
    ("/lessons/risk-with-pig", "experiment=pig-turns&amp;holdAt=10&amp;"),
    ("/lessons/risk-with-pig", "experiment=pig-turns&amp;holdAt=20&amp;"),
    ("/lessons/large-numbers", "experiment=d6&amp;rollsAtAPress=10&amp;rollsASeat=100"),
    ("/lessons/streaks", "experiment=d%7Bheads%2Ctails%7D&amp;rollsAtAPress=10"),
    ("/lessons/streaks", "rollsASeat=50&amp;event=heads"),
    ("/lessons/value-of-craps", "experiment=craps-games&amp;"),
  ])
  func `a sheet opens a room with the settings made`(path: String, query: String) {
    let links = page(path).matches(of: /href="\/room\?([^"]*)"/).map { String($0.1) }
    #expect(links.contains { $0.contains(query) })
  }

  @Test func `a printed sheet tells the settings`() {
    #expect(
      page("/lessons/two-dice").contains(
        """
        (Experiment 2d6, Rolls per press 10, Rolls per pupil 50, Guess first, \
        Question the most frequent result, Show expectation off)
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
