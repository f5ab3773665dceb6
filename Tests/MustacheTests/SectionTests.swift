import Testing

@testable import Mustache

@Suite struct SectionTests {
  @Test(arguments: [
    Case("{{#won}}yes{{/won}}", #"{"won": true}"#, "yes"),
    Case("[{{#won}}yes{{/won}}]", #"{"won": false}"#, "[]"),
    Case("{{#text}}<{{.}}>{{/text}}", #"{"text": "x"}"#, "<x>"),
    Case("{{# a }}{{#b}}both{{/b}}{{/ a }}", #"{"a": true, "b": true}"#, "both"),
  ])
  func `the content shows if the value is true`(_ example: Case) throws { try example.check() }

  @Test(arguments: [
    Case("{{#rolls}}{{total}},{{/rolls}}", #"{"rolls": [{"total": 7}, {"total": 11}]}"#, "7,11,"),
    Case("{{#list}}({{.}}){{/list}}", #"{"list": [1, "<", 2.50, true]}"#, "(1)(&lt;)(2.50)(true)"),
    Case("{{#a}}{{#.}}{{.}}{{/.}};{{/a}}", #"{"a": [[1, 2], [], [3]]}"#, "12;;3;"),
    Case("{{#.}}{{x}}{{/.}}", #"[{"x": 1}, {"x": 2}]"#, "12"),
    Case("{{#a.b}}{{.}}{{/a.b}}", #"{"a": {"b": [1, 2]}}"#, "12"),
    Case(
      "{{#a}}{{#b}}{{n}}{{m}} {{/b}}{{/a}}",
      #"{"m": 9, "a": [{"n": 1, "b": [{}, {"n": 2}]}, {"n": 3, "b": [{"m": 4}]}]}"#, "19 29 34 "),
    Case("{{#a}}{{/a}}|", #"{"a": [1, 2, 3]}"#, "|"),
    Case(
      "{{#list}}{{#isLast}}{{.}}{{/isLast}}{{n}}{{/list}}",
      #"{"list": [{"n": 1}, {"n": 2, "isLast": true}, 3]}"#, "1true2"),
  ])
  func `a section repeats for each item of a list`(_ example: Case) throws { try example.check() }

  @Test(arguments: [
    Case("{{#o}}{{a}}{{b}}{{/o}}", #"{"a": "outer", "b": "B", "o": {"a": "inner"}}"#, "innerB"),
    Case("{{#o}}{{a}}{{/o}}{{a}}", #"{"a": 1, "o": {"a": 2}}"#, "21"),
    Case("{{#s}}{{a}}{{/s}}", #"{"a": 1, "s": "text"}"#, "1"),
  ])
  func `names are looked up from the inside out`(_ example: Case) throws { try example.check() }

  @Test(arguments: [
    Case("a\n{{#t}}\nb\n{{/t}}\nc\n", #"{"t": true}"#, "a\nb\nc\n"),
    Case("a\r\n{{#t}}\r\nb\r\n{{/t}}\r\nc", #"{"t": true}"#, "a\r\nb\r\nc"),
    Case("a\n  {{#t}}\t\nb\n\t{{/t}} \nc\n", #"{"t": true}"#, "a\nb\nc\n"),
    Case("{{#t}}\nb\n{{/t}}", #"{"t": true}"#, "b\n"),
    Case("  {{#t}}\nb{{/t}}\n", #"{"t": true}"#, "b\n"),
    Case(" {{#t}}b{{/t}} \n", #"{"t": true}"#, " b \n"),
    Case("{{#t}} {{/t}}\n", #"{"t": true}"#, " \n"),
    Case("{{#t}}{{/t}}\nx", #"{"t": true}"#, "\nx"),
    Case("a\r{{#t}}\rb{{/t}}", #"{"t": true}"#, "a\r\rb"),
    Case("{{#l}}\n{{.}}\n{{/l}}\n", #"{"l": [1, 2]}"#, "1\n2\n"),
    Case("{{#l}}\n\n{{/l}}\n", #"{"l": [1, 2]}"#, "\n\n"),
  ])
  func `a tag alone on a line takes the line with it`(_ example: Case) throws {
    try example.check()
  }

  @Test(arguments: [
    Case("{{^won}}no{{/won}}", #"{"won": false}"#, "no"),
    Case("{{^a.b}}none{{/a.b}}", #"{"a": {}}"#, "none"),
    Case("{{^x}}{{a}}{{^y}}{{b}}{{/y}}{{/x}}", #"{"a": 1, "b": 2}"#, "12"),
    Case("{{#l}}{{^odd}}{{n}}{{/odd}}{{/l}}", #"{"l": [{"n": 1, "odd": true}, {"n": 2}]}"#, "2"),
    Case("a\n{{^x}}\nb\n{{/x}}\nc", "{}", "a\nb\nc"),
    Case("{{^x}}1{{/x}}{{#x}}2{{/x}}3", #"{"x": true}"#, "23"),
  ])
  func `an inverted section shows if the value is not true`(_ example: Case) throws {
    try example.check()
  }
}
