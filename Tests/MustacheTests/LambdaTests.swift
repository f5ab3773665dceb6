import Synchronization
import Testing

@testable import Mustache

@Suite struct LambdaTests {
  private static let bold = Lambda { "<b>\($0)</b>" }

  /// A template with a lambda `f` and some data, and the expected text.
  private func show(
    _ template: String, _ function: @escaping @Sendable (String) -> String,
    partials: [String: String] = [:]
  ) throws -> String {
    var bytes: [UInt8] = []
    let templates = try compile(template, partials: partials, missingPartials: .areEmpty)
    try templates.render("main", data(["f": .lambda(Lambda(function))]), into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func data(_ more: [String: Value]) -> Value {
    let members: [Value.Member] = [
      .init(name: "name", value: .string("<Ada>")),
      .init(name: "rolls", value: .list([.number("1"), .number("2")])),
    ]
    return .object(members + more.map { Value.Member(name: $0.key, value: $0.value) })
  }

  @Test(arguments: [
    ("{{f}}", "plain", "plain"), ("{{{f}}}", "{{{name}}}", "<Ada>"), ("{{&f}}", "<i>", "<i>"),
    ("{{f}}", "<i>", "&lt;i&gt;"), ("[{{f}}]", "", "[]"),
    // The result is HTML text like any other.
    ("{{f}}", "{{name}}", "&amp;lt;Ada&amp;gt;"), ("{{{f}}}", "{{name}}", "&lt;Ada&gt;"),
    ("{{#rolls}}{{f}};{{/rolls}}", "{{.}}", "1;2;"),
    ("{{=<% %>=}}<%f%>", "<%f%>{{#rolls}}{{.}}{{/rolls}}", "&lt;%f%&gt;12"),
    ("{{f}}", "{{#rolls}}\n{{.}}\n{{/rolls}}\n", "1\n2\n"),
    ("{{f}}", "{{>p}}", "p: 12"), ("{{f}}", "{{>absent}}", ""),
    ("{{f}}", "{{<q}}{{$b}}mine{{/b}}{{/q}}", "(mine)"), ("{{f}}", "{{>*f.x}}", ""),
  ])
  func `a variable shows the template that a lambda returns`(
    template: String, made: String, text: String
  ) throws {
    let partials = ["p": "p: {{#rolls}}{{.}}{{/rolls}}", "q": "({{$b}}own{{/b}})"]
    #expect(try show(template, { _ in made }, partials: partials) == text)
  }

  @Test(arguments: [
    ("{{#f}}Hi {{{name}}}!{{/f}}", "[Hi <Ada>!]"), ("{{#f}}{{/f}}", "[]"),
    ("{{#f}}{{#rolls}}{{.}}{{/rolls}}{{/f}}", "[12]"),
    ("{{#rolls}}{{#f}}{{.}}{{/f}}{{/rolls}}", "[1][2]"),
    ("{{=<% %>=}}<%#f%><%&name%>{{name}}<%/f%>", "[<Ada>{{name}}]"),
    ("{{#f}}{{=<% %>=}}<%&name%><%/f%><%&name%>", "[<Ada>]<Ada>"),
    ("{{#f}}1{{#f}}2{{/f}}3{{/f}}", "[1[2]3]"),
    ("{{^f}}never{{/f}}", ""), ("{{#rolls}}{{^f}}never{{/f}}{{/rolls}}", ""),
    ("{{#f}}{{>p}}{{/f}}", "[12]"), ("{{>s}}", "[<Ada>]"),
    ("{{<t}}{{$b}}{{#f}}{{&name}}{{/f}}{{/b}}{{/t}}", "([<Ada>])"),
    ("a\n  {{#f}}\n  b\n  {{/f}}\nc\n", "a\n[  b\n]c\n"),
  ])
  func `a section shows what a lambda returns for its text`(template: String, text: String) throws {
    let partials = [
      "p": "{{#rolls}}{{.}}{{/rolls}}", "s": "{{#f}}{{{name}}}{{/f}}", "t": "({{$b}}{{/b}})",
    ]
    #expect(try show(template, { "[\($0)]" }, partials: partials) == text)
  }

  @Test(arguments: [
    ("{{#f}}a {{b}} {{! c }}{{/f}}", "a {{b}} {{! c }}"), ("{{#f}}\n a\n{{/f}}\n", " a\n"),
    ("{{#f}}\r\na\r\n {{/f}} \r\n", "a\r\n"), ("{{#f}} \n{{/f}}!", ""), ("{{f}}", ""),
    ("x{{#f}}\n{{/f}}", "\n"), ("{{#f}}é🎲{{#g}}{{/g}}{{/f}}", "é🎲{{#g}}{{/g}}"),
  ])
  func `a lambda receives a section's text as written`(template: String, text: String) throws {
    let log = Log()
    _ = try show(template) { given in
      log.texts.withLock { $0.append(given) }
      return ""
    }
    #expect(log.texts.withLock { $0 } == [text])
  }

  private final class Log: Sendable { let texts = Mutex<[String]>([]) }

  @Test func `lists may mix lambdas with other items`() throws {
    let loud = Value.lambda(Lambda { "\($0)! " })
    let twice = Value.lambda(Lambda { $0 + $0 })
    func show(_ items: [Value], _ template: String = "{{#l}}{{#up}}{{/up}}{{.}} {{/l}}.") throws
      -> String
    {
      var bytes: [UInt8] = []
      try compile(template).render("main", data(["l": .list(items)]), into: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(try show([.number("1"), .number("2")]) == "1 2 .")
    #expect(try show([loud], "{{#l}}a{{/l}}.") == "a! .")
    #expect(try show([loud, twice, loud], "{{#l}}a{{/l}}.") == "a! aaa! .")
    #expect(try show([.string("x"), loud, twice], "{{#l}}a{{/l}}.") == "aa! aa.")
    #expect(try show([loud, .string("x"), .null, loud], "{{#l}}a{{/l}}.") == "a! aaa! .")
    #expect(try show([.list([loud]), twice], "{{#l}}{{#.}}a{{/.}}{{/l}}.").hasPrefix("a! "))
    #expect(try show([loud, twice], "{{^l}}none{{/l}}.") == ".")
  }

  @Test func `lambdas in a list are called in the context around it`() throws {
    let dot = Value.lambda(Lambda { _ in "{{.}}" })
    let item = Value.object([
      .init(name: "n", value: .number("7")), .init(name: "l", value: .list([dot, dot])),
    ])
    var bytes: [UInt8] = []
    try compile("{{#n}}{{#l}}{{/l}}{{/n}}").render("main", item, into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "77")
  }

  @Test func `each use of a lambda calls it again`() throws {
    let calls = Calls()
    #expect(try show("{{f}}{{#f}}{{/f}}{{#rolls}}{{f}}{{/rolls}}") { _ in calls.next() } == "1234")
  }

  private final class Calls: Sendable {
    private let count = Atomic(0)

    func next() -> String { "\(count.add(1, ordering: .relaxed).newValue)" }
  }

  @Test func `lambdas may call each other sixteen deep, but no deeper`() throws {
    func nested(_ depth: Int) throws -> String {
      try show(
        String(repeating: "{{#f}}", count: depth) + "x" + String(repeating: "{{/f}}", count: depth)
      ) {
        "(\($0))"
      }
    }
    #expect(
      try nested(16) == String(repeating: "(", count: 16) + "x" + String(repeating: ")", count: 16))
    #expect(throws: RenderError.self) { try nested(17) }
    let error = try #require(throws: RenderError.self) { try show("\n {{f}}") { _ in "{{f}}" } }
    #expect(error.description.contains("the lambda of main.mustache:2:2"))
    #expect(error.description.contains("nest too deeply here"))
  }

  @Test(arguments: [
    (
      "x{{f}}", "{{#a}}",
      "the lambda of main.mustache:1:2:1:1:"
        + " found the section \"a\", which is never closed, expected {{/a}}"
    ),
    (
      "{{#f}}{{/f}}", "\n{{",
      "the lambda of main.mustache:1:1:2:1: found a tag that is never closed, expected }}"
    ),
    (
      "{{=| |=}}|#f||/f|", "|/x|",
      "the lambda of main.mustache:1:10:1:1: found |/x|"
        + ", expected no closing tag, as no section is open"
    ),
  ])
  func `a lambda must return a valid template`(
    template: String, made: String, message: String
  ) throws {
    let error = try #require(throws: RenderError.self) { try show(template) { _ in made } }
    #expect(error.description == message)
  }

  @Test func `a partial that a lambda names must exist, if others must`() throws {
    var bytes: [UInt8] = []
    let error = try #require(throws: RenderError.self) {
      try compile("{{f}}").render(
        "main", data(["f": .lambda(Lambda { _ in "{{>none}}" })]), into: &bytes)
    }
    #expect(
      error.description.hasSuffix(
        "found the partial \"none\", expected the name of an existing template"))
  }

  @Test func `a lambda's result is bound by the limits`() throws {
    var limits = Limits()
    limits.output = 100
    let templates = try compile("{{f}}", limits: limits)
    var bytes: [UInt8] = []
    let long = String(repeating: "x", count: 101)
    let error = #expect(throws: RenderError.self) {
      try templates.render("main", data(["f": .lambda(Lambda { _ in long })]), into: &bytes)
    }
    #expect(error?.description.hasSuffix("the text gets too long here") == true)
    limits.steps = 50
    let items = Value.list(Array(repeating: .lambda(Lambda { _ in "" }), count: 100))
    #expect(throws: RenderError.self) {
      try compile("{{#l}}{{/l}}", limits: limits).render("main", data(["l": items]), into: &bytes)
    }
    #expect(bytes.isEmpty)
  }

  // MARK: Pages

  private struct Die: Fielded {
    let sides: Int

    static func declare(_ field: inout Fields<Die>) {
      field("sides") { $0.sides }
      field.text("label") { die, text in
        text.append("d")
        text.append(die.sides)
      }
    }
  }

  private struct Table: Fielded {
    var dice = [Die(sides: 6), Die(sides: 20)]
    var best = Die(sides: 12)
    var title = "Craps & co"
    var bold = LambdaTests.bold
    var all: [Lambda] = [Lambda { "1\($0)" }, Lambda { "2\($0)" }]
    var none: Lambda?
    var notes = Value.object([.init(name: "odd", value: .list([.number("1"), .number("3")]))])

    static func declare(_ field: inout Fields<Table>) {
      field("title") { $0.title }
      field("bold") { $0.bold }
      field("dice") { $0.dice }
      field("best") { $0.best }
      field("all") { $0.all }
      field("none") { $0.none }
      field("notes") { $0.notes }
    }
  }

  @Test(arguments: [
    ("{{#bold}}{{title}}{{/bold}}", "<b>Craps &amp; co</b>"), ("{{&bold}}", "<b></b>"),
    ("{{#all}}x{{/all}}", "1x2x"), ("{{#none}}x{{/none}}{{^none}}y{{/none}}{{none}}", "y"),
  ])
  func `a page may have lambdas as fields`(template: String, text: String) throws {
    #expect(try render(template, [Table()]) == text)
  }

  /// Names in a lambda's template have no column in the tables made at compile time.
  @Test(arguments: [
    ("{{title}}", "Craps &amp; co"), ("{{#dice}}{{sides}}={{label}} {{/dice}}", "6=d6 20=d20 "),
    ("{{best.label}}", "d12"), ("{{#best}}{{sides}}{{title}}{{/best}}", "12Craps &amp; co"),
    ("{{#notes}}{{#odd}}{{.}}{{/odd}}{{/notes}}", "13"),
    ("{{#notes.odd}}{{.}}{{/notes.odd}}", "13"),
    ("[{{absent}}{{title.absent}}{{best.absent}}{{notes.absent}}{{#absent}}x{{/absent}}]", "[]"),
    ("{{^absent}}none{{/absent}}{{^title}}x{{/title}}", "none"), ("{{#all}}{{/all}}", "12"),
  ])
  func `a lambda may ask for names that no template asks for`(made: String, text: String) throws {
    var table = Table()
    table.bold = Lambda { _ in made }
    #expect(try render("{{{bold}}}", [table]) == text)
  }

  @Test func `a lambda's names are looked up in the right objects if no template has names`() throws
  {
    let made = Value.lambda(Lambda { _ in "{{title}}|{{sides}}|{{n}}" })
    let templates = try compile("{{#.}}{{/.}}")
    var renderer = templates.makeRenderer()
    renderer.push(Table())
    renderer.push(Die(sides: 4))
    renderer.push(.object([.init(name: "n", value: .number("5"))]))
    renderer.push(made)
    try renderer.render("main")
    #expect(renderer.withOutput { String(decoding: $0, as: UTF8.self) } == "Craps &amp; co|4|5")
  }

  @Test func `data that only a lambda asks for may not be too deep either`() throws {
    var deep = Value.null
    for _ in 0..<1_100 { deep = .list([deep]) }
    let value = data(["f": .lambda(Lambda { _ in "{{#late}}x{{/late}}" }), "late": deep])
    var bytes: [UInt8] = []
    #expect(throws: RenderError.dataTooDeep) {
      try compile("{{f}}").render("main", value, into: &bytes)
    }
  }
}
