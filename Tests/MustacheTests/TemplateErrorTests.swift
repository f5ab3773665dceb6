import Testing

@testable import Mustache

@Suite struct TemplateErrorTests {
  @Test(arguments: [
    ("a {{b", "1:3: found a tag that is never closed, expected }}"),
    ("{{", "1:1: found a tag that is never closed, expected }}"),
    ("x\n{{{b}}", "2:1: found a tag that is never closed, expected }}}"),
    ("{{! never", "1:1: found a tag that is never closed, expected }}"),
    ("{{b} and {{c}}", "1:1: found {{ inside a tag, expected }}"),
    ("é日🎲{{}}", "1:4: found a tag without a name, expected a name"),
    ("{{# }}", "1:1: found a tag without a name, expected a name"),
    ("{{{ }}}", "1:1: found a tag without a name, expected a name"),
    ("{{a}}\r\n {{>}}", "2:2: found a tag without a name, expected a name"),
    ("{{a..b}}", "1:1: found \"a..b\", expected a name on both sides of each dot"),
    ("{{#.a}}{{/.a}}", "1:1: found \".a\", expected a name on both sides of each dot"),
    (
      "\n\n  {{#rolls}}\n x",
      "3:3: found the section \"rolls\", which is never closed, expected {{/rolls}}"
    ),
    (
      "{{^a}}{{#b}}{{/b}}",
      "1:1: found the section \"a\", which is never closed, expected {{/a}}"
    ),
    ("{{#a}}\n{{#b}}\n{{/a}}", "3:1: found {{/a}}, expected {{/b}} for the section of line 2"),
    ("x{{/a}}", "1:2: found {{/a}}, expected no closing tag, as no section is open"),
    (
      "{{=<% %>=}}<%#a%>",
      "1:12: found the section \"a\", which is never closed, expected <%/a%>"
    ),
    ("{{=<% %>}}", "1:1: found a tag that is never closed, expected =}}"),
    ("{{$a}}", "1:1: found the block \"a\", which is never closed, expected {{/a}}"),
    ("{{<p}}", "1:1: found the parent \"p\", which is never closed, expected {{/p}}"),
    ("{{<*p}}", "1:1: found the parent \"*p\", which is never closed, expected {{/*p}}"),
    ("{{<p}}\n{{/q}}", "2:1: found {{/q}}, expected {{/p}} for the parent of line 1"),
    ("{{<p}}{{$a}}\n{{/p}}", "2:1: found {{/p}}, expected {{/a}} for the block of line 1"),
    ("{{$a}}{{#b}}{{/a}}{{/b}}", "1:13: found {{/a}}, expected {{/b}} for the section of line 1"),
    ("{{#b}}{{$a}}{{/b}}{{/a}}", "1:13: found {{/b}}, expected {{/a}} for the block of line 1"),
    ("{{<*p}}{{/p}}", "1:8: found {{/p}}, expected {{/*p}} for the parent of line 1"),
    ("{{$}}", "1:1: found a tag without a name, expected a name"),
    ("{{< }}", "1:1: found a tag without a name, expected a name"),
    ("{{>*}}", "1:1: found a tag without a name, expected a name"),
    ("{{>*a..b}}", "1:1: found \"*a..b\", expected a name on both sides of each dot"),
    (
      "{{<p}}\n{{$a}}1{{/a}} {{$a}}2{{/a}}{{/p}}",
      "2:15: found a second block \"a\", expected only one block of each name in a parent"
    ),
    (
      "{{<absent}}{{/absent}}",
      "1:1: found the partial \"absent\", expected the name of an existing template"
    ),
    (
      "a\n  {{> parts/haed }}",
      "2:3: found the partial \"parts/haed\", expected the name of an existing template"
    ),
  ])
  func `a mistake is reported with its place`(template: String, message: String) throws {
    let error = try #require(throws: TemplateError.self) {
      try compile(template, partials: ["p": ""])
    }
    #expect(error.description == "main.mustache:\(message)")
  }

  @Test(arguments: [("{{=<%=}}", "<%"), ("{{= a b c =}}", "a b c"), ("{{==a b==}}", "=a b=")])
  func `two delimiters are wanted`(template: String, delimiters: String) throws {
    let error = try #require(throws: TemplateError.self) { try compile(template) }
    #expect(
      error.description == "main.mustache:1:1: found the delimiters \(delimiters), expected "
        + "two delimiters of at most 16 bytes, separated by a blank, without =")
  }

  @Test func `names may have 255 bytes, but no more`() throws {
    let name = String(repeating: "n", count: 255)
    #expect(try render("{{\(name)}}", #"{"\#(name)": 1}"#) == "1")
    let error = try #require(throws: TemplateError.self) { try compile("{{\(name)n}}") }
    #expect(error.found == "a name of 256 bytes")
  }

  @Test func `sections may nest 256 deep, but not a hundred thousand`() throws {
    let fine = String(repeating: "{{#a}}", count: 256) + String(repeating: "{{/a}}", count: 256)
    _ = try compile(fine)
    let deep = String(repeating: "{{#a}}", count: 100_000)
    let error = try #require(throws: TemplateError.self) { try compile(deep) }
    #expect(error.location.column == 256 * 6 + 1)
    #expect(error.found == "a section inside 256 others")
  }

  @Test func `two templates with the same name are a mistake`() throws {
    let error = try #require(throws: TemplateError.self) {
      try Templates(sources: [source("a", ""), source("a", "")])
    }
    #expect(error.found == "another template \"a\"")
  }

  @Test func `a huge template is searched for a tag's end only once`() throws {
    // A line of 2 MB with half a million tags: quadratic work would take hours.
    let template = String(repeating: "{{", count: 3) + String(repeating: "x", count: 1 << 20)
    _ = try #require(throws: TemplateError.self) { try compile(template) }
    _ = try compile(String(repeating: "{{a}}", count: 100_000))
    _ = try compile(String(repeating: " {{#a}} {{/a}}", count: 50_000))
  }
}
