import Testing

@testable import Mustache

/// How pages, data and lambdas affect the memory that a renderer keeps.
@Suite struct MemoryTests {
  private func render(_ template: String, _ data: Value) throws -> String {
    var bytes: [UInt8] = []
    try compile(template).render("main", data, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `a long text that only a lambda asks for is shown whole`() throws {
    let long = String(repeating: "late ", count: 20_000)
    let data = Value.object([
      .init(name: "l", value: .lambda(Lambda { _ in "a{{{late}}}b{{late}}" })),
      .init(name: "late", value: .string(long)),
    ])
    #expect(try render("{{&l}}", data) == "a\(long)b\(long)")
  }

  @Test func `data of many kinds that only a lambda asks for are shown correctly`() throws {
    let names = (0..<12).map { "k\($0)" }
    var random = Seeded(state: 3)
    let many = (0..<300).map { _ in
      Value.object(
        names.shuffled(using: &random).map { .init(name: $0, value: .string("v")) })
    }
    let data = Value.object([
      .init(name: "l", value: .lambda(Lambda { _ in "{{late.k1}}{{k1}}{{k2}}" })),
      .init(name: "k1", value: .string("one")), .init(name: "k2", value: .string("two")),
      .init(
        name: "late",
        value: .object([
          .init(name: "k1", value: .string("late")), .init(name: "list", value: .list(many)),
        ])),
    ])
    let asked = names.map { "{{\($0)}}" }.joined()
    #expect(try render("{{l}}{{#none}}{{list}}\(asked){{/none}}", data) == "lateonetwo")
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
    var limits = Limits()
    limits.steps = 100_000
    let list = Value.list(Array(repeating: .bool(true), count: 10))
    let open = String(repeating: "{{#l}}", count: 4)
    let close = String(repeating: "{{/l}}", count: 4)
    let templates = try compile(
      open + String(repeating: "{{x}}", count: 1_000) + close, limits: limits)
    var bytes: [UInt8] = []
    let error = #expect(throws: RenderError.self) {
      try templates.render("main", .object([.init(name: "l", value: list)]), into: &bytes)
    }
    #expect(error?.description.hasSuffix("repeat too often") == true)
  }

  @Test func `a long lambda counts by its length`() throws {
    var limits = Limits()
    limits.steps = 100_000
    let long = String(repeating: "x", count: 10_000)
    let list = Value.list(Array(repeating: .lambda(Lambda { $0 + long }), count: 100))
    let templates = try compile("{{#l}}{{/l}}", limits: limits)
    var bytes: [UInt8] = []
    let error = #expect(throws: RenderError.self) {
      try templates.render("main", .object([.init(name: "l", value: list)]), into: &bytes)
    }
    #expect(error?.description.hasSuffix("repeat too often") == true)
  }

  @Test func `margins of nested partials are bounded and released`() throws {
    let blanks = String(repeating: " ", count: 1 << 20)
    let templates = try compile(
      "{{>m}}", partials: ["m": "{{#b}}\n\(blanks){{>m}}\n{{/b}}"])
    var renderer = templates.makeRenderer()
    renderer.push(.object([.init(name: "b", value: .bool(true))]))
    let error = #expect(throws: RenderError.self) { try renderer.render("main") }
    #expect(error?.description.hasSuffix("the text gets too long here") == true)
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
    var limits = Limits()
    limits.depth = .max
    let templates = try compile("{{#a}}x{{/a}}", limits: limits)
    var bytes: [UInt8] = []
    try templates.render("main", .object([.init(name: "a", value: .bool(true))]), into: &bytes)
    #expect(bytes == Array("x".utf8))
  }
}
