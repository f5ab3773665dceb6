import Synchronization
import Testing

@testable import Mustache

@Suite struct LambdaTests {
  /// A template with a lambda `f` and some data, and the expected text.
  private func show(
    _ template: String, _ function: @escaping @Sendable (String) -> String,
    partials: [String: String] = [:]
  ) throws -> String {
    try render(
      template, with: ["name": "<Ada>", "rolls": [1, 2], "f": .calling(function)],
      partials: partials, missingPartials: .areEmpty)
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
    let texts = Mutex<[String]>([])
    _ = try show(template) { given in
      texts.withLock { $0.append(given) }
      return ""
    }
    #expect(texts.withLock { $0 } == [text])
  }

  @Test func `lists may mix lambdas with other items`() throws {
    let loud = Value.calling { "\($0)! " }
    let twice = Value.calling { $0 + $0 }
    func show(_ items: Value, _ template: String = "{{#l}}a{{/l}}.") throws -> String {
      try render(template, with: ["l": items])
    }
    #expect(try show([1, 2], "{{#l}}{{#up}}{{/up}}{{.}} {{/l}}.") == "1 2 .")
    #expect(try show([loud]) == "a! .")
    #expect(try show([loud, twice, loud]) == "a! aaa! .")
    #expect(try show(["x", loud, twice]) == "aa! aa.")
    #expect(try show([loud, "x", .null, loud]) == "a! aaa! .")
    #expect(try show([[loud], twice], "{{#l}}{{#.}}a{{/.}}{{/l}}.").hasPrefix("a! "))
    #expect(try show([loud, twice], "{{^l}}none{{/l}}.") == ".")
  }

  @Test func `lambdas in a list are called in the context around it`() throws {
    let dot = Value.calling { _ in "{{.}}" }
    #expect(try render("{{#n}}{{#l}}{{/l}}{{/n}}", with: ["n": 7, "l": [dot, dot]]) == "77")
  }

  @Test func `each use of a lambda calls it again`() throws {
    let calls = Atomic(0)
    let text = try show("{{f}}{{#f}}{{/f}}{{#rolls}}{{f}}{{/rolls}}") { _ in
      "\(calls.add(1, ordering: .relaxed).newValue)"
    }
    #expect(text == "1234")
  }

  @Test func `lambdas may call each other sixteen deep, but no deeper`() throws {
    func nest(_ depth: Int, _ open: String, _ close: String) -> String {
      String(repeating: open, count: depth) + "x" + String(repeating: close, count: depth)
    }
    #expect(try show(nest(16, "{{#f}}", "{{/f}}")) { "(\($0))" } == nest(16, "(", ")"))
    #expect(throws: RenderError.self) { try show(nest(17, "{{#f}}", "{{/f}}")) { "(\($0))" } }
    let message = failure { try show("\n {{f}}") { _ in "{{f}}" } }
    #expect(message.contains("the lambda of main.mustache:2:2"))
    #expect(message.contains("nest too deeply here"))
  }

  @Test(arguments: [
    (
      "x{{f}}", "{{#a}}",
      "1:2:1:1: found the section \"a\", which is never closed, expected {{/a}}"
    ),
    ("{{#f}}{{/f}}", "\n{{", "1:1:2:1: found a tag that is never closed, expected }}"),
    (
      "{{=| |=}}|#f||/f|", "|/x|",
      "1:10:1:1: found |/x|, expected no closing tag, as no section is open"
    ),
  ])
  func `a lambda must return a valid template`(
    template: String, made: String, message: String
  ) throws {
    let found = failure { try show(template) { _ in made } }
    #expect(found == "the lambda of main.mustache:\(message)")
  }

  @Test func `a partial that a lambda names must exist, if others must`() throws {
    let message = failure { try render("{{f}}", with: ["f": .calling { _ in "{{>none}}" }]) }
    #expect(
      message.hasSuffix("found the partial \"none\", expected the name of an existing template"))
  }

  @Test func `a lambda's result is bound by the limits`() throws {
    let long = Value.calling { _ in String(repeating: "x", count: 101) }
    let message = failure { try render("{{f}}", with: ["f": long], limits: .with(output: 100)) }
    #expect(message.hasSuffix("the text gets too long here"))
    let items = Value.list(Array(repeating: .calling { _ in "" }, count: 100))
    #expect(throws: RenderError.self) {
      try render("{{#l}}{{/l}}", with: ["l": items], limits: .with(steps: 50, output: 100))
    }
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
    var bold = Lambda { "<b>\($0)</b>" }
    var all: [Lambda] = [Lambda { "1\($0)" }, Lambda { "2\($0)" }]
    var none: Lambda?
    var notes: Value = ["odd": [1, 3]]

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
    var renderer = try compile("{{#.}}{{/.}}").makeRenderer()
    renderer.push(Table())
    renderer.push(Die(sides: 4))
    renderer.push(["n": 5])
    renderer.push(.calling { _ in "{{title}}|{{sides}}|{{n}}" })
    try renderer.render("main")
    #expect(renderer.withOutput { String(decoding: $0, as: UTF8.self) } == "Craps &amp; co|4|5")
  }

  @Test func `data that only a lambda asks for may not be too deep either`() throws {
    var deep = Value.null
    for _ in 0..<1_100 { deep = .list([deep]) }
    let value: Value = ["f": .calling { _ in "{{#late}}x{{/late}}" }, "late": deep]
    #expect(throws: RenderError.dataTooDeep) { try render("{{f}}", with: value) }
  }
}
