import Testing

@testable import Mustache

/// Templates and data made to multiply: each gives a text or an error, quickly.
@Suite struct HostileInheritanceTests {
  private static let tooMany = "templates that call each other in too many ways"

  private func refusal(_ partials: [String: String], main: String = "") -> String? {
    let error = #expect(throws: TemplateError.self) {
      try compile(main, partials: partials, missingPartials: .areEmpty)
    }
    return error?.found
  }

  @Test func `blocks filled or not in every combination are refused`() {
    var partials: [String: String] = ["t40": ""]
    for level in 0..<40 {
      let next = "t\(level + 1)"
      partials["t\(level)"] = "{{<\(next)}}{{$b\(level)}}x{{/b\(level)}}{{/\(next)}}{{>\(next)}}"
      partials["t40"]? += "{{$b\(level)}}{{/b\(level)}}"
    }
    #expect(refusal(partials) == Self.tooMany)
  }

  @Test func `fillings that double each other are refused`() {
    var partials: [String: String] = [:]
    for level in 0..<40 {
      let (outer, inner) = ("{{$b\(level)}}{{/b\(level)}}", "b\(level + 1)")
      partials["t\(level)"] =
        "{{<t\(level + 1)}}{{$\(inner)}}\(outer)\(outer){{/\(inner)}}{{/t\(level + 1)}}"
    }
    partials["t40"] = "{{$b40}}{{/b40}}"
    #expect(refusal(partials) == Self.tooMany)
  }

  @Test func `fillings inside fillings go as deep as the stack allows`() throws {
    func partials(_ depth: Int) -> [String: String] {
      var partials: [String: String] = ["t\(depth)": "<{{$b\(depth)}}own{{/b\(depth)}}>"]
      for level in 0..<depth {
        partials["t\(level)"] =
          "{{<t\(level + 1)}}{{$b\(level + 1)}}{{$b\(level)}}in{{/b\(level)}}{{/b\(level + 1)}}"
          + "{{/t\(level + 1)}}"
      }
      return partials
    }
    #expect(try render("{{>t0}}", "{}", partials: partials(25)) == "<in>")
    #expect(try render("{{>t0}}", "{}", partials: partials(100)) == "<in>")
    // Ten nested fillings of sixty blocks, each in the innermost block of the previous one.
    let opening = (0..<60).map { "{{$w\($0)}}" }.joined()
    let closing = (0..<60).reversed().map { "{{/w\($0)}}" }.joined()
    var deep = ["t10": "{{$b10}}{{/b10}}"]
    for level in 0..<10 {
      deep["t\(level)"] =
        "{{<t\(level + 1)}}{{$b\(level + 1)}}\(opening){{$b\(level)}}{{/b\(level)}}\(closing)"
        + "{{/b\(level + 1)}}{{/t\(level + 1)}}"
    }
    #expect(refusal(deep) == "blocks that fill each other too deeply")
  }

  @Test func `many templates that may call any of them need few programs`() throws {
    var partials: [String: String] = [:]
    for number in 0..<300 { partials["t\(number)"] = "\(number){{#n}}{{>*n}}{{/n}}" }
    #expect(try render("{{>*n}}", #"{"n": "t7"}"#, partials: ["t7": "7"]) == "7")
    #expect(
      try compile("\n {{>*n}}", partials: partials).library.program.tables.count == 2)
  }

  @Test func `parents of any name with many ways to fill blocks are refused`() {
    var partials: [String: String] = [:]
    for number in 0..<40 {
      partials["t\(number)"] = "{{<*n}}{{$b\(number)}}x{{/b\(number)}}{{/*n}}"
    }
    #expect(refusal(partials) == Self.tooMany)
    partials = [:]
    for number in 0..<400 { partials["t\(number)"] = "{{<*n}}{{$b}}x{{/b}}{{/*n}}" }
    #expect(refusal(partials) == Self.tooMany)
  }

  /// Quadratic work would take minutes.
  @Test func `the time per block does not grow with their number`() throws {
    let blocks = (0..<25_000).map { "{{$b\($0)}}.{{/b\($0)}}" }.joined()
    #expect(try render(blocks, "{}").utf8.count == 25_000)
    let lines = (0..<10_000).map { "  {{$b\($0)}}\n  .\n  {{/b\($0)}}\n" }.joined()
    #expect(try render(lines, "{}").utf8.count == 10_000 * 4)
  }

  @Test func `the time per filling and parent does not grow with their number`() throws {
    let places = (0..<10_000).map { "{{$b\($0)}}.{{/b\($0)}}" }.joined()
    let fillings = (0..<10_000).map { "{{$b\($0)}}::{{/b\($0)}}" }.joined()
    #expect(
      try render("{{<p}}\(fillings){{/p}}", "{}", partials: ["p": places]).utf8.count == 20_000)
    let parents = String(repeating: "{{<p}}{{$b}}1234{{/b}}{{/p}}", count: 12_000)
    #expect(
      try render(parents, "{}", partials: ["p": "{{$b}}{{/b}}"]).utf8.count == 48_000)
  }

  @Test func `many parents inside many fillings are refused`() {
    let fillings = (0..<5_000).map { "{{$b\($0)}}{{/b\($0)}}" }.joined()
    let parents = (0..<5_000).map { "{{<q}}{{$c\($0)}}{{/c\($0)}}{{/q}}" }.joined()
    #expect(
      refusal(["p": parents, "q": ""], main: "{{<p}}\(fillings){{/p}}") == Self.tooMany)
  }

  @Test func `blocks and parents may nest 256 deep, but no deeper`() throws {
    let blocks =
      String(repeating: "{{$a}}\n  ", count: 256) + String(repeating: "{{/a}}\n", count: 256)
    _ = try compile(blocks)
    let nested =
      String(repeating: "{{<p}}{{$a}}\n  ", count: 128)
      + String(repeating: "{{/a}}{{/p}}\n", count: 128)
    _ = try compile(nested, partials: ["p": "{{$a}}{{/a}}"])
    for tag in ["{{$a}}", "{{<p}}", "{{<p}}{{$a}}"] {
      #expect(
        refusal([:], main: String(repeating: tag, count: 50_000)) == "a section inside 256 others")
    }
  }

  @Test func `deep fillings of many lines are indented quickly`() throws {
    let lines = String(repeating: "        x\n", count: 2_000)
    let nested =
      String(repeating: "{{<p}}{{$a}}\n  ", count: 128) + lines
      + String(repeating: "  {{/a}}\n  {{/p}}\n", count: 128)
    _ = try compile(nested, partials: ["p": "  {{$a}}{{/a}}\n"])
  }

  @Test func `data nested very deeply are refused`() throws {
    var deep = Value.string("x")
    for level in 0..<5_000 {
      deep = level % 2 == 0 ? [deep] : ["a": deep]
    }
    #expect(throws: RenderError.dataTooDeep) { try render("{{#a}}x{{/a}}", with: ["a": deep]) }
  }

  @Test func `data may have a hundred thousand names`() throws {
    let members = (0..<100_000).map { Value.Member(name: "n\($0)", value: .number("\($0)")) }
    let late = Value.calling { _ in "{{n77777}}{{#n1}}{{n2}}{{/n1}}" }
    let data = Value.object(members + [.init(name: "f", value: late)])
    #expect(try render("{{n0}} {{n99999}} {{f}}", with: data) == "0 99999 777772")
    let names = (0..<2_000).map { "{{n\($0)}}" }.joined()
    #expect(try render(names, with: data) == (0..<2_000).map(String.init).joined())
  }

  @Test func `endless lambdas are stopped`() throws {
    let loops = [
      "{{f}}", "{{#f}}{{/f}}", "{{#l}}{{f}}{{/l}}", "{{>p}}", "{{<p}}{{$b}}{{f}}{{/b}}{{/p}}",
    ]
    for made in loops {
      let message = failure {
        try render(
          "{{f}}", with: ["f": .calling { _ in made }, "l": [.null]],
          partials: ["p": "{{$b}}{{#f}}x{{/f}}{{/b}}"])
      }
      #expect(message.contains("nest too deeply"), "\(made)")
    }
  }

  @Test func `any text with blocks and parents is rendered or refused`() throws {
    let pieces = [
      "{{$a}}", "{{/a}}", "{{$b}}", "{{/b}}", "{{<p}}", "{{/p}}", "{{<q}}", "{{/q}}", "{{<*t}}",
      "{{/*t}}", "{{>*t}}", "{{>p}}", "{{>q}}", "{{#s}}", "{{/s}}", "{{x}}", "{{f}}", "{{#f}}",
      "{{/f}}", "\n", "\r\n", "  ", "\t", "text", "{{! }}",
    ]
    let data: Value = [
      "t": "p", "x": "<", "s": [["t": "q"], true],
      "f": .calling { $0 + "\n {{x}}{{$a}}{{/a}}" },
    ]
    let limits = Limits.with(steps: 500, output: 5_000, depth: 8)
    var random = Seeded(state: 22)
    var rendered = 0
    for _ in 0..<6_000 {
      let texts = (0..<3).map { _ in
        // Close tags more often than chance would.
        var text = ""
        for _ in 0..<Int.random(in: 0...4, using: &random) {
          let piece = pieces[Int.random(in: 0..<pieces.count, using: &random)]
          let isOpening = piece.hasPrefix("{{$") || piece.hasPrefix("{{<") || piece.hasPrefix("{{#")
          let name = piece.dropFirst(3)
          text =
            isOpening
            ? text + piece + pieces[Int.random(in: 0..<pieces.count, using: &random)] + "{{/" + name
            : text + piece
        }
        return text
      }
      if try isRendered(texts, data, limits: limits) { rendered += 1 }
    }
    #expect(rendered > 300)
  }
}
