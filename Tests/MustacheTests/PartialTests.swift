import Testing

@testable import Mustache

@Suite struct PartialTests {
  @Test(arguments: [
    Case("<{{>p}}>", "{}", "<text>", partials: ["p": "text"]),
    Case("{{> parts/head }}!", #"{"t": 1}"#, "1!", partials: ["parts/head": "{{t}}"]),
    Case("[{{>absent}}]", "{}", "[]"),
    Case("{{#l}}{{>p}}{{/l}}", #"{"l": [1, 2]}"#, "1,2,", partials: ["p": "{{.}},"]),
    Case("{{>a}}{{>a}}", #"{"x": 1}"#, "<1><1>", partials: ["a": "<{{>b}}>", "b": "{{x}}"]),
    Case("{{#s}}{{>p}}{{/s}}", #"{"s": {"x": 1}}"#, "1", partials: ["p": "{{#x}}{{.}}{{/x}}"]),
  ])
  func `a partial runs where it is called`(_ example: Case) throws { try example.check() }

  @Test func `a long partial is there once, and shows each caller's values`() throws {
    let long = String(repeating: "{{x}}\n", count: Compiler.maximumCopiedTokens)
    let sources = ["{{>p}}{{#s}}<{{>p}}>{{/s}}", "{{#s}}{{>p}}{{/s}}{{>p}}", long]
    let templates = try Templates(
      sources: zip(["a", "b", "p"], sources).map {
        Source(name: $0, file: $0, text: Array($1.utf8))
      })
    var text: [UInt8] = []
    try templates.render("a", ["x": 1, "s": ["x": 2]], into: &text)
    let (one, two) = (long.replacing("{{x}}", with: "1"), long.replacing("{{x}}", with: "2"))
    #expect(String(decoding: text, as: UTF8.self) == "\(one)<\(two)>")
    #expect(templates.library.program.instructions.count < 2 * Compiler.maximumCopiedTokens)
  }

  @Test(arguments: [
    Case(
      "{{>tree}}",
      #"{"n": 1, "sub": [{"n": 2, "sub": []}, {"n": 3, "sub": [{"n": 4, "sub": []}]}]}"#,
      "1(2()3(4()))", partials: ["tree": "{{n}}({{#sub}}{{>tree}}{{/sub}})"]),
    Case(
      "{{>a}}", #"{"x": {"x": {"x": false}}}"#, "aba",
      partials: ["a": "a{{#x}}{{>b}}{{/x}}", "b": "b{{#x}}{{>a}}{{/x}}"]),
  ])
  func `a partial may call itself until the data end`(_ example: Case) throws {
    try example.check()
  }

  @Test(arguments: [
    Case("a\n{{>p}}\nb\n", "{}", "a\nx\nb\n", partials: ["p": "x\n"]),
    Case("a\r\n{{>p}}\r\nb", "{}", "a\r\nxb", partials: ["p": "x"]),
    Case("  {{>p}}\n.", "{}", "  x\n  y\n.", partials: ["p": "x\ny\n"]),
    Case("\t{{>p}}\n", "{}", "\tx\n\ty", partials: ["p": "x\ny"]),
    Case("- {{>p}}\n.", "{}", "- x\ny\n\n.", partials: ["p": "x\ny\n"]),
    Case("  {{>p}}", #"{"v": "1\n2"}"#, "  1\n2\n  z", partials: ["p": "{{v}}\nz"]),
    Case(
      "  {{>p}}", #"{"t": true}"#, "  a\n  b\n  c\n",
      partials: ["p": "a\n{{#t}}\nb\n{{/t}}\nc\n"]),
    Case("  {{>p}}", #"{"l": [1, 2]}"#, "  1\n  2\n", partials: ["p": "{{#l}}\n{{.}}\n{{/l}}\n"]),
    Case("  {{>p}}", "{}", "  a\n  \n  b\n", partials: ["p": "a\n\nb\n"]),
    Case("  {{>p}}\n", "{}", "", partials: ["p": ""]),
    Case(" {{>p}}\n", "{}", "  x\n  y\n z\n", partials: ["p": " {{>q}}\nz\n", "q": "x\ny\n"]),
    Case(" {{>p}}\n", "{}", " - x\ny\n\n z\n", partials: ["p": "- {{>q}}\nz\n", "q": "x\ny\n"]),
    Case("  {{>p}}", "{}", "  a b\n", partials: ["p": "{{! note }}a{{! b }} b\n"]),
  ])
  func `a partial alone on a line takes the tag's indentation`(_ example: Case) throws {
    try example.check()
  }

  @Test(arguments: [
    ("{{>node}}", "{{n}}\n{{#in}}\n {{>node}}\n{{/in}}\n", "1\n 2\n  3\n"),
    ("_\n\t{{>node}}", "{{n}}\n{{#in}}\n {{>node}}\n{{/in}}\n", "_\n\t1\n\t 2\n\t  3\n"),
    ("{{>node}}", "{{n}}\n{{#in}}\n {{>node}}\n{{/in}}\n.\n", "1\n 2\n  3\n  .\n .\n.\n"),
    (" {{>node}}", "{{n}}{{#in}}[{{>node}}]{{/in}}\n", " 1[2[3\n]\n]\n"),
  ])
  func `a partial that calls itself is indented further each time`(
    template: String, node: String, text: String
  ) throws {
    let data = #"{"n": 1, "in": {"n": 2, "in": {"n": 3, "in": false}}}"#
    try Case(template, data, text, partials: ["node": node]).check()
  }
}
