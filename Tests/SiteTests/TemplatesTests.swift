import Games
import Mustache
import Testing

@testable import Site

/// Templates and pages know each other's names, both ways.
@Suite struct TemplatesTests {
  /// Pages that between them show everything their templates can.
  private static let examples: [any Page] = {
    var visitor = Visitor(faces: [3, 4, 4, 5])
    for _ in 1...201 { _ = visitor.post("/dice/roll", "die=d6&dice=2&modifier=1") }
    _ = visitor.post("/craps/roll")
    _ = visitor.post("/craps/roll")
    visitor.faces = [4, 5]
    _ = visitor.post("/craps/roll")
    let problem = Problem(
      ["ante", "die", "dice", "modifier", "expression"].map {
        .init(sentence: "No.", field: $0, input: "x")
      })
    let dice = visitor.session.dice ?? DiceTable()
    let craps = visitor.session.craps ?? CrapsTable()
    return [
      PlainPage.home, PlainPage.about, PlainPage.diceRules, CrapsRulesPage(),
      ErrorPage.forWebServer[0], StartOverPage(craps),
      dice.page(problem: problem, setback: .stale),
      craps.page(problem: problem, setback: .stale),
    ]
  }()

  private static let shared: Set<String> = names(
    in: Value(Frame(base: "", assets: Frame.Assets(paths: [:])))
  ).union(names(in: Value(Head(page: PlainPage.home, canonical: "https://dice.example/"))))

  @Test func `every template of a page has its example`() throws {
    let examples = Set(TemplatesTests.examples.map { $0.template })
    let templates = try templateSources().map(\.name)
      .filter { !$0.contains("/") && $0 != "site.webmanifest" }
    #expect(examples == Set(templates))
    #expect(examples.count >= 8)
  }

  @Test func `the script stays small`() throws {
    #expect(1...6_000 ~= (try publicFile("dicehall.js")).count)
  }

  @Test(arguments: examples.indices)
  func `a template asks for nothing that its page does not set`(index: Int) throws {
    let page = TemplatesTests.examples[index]
    let known = TemplatesTests.shared.union(names(in: Value(page)))
    for use in try uses(of: page) {
      for name in use.name.split(separator: ".") {
        #expect(known.contains(String(name)), "\(use.location): \(use.name)")
      }
    }
  }

  @Test(arguments: examples.indices)
  func `a page sets nothing that its template does not show`(index: Int) throws {
    let page = TemplatesTests.examples[index]
    let used = Set(try uses(of: page).flatMap { $0.name.split(separator: ".").map(String.init) })
    // The die of a list of faces is the same value for six-sided and other dice.
    let optional: Set = ["shape", "isSix"]
    for name in names(in: Value(page)) where !optional.contains(name) {
      #expect(used.contains(name), "\(type(of: page)) sets \(name)")
    }
  }

  private func uses(of page: any Page) throws -> [NameUse] {
    let templates = try Templates(sources: templateSources())
    let uses = try #require(templates[page.template]).uses
    #expect(!uses.isEmpty)
    return uses
  }
}

/// All names of a value's objects, however deep.
private func names(in value: Value) -> Set<String> {
  switch value {
  case .object(let members):
    members.reduce(into: []) { $0.formUnion(names(in: $1.value).union([$1.name])) }
  case .list(let items): items.reduce(into: []) { $0.formUnion(names(in: $1)) }
  default: []
  }
}
