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
    Case("{{won}} {{lost}}", #"{"won": true, "lost": false}"#, "true false"),
    Case("[{{list}}{{object}}]", #"{"list": [1], "object": {"a": 1}}"#, "[]"),
    Case("{{text}}", #"{"text": "{{not}} a tag"}"#, "{{not}} a tag"),
    Case("{{ä}}{{日本}}", #"{"ä": "é", "日本": "🎲"}"#, "é🎲"),
  ])
  func `a tag shows the value of its name`(_ example: Case) throws { try example.check() }

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
    #expect(try render("{{a}} {{b}}", with: ["a": "first", "b": "b", "a": "last"]) == "last b")
  }

  @Test func `escaping finds its characters at every place of every length`() throws {
    let dot = try compile("{{.}}")
    for length in 1..<50 {
      for place in 0..<length {
        for (character, entity) in [
          ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;"),
        ] {
          let before = String(repeating: "=", count: place)
          let after = String(repeating: "é", count: length - place - 1)
          var bytes: [UInt8] = []
          try dot.render("main", .string(before + character + after + character), into: &bytes)
          #expect(String(decoding: bytes, as: UTF8.self) == before + entity + after + entity)
        }
      }
    }
  }

  @Test func `bytes one bit away from the five characters are left alone`() throws {
    let neighbours = String(decoding: UInt8(1)..<128, as: UTF8.self).filter {
      !"&<>\"'".contains($0)
    }
    let text = neighbours + "ÿ¢¦§¼¾"
    #expect(try render("{{.}}", with: .string(text)) == text)
  }
}
