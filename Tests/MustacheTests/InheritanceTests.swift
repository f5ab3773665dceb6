import Testing

@testable import Mustache

@Suite struct InheritanceTests {
  @Test(arguments: [
    Case("<{{$mood}}calm{{/mood}}>", "{}", "<calm>"),
    Case("<{{$mood}}{{/mood}}>", "{}", "<>"),
    Case(
      "{{$mood}}{{who}} is {{#glad}}glad{{/glad}}{{/mood}}", #"{"who": "Ada", "glad": true}"#,
      "Ada is glad"),
    Case("{{$a}}1{{$b}}2{{$c}}3{{/c}}{{/b}}{{/a}}", "{}", "123"),
    Case("{{$ a }}x{{/ a }}", "{}", "x"),
    Case("{{$a.b}}x{{/a.b}}", "{}", "x"),
    Case("{{$*a}}x{{/*a}}", "{}", "x"),
    Case("{{$mood}}text{{/mood}} {{mood}}", #"{"mood": "data"}"#, "text data"),
    Case("{{#l}}{{$item}}({{.}}){{/item}}{{/l}}", #"{"l": [1, 2]}"#, "(1)(2)"),
  ])
  func `a block shows its own content if nothing fills it`(_ example: Case) throws {
    try example.check()
  }

  @Test(arguments: [
    Case("{{<card}}{{/card}}", "{}", "[plain]", partials: ["card": "[{{$face}}plain{{/face}}]"]),
    Case(
      "{{<card}}{{$face}}ace{{/face}}{{/card}}", "{}", "[ace]",
      partials: ["card": "[{{$face}}plain{{/face}}]"]),
    Case(
      "{{<card}}{{$face}}{{/face}}{{/card}}", "{}", "[]",
      partials: ["card": "[{{$face}}plain{{/face}}]"]),
    Case(
      "{{<card}}{{$suit}}♠{{/suit}}{{/card}}", "{}", "ace of ♠, ♠",
      partials: ["card": "{{$face}}ace{{/face}} of {{$suit}}♥{{/suit}}, {{$suit}}♦{{/suit}}"]),
    Case(
      "{{<card}}{{$face}}a{{/face}}{{/card}}{{<card}}{{$face}}b{{/face}}{{/card}}{{>card}}", "{}",
      "(a)(b)(?)", partials: ["card": "({{$face}}?{{/face}})"]),
    Case(
      "{{<card}}one {{$face}}ace{{/face}} two {{absent}}{{! three }}{{/card}}", "{}", "[ace]",
      partials: ["card": "[{{$face}}{{/face}}]"]),
    Case(
      "{{<card}}{{#yes}}{{$face}}dead{{/face}}{{/yes}}{{/card}}", #"{"yes": true}"#, "[plain]",
      partials: ["card": "[{{$face}}plain{{/face}}]"]),
    Case("[{{<absent}}{{$face}}ace{{/face}}{{/absent}}]", "{}", "[]"),
    Case(
      "{{< parts/card }}{{$face}}ace{{/face}}{{/ parts/card }}", "{}", "ace",
      partials: ["parts/card": "{{$face}}{{/face}}"]),
    Case(
      "{{=<% %>=}}<%<card%><%$face%>{{x}}<%x%><%/face%><%/card%>", #"{"x": 7}"#, "7{{x}}7",
      partials: ["card": "{{x}}{{$face}}{{/face}}"]),
    Case(
      "{{<card}}{{$face}}{{=| |=}}|x||/face||/card||x|", #"{"x": 7}"#, "<7>7",
      partials: ["card": "<{{$face}}{{/face}}>"]),
  ])
  func `a parent shows its template with filled blocks`(_ example: Case) throws {
    try example.check()
  }

  @Test(arguments: [
    Case(
      "{{<a}}{{$x}}main{{/x}}{{/a}}", "{}", "main",
      partials: ["a": "{{<b}}{{$x}}a{{/x}}{{/b}}", "b": "{{$x}}b{{/x}}"]),
    Case(
      "{{<a}}{{$x}}main{{/x}}{{/a}}", "{}", "main a2 b3",
      partials: [
        "a": "{{<b}}{{$x}}a{{/x}}{{$y}}a2{{/y}}{{/b}}",
        "b": "{{$x}}b{{/x}} {{$y}}b2{{/y}} {{$z}}b3{{/z}}",
      ]),
    Case(
      "{{<a}}{{$x}}main{{/x}}{{/a}}", "{}", "<main>",
      partials: ["a": "{{>b}}", "b": "<{{$x}}b{{/x}}>"]),
    Case(
      "{{<a}}{{$y}}main{{/y}}{{/a}}", "{}", "(main)",
      partials: ["a": "{{<b}}{{$x}}({{$y}}a{{/y}}){{/x}}{{/b}}", "b": "{{$x}}b{{/x}}"]),
    Case(
      "{{<a}}{{$x}}main{{/x}}{{$y}}lost{{/y}}{{/a}}", "{}", "main",
      partials: ["a": "{{$x}}[{{$y}}a{{/y}}]{{/x}}"]),
    Case(
      "{{<a}}{{$y}}main{{/y}}{{/a}}", "{}", "[main]",
      partials: ["a": "{{$x}}[{{$y}}a{{/y}}]{{/x}}"]),
    Case(
      "{{<a}}{{$x}}{{<c}}{{$x}}inner{{/x}}{{/c}}{{/x}}{{/a}}", "{}", "a(c(inner))",
      partials: ["a": "a({{$x}}{{/x}})", "c": "c({{$x}}{{/x}})"]),
  ])
  func `the outermost filling wins`(_ example: Case) throws { try example.check() }

  /// A block inside a filling belongs to the template in which the filling is written, even if the
  /// parent has one with the same name.
  @Test(arguments: [
    Case(
      "{{<a}}{{$x}}<{{$title}}main{{/title}}>{{/x}}{{$title}}given{{/title}}{{/a}}", "{}",
      "given <main>", partials: ["a": "{{$title}}a{{/title}} {{$x}}{{/x}}"]),
    Case(
      "{{<page}}{{$title}}T{{/title}}{{/page}}", "{}", "T|<T>",
      partials: [
        "page": "{{<layout}}{{$body}}<{{$title}}page{{/title}}>{{/body}}{{/layout}}",
        "layout": "{{$title}}layout{{/title}}|{{$body}}{{/body}}",
      ]),
    Case(
      "{{>page}}", "{}", "layout|<page>",
      partials: [
        "page": "{{<layout}}{{$body}}<{{$title}}page{{/title}}>{{/body}}{{/layout}}",
        "layout": "{{$title}}layout{{/title}}|{{$body}}{{/body}}",
      ]),
  ])
  func `a block in a filling belongs to the template that has it`(_ example: Case) throws {
    try example.check()
  }

  @Test(arguments: [
    Case(
      "{{<a}}{{$x}}{{n}}{{/x}}{{/a}}", #"{"n": 1, "in": {"n": 2}}"#, "2",
      partials: ["a": "{{#in}}{{$x}}{{/x}}{{/in}}"]),
    Case(
      "{{<a}}{{$x}}{{.}},{{/x}}{{/a}}", #"{"l": [1, 2, 3]}"#, "1,2,3,",
      partials: ["a": "{{#l}}{{$x}}{{/x}}{{/l}}"]),
    Case(
      "{{<a}}{{$x}}none{{/x}}{{/a}}", "{}", "none", partials: ["a": "{{^l}}{{$x}}{{/x}}{{/l}}"]),
    Case(
      "{{#l}}{{<a}}{{$x}}{{n}}{{/x}}{{/a}}{{/l}}", #"{"l": [{"n": 1}, {"n": 2}]}"#, "<1><2>",
      partials: ["a": "<{{$x}}{{/x}}>"]),
    Case(
      "{{<a}}{{$x}}{{#l}}{{>p}}{{/l}}{{/x}}{{/a}}", #"{"l": [1, 2]}"#, "<(1)(2)>",
      partials: ["a": "<{{$x}}{{/x}}>", "p": "({{.}})"]),
  ])
  func `a filling sees the data of the place where it is shown`(_ example: Case) throws {
    try example.check()
  }

  @Test(arguments: [
    Case(
      "{{<tree}}{{$leaf}}*{{n}}{{/leaf}}{{/tree}}",
      #"{"n": 1, "sub": [{"n": 2, "sub": [{"n": 3, "sub": []}]}, {"n": 4, "sub": []}]}"#,
      "*1(*2(*3())*4())",
      partials: ["tree": "{{$leaf}}-{{/leaf}}({{#sub}}{{>tree}}{{/sub}})"]),
    Case(
      "{{<tree}}{{$leaf}}*{{n}}{{/leaf}}{{/tree}}",
      #"{"n": 1, "sub": [{"n": 2, "sub": [{"n": 3, "sub": []}]}]}"#, "*1(*2(*3()))",
      partials: [
        "tree": "{{$leaf}}-{{/leaf}}({{#sub}}{{<tree}}{{$leaf}}deep{{/leaf}}{{/tree}}{{/sub}})"
      ]),
  ])
  func `templates may inherit from themselves until the data end`(_ example: Case) throws {
    try example.check()
  }

  @Test func `two blocks with the same name in a parent are a mistake`() throws {
    let error = try #require(throws: TemplateError.self) {
      try compile("{{<p}}\n{{$a}}1{{/a}} {{$a}}2{{/a}}{{/p}}", partials: ["p": ""])
    }
    #expect(
      error.description
        == "main.mustache:2:15: found a second block \"a\""
        + ", expected only one block of each name in a parent"
    )
  }

  @Test(arguments: [
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
    (
      "{{<absent}}{{/absent}}",
      "1:1: found the partial \"absent\", expected the name of an existing template"
    ),
  ])
  func `a mistake is reported with its place`(template: String, message: String) throws {
    let error = try #require(throws: TemplateError.self) {
      try compile(template, partials: ["p": ""])
    }
    #expect(error.description == "main.mustache:\(message)")
  }
}
