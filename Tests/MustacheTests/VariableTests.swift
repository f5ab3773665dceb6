import Testing

@testable import Mustache

@Suite struct VariableTests {
  @Test(arguments: [
    Case("no tags { here }", "{}", "no tags { here }"),
    Case("", "{}", ""),
    Case("You rolled {{total}}.", #"{"total": 7}"#, "You rolled 7."),
    Case("{{a}}{{b}}", #"{"a": "x", "b": "y"}"#, "xy"),
    Case("{{ padded }}|{{\tpadded\n}}", #"{"padded": 1}"#, "1|1"),
    Case("  {{alone}}\n", #"{"alone": "x"}"#, "  x\n"),
    Case("[{{absent}}][{{nothing}}]", #"{"nothing": null}"#, "[][]"),
    Case("{{won}} {{lost}}", #"{"won": true, "lost": false}"#, "true false"),
    Case("[{{list}}{{object}}]", #"{"list": [1], "object": {"a": 1}}"#, "[]"),
    Case("{{text}}", #"{"text": "{{not}} a tag"}"#, "{{not}} a tag"),
    Case("{{ä}}{{日本}}", #"{"ä": "é", "日本": "🎲"}"#, "é🎲"),
  ])
  func `a tag shows the value of its name`(_ example: Case) throws { try example.check() }

  @Test(arguments: [
    Case("{{n}}", #"{"n": 1.10}"#, "1.10"),
    Case("{{n}}", #"{"n": -0.5e+3}"#, "-0.5e+3"),
    Case("{{n}}", #"{"n": 123456789012345678901234567890}"#, "123456789012345678901234567890"),
    Case("{{n}}", #"{"n": 0}"#, "0"),
  ])
  func `a number from data appears as written`(_ example: Case) throws { try example.check() }

  @Test(arguments: [
    Case(
      "{{t}}", #"{"t": "<b title=\"x\">Tom & 'Jo'</b>"}"#,
      "&lt;b title=&quot;x&quot;&gt;Tom &amp; &#39;Jo&#39;&lt;/b&gt;"),
    Case("{{t}}", #"{"t": "&amp;"}"#, "&amp;amp;"),
    Case("{{{t}}}{{{ t }}}", #"{"t": "<&>"}"#, "<&><&>"),
    Case("{{&t}}{{& t }}", #"{"t": "\"'"}"#, #""'"'"#),
    Case("<{{t}}>", #"{"t": "plain"}"#, "<plain>"),
  ])
  func `a value is escaped unless the tag says otherwise`(_ example: Case) throws {
    try example.check()
  }

  @Test(arguments: [
    Case("{{a.b}}", #"{"a": {"b": "deep"}}"#, "deep"),
    Case("{{a.b.c.d}}", #"{"a": {"b": {"c": {"d": 4}}}}"#, "4"),
    Case("[{{a.b.c}}]", #"{"a": {"b": {}}, "b": {"c": 1}, "c": 1}"#, "[]"),
    Case("[{{a.b}}]", #"{"a.b": "one key"}"#, "[]"),
    Case("[{{a.b}}]", #"{"a": "text"}"#, "[]"),
    Case("{{#a}}[{{b.c}}]{{/a}}", #"{"a": {"b": {}}, "b": {"c": "hidden"}}"#, "[]"),
    Case("{{{a.b}}}{{&a.b}}", #"{"a": {"b": "<"}}"#, "<<"),
  ])
  func `dots lead into objects, and only the first part is searched for`(_ example: Case) throws {
    try example.check()
  }

  @Test(arguments: [
    Case("{{.}}", #""just <text>""#, "just &lt;text&gt;"),
    Case("{{{.}}}", #""<>""#, "<>"),
    Case("{{.}}", "12.50", "12.50"),
    Case("[{{.}}]", "null", "[]"),
    Case("[{{.}}{{name}}]", "[1, 2]", "[]"),
  ])
  func `a dot shows the data itself`(_ example: Case) throws { try example.check() }

  @Test func `if an object has a name twice, the last one counts`() throws {
    let data = Value.object([
      .init(name: "a", value: .string("first")), .init(name: "b", value: .string("b")),
      .init(name: "a", value: .string("last")),
    ])
    var bytes: [UInt8] = []
    try compile("{{a}} {{b}}").render("main", data, into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "last b")
  }

  @Test func `escaping finds its characters at every place of every length`() throws {
    for length in 0..<50 {
      for place in 0..<max(length, 1) {
        for (character, entity) in [
          ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;"),
        ] {
          guard length > 0 else { continue }
          let before = String(repeating: "=", count: place)
          let after = String(repeating: "é", count: length - place - 1)
          let value = Value.string(before + character + after + character)
          var bytes: [UInt8] = []
          try VariableTests.dot.render("main", value, into: &bytes)
          #expect(String(decoding: bytes, as: UTF8.self) == before + entity + after + entity)
        }
      }
    }
  }

  private static let dot: Templates = {
    do { return try compile("{{.}}") } catch { preconditionFailure("\(error)") }
  }()

  @Test func `bytes one bit away from the five characters are left alone`() throws {
    let neighbours = String(decoding: UInt8(1)..<128, as: UTF8.self).filter {
      !"&<>\"'".contains($0)
    }
    var bytes: [UInt8] = []
    try compile("{{.}}").render("main", .string(neighbours + "ÿ¢¦§¼¾"), into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == neighbours + "ÿ¢¦§¼¾")
  }
}
