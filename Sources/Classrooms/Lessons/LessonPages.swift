import Mustache
import Site
import Web

let lessonPages: [any Page.Type] = [LessonsPage.self, LessonPage.self, LessonAnswersPage.self]

let lessonRoutes: [Route] =
  [.page("/lessons") { _ in .page(LessonsPage()) }]
  + LessonSheet.all.flatMap { sheet -> [Route] in
    [
      .page(sheet.path) { .page(LessonPage(sheet: sheet, addresses: $0.addresses)) },
      .page(sheet.answersPath) { _ in .page(LessonAnswersPage(sheet: sheet)) },
    ]
  }

struct LessonsPage: Page {
  static let templates = ["lessons/list"]
  let title = "Lesson sheets: chance with dice – Dicehall"
  let description = """
    \(count) lessons on chance for a class with phones, or with dice and paper: handouts, plans and \
    answers.
    """
  let section: Section? = .lessons

  private static let count = LessonSheet.all.count.words.asSentence

  static func declare(_ field: inout Fields<LessonsPage>) {
    field("count") { _ in count }
    field("sheets") { _ in LessonSheet.all }
  }
}

/// A lesson's handout on one page of paper: what pupils do, write down and answer.
struct LessonPage: Page {
  static let templates = LessonSheet.all.map { "lessons/\($0.slug)" }
  let section: Section? = .lessons
  let sheet: LessonSheet
  let addresses: AbsoluteURLs?

  var template: String { "lessons/\(sheet.slug)" }
  var title: String { "\(sheet.name) – Lesson sheets – Dicehall" }
  var description: String { sheet.summary }

  static func declare(_ field: inout Fields<LessonPage>) {
    field("sheet") { $0.sheet }
    field("sharing") { Sharing($0.sheet.path, called: $0.sheet.name, $0.addresses) }
  }
}

/// A lesson's plan for its teacher, with the answers, separate from the handout.
struct LessonAnswersPage: Page {
  static let templates = LessonSheet.all.map { "lessons/\($0.slug)-answers" }
  let section: Section? = .lessons
  let sheet: LessonSheet

  var template: String { "lessons/\(sheet.slug)-answers" }
  var title: String { "Plan and answers: \(sheet.name) – Lesson sheets – Dicehall" }
  var description: String { "Plan and answers for teachers of the lesson “\(sheet.name)”." }

  static func declare(_ field: inout Fields<LessonAnswersPage>) {
    field("sheet") { $0.sheet }
  }
}
