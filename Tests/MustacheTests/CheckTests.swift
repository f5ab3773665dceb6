import Testing

@testable import Mustache

private struct Die: Fielded {
  var value = 1

  static func declare(_ field: inout Fields<Die>) { field("value") { $0.value } }
}

private struct Player: Fielded {
  var dice: [Die] = []
  var last: Die?

  static func declare(_ field: inout Fields<Player>) {
    field("name") { _ in "Ada" }
    field("dice") { $0.dice }
    field("last") { $0.last }
  }
}

private struct Folder: Fielded {
  var folders: [Folder] = []

  static func declare(_ field: inout Fields<Folder>) {
    field("label") { _ in "" }
    field("folders") { $0.folders }
  }
}

private struct Table: Fielded {
  static func declare(_ field: inout Fields<Table>) {
    field("title") { _ in "" }
    field("players") { _ in [Player]() }
    field("winner") { _ in Player?.none }
    field("isOpen") { _ in true }
    field("scores") { _ in [[Int]]() }
    field("data") { _ in Value.null }
    field("bold") { _ in Lambda { $0 } }
    field("part") { _ in "" }
  }
}

private struct Site: Fielded {
  static func declare(_ field: inout Fields<Site>) { field("base") { _ in "" } }
}

@Suite struct CheckTests {
  /// The mistakes of a template for a table, without the fields that it does not use.
  private func mistakes(
    _ template: String, partials: [String: String] = [:],
    with stack: [any Fielded.Type] = [Table.self]
  ) throws -> [String] {
    try compile(template, partials: partials).check([Pairing("main", with: stack)])
      .map(\.description).filter {
        !$0.contains("found the field") && !$0.contains("found a template,")
      }
  }

  @Test(arguments: [
    "{{title}}{{{title}}}{{&title}}{{#title}}{{.}}{{/title}}{{^title}}-{{/title}}",
    "{{#players}}{{name}}{{title}}{{#dice}}{{value}}{{name}}{{/dice}}{{/players}}",
    "{{#winner}}{{last.value}}{{/winner}}{{winner.name}}{{#winner.dice}}{{value}}{{/winner.dice}}",
    "{{#isOpen}}{{.}}{{title}}{{/isOpen}}{{^isOpen}}{{title}}{{/isOpen}}{{isOpen}}",
    "{{#scores}}{{#.}}{{.}}{{/.}}{{/scores}}",
    "{{#data}}{{any}}{{any.thing}}{{/data}}{{data.x.y}}{{data}}",
    "{{#bold}}{{title}}{{/bold}}{{bold}}", "{{>*part}}{{<*part}}{{$b}}{{title}}{{/b}}{{/*part}}",
    "{{^players}}{{title}}{{/players}}{{^winner}}none{{/winner}}",
    "{{#players}}{{>p}}{{/players}}", "{{<q}}{{$b}}{{name}}{{/b}}{{/q}}", "{{.}}",
  ])
  func `a template that fits has no mistakes`(template: String) throws {
    let partials = ["p": "{{name}} {{title}}", "q": "{{#players}}{{$b}}{{/b}}{{/players}}"]
    let stack: [any Fielded.Type] = [Site.self, Table.self]
    #expect(
      try mistakes(template, partials: partials, with: stack).filter { !$0.contains("{{.}}") } == []
    )
  }

  @Test(arguments: [
    ("{{titel}}", ["1:1: found {{titel}}, expected a field of Table"]),
    ("\n  {{#title}}{{x}}{{/title}}", ["2:13: found {{x}}, expected a field of Table"]),
    (
      "{{#players}}{{score}}{{/players}}{{name}}",
      [
        "1:13: found {{score}}, expected a field of Player or Table",
        "1:34: found {{name}}, expected a field of Table",
      ]
    ),
    (
      "{{#winner}}{{#dice}}{{sides}}{{/dice}}{{/winner}}",
      ["1:21: found {{sides}}, expected a field of Die or Player or Table"]
    ),
    ("{{winner.nam}}", ["1:1: found {{winner.nam}}, expected a field of Table"]),
    ("{{title.x}}", ["1:1: found {{title.x}}, expected a field of Table"]),
    ("{{players.name}}", ["1:1: found {{players.name}}, expected a field of Table"]),
    ("{{#opened}}{{any}}{{/opened}}", ["1:1: found {{#opened}}, expected a field of Table"]),
    ("{{^opened}}{{title}}{{/opened}}", ["1:1: found {{^opened}}, expected a field of Table"]),
    ("{{>*parts}}", ["1:1: found {{>*parts}}, expected a field of Table"]),
    ("{{<*parts}}{{/*parts}}", ["1:1: found {{<*parts}}, expected a field of Table"]),
    (
      "{{#players}}{{>p}}{{/players}}{{>p}}",
      ["p.mustache:1:1: found {{name}}, expected a field of Table"]
    ),
    (
      "{{<q}}{{$b}}{{base}}{{/b}}{{/q}}",
      ["1:13: found {{base}}, expected a field of Player or Table"]
    ),
    (
      "{{<q}}{{$c}}{{/c}}{{/q}}",
      ["1:7: found the block \"c\", expected a block that its parent has"]
    ),
    ("{{$own}}{{x}}{{/own}}", ["1:9: found {{x}}, expected a field of Table"]),
  ])
  func `a mistake is reported with its place`(template: String, messages: [String]) throws {
    let partials = ["p": "{{name}}", "q": "{{#players}}{{$b}}{{/b}}{{/players}}"]
    #expect(
      try mistakes(template, partials: partials).map { $0.replacing("main.mustache:", with: "") }
        == messages)
  }

  @Test(arguments: [
    ("{{players}}", "1:1: found {{players}}, which is a list of an object of Player"),
    ("{{&winner}}", "1:1: found {{winner}}, which is an object of Player"),
    ("{{scores}}", "1:1: found {{scores}}, which is a list of a list of a number"),
    ("{{>*winner}}", "1:1: found {{>*winner}}, which is an object of Player"),
    ("{{#players}}{{.}}{{/players}}", "1:13: found {{.}}, which is an object of Player"),
  ])
  func `objects and lists need a section`(template: String, found: String) throws {
    #expect(try mistakes(template) == ["main.mustache:\(found), expected a section for it"])
  }

  @Test func `an unused field is reported with its place in the source`() throws {
    let mistakes = try compile(
      "{{title}}{{#players}}{{name}}{{dice.x}}{{/players}}{{data}}{{bold}}"
    )
    .check([Pairing("main", with: [Table.self])]).map(\.description)
    let places = [
      "35:10: found the field \"winner\" of Table", "36:10: found the field \"isOpen\" of Table",
      "37:10: found the field \"scores\" of Table", "40:10: found the field \"part\" of Table",
      "18:10: found the field \"last\" of Player",
    ]
    #expect(
      mistakes == ["main.mustache:1:30: found {{dice.x}}, expected a field of Player or Table"]
        + places.map { "MustacheTests/CheckTests.swift:\($0), expected a template that uses it" })
  }

  @Test func `a field used by only one of several templates counts as used`() throws {
    let templates = try compile("{{label}}", partials: ["other": "{{#folders}}{{/folders}}"])
    let both = [Pairing("main", with: [Folder.self]), Pairing("other", with: [Folder.self])]
    #expect(templates.check(both).isEmpty)
    #expect(
      templates.check(Array(both.prefix(1))).map(\.description) == [
        "other:1:1: found a template, expected a page or partial that uses it",
        "MustacheTests/CheckTests.swift:27:10: found the field \"folders\" of Folder"
          + ", expected a template that uses it",
      ])
  }

  @Test func `partials named by a value count as used, and so do their fields`() throws {
    struct Move: Fielded {
      static func declare(_ field: inout Fields<Move>) {
        field("kind") { _ in "roll" }
        field("value") { _ in 5 }
      }
    }
    let templates = try compile("{{>*kind}}", partials: ["roll": "{{value}}{{of another move}}"])
    #expect(templates.check([Pairing("main", with: [Move.self])]) == [])
  }

  @Test func `fields declared in place are checked like those of types`() throws {
    struct Page: Fielded {
      static let line = #line
      static func declare(_ field: inout Fields<Page>) {
        field("title") { _ in "" }
        field.rows("rows", { _ in [Int]() }) { row in
          row("shown") { $0 }
          row("hidden") { $0 }
          row("shown") { $0 }
          row.object("part", { $0 }) { part in
            part("lost") { $0 }
          }
        }
      }
    }
    let template =
      "{{#rows}}{{shown}}{{title}}{{wrong}}{{#part}}{{shown}}{{/part}}{{part}}"
      + "{{/rows}}{{shown}}{{rows.shown}}{{#rows.any}}{{title}}{{/rows.any}}"
    let mistakes = try compile(template).check([Pairing("main", with: [Page.self])])
    #expect(
      mistakes.map(\.description) == [
        "main.mustache:1:28: found {{wrong}}, expected a field of Page.rows or Page",
        "main.mustache:1:64: found {{part}}, which is an object of Page.rows.part, "
          + "expected a section for it",
        "main.mustache:1:81: found {{shown}}, expected a field of Page",
        "main.mustache:1:90: found {{rows.shown}}, expected a field of Page",
        "MustacheTests/CheckTests.swift:\(Page.line + 6):14: found a second field \"shown\" of "
          + "Page.rows, expected only one field of each name",
        "MustacheTests/CheckTests.swift:\(Page.line + 5):14: found the field \"hidden\" of "
          + "Page.rows, expected a template that uses it",
        "MustacheTests/CheckTests.swift:\(Page.line + 8):17: found the field \"lost\" of "
          + "Page.rows.part, expected a template that uses it",
      ])
  }

  @Test func `a field that is declared twice is a mistake`() throws {
    struct Twice: Fielded {
      static func declare(_ field: inout Fields<Twice>) {
        field("a") { _ in "text" }
        field("a") { _ in [1, 2] }
      }
    }
    let mistakes = try compile("{{a}}").check([Pairing("main", with: [Twice.self])])
    #expect(mistakes.map(\.found) == ["a second field \"a\" of Twice"])
  }

  @Test func `a field may be used inside data, which may lack the name`() throws {
    let unused = try compile("{{#data}}{{title}}{{/data}}").check([
      Pairing("main", with: [Table.self])
    ])
    #expect(!unused.isEmpty)
    #expect(!unused.contains { $0.found.contains("title") })
  }

  @Test func `types may contain themselves`() throws {
    let templates = try compile(
      "{{>folder}}", partials: ["folder": "{{label}}{{#folders}}{{>folder}}{{wrong}}{{/folders}}"])
    #expect(
      templates.check([Pairing("main", with: [Folder.self])]).map(\.description) == [
        "folder.mustache:1:33: found {{wrong}}, expected a field of Folder"
      ])
  }

  @Test func `with an empty stack every name is a mistake`() throws {
    #expect(
      try mistakes("{{a}}", with: []) == ["main.mustache:1:1: found {{a}}, expected no name here"])
  }

  @Test func `a page without a template is reported`() throws {
    #expect(
      try compile("").check([Pairing("page", with: []), Pairing("main", with: [])])
        .map(\.description) == ["page:1:1: found no such template, expected one for its page"])
  }

  @Test func `partials that call each other whatever the data are endless`() throws {
    let cycles = [
      (["a": "x\n{{>a}}"], "a.mustache:2:1", "a → a"),
      (["a": "{{>b}}", "b": " {{>c}}", "c": "{{>a}}"], "c.mustache:1:1", "a → b → c → a"),
      (
        ["a": "{{<b}}{{$x}}{{>a}}{{/x}}{{/b}}", "b": "{{$x}}{{/x}}"], "a.mustache:1:13",
        "a → b → a"
      ), (["a": "{{$x}}{{<a}}{{/a}}{{/x}}"], "a.mustache:1:7", "a → a"),
    ]
    for (partials, place, chain) in cycles {
      let error = try #require(throws: TemplateError.self) { try compile("", partials: partials) }
      #expect(
        error.description == "\(place): found an endless chain of partials: \(chain), "
          + "expected a section around one of them, to end the chain")
    }
    _ = try compile(
      "", partials: ["a": "{{#s}}{{>a}}{{/s}}{{^s}}{{>b}}{{/s}}", "b": "{{>a}}{{>*x}}"])
  }
}
