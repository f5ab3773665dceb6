import Testing

@testable import Mustache

@Suite struct LimitTests {
  @Test func `an endless partial is stopped, with its place and path`() throws {
    let message = failure {
      try render(
        "{{#on}}{{>loop}}{{/on}}", with: ["on": true],
        partials: ["loop": "x\n{{#on}}{{>back}}{{/on}}", "back": "{{#on}}\n {{>loop}}{{/on}}"])
    }
    #expect(
      message
        == "back.mustache:2:2: partials or sections nest too deeply here: main → loop → back → loop"
        + " → … → loop → back → loop → back")
  }

  @Test func `partials may nest as deep as the limit`() throws {
    let limits = Limits.with(depth: 3)
    let partials = ["p": "{{n}}{{#in}}{{>p}}{{/in}}"]
    func data(_ depth: Int) -> String {
      depth == 0 ? "false" : #"{"n": \#(depth), "in": \#(data(depth - 1))}"#
    }
    #expect(try render("{{>p}}", data(4), partials: partials, limits: limits) == "4321")
    #expect(throws: RenderError.self) {
      try render("{{>p}}", data(5), partials: partials, limits: limits)
    }
  }

  @Test func `output of the maximum length is accepted, one byte more is not`() throws {
    let limits = Limits.with(output: 10)
    #expect(try render("{{#l}}ab{{/l}}", #"{"l": [1,2,3,4,5]}"#, limits: limits) == "ababababab")
    for template in ["{{#l}}ab{{/l}}.", "{{x}}", "12345678901", "{{{x}}}"] {
      let message = failure {
        try render(template, #"{"l": [1,2,3,4,5], "x": "12345678901"}"#, limits: limits)
      }
      #expect(message.hasSuffix("the text gets too long here"), "\(template)")
    }
  }

  @Test func `an error appends nothing and leaves the templates usable`() throws {
    let templates = try compile("{{#l}}{{.}}{{/l}}", limits: .with(output: 4))
    var bytes = Array("before ".utf8)
    #expect(throws: RenderError.self) {
      try templates.render("main", ["l": "12345"], into: &bytes)
    }
    try templates.render("main", ["l": "1234"], into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "before 1234")
  }

  @Test func `partials that double each other make neither a huge program nor endless work`()
    throws
  {
    var partials = ["p40": ""]
    for level in 0..<40 { partials["p\(level)"] = "{{>p\(level + 1)}}{{>p\(level + 1)}}" }
    let templates = try compile("{{>p0}}", partials: partials, limits: .with(steps: 100_000))
    #expect(templates.library.program.instructions.count < 500_000)
    var bytes: [UInt8] = []
    let message = failure { try templates.render("main", .null, into: &bytes) }
    #expect(message.hasSuffix("repeat too often"))
  }

  @Test func `sections that multiply but show nothing are stopped`() throws {
    let message = failure {
      try render(
        "{{#l}}{{#l}}{{#l}}{{#l}}{{/l}}{{/l}}{{/l}}{{/l}}",
        with: ["l": .list(Array(repeating: 1, count: 100))], limits: .with(steps: 100_000))
    }
    #expect(message == "main.mustache:1:19: the sections here repeat too often")
  }

  @Test func `partials nested deeper than copying goes still run`() throws {
    var partials = ["p100": "{{x}}"]
    for level in 0..<100 { partials["p\(level)"] = "({{>p\(level + 1)}})" }
    let text = String(repeating: "(", count: 100) + "1" + String(repeating: ")", count: 100)
    #expect(try render("{{>p0}}", #"{"x": 1}"#, partials: partials) == text)
  }

  @Test func `a template that does not exist is an error`() throws {
    var bytes: [UInt8] = []
    #expect(throws: RenderError.unknownTemplate("home")) {
      try compile("x").render("home", .null, into: &bytes)
    }
  }

  @Test func `objects with any fields in any order are read correctly`() throws {
    let names = (0..<20).map { "n\($0)" }
    let templates = try compile(names.map { "{{#\($0)}}{{.}}{{/\($0)}}" }.joined())
    var random = Seeded(state: 1)
    for _ in 0..<20 {
      let some = names.filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
      let data = Value.object(some.map { .init(name: $0, value: .string($0 + " ")) })
      var bytes: [UInt8] = []
      try templates.render("main", data, into: &bytes)
      let text = names.filter(some.contains).map { $0 + " " }.joined()
      #expect(String(decoding: bytes, as: UTF8.self) == text)
    }
  }

  @Test func `data with too many kinds of objects are refused, and leave no trace`() throws {
    let names = (0..<2100).map { "n\($0)" }
    let templates = try compile("{{#l}}" + names.map { "{{\($0)}}" }.joined() + "{{/l}}")
    func render(_ names: ArraySlice<String>) throws -> [UInt8] {
      let items = names.map { [$0: 1] as Value }
      var bytes: [UInt8] = []
      try templates.render("main", ["l": .list(items)], into: &bytes)
      return bytes
    }
    #expect(throws: RenderError.tooManyShapes) { try render(names[...]) }
    #expect(try render(names.prefix(3)) == Array("111".utf8))
  }
}
