import Testing

@testable import Mustache

@Suite struct HostileTemplateTests {
  private static let pieces = [
    "{{", "}}", "{{{", "}}}", "{{#a}}", "{{/a}}", "{{^b}}", "{{/b}}", "{{>p}}", "{{>q}}", "{{a}}",
    "{{&b}}", "{{.}}", "{{a.b}}", "{{=<% %>=}}", "<%={{ }}=%>", "<%a%>", "{{!", "=", " ", "\n",
    "\r\n", "\t", "text", "<&>", "{", "}", "#", "/", "é", "🎲", "\u{0}", "{{#.}}", "{{/.}}",
  ]

  private func anyTemplate(_ random: inout Seeded) -> String {
    (0..<Int.random(in: 0...5, using: &random))
      .map { _ in Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)] }.joined()
  }

  @Test func `any text is rendered or refused`() throws {
    let data: Value = ["a": [["b": "<x>"], "y", []], "b": ""]
    let limits = Limits.with(steps: 2000, output: 20_000, depth: 10)
    var random = Seeded(state: 20)
    var rendered = 0
    for _ in 0..<20_000 {
      let texts = (0..<3).map { _ in anyTemplate(&random) }
      if try isRendered(texts, data, limits: limits) { rendered += 1 }
    }
    #expect(rendered > 1000)
  }

  @Test func `any bytes are rendered or refused`() throws {
    var random = Seeded(state: 21)
    for _ in 0..<5_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: 0x20...0xFF, using: &random) | (Bool.random(using: &random) ? 0x7B : 0)
      }
      do throws(TemplateError) {
        _ = try Templates(sources: [Source(name: "any", file: "any", text: bytes)])
      } catch {
        #expect(error.location.file == "any")
      }
    }
  }
}
