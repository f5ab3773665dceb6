import Games
import LTI
import Mustache
import Rooms
import Site
import Web

/// Something that a teacher may add to a course.
enum CourseContent: Equatable {
  case framed(Framable)
  case room
  case lesson

  /// Returns everything that the platform accepts.
  static func all(for choice: ContentChoice, in features: Features) -> [CourseContent] {
    (choice.takesLaunches ? features.framables.map { .framed($0) } + [.room] : []) + [.lesson]
  }

  var word: String { words.word }

  /// Its word in the form, its name and what it is.
  fileprivate var words: (word: String, name: String, summary: String) {
    switch self {
    case .framed(let framable): (framable.slug, framable.name, framable.summary)
    case .room: (RoomGame.slug, "A room for the class", RoomWords.summary)
    case .lesson:
      (
        "lesson", "A lesson sheet",
        "A handout to print or to read together; for you a plan and answers."
      )
    }
  }

  fileprivate static let lessons = EmbedOption.choice(
    "sheet", "Sheet", of: LessonSheet.all.map { ($0.slug, $0.name) },
    default: LessonSheet.all[0].slug)

  fileprivate func inputs(_ form: Form, _ problem: Problem?) -> [Input] {
    switch self {
    case .framed(let framable):
      return (framable.options + framable.looks + [EmbedPlan.height]).map {
        $0.input(
          form[$0.name]?.shownAgain ?? "", wrong: problem?[$0.name], hint: $0.planHint,
          namesDefault: false)
      }
    // Rooms have their own groups.
    case .room: return []
    case .lesson: return [CourseContent.lessons.input(form["sheet"] ?? "", wrong: nil, hint: nil)]
    }
  }
}

/// The page on which a teacher chooses the target of a course's link.
final class ChoicePage: Page {
  static let templates = ["lti/choose"]
  let title = "Add to your course – Dicehall"
  let description = "Choose a game, odds, a room or a lesson for a course."
  let section: Section? = nil
  let isSecret = true
  var guestStylesheets: [String] {
    content == .room ? [RoomGame.stylesheet].compactMap(\.self) : []
  }
  private let contents: [CourseContent]
  private let content: CourseContent
  private let form: Form
  private let problem: Problem?
  private let key: String

  /// `form` is what was typed, right or wrong.
  init(_ form: Form, by choice: ContentChoice, problem: Problem? = nil, in visit: Visit) {
    contents = CourseContent.all(for: choice, in: visit.features)
    content = contents.first { $0.word == form["content"] } ?? contents[0]
    // Settings of something else don't apply.
    self.form = form["of"] == content.word || form["of"] == nil ? form : Form()
    self.problem = problem
    key = visit.parameter
  }

  static func declare(_ field: inout Fields<ChoicePage>) {
    field("problem") { $0.problem?.aboveForms }
    field("notice") { $0.problem?.notice?.sentence }
    field("path") { "\(choicePath)/\($0.key)" }
    field("contents") { page in
      page.contents.map {
        ChoiceWord(value: $0.word, words: $0.words.name, isChosen: $0 == page.content)
      }
    }
    field("slug") { $0.content.word }
    field("summary") { $0.content.words.summary }
    field("controls") { page in page.content.inputs(page.form, page.problem) }
    field("room") { page in
      page.content == .room ? RoomControls(form: page.form, problem: page.problem) : nil
    }
  }
}

/// The page that sends the choice to the platform.
struct ChosenPage: Page {
  static let templates = ["lti/chosen"]
  let title = "Add to your course – Dicehall"
  let description = "What you have chosen goes to your course."
  let section: Section? = nil
  let isSecret = true
  fileprivate let name: String
  fileprivate let token: String
  fileprivate let address: String

  var formOrigin: String? { WebOrigin(of: address)?.text }

  static func declare(_ field: inout Fields<ChosenPage>) {
    field("name") { $0.name }
    field("token") { $0.token }
    field("address") { $0.address }
  }
}

extension Visit {
  /// Returns the platform's request for the key in the address.
  func choice() throws -> ContentChoice { try launched(KeptChoice.self).choice }

  /// Signs the choice, and offers to send it to the platform.
  func choose() throws -> Answer {
    let choice = try choice()
    do {
      let contents = CourseContent.all(for: choice, in: features)
      guard let addresses, let content = contents.first(where: { $0.word == form["content"] })
      else { throw Problem("Choose one from the list.", field: "content") }
      let (item, name) = try item(content, for: choice, addresses)
      let token = choice.answer(
        item, launchingAt: addresses.page(launchPath), in: try registry(), now: now)
      guard let token else { throw Refusal.launchIsOver }
      return .page(ChosenPage(name: name, token: token, address: choice.returnAddress))
    } catch let problem as Problem {
      return .page(ChoicePage(form, by: choice, problem: problem, in: self), problem.status)
    }
  }

  /// - Throws: `Problem` with all mistakes.
  private func item(
    _ content: CourseContent, for choice: ContentChoice, _ addresses: AbsoluteURLs
  ) throws -> (ContentItem, name: String) {
    switch content {
    case .framed(let framable):
      let plan = EmbedPlan(of: framable, typed: form.leavingOut(["content", "of"]))
      let mistakes = plan.remarks.map { remark in
        Problem.Mistake(remark.sentence, field: remark.option)
      }
      guard mistakes.isEmpty else { throw Problem(mistakes, form: form) }
      let height = plan.height ?? EmbedPlan.defaultHeight
      let item = ContentItem(title: plan.name, target: .launch(opening: plan.path, height: height))
      return (item, plan.name)
    case .room:
      let settings = try RoomForm(form, knowing: rooms.expectation).settings
      let set = RoomSetting.all.compactMap { option in
        form[option.name].flatMap { $0.isEmpty ? nil : (option.name, $0) }
      }
      let path = "\(roomPath)?\(PercentCoding.encode(set))"
      let name = "\(RoomWords.what(settings)), together"
      let height = EmbedPlan.defaultHeight
      return (ContentItem(title: name, target: .launch(opening: path, height: height)), name)
    case .lesson:
      guard let sheet = LessonSheet.all.first(where: { $0.slug == form["sheet"] }) else {
        throw Problem("Choose a sheet from the list.", field: "sheet")
      }
      let target: ContentItem.Target =
        choice.takesPages
        ? .page(addresses.page(sheet.path))
        : .launch(opening: sheet.path, height: 320)
      return (ContentItem(title: sheet.name, target: target), sheet.name)
    }
  }
}
