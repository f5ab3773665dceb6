import Testing

@testable import Mustache

/// Which lines blocks and parents occupy, and how their fillings are indented.
@Suite struct InheritanceLinesTests {
  @Test(arguments: [
    Case("a\n{{$b}}x{{/b}}\nc\n", "a\nx\nc\n"),
    Case("a\n{{$b}}\nx\n{{/b}}\nc\n", "a\nx\nc\n"),
    Case("a\r\n{{$b}}\r\nx\r\n{{/b}}\r\nc", "a\r\nx\r\nc"),
    Case("a\n  {{$b}}\n    x\n  y\n  {{/b}}\nc\n", "a\n    x\n  y\nc\n"),
    Case("  {{$b}}x\n  y{{/b}}\nz", "  x\n  y\nz"),
    Case("  {{$b}}x\ny{{/b}}\nz", "  x\ny\nz"),
    Case("\t{{$b}}\n\t\tx{{/b}}\t\nz", "\t\tx\nz"),
    Case("a\n  {{$b}}{{/b}}  \nc\n", "a\nc\n"),
    Case("a {{$b}}x{{/b}}\nc", "a x\nc"),
    Case("  {{$b}}x{{/b}} a\nc", "  x a\nc"),
    Case("{{$b}}\n  x\n{{/b}} a\nc", "  x\n a\nc"),
    Case("a {{$b}}x\n{{/b}}\nc", "a x\nc"),
    Case("{{$a}}x{{/a}}{{$b}}y{{/b}}\n", "xy\n"),
    Case("{{$a}}\n{{$b}}\nx\n{{/b}}\n{{/a}}\ny", "x\ny"),
    Case("{{$a}}\n\nx\n\n{{/a}}\ny", "\nx\n\ny"),
  ])
  func `a block without a filling is shown unchanged`(_ example: Case) throws {
    try example.check()
  }

  /// A filling, and what it makes of its place.
  @Test(arguments: [
    ("x", "<\n  x\n>\n"), ("\nx\n", "<\n  x\n>\n"), ("", "<\n>\n"), ("\n", "<\n>\n"),
    ("\n    x\n  y\n", "<\n  x\n  y\n>\n"), ("\n\n    x\n", "<\n  \n  x\n>\n"),
    ("\n    x\n\ty\n", "<\n  x\n  \ty\n>\n"),
    ("\n  {{n}}\n  .\n", "<\n  1\n  .\n>\n"), ("\n{{n}}\n  .\n", "<\n  1\n    .\n>\n"),
    ("\n{{#one}}  {{.}}{{/one}}\n    y\n", "<\n    1\n      y\n>\n"),
    ("\n    {{#l}}\n    {{.}}\n    {{/l}}\n", "<\n  1\n  2\n>\n"),
    ("\n    {{>q}}\n    y\n", "<\n  1\n  2\n  y\n>\n"),
    ("\n      x\n        {{>q}}\n", "<\n  x\n    1\n    2\n>\n"),
  ])
  func `a filling takes the indentation of its place`(filling: String, text: String) throws {
    try Case(
      "{{<p}}{{$b}}\(filling){{/b}}{{/p}}", #"{"n": 1, "one": [1], "l": [1, 2]}"#, text,
      partials: ["p": "<\n  {{$b}}\n  {{/b}}\n>\n", "q": "1\n2\n"]
    ).check()
  }

  /// The place, a filling, and what they make.
  @Test(arguments: [
    (
      "<\r\n  {{$b}}\r\n  {{/b}}\r\n>\r\n", "\r\n    x\r\n    y\r\n",
      "<\r\n  x\r\n  y\r\n>\r\n"
    ),
    ("<\r\n  {{$b}}{{/b}}\r\n>", "x", "<\r\n  x\r\n>"),
    ("\t\t{{$b}}{{/b}}\n", "\n\tx\n\t\ty\n", "\t\tx\n\t\t\ty\n"),
    // As far as the first line of the block's own content.
    ("{{$b}}\n    own\n  {{/b}}\n", "\nx\ny\n", "    x\n    y\n"),
    ("  {{$b}}\n{{own}}\n  {{/b}}\n", "\nx\n", "x\n"),
    ("{{$b}}\n  own{{/b}} tail\n", "\nx\ny", "  x\n  y tail\n"),
    // Nested blocks keep any further indentation.
    (
      "{{$out}}\na\n    {{$b}}\n      own\n    {{/b}}\nb\n{{/out}}\n", "\nx\ny\n",
      "a\n      x\n      y\nb\n"
    ),
    ("  {{$b}}{{/b}}\n", "\n    {{<q}}{{$c}}1\n    2{{/c}}{{/q}}\n", "  1\n  2\n"),
    ("a {{$b}}own\n{{/b}}\nb", "x", "a x\nb"),
  ])
  func `a place decides the indentation of its fillings`(
    place: String, filling: String, text: String
  ) throws {
    let partials = ["p": place, "q": "{{$c}}{{/c}}\n"]
    try Case("{{<p}}{{$b}}\(filling){{/b}}{{/p}}", text, partials: partials).check()
  }

  @Test(arguments: [
    Case("{{<p}}{{$b}}\n  x\n  y\n{{/b}}{{/p}}", "<i>x\ny\n</i>\n"),
    Case("{{<p}}{{$b}}x{{/b}}{{/p}}", "<i>x</i>\n"),
    Case("  {{<p}}{{$b}}x\ny{{/b}}{{/p}}\n", "  <i>x\n  y</i>\n"),
    Case("  {{<p}}{{$b}}\nx\ny\n{{/b}}{{/p}}\n", "  <i>x\n  y\n  </i>\n"),
  ])
  func `a filling within a line begins there`(_ example: Case) throws {
    try example.check(with: ["p": "<i>{{$b}}{{/b}}</i>\n"])
  }

  @Test(arguments: [
    Case("a\n{{<p}}{{/p}}\nb\n", "a\nx\ny\nb\n"),
    Case("a\n  {{<p}}\n  {{/p}}  \nb\n", "a\n  x\n  y\nb\n"),
    Case("a\r\n\t{{<p}}\r\n{{/p}}\r\nb", "a\r\n\tx\n\ty\nb"),
    Case("- {{<p}}{{/p}}\nb\n", "- x\ny\n\nb\n"),
    Case("  {{<p}}{{/p}} -\nb\n", "  x\ny\n -\nb\n"),
    Case("  {{<p}}\n{{/p}} -\nb\n", "  x\ny\n -\nb\n"),
    Case("  {{<p}}{{/p}}", "  x\n  y\n"),
    Case(" {{#t}}\n  {{<p}}\n  {{/p}}\n {{/t}}\n", #"{"t": true}"#, "  x\n  y\n"),
  ])
  func `a parent alone on its lines takes the tag's indentation`(_ example: Case) throws {
    try example.check(with: ["p": "x\ny\n"])
  }

  @Test(arguments: [
    Case(
      "{{<p}}\n      {{$b}}\n        x\n          y\n      {{/b}}\n{{/p}}\n",
      "<\n  x\n    y\n>\n", partials: ["p": "<\n  {{$b}}\n  {{/b}}\n>\n"]),
    Case(
      "{{<p}}{{$in}}\nx\n{{/in}}{{/p}}", "<\n\ta\n\t  x\n>\n",
      partials: [
        "p": "{{<out}}{{$b}}\n    a\n      {{$in}}\n      own\n      {{/in}}\n{{/b}}{{/out}}"
      ]),
    Case(
      "{{>p}}", "<\n\ta\n\t  own\n\tb\n>\n",
      partials: [
        "p": "{{<out}}{{$b}}\n    a\n    {{$in}}\n      own\n    {{/in}}\n    b\n{{/b}}{{/out}}"
      ]),
    Case("  {{>p}}\n", "  a\n    x\n  b\n", partials: ["p": "a\n{{$b}}\n  x\n{{/b}}\nb\n"]),
    Case("  {{>p}}\n", "  x\n   b\n", partials: ["p": "{{$b}}\nx\n{{/b}} b\n"]),
    Case("  {{>p}}\n", "   b\n", partials: ["p": "{{$b}}\n{{/b}} b\n"]),
    Case("  {{>p}}\n", "  1\n2\n -\n", partials: ["p": "{{<q}}\n{{/q}} -\n", "q": "1\n2\n"]),
    Case(
      " {{<p}}\n  {{$b}}\n  x\n  {{/b}}\n {{/p}}\n", " a\n    x\n b\n",
      partials: ["p": "a\n   {{$b}}{{/b}}\nb\n"]),
    Case(
      " {{<p}}{{$b}}x{{/b}}{{/p}}\n", "  .x\n  y\n .\n",
      partials: ["p": " {{>q}}\n.\n", "q": ".{{$b}}{{/b}}\ny\n"]),
  ])
  func `margins of partials and places add up`(_ example: Case) throws {
    try example.check(with: ["out": "<\n\t{{$b}}{{/b}}\n>\n"])
  }

  /// Called partials get their margin at run time, copied ones at compile time.
  @Test func `fillings are indented the same in recursive partials`() throws {
    let tree = "{{n}}\n{{#sub}}\n  {{>tree}}\n{{/sub}}\n{{$end}}\n  own\n{{/end}}\n"
    for (template, text) in [
      (
        "{{<tree}}{{$end}}\n    .\n    {{n}}\n{{/end}}{{/tree}}",
        "1\n  2\n    .\n    2\n  .\n  1\n"
      ), ("\t{{>tree}}", "\t1\n\t  2\n\t    own\n\t  own\n"),
    ] {
      try Case(template, #"{"n": 1, "sub": {"n": 2, "sub": false}}"#, text)
        .check(with: ["tree": tree])
    }
  }
}
