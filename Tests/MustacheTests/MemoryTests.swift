import Testing

@testable import Mustache

/// How pages, data and lambdas affect the memory that a renderer keeps.
@Suite struct MemoryTests {
  @Test func `a long text that only a lambda asks for is shown whole`() throws {
    let long = String(repeating: "late ", count: 20_000)
    let data: Value = ["l": .calling { _ in "a{{{late}}}b{{late}}" }, "late": .string(long)]
    #expect(try render("{{&l}}", with: data) == "a\(long)b\(long)")
  }

  @Test(arguments: [1, 32_000, 33_000, 100_000])
  func `a text of any length is appended to what is there`(count: Int) throws {
    let templates = try compile("{{#rows}}<{{text}}>{{/rows}}{{#late}}{{late}}{{/late}}")
    let row: Value = ["text": .string(String(repeating: "&", count: 7))]
    let rows = Value.list(Array(repeating: row, count: count / 37))
    var bytes = Array("before ".utf8)
    for _ in 0..<2 { try templates.render("main", ["rows": rows], into: &bytes) }
    let text = String(repeating: "<\(String(repeating: "&amp;", count: 7))>", count: count / 37 * 2)
    #expect(String(decoding: bytes, as: UTF8.self) == "before \(text)")
    let endless: Value = ["rows": rows, "late": .calling { _ in "{{>main}}" }]
    #expect(throws: RenderError.self) { try templates.render("main", endless, into: &bytes) }
    #expect(bytes.count == "before \(text)".utf8.count)
  }

  @Test func `data of many kinds that only a lambda asks for are shown correctly`() throws {
    let names = (0..<12).map { "k\($0)" }
    var random = Seeded(state: 3)
    let many = (0..<300).map { _ in
      Value.object(
        names.shuffled(using: &random).map { .init(name: $0, value: .string("v")) })
    }
    let data: Value = [
      "l": .calling { _ in "{{late.k1}}{{k1}}{{k2}}" }, "k1": "one", "k2": "two",
      "late": ["k1": "late", "list": .list(many)],
    ]
    let asked = names.map { "{{\($0)}}" }.joined()
    #expect(try render("{{l}}{{#none}}{{list}}\(asked){{/none}}", with: data) == "lateonetwo")
  }

  @Test func `a value that stores nothing shows nothing`() throws {
    struct Forgetful: FieldValue {
      static var kind: FieldKind { .text }
      func store(in arena: inout Arena, at slot: Int) {}
    }
    struct Page: Fielded {
      static func declare(_ field: inout Fields<Page>) { field("q") { _ in Forgetful() } }
    }
    struct Other: Fielded {
      static func declare(_ field: inout Fields<Other>) { field("q") { _ in "a secret" } }
    }
    var renderer = try compile("[{{q}}]").makeRenderer()
    for (isOther, text) in [(true, "[a secret]"), (false, "[]")] {
      if isOther { renderer.push(Other()) } else { renderer.push(Page()) }
      try renderer.render("main")
      #expect(renderer.withOutput { String(decoding: $0, as: UTF8.self) } == text)
      renderer.removeAll()
    }
  }

  @Test func `pages may nest as deep as data, but no deeper`() throws {
    struct Node: Fielded {
      var children: [Node] = []
      static func declare(_ field: inout Fields<Node>) { field("children") { $0.children } }
    }
    func chain(_ depth: Int) -> Node {
      (1..<depth).reduce(Node()) { node, _ in Node(children: [node]) }
    }
    let templates = try compile("{{#children}}x{{/children}}")
    var bytes: [UInt8] = []
    try templates.render("main", [chain(120)], into: &bytes)
    #expect(bytes == Array("x".utf8))
    #expect(throws: RenderError.dataTooDeep) {
      try templates.render("main", [chain(1_000)], into: &bytes)
    }
  }

  @Test func `work that shows nothing is counted`() throws {
    let open = String(repeating: "{{#l}}", count: 4)
    let close = String(repeating: "{{/l}}", count: 4)
    let message = failure {
      try render(
        open + String(repeating: "{{x}}", count: 1_000) + close,
        with: ["l": .list(Array(repeating: true, count: 10))], limits: .with(steps: 100_000))
    }
    #expect(message.hasSuffix("repeat too often"))
  }

  @Test func `a long lambda counts by its length`() throws {
    let long = String(repeating: "x", count: 10_000)
    let list = Value.list(Array(repeating: .calling { $0 + long }, count: 100))
    let message = failure {
      try render("{{#l}}{{/l}}", with: ["l": list], limits: .with(steps: 100_000))
    }
    #expect(message.hasSuffix("repeat too often"))
  }

  @Test func `margins of nested partials are bounded and released`() throws {
    let blanks = String(repeating: " ", count: 1 << 20)
    let templates = try compile(
      "{{>m}}", partials: ["m": "{{#b}}\n\(blanks){{>m}}\n{{/b}}"])
    var renderer = templates.makeRenderer()
    renderer.push(["b": true])
    #expect(failure { try renderer.render("main") }.hasSuffix("the text gets too long here"))
    renderer.removeAll()
    #expect(renderer.margins.room < 1 << 17)
  }

  @Test func `a program of multiplying templates is refused before it grows huge`() throws {
    let empty = String(repeating: "{{#s}}\n{{/s}}\n", count: 3_000)
    let many = String(repeating: "{{<b}}{{$x}}{{/x}}{{/b}}", count: 1_500)
    let error = try #require(throws: TemplateError.self) {
      try compile(many, partials: ["b": empty])
    }
    #expect(error.found == "templates that call each other in too many ways")
  }

  @Test func `sections still work at the greatest depth`() throws {
    #expect(try render("{{#a}}x{{/a}}", with: ["a": true], limits: .with(depth: .max)) == "x")
  }
}
