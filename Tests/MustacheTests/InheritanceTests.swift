import Testing

@testable import Mustache

@Suite struct InheritanceTests {
  @Test(arguments: [
    Case("<{{$mood}}calm{{/mood}}>", "<calm>"),
    Case("<{{$mood}}{{/mood}}>", "<>"),
    Case(
      "{{$mood}}{{who}} is {{#glad}}glad{{/glad}}{{/mood}}", #"{"who": "Ada", "glad": true}"#,
      "Ada is glad"),
    Case("{{$a}}1{{$b}}2{{$c}}3{{/c}}{{/b}}{{/a}}", "123"),
    Case("{{$ a }}x{{/ a }}", "x"),
    Case("{{$a.b}}x{{/a.b}}", "x"),
    Case("{{$*a}}x{{/*a}}", "x"),
    Case("{{$mood}}text{{/mood}} {{mood}}", #"{"mood": "data"}"#, "text data"),
    Case("{{#l}}{{$item}}({{.}}){{/item}}{{/l}}", #"{"l": [1, 2]}"#, "(1)(2)"),
  ])
  func `a block shows its own content if nothing fills it`(_ example: Case) throws {
    try example.check()
  }

  @Test(arguments: [
    Case("{{<card}}{{/card}}", "[plain]"),
    Case("{{<card}}{{$face}}ace{{/face}}{{/card}}", "[ace]"),
    Case("{{<card}}{{$face}}{{/face}}{{/card}}", "[]"),
    Case("{{<suits}}{{$suit}}♠{{/suit}}{{/suits}}", "ace of ♠, ♠"),
    Case(
      "{{<card}}{{$face}}a{{/face}}{{/card}}{{<card}}{{$face}}b{{/face}}{{/card}}{{>card}}",
      "[a][b][plain]"),
    Case("{{<card}}one {{$face}}ace{{/face}} two {{absent}}{{! three }}{{/card}}", "[ace]"),
    Case(
      "{{<card}}{{#yes}}{{$face}}dead{{/face}}{{/yes}}{{/card}}", #"{"yes": true}"#, "[plain]"),
    Case("[{{<absent}}{{$face}}ace{{/face}}{{/absent}}]", "[]"),
    Case("{{< parts/card }}{{$face}}ace{{/face}}{{/ parts/card }}", "ace"),
    Case("{{=<% %>=}}<%<x%><%$face%>{{x}}<%x%><%/face%><%/x%>", #"{"x": 7}"#, "7{{x}}7"),
    Case("{{<card}}{{$face}}{{=| |=}}|x||/face||/card||x|", #"{"x": 7}"#, "[7]7"),
  ])
  func `a parent shows its template with filled blocks`(_ example: Case) throws {
    try example.check(with: [
      "card": "[{{$face}}plain{{/face}}]", "parts/card": "{{$face}}{{/face}}",
      "suits": "{{$face}}ace{{/face}} of {{$suit}}♥{{/suit}}, {{$suit}}♦{{/suit}}",
      "x": "{{x}}{{$face}}{{/face}}",
    ])
  }

  @Test(arguments: [
    Case("{{<a}}{{$x}}main{{/x}}{{/a}}", "main a2 b3"),
    Case("{{<calls}}{{$x}}main{{/x}}{{/calls}}", "main b2 b3"),
    Case("{{<nests}}{{$y}}main{{/y}}{{/nests}}", "(main)"),
    Case("{{<holds}}{{$x}}main{{/x}}{{$y}}lost{{/y}}{{/holds}}", "main"),
    Case("{{<holds}}{{$y}}main{{/y}}{{/holds}}", "[main]"),
    Case("{{<c}}{{$x}}{{<d}}{{$x}}inner{{/x}}{{/d}}{{/x}}{{/c}}", "c(d(inner))"),
  ])
  func `the outermost filling wins`(_ example: Case) throws {
    try example.check(with: [
      "a": "{{<b}}{{$x}}a{{/x}}{{$y}}a2{{/y}}{{/b}}", "calls": "{{>b}}",
      "b": "{{$x}}b{{/x}} {{$y}}b2{{/y}} {{$z}}b3{{/z}}",
      "nests": "{{<e}}{{$x}}({{$y}}a{{/y}}){{/x}}{{/e}}", "e": "{{$x}}e{{/x}}",
      "holds": "{{$x}}[{{$y}}a{{/y}}]{{/x}}", "c": "c({{$x}}{{/x}})", "d": "d({{$x}}{{/x}})",
    ])
  }

  /// A block inside a filling belongs to the template in which the filling is written, even if the
  /// parent has one with the same name.
  @Test(arguments: [
    Case(
      "{{<a}}{{$x}}<{{$title}}main{{/title}}>{{/x}}{{$title}}given{{/title}}{{/a}}",
      "given <main>"),
    Case("{{<page}}{{$title}}T{{/title}}{{/page}}", "T|<T>"),
    Case("{{>page}}", "layout|<page>"),
  ])
  func `a block in a filling belongs to the template that has it`(_ example: Case) throws {
    try example.check(with: [
      "a": "{{$title}}a{{/title}} {{$x}}{{/x}}",
      "page": "{{<layout}}{{$body}}<{{$title}}page{{/title}}>{{/body}}{{/layout}}",
      "layout": "{{$title}}layout{{/title}}|{{$body}}{{/body}}",
    ])
  }

  @Test(arguments: [
    Case("{{<inside}}{{$x}}{{n}}{{/x}}{{/inside}}", #"{"n": 1, "in": {"n": 2}}"#, "2"),
    Case("{{<each}}{{$x}}{{.}},{{/x}}{{/each}}", #"{"l": [1, 2, 3]}"#, "1,2,3,"),
    Case("{{<none}}{{$x}}none{{/x}}{{/none}}", "none"),
    Case(
      "{{#l}}{{<a}}{{$x}}{{n}}{{/x}}{{/a}}{{/l}}", #"{"l": [{"n": 1}, {"n": 2}]}"#, "<1><2>"),
    Case("{{<a}}{{$x}}{{#l}}{{>p}}{{/l}}{{/x}}{{/a}}", #"{"l": [1, 2]}"#, "<(1)(2)>"),
  ])
  func `a filling sees the data of the place where it is shown`(_ example: Case) throws {
    try example.check(with: [
      "inside": "{{#in}}{{$x}}{{/x}}{{/in}}", "each": "{{#l}}{{$x}}{{/x}}{{/l}}",
      "none": "{{^l}}{{$x}}{{/x}}{{/l}}", "a": "<{{$x}}{{/x}}>", "p": "({{.}})",
    ])
  }

  @Test(arguments: [
    ("{{>tree}}", "*1(*2(*3())*4())"),
    ("{{<tree}}{{$leaf}}deep{{/leaf}}{{/tree}}", "*1(*2(*3())*4())"),
  ])
  func `templates may inherit from themselves until the data end`(
    call: String, text: String
  ) throws {
    try Case(
      "{{<tree}}{{$leaf}}*{{n}}{{/leaf}}{{/tree}}",
      #"{"n": 1, "sub": [{"n": 2, "sub": [{"n": 3, "sub": []}]}, {"n": 4, "sub": []}]}"#, text,
      partials: ["tree": "{{$leaf}}-{{/leaf}}({{#sub}}\(call){{/sub}})"]
    ).check()
  }
}
