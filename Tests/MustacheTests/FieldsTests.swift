import Testing

@testable import Mustache

private struct Dice: Fielded {
  var value = 0
  var words = ""

  func write(to fields: inout Fields) {
    fields.set("value", value)
    fields.set("words", words)
  }
}

private struct Result: Fielded {
  var total = 0
  var dice: [Dice] = []

  func write(to fields: inout Fields) {
    fields.set("dice", dice)
    fields.set("total", total)
  }
}

private struct Page: Fielded {
  var headline: String? = "You rolled <7>"
  var balance = 200
  var won = true
  var result: Result? = Result(
    total: 7, dice: [Dice(value: 3, words: "three"), Dice(value: 4, words: "four")])
  var earlier = [Result(total: 2), Result(total: 12, dice: [Dice(value: 6, words: "six")])]
  var names = ["craps", "pig & co"]

  func write(to fields: inout Fields) {
    fields.set("headline", headline)
    fields.set("balance", balance)
    fields.set("won", won)
    fields.set("result", result)
    fields.set("earlier", earlier)
    fields.set("names", names)
    fields.set("data", .list([.number("1.50"), .null]))
  }
}

private struct Site: Fielded {
  func write(to fields: inout Fields) {
    fields.set("base", "/games")
    fields.set("headline", "hidden by the page's")
  }
}

@Suite struct FieldsTests {
  @Test(arguments: [
    ("{{headline}} {{balance}} {{won}}", "You rolled &lt;7&gt; 200 true"),
    ("{{base}}/craps", "/games/craps"),
    ("{{#result}}{{total}}:{{#dice}} {{value}} {{words}}{{/dice}}{{/result}}", "7: 3 three 4 four"),
    ("{{#earlier}}{{total}}{{#dice}}={{words}}{{/dice}};{{/earlier}}", "2;12=six;"),
    ("{{result.total}}{{#result.dice}}+{{value}}{{/result.dice}}", "7+3+4"),
    ("{{#names}}{{.}}, {{/names}}", "craps, pig &amp; co, "),
    ("{{#data}}({{.}}){{/data}}", "(1.50)()"),
    ("{{#result}}{{balance}}{{/result}}", "200"),
    ("[{{absent}}{{words}}]", "[]"),
  ])
  func `a template shows what a page sets`(template: String, text: String) throws {
    #expect(try render(template, [Site(), Page()]) == text)
  }

  @Test func `a field can be put together from pieces`() throws {
    struct Point: Fielded {
      func write(to fields: inout Fields) {
        fields.set("place") { place in
          place.append("<")
          place.append(-12)
          place.append(",")
          place.append(305)
        }
        fields.set("unused") { $0.append("nothing asks for this") }
        fields.set("empty") { _ in }
      }
    }
    let text = try render("{{place}} {{{place}}}{{^empty}} none{{/empty}}", [Point()])
    #expect(text == "&lt;-12,305 <-12,305 none")
  }

  @Test func `absent fields are nothing`() throws {
    var page = Page(headline: nil, won: false, result: nil, earlier: [], names: [])
    page.balance = .min
    let template =
      "{{headline}}{{#result}}x{{/result}}{{#earlier}}x{{/earlier}}{{#won}}x{{/won}}"
      + "{{^headline}}none {{/headline}}{{^result}}none {{/result}}{{balance}}"
    #expect(try render(template, [page]) == "none none -9223372036854775808")
  }

  @Test(arguments: [
    (0, "0"), (7, "7"), (10, "10"), (-1, "-1"), (99, "99"), (100, "100"), (-12345, "-12345"),
    (.max, "9223372036854775807"), (.min, "-9223372036854775808"),
  ])
  func `numbers show in decimal digits`(number: Int, digits: String) throws {
    #expect(try render("{{balance}}", [Page(balance: number)]) == digits)
  }

  @Test func `a type that sets its fields in another order is still read right`() throws {
    struct Fickle: Fielded {
      let turned: Bool
      func write(to fields: inout Fields) {
        if turned { fields.set("b", "B") }
        fields.set("a", "A")
        if !turned { fields.set("b", "b") }
      }
    }
    struct List: Fielded {
      func write(to fields: inout Fields) {
        fields.set("list", [false, true, false].map(Fickle.init))
      }
    }
    #expect(try render("{{#list}}{{a}}{{b}} {{/list}}", [List()]) == "Ab AB Ab ")
  }

  @Test func `the empty stack shows nothing`() throws {
    #expect(try render("[{{a}}{{.}}{{#a.b}}x{{/a.b}}]", []) == "[]")
  }

  @Test func `a renderer gives the same text each time`() throws {
    let templates = try compile("{{#earlier}}{{total}} {{/earlier}}{{headline}}")
    let template = try #require(templates["main"])
    var renderer = templates.makeRenderer()
    for _ in 0..<3 {
      renderer.push(Page())
      try renderer.render(template)
      let text = renderer.withOutput { String(decoding: $0, as: UTF8.self) }
      #expect(text == "2 12 You rolled &lt;7&gt;")
      renderer.removeAll()
    }
  }

  @Test func `many threads render the same templates at once`() async throws {
    let templates = try compile("{{#earlier}}{{total}} {{/earlier}}{{balance}}")
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<64 {
        group.addTask {
          var isRight = true
          for _ in 0..<50 {
            var bytes: [UInt8] = []
            try templates.render("main", [Page(balance: number)], into: &bytes)
            isRight = isRight && bytes == Array("2 12 \(number)".utf8)
          }
          return isRight
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  @Test func `a page can be looked at as a value`() {
    let page = Page(
      headline: nil, result: nil, earlier: [Result(total: 2, dice: [Dice(value: 1, words: "one")])],
      names: ["x"])
    let dice = Value.object([
      .init(name: "value", value: .number("1")), .init(name: "words", value: .string("one")),
    ])
    #expect(
      Value(page)
        == .object([
          .init(name: "headline", value: .null), .init(name: "balance", value: .number("200")),
          .init(name: "won", value: .bool(true)), .init(name: "result", value: .null),
          .init(
            name: "earlier",
            value: .list([
              .object([
                .init(name: "dice", value: .list([dice])),
                .init(name: "total", value: .number("2")),
              ])
            ])),
          .init(name: "names", value: .list([.string("x")])),
          .init(name: "data", value: .list([.string("1.50"), .null])),
        ]))
  }
}
