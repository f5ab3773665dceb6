import Testing

@testable import Mustache

@Suite struct DynamicNameTests {
  private static let shapes = [
    "circle": "({{r}})", "square": "[{{a}}]", "7": "seven", "true": "yes",
  ]

  @Test(arguments: [
    Case("{{>*kind}}", #"{"kind": "circle", "r": 2}"#, "(2)"),
    Case("{{> * kind }}", #"{"kind": "circle", "r": 2}"#, "(2)"),
    Case(
      "{{#all}}{{>*kind}}{{/all}}",
      #"{"all": [{"kind": "circle", "r": 1}, {"kind": "square", "a": 2}, {"kind": "circle", "r": 3}]}"#,
      "(1)[2](3)"),
    Case("{{>*a.b.kind}}", #"{"a": {"b": {"kind": "square"}}, "a.b.kind": "circle"}"#, "[]"),
    Case("{{#l}}{{>*.}}{{/l}}", #"{"l": ["circle", "square"], "r": 1, "a": 2}"#, "(1)[2]"),
    Case("{{>*n}}", #"{"n": 7}"#, "seven"),
    Case("{{>*n}}", #"{"n": true}"#, "yes"),
    Case("{{=<% %>=}}<%>*kind%>", #"{"kind": "circle", "r": 2}"#, "(2)"),
  ])
  func `a value names the partial`(_ example: Case) throws { try example.check(with: Self.shapes) }

  @Test(arguments: [
    Case("[{{>*kind}}]", "{}", "[]"),
    Case("[{{>*kind}}]", #"{"kind": null}"#, "[]"),
    Case("[{{>*kind}}]", #"{"kind": ""}"#, "[]"),
    Case("[{{>*kind}}]", #"{"kind": "hexagon"}"#, "[]"),
    Case("[{{>*kind}}]", #"{"kind": "circle "}"#, "[]"),
    Case("[{{>*kind}}]", #"{"kind": ["circle"]}"#, "[]"),
    Case("[{{>*kind}}]", #"{"kind": {"circle": "circle"}}"#, "[]"),
    Case("[{{>*kind.name}}]", #"{"kind": "circle"}"#, "[]"),
    Case("[{{>**kind}}]", #"{"kind": "other", "other": "circle"}"#, "[]"),
    Case("[{{>*kind}}]", #"{"kind": "*other", "other": "circle"}"#, "[]"),
    Case("[{{<*kind}}{{$x}}1{{/x}}{{/*kind}}]", #"{"kind": "hexagon"}"#, "[]"),
  ])
  func `if no template has the name, nothing shows`(_ example: Case) throws {
    try example.check(with: Self.shapes)
  }

  @Test func `a missing name is not a template's mistake`() throws {
    #expect(try render("[{{>*kind}}]", with: ["kind": "absent"]) == "[]")
  }

  @Test(arguments: [
    Case("a\n  {{>*t}}\nb\n", #"{"t": "p"}"#, "a\n  1\n  2\nb\n"),
    Case("a\r\n\t{{>*t}}\r\nb", #"{"t": "p"}"#, "a\r\n\t1\n\t2\nb"),
    Case("a\n  {{>*t}}\nb\n", #"{"t": "none"}"#, "a\nb\n"),
    Case("a {{>*t}}\nb\n", #"{"t": "p"}"#, "a 1\n2\n\nb\n"),
    Case("  {{>q}}\n", #"{"t": "p"}"#, "  <\n   1\n   2\n  >\n"),
    Case("  {{<*t}}{{/*t}}\n.", #"{"t": "p"}"#, "  1\n  2\n."),
    Case("{{#l}}\n {{>*t}}\n{{/l}}\n", #"{"l": [1, 2], "t": "p"}"#, " 1\n 2\n 1\n 2\n"),
  ])
  func `a partial alone on a line takes the tag's indentation`(_ example: Case) throws {
    try example.check(with: ["p": "1\n2\n", "q": "<\n {{>*t}}\n>\n"])
  }

  @Test(arguments: [
    Case(
      "{{>*as}}",
      #"""
      {"as": "list", "items": [{"as": "leaf", "n": 1}, {"as": "list", "items": [
        {"as": "leaf", "n": 2}, {"as": "absent"}, {"as": "list", "items": []}]}]}
      """#, "(1(2()))", partials: ["list": "({{#items}}{{>*as}}{{/items}})", "leaf": "{{n}}"]),
    Case(
      "{{>*as}}", #"{"as": "node", "n": 1, "in": {"n": 2, "in": {"n": 3, "in": false}}}"#,
      "1\n 2\n  3\n", partials: ["node": "{{n}}\n{{#in}}\n {{>*as}}\n{{/in}}\n"]),
  ])
  func `data decide which templates call each other`(_ example: Case) throws { try example.check() }

  @Test(arguments: [
    Case("{{<*t}}{{$x}}main{{/x}}{{/*t}}", #"{"t": "a"}"#, "a(main)"),
    Case("{{<*t}}{{$x}}main{{/x}}{{/*t}}", #"{"t": "b"}"#, "b[main]"),
    Case("{{< * t }}{{/ * t }}", #"{"t": "a"}"#, "a(own)"),
    Case("{{<*t}}{{$x}}{{>*t2}}{{/x}}{{/*t}}", #"{"t": "a", "t2": "b"}"#, "a(b[own])"),
    Case("{{<c}}{{$x}}main{{/x}}{{/c}}", #"{"t": "a"}"#, "a(main)b[c]a(main)"),
    Case(
      "{{#l}}{{<*t}}{{$x}}{{n}}{{/x}}{{/*t}}{{/l}}",
      #"{"l": [{"t": "a", "n": 1}, {"t": "b", "n": 2}]}"#, "a(1)b[2]"),
  ])
  func `a parent named by a value shows the fillings of its blocks`(_ example: Case) throws {
    try example.check(with: [
      "a": "a({{$x}}own{{/x}})", "b": "b[{{$x}}own{{/x}}]",
      "c": "{{>*t}}{{<d}}{{$y}}c{{/y}}{{/d}}{{>a}}", "d": "b[{{$y}}{{/y}}]",
    ])
  }

  @Test func `a template that names itself endlessly is stopped, with its path`() throws {
    let message = failure {
      try render("x{{>*t}}", with: ["t": "p"], partials: ["p": "\n {{>*t}}"])
    }
    #expect(
      message
        == "p.mustache:2:2: partials or sections nest too deeply here: "
        + "main → p → p → p → … → p → p → p → p")
  }
}
