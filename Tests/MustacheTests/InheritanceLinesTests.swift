import Testing

@testable import Mustache

/// Which lines blocks and parents occupy, and how their fillings are indented.
@Suite struct InheritanceLinesTests {
  @Test(arguments: [
    Case("a\n{{$b}}x{{/b}}\nc\n", "{}", "a\nx\nc\n"),
    Case("a\n{{$b}}\nx\n{{/b}}\nc\n", "{}", "a\nx\nc\n"),
    Case("a\r\n{{$b}}\r\nx\r\n{{/b}}\r\nc", "{}", "a\r\nx\r\nc"),
    Case("a\n  {{$b}}\n    x\n  y\n  {{/b}}\nc\n", "{}", "a\n    x\n  y\nc\n"),
    Case("  {{$b}}x\n  y{{/b}}\nz", "{}", "  x\n  y\nz"),
    Case("  {{$b}}x\ny{{/b}}\nz", "{}", "  x\ny\nz"),
    Case("\t{{$b}}\n\t\tx{{/b}}\t\nz", "{}", "\t\tx\nz"),
    Case("a\n  {{$b}}{{/b}}  \nc\n", "{}", "a\nc\n"),
    Case("a {{$b}}x{{/b}}\nc", "{}", "a x\nc"),
    Case("  {{$b}}x{{/b}} a\nc", "{}", "  x a\nc"),
    Case("{{$b}}\n  x\n{{/b}} a\nc", "{}", "  x\n a\nc"),
    Case("a {{$b}}x\n{{/b}}\nc", "{}", "a x\nc"),
    Case("{{$a}}x{{/a}}{{$b}}y{{/b}}\n", "{}", "xy\n"),
    Case("{{$a}}\n{{$b}}\nx\n{{/b}}\n{{/a}}\ny", "{}", "x\ny"),
    Case("{{$a}}\n\nx\n\n{{/a}}\ny", "{}", "\nx\n\ny"),
  ])
  func `a block without a filling is shown unchanged`(_ example: Case) throws {
    try example.check()
  }

  private static let place = "<\n  {{$b}}\n  {{/b}}\n>\n"

  @Test(arguments: [
    Case("{{<p}}{{$b}}x{{/b}}{{/p}}", "{}", "<\n  x\n>\n", partials: ["p": place]),
    Case("{{<p}}{{$b}}\nx\n{{/b}}{{/p}}", "{}", "<\n  x\n>\n", partials: ["p": place]),
    Case(
      "{{<p}}\n      {{$b}}\n        x\n          y\n      {{/b}}\n{{/p}}\n", "{}",
      "<\n  x\n    y\n>\n", partials: ["p": place]),
    Case(
      "{{<p}}{{$b}}\n    x\n  y\n{{/b}}{{/p}}", "{}", "<\n  x\n  y\n>\n", partials: ["p": place]),
    Case("{{<p}}{{$b}}\n\n    x\n{{/b}}{{/p}}", "{}", "<\n  \n  x\n>\n", partials: ["p": place]),
    Case("{{<p}}{{$b}}{{/b}}{{/p}}", "{}", "<\n>\n", partials: ["p": place]),
    Case("{{<p}}{{$b}}\n{{/b}}{{/p}}", "{}", "<\n>\n", partials: ["p": place]),
    Case(
      "{{<p}}{{$b}}\n  {{n}}\n  .\n{{/b}}{{/p}}", #"{"n": 1}"#, "<\n  1\n  .\n>\n",
      partials: ["p": place]),
    Case(
      "{{<p}}{{$b}}\n{{n}}\n  .\n{{/b}}{{/p}}", #"{"n": 1}"#, "<\n  1\n    .\n>\n",
      partials: ["p": place]),
    Case(
      "{{<p}}{{$b}}\n{{#l}}  {{.}}{{/l}}\n    y\n{{/b}}{{/p}}", #"{"l": [1]}"#,
      "<\n    1\n      y\n>\n", partials: ["p": place]),
    Case(
      "{{<p}}{{$b}}\n    {{#l}}\n    {{.}}\n    {{/l}}\n{{/b}}{{/p}}", #"{"l": [1, 2]}"#,
      "<\n  1\n  2\n>\n", partials: ["p": place]),
    Case(
      "{{<p}}{{$b}}\n    {{>q}}\n    y\n{{/b}}{{/p}}", "{}", "<\n  1\n  2\n  y\n>\n",
      partials: ["p": place, "q": "1\n2\n"]),
    Case(
      "{{<p}}{{$b}}\n      x\n        {{>q}}\n{{/b}}{{/p}}", "{}", "<\n  x\n    1\n    2\n>\n",
      partials: ["p": place, "q": "1\n2\n"]),
    Case(
      "{{<p}}{{$b}}\r\n    x\r\n    y\r\n{{/b}}{{/p}}", "{}", "<\r\n  x\r\n  y\r\n>\r\n",
      partials: ["p": "<\r\n  {{$b}}\r\n  {{/b}}\r\n>\r\n"]),
    Case(
      "{{<p}}{{$b}}x{{/b}}{{/p}}", "{}", "<\r\n  x\r\n>",
      partials: ["p": "<\r\n  {{$b}}{{/b}}\r\n>"]),
    Case(
      "{{<p}}{{$b}}\n\tx\n\t\ty\n{{/b}}{{/p}}", "{}", "\t\tx\n\t\t\ty\n",
      partials: ["p": "\t\t{{$b}}{{/b}}\n"]),
    Case(
      "{{<p}}{{$b}}\n    x\n\ty\n{{/b}}{{/p}}", "{}", "<\n  x\n  \ty\n>\n", partials: ["p": place]),
  ])
  func `a filling takes the indentation of its place`(_ example: Case) throws {
    try example.check()
  }

  @Test(arguments: [
    // As far as the first line of the block's own content.
    Case(
      "{{<p}}{{$b}}\nx\ny\n{{/b}}{{/p}}", "{}", "    x\n    y\n",
      partials: ["p": "{{$b}}\n    own\n  {{/b}}\n"]),
    Case(
      "{{<p}}{{$b}}\nx\n{{/b}}{{/p}}", "{}", "x\n",
      partials: ["p": "  {{$b}}\n{{own}}\n  {{/b}}\n"]),
    Case(
      "{{<p}}{{$b}}\nx\ny{{/b}}{{/p}}", "{}", "  x\n  y tail\n",
      partials: ["p": "{{$b}}\n  own{{/b}} tail\n"]),
    // Nested blocks keep any further indentation.
    Case(
      "{{<p}}{{$in}}\nx\ny\n{{/in}}{{/p}}", "{}", "a\n      x\n      y\nb\n",
      partials: ["p": "{{$out}}\na\n    {{$in}}\n      own\n    {{/in}}\nb\n{{/out}}\n"]),
    Case(
      "{{<mid}}{{$in}}\nx\n{{/in}}{{/mid}}", "{}", "<\n\ta\n\t  x\n>\n",
      partials: [
        "mid": "{{<p}}{{$out}}\n    a\n      {{$in}}\n      own\n      {{/in}}\n{{/out}}{{/p}}",
        "p": "<\n\t{{$out}}{{/out}}\n>\n",
      ]),
    Case(
      "{{>mid}}", "{}", "<\n\ta\n\t  own\n\tb\n>\n",
      partials: [
        "mid":
          "{{<p}}{{$out}}\n    a\n    {{$in}}\n      own\n    {{/in}}\n    b\n{{/out}}{{/p}}",
        "p": "<\n\t{{$out}}{{/out}}\n>\n",
      ]),
    Case(
      "{{<p}}{{$b}}\n    {{<q}}{{$c}}1\n    2{{/c}}{{/q}}\n{{/b}}{{/p}}", "{}", "  1\n  2\n",
      partials: ["p": "  {{$b}}{{/b}}\n", "q": "{{$c}}{{/c}}\n"]),
  ])
  func `a block's own text decides its indentation`(_ example: Case) throws {
    try example.check()
  }

  @Test(arguments: [
    Case("{{<p}}{{$b}}\n  x\n  y\n{{/b}}{{/p}}", "{}", "<i>x\ny\n</i>\n"),
    Case("{{<p}}{{$b}}x{{/b}}{{/p}}", "{}", "<i>x</i>\n"),
    Case("  {{<p}}{{$b}}x\ny{{/b}}{{/p}}\n", "{}", "  <i>x\n  y</i>\n"),
    Case("  {{<p}}{{$b}}\nx\ny\n{{/b}}{{/p}}\n", "{}", "  <i>x\n  y\n  </i>\n"),
  ])
  func `a filling within a line begins there`(_ example: Case) throws {
    var example = example
    example.partials = ["p": "<i>{{$b}}{{/b}}</i>\n"]
    try example.check()
  }

  @Test(arguments: [
    Case("a\n{{<p}}{{/p}}\nb\n", "{}", "a\nx\ny\nb\n"),
    Case("a\n  {{<p}}\n  {{/p}}  \nb\n", "{}", "a\n  x\n  y\nb\n"),
    Case("a\r\n\t{{<p}}\r\n{{/p}}\r\nb", "{}", "a\r\n\tx\n\ty\nb"),
    Case("- {{<p}}{{/p}}\nb\n", "{}", "- x\ny\n\nb\n"),
    Case("  {{<p}}{{/p}} -\nb\n", "{}", "  x\ny\n -\nb\n"),
    Case("  {{<p}}\n{{/p}} -\nb\n", "{}", "  x\ny\n -\nb\n"),
    Case("  {{<p}}{{/p}}", "{}", "  x\n  y\n"),
    Case(" {{#t}}\n  {{<p}}\n  {{/p}}\n {{/t}}\n", #"{"t": true}"#, "  x\n  y\n"),
  ])
  func `a parent alone on its lines takes the tag's indentation`(
    _ example: Case
  ) throws {
    var example = example
    example.partials = ["p": "x\ny\n"]
    try example.check()
  }

  @Test(arguments: [
    Case(
      "  {{>p}}\n", "{}", "  a\n    x\n  b\n",
      partials: ["p": "a\n{{$b}}\n  x\n{{/b}}\nb\n"]),
    Case("  {{>p}}\n", "{}", "  x\n   b\n", partials: ["p": "{{$b}}\nx\n{{/b}} b\n"]),
    Case("  {{>p}}\n", "{}", "   b\n", partials: ["p": "{{$b}}\n{{/b}} b\n"]),
    Case("  {{>p}}\n", "{}", "  1\n2\n -\n", partials: ["p": "{{<q}}\n{{/q}} -\n", "q": "1\n2\n"]),
    Case(
      " {{<p}}\n  {{$b}}\n  x\n  {{/b}}\n {{/p}}\n", "{}", " a\n    x\n b\n",
      partials: ["p": "a\n   {{$b}}{{/b}}\nb\n"]),
    Case(
      " {{<p}}{{$b}}x{{/b}}{{/p}}\n", "{}", "  .x\n  y\n .\n",
      partials: ["p": " {{>q}}\n.\n", "q": ".{{$b}}{{/b}}\ny\n"]),
    Case(
      "{{<p}}{{$b}}x{{/b}}{{/p}}", "{}", "a x\nb", partials: ["p": "a {{$b}}own\n{{/b}}\nb"]),
  ])
  func `margins of partials and places add up`(_ example: Case) throws { try example.check() }

  /// Called partials get their margin at run time, copied ones at compile time.
  @Test func `fillings are indented the same in recursive partials`() throws {
    let tree = "{{n}}\n{{#sub}}\n  {{>tree}}\n{{/sub}}\n{{$end}}\n  own\n{{/end}}\n"
    try Case(
      "{{<tree}}{{$end}}\n    .\n    {{n}}\n{{/end}}{{/tree}}",
      #"{"n": 1, "sub": {"n": 2, "sub": false}}"#, "1\n  2\n    .\n    2\n  .\n  1\n",
      partials: ["tree": tree]
    ).check()
    try Case(
      "\t{{>tree}}", #"{"n": 1, "sub": {"n": 2, "sub": false}}"#,
      "\t1\n\t  2\n\t    own\n\t  own\n", partials: ["tree": tree]
    ).check()
  }
}
