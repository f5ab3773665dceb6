import Testing

@testable import Mustache

/// Notes which fields are worked out.
private final class Log {
  var names: [String] = []

  func note<Content>(_ name: String, _ content: Content) -> Content {
    names.append(name)
    return content
  }
}

private struct Die: Fielded {
  let log: Log

  static func declare(_ field: inout Fields<Die>) {
    field("value") { $0.log.note("value", 6) }
    field("words") { $0.log.note("words", "six") }
  }
}

private struct Page: Fielded {
  let log: Log

  static func declare(_ field: inout Fields<Page>) {
    field("title") { $0.log.note("title", "Pig") }
    field("isOver") { $0.log.note("isOver", false) }
    field("die") { Die(log: $0.log.note("die", $0.log)) }
    field("dice") { [Die(log: $0.log.note("dice", $0.log))] }
    field.rows("players", { [$0.log.note("players", "Ann")] }) { player in
      player("name") { $1.log.note("name", $0) }
      player.text("score") { $1.log.note("score", $2.append(10)) }
      player.object("last", { $1.log.note("last", $0) }) { last in
        last("name") { $0 }
      }
    }
    field.rows("lines", { [$0.log.note("lines", 1)] }) { line in
      line("number") { $1.log.note("number", $0) }
    }
    field("part") { $0.log.note("part", "p") }
    field("end") { $0.log.note("end", "end") }
  }
}

private struct Site: Fielded {
  let log: Log
  var lambda: Lambda?

  static func declare(_ field: inout Fields<Site>) {
    field("title") { $0.log.note("hidden title", "") }
    field("base") { $0.log.note("base", "/") }
    field("bold") { $0.lambda }
  }
}

@Suite struct PlanTests {
  /// The fields that are worked out for a template.
  private func read(
    _ template: String, _ partials: [String: String] = [:], text: String? = nil
  ) throws -> String {
    let templates = try compile(template, partials: partials)
    let log = Log()
    var bytes: [UInt8] = []
    try templates.render("main", [Site(log: log), Page(log: log)], into: &bytes)
    if let text { #expect(String(decoding: bytes, as: UTF8.self) == text) }
    return log.names.joined(separator: " ")
  }

  @Test(arguments: [
    ("nothing", "", "nothing"), ("{{title}}{{base}}", "base title", "Pig/"),
    ("{{^isOver}}{{end}}{{/isOver}}", "isOver end", "end"),
    ("{{#isOver}}{{end}}{{/isOver}}", "isOver end", ""),
    ("{{#die}}{{words}}{{/die}}", "die words", "six"), ("{{die.value}}", "die value", "6"),
    ("{{#players}}{{name}}{{end}}{{/players}}", "players name end", "Annend"),
    ("{{#players}}{{score}}{{last.name}}{{/players}}", "players score last", "10Ann"),
    ("{{#players.any}}any{{/players.any}}", "players", "any"),
    ("{{^players}}none{{/players}}", "players", ""),
    ("{{#lines}}{{number}}{{title}}{{/lines}}", "title lines number", "1Pig"),
    ("{{#missing}}{{title}}{{/missing}}{{#title}}{{.}}{{/title}}", "title", "Pig"),
    ("{{#dice}}{{>p}}{{/dice}}", "dice value", "6"),
    ("{{<q}}{{$b}}{{title}}{{/b}}{{/q}}", "title lines", "Pig"),
    ("{{>*part}}", "lines part end", ""),
  ])
  func `what a template can't read is not worked out`(
    template: String, fields: String, text: String
  ) throws {
    let partials = ["p": "{{value}}", "q": "{{#lines}}{{$b}}{{end}}{{/b}}{{/lines}}"]
    #expect(try read(template, partials, text: text) == fields)
  }

  @Test func `a type that two fields show is read whole where either reads it`() throws {
    #expect(
      try read("{{#die}}{{words}}{{/die}}{{#dice}}{{value}}{{/dice}}", text: "six6")
        == "die value words dice value words")
  }

  @Test func `a lambda may ask for every field`() throws {
    let templates = try compile("{{#bold}}{{/bold}}")
    let log = Log()
    var bytes: [UInt8] = []
    let site = Site(log: log, lambda: Lambda { _ in "{{title}} {{#players}}{{name}}{{/players}}" })
    try templates.render("main", [site, Page(log: log)], into: &bytes)
    #expect(bytes == Array("Pig Ann".utf8))
    #expect(log.names.count == 18)
  }

  @Test func `each template of a page reads its own fields`() throws {
    let templates = try compile("{{title}}", partials: ["other": "{{end}}{{die.value}}"])
    var renderer = templates.makeRenderer()
    let log = Log()
    for name in ["main", "other", "main", "other"] {
      try renderer.push([Page(log: log)], for: name)
      try renderer.render(name)
      renderer.removeAll()
    }
    #expect(log.names == ["title", "die", "value", "end", "title", "die", "value", "end"])
    // Values for any template are read whole.
    renderer.push(Page(log: log))
    try renderer.render("main")
    #expect(log.names.contains("words"))
    #expect(renderer.withOutput { String(decoding: $0, as: UTF8.self) } == "Pig")
  }
}
