import Testing

@testable import Mustache

/// Mistakes that fuzzing has found.
@Suite struct FuzzFindingTests {
  private struct Point: Fielded {
    static func declare(_ field: inout Fields<Point>) {
      field("x") { _ in 1 }
      field("y") { _ in 2 }
    }
  }

  @Test func `a lambda finds a page's fields even if no template asks for a name`() throws {
    var renderer = try compile("{{.}}").makeRenderer()
    renderer.push(Point())
    renderer.push(.lambda(Lambda { _ in "{{x}} {{y}}" }))
    try renderer.render("main")
    #expect(renderer.withOutput { String(decoding: $0, as: UTF8.self) } == "1 2")
  }

  @Test func `lambdas that call each other too often are stopped`() throws {
    let lambdas = (0..<Renderer.maximumLambdas).map { level in
      let calls = String(repeating: "{{l\(level + 1)}}", count: 10)
      return Value.Member(name: "l\(level)", value: .calling { _ in calls })
    }
    let message = failure {
      try render("{{l0}}", with: .object(lambdas), limits: .with(steps: 1_000))
    }
    #expect(message.hasSuffix("repeat too often"))
  }

  @Test func `data too deep for a lambda are refused each time`() throws {
    let deep = (0..<2 * Arena.maximumDepth).reduce(Value.null) { value, _ in .list([value]) }
    var renderer = try compile("{{#a}}{{/a}}").makeRenderer()
    renderer.push(["a": .calling { _ in "{{#deep}}{{/deep}}" }, "deep": deep])
    for _ in 0..<2 {
      #expect(throws: RenderError.dataTooDeep) { try renderer.render("main") }
    }
  }

  @Test func `a value that a lambda asks for repeatedly is set once`() throws {
    let ten = Value.list(Array(repeating: .number("1"), count: 10))
    var renderer = try compile("{{#a}}{{/a}}").makeRenderer()
    renderer.push([
      "a": .calling { _ in "{{#l}}{{#l}}{{#o.l}}{{/o.l}}{{/l}}{{/l}}" }, "l": ten, "o": ["l": ten],
    ])
    try renderer.render("main")
    #expect(renderer.arena.cells.count < 50)
  }

  @Test func `many deeply indented lines do not make a huge program`() throws {
    let lines = String(repeating: "\n", count: 100_000)
    let margin = String(repeating: " ", count: 10_000)
    let error = try #require(throws: TemplateError.self) {
      try compile(margin + "{{>lines}}", partials: ["lines": lines])
    }
    #expect(error.found == "templates that call each other in too many ways")
  }
}
