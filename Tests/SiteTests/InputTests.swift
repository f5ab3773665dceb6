import Mustache
import Testing
import Web

@testable import Site

private struct Page: Fielded {
  let problem: Problem?

  static func declare(_ field: inout Fields<Page>) {
    field.input("player", value: { _ in "Ann" }, in: { $0.problem }, longest: 60)
    field.input(
      "many", named: "dice", value: { _ in 3 }, in: { $0.problem }, limits: { _ in 1...99 })
    field.input(
      "kind", value: { _ in "b" }, in: { $0.problem },
      choices: { _ in [("a", "Person"), ("b", "Computer")] })
  }

  /// Its inputs: what stands in them, and what is wrong with each.
  var text: String {
    get throws {
      let template = """
        {{#player}}{{name}}={{value}} ({{longest}}) {{#wrong}}{{#mistakes}}{{sentence}}{{/mistakes}}{{/wrong}}{{/player}}
        {{#many}}{{name}}={{value}} ({{lowest}} to {{highest}}) {{#wrong}}{{#mistakes}}{{sentence}}{{/mistakes}}{{/wrong}}{{/many}}
        {{#kind}}{{name}}={{#choices}}{{value}}{{#isChosen}}!{{/isChosen}}{{/choices}} {{#wrong}}{{#mistakes}}{{sentence}}{{/mistakes}}{{/wrong}}{{/kind}}
        """
      let templates = try Templates(sources: [
        Source(name: "page", file: "page.mustache", text: Array(template.utf8))
      ])
      var bytes: [UInt8] = []
      try templates.render("page", [self], into: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}

@Suite struct InputTests {
  @Test func `an input shows its value and its limits`() throws {
    #expect(
      try Page(problem: nil).text == """
        player=Ann (60)\u{20}
        dice=3 (1 to 99)\u{20}
        kind=ab!\u{20}
        """)
  }

  @Test func `a refused form is shown again with what is wrong`() throws {
    let form = Form([
      .init(name: "player", value: "<Bo>\u{7}"), .init(name: "dice", value: "100"),
      .init(name: "kind", value: "a"),
    ])
    let problem = Problem([.init("That’s too many.", field: "dice")], form: form)
    #expect(
      try Page(problem: problem).text == """
        player=&lt;Bo&gt; (60)\u{20}
        dice=100 (1 to 99) That’s too many.
        kind=a!b\u{20}
        """)
  }

  @Test func `what a number's control can't show leaves it empty`() throws {
    let mistakes: [Problem.Mistake] = [
      .init("That’s no number.", field: "dice", input: "many"),
      .init("That’s no name.", field: "player", input: "?"),
    ]
    #expect(
      try Page(problem: Problem(mistakes)).text == """
        player=? (60) That’s no name.
        dice= (1 to 99) That’s no number.
        kind=ab!\u{20}
        """)
  }
}
