import Testing

@testable import Mustache

@Suite struct NameUseTests {
  private func uses(_ template: String, partials: [String: String] = [:]) throws -> [String] {
    let template = try #require(try compile(template, partials: partials)["main"])
    return template.uses.map {
      "\($0.location) \($0.kind) \(($0.sections + [$0.name]).joined(separator: " > "))"
    }
  }

  @Test func `a template tells which names it uses where`() throws {
    let template =
      "{{headline}}\n{{#rolls}}\n  {{#dice}}{{.}}{{/dice}}{{^won}}{{a.b}}{{/won}}\n{{/rolls}}"
    #expect(
      try uses(template) == [
        "main.mustache:1:1 variable headline",
        "main.mustache:2:1 section rolls",
        "main.mustache:3:3 section rolls > dice",
        "main.mustache:3:12 variable rolls > dice > .",
        "main.mustache:3:26 inverted rolls > won",
        "main.mustache:3:34 variable rolls > a.b",
      ])
  }

  @Test func `names in partials count where these are called`() throws {
    let partials = ["node": "{{n}}{{#sub}}{{>node}}{{/sub}}"]
    #expect(
      try uses("{{#tree}}{{>node}}{{/tree}}", partials: partials) == [
        "main.mustache:1:1 section tree",
        "node.mustache:1:1 variable tree > n",
        "node.mustache:1:6 section tree > sub",
        "node.mustache:1:1 variable tree > sub > n",
        "node.mustache:1:6 section tree > sub > sub",
      ])
  }
}
