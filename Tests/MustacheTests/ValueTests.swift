import Testing

@testable import Mustache

/// Data of every kind, at the extremes.
@Suite struct ValueTests {
  @Test(arguments: [
    "9223372036854775807", "-9223372036854775808", "18446744073709551615", "1.0", "1e3", "1E+3",
    "0", "-0", "-0.0", "0.1", "1.10", "-0.5e+3", "123456789012345678901234567890", "5e-324",
    "1.7976931348623157e308", "0.30000000000000004", "1e999",
  ])
  func `a number appears as written`(lexeme: String) throws {
    let text = try render("{{n}}={{{n}}}{{#n}}!{{/n}}{{^n}}?{{/n}}", #"{"n": \#(lexeme)}"#)
    #expect(text == "\(lexeme)=\(lexeme)!")
  }

  @Test func `a number may have a hundred thousand digits`() throws {
    let digits = String(repeating: "1234567890", count: 10_000)
    #expect(try render("<{{.}}>", with: .number(digits)) == "<\(digits)>")
  }

  @Test(arguments: [
    ("{}", "[]^"), (#"{"x": null}"#, "[]^"), (#"{"x": ""}"#, "[]^"), (#"{"x": []}"#, "[]^"),
    (#"{"x": false}"#, "[false]^"), (#"{"x": {}}"#, "[]#"), (#"{"x": [null]}"#, "[]#"),
    (#"{"x": [[]]}"#, "[]#"), (#"{"x": "false"}"#, "[false]#"), (#"{"x": " "}"#, "[ ]#"),
    (#"{"x": 0}"#, "[0]#"),
  ])
  func `missing, null and empty values don't open a section`(data: String, text: String) throws {
    #expect(try render("[{{x}}]{{#x}}#{{/x}}{{^x}}^{{/x}}", data) == text)
  }

  /// A name set to null hides those further out; a name that is not set does not.
  @Test(arguments: [
    Case("{{#o}}[{{x}}]{{^x}}^{{/x}}{{/o}}", #"{"x": 1, "o": {"x": null}}"#, "[]^"),
    Case("{{#o}}[{{x}}]{{^x}}^{{/x}}{{/o}}", #"{"x": 1, "o": {"y": null}}"#, "[1]"),
    Case("{{#o}}[{{x.y}}]{{/o}}", #"{"x": {"y": 1}, "o": {"x": null}}"#, "[]"),
    Case(
      "{{#l}}[{{.}}{{x}}]{{/l}}", #"{"x": 1, "l": [null, {}, {"x": null}, {"x": 2}]}"#,
      "[1][1][][2]"),
    Case(
      "{{#l}}{{#.}}#{{/.}}{{^.}}^{{/.}}{{/l}}", #"{"l": [null, [], "", 0, {}, [[]]]}"#, "^^^###"),
  ])
  func `null hides names further out`(_ example: Case) throws { try example.check() }

  @Test(arguments: [
    Case(
      "{{naïve}} {{日本語}} {{🎲}} {{שלום}}", #"{"naïve": 1, "日本語": 2, "🎲": 3, "שלום": 4}"#, "1 2 3 4"),
    Case("{{t}}", #"{"t": "e\u0301 שלום، مرحبا 👩‍👩‍👧‍👦 𝄞"}"#, "e\u{301} שלום، مرحبا 👩‍👩‍👧‍👦 𝄞"),
    Case("«{{#🎲.é}}{{.}}→{{/🎲.é}}»", #"{"🎲": {"é": ["⚀", "⚅"]}}"#, "«⚀→⚅→»"),
    Case(
      "{{>päge}}{{<日}}{{$ブ}}{{t}}{{/ブ}}{{/日}}", #"{"t": "é"}"#, "pé(é)",
      partials: ["päge": "p{{t}}", "日": "({{$ブ}}{{/ブ}})"]),
    Case("{{=« »=}}«t»{{t}}«={{ }}=»{{t}}", #"{"t": "é"}"#, "é{{t}}é"),
    Case(
      "\u{FEFF}{{t}}\u{2028}{{t}}\u{A0}", #"{"t": "\u0000\u001F"}"#,
      "\u{FEFF}\u{0}\u{1F}\u{2028}\u{0}\u{1F}\u{A0}"),
  ])
  func `names and texts may use any script`(_ example: Case) throws { try example.check() }

  @Test func `more than a megabyte of text may stand between tags`() throws {
    let long = String(repeating: "<é&🎲>\r\n0123456789", count: 55_000)
    #expect(long.utf8.count > 1 << 20)
    #expect(try render("{{x}}\(long){{x}}", with: ["x": 1]).utf8.elementsEqual("1\(long)1".utf8))
  }

  @Test func `sections and objects may nest as deep as the limit`() throws {
    let depth = 255
    let template =
      String(repeating: "{{#o}}", count: depth) + "{{x}}{{o.x}}"
      + String(repeating: "{{/o}}", count: depth)
    var data: Value = ["x": "in"]
    for _ in 0..<depth + 1 { data = ["o": data] }
    #expect(try render(template, with: data) == "in")
  }
}
