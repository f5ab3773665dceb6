import Testing

@testable import Mustache

private struct Dice: Fielded {
  var value = 0
  var words = ""

  static func declare(_ field: inout Fields<Dice>) {
    field("value") { $0.value }
    field("words") { $0.words }
  }
}

private struct Result: Fielded {
  var total = 0
  var dice: [Dice] = []

  static func declare(_ field: inout Fields<Result>) {
    field("dice") { $0.dice }
    field("total") { $0.total }
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

  static func declare(_ field: inout Fields<Page>) {
    field("headline") { $0.headline }
    field("balance") { $0.balance }
    field("won") { $0.won }
    field("result") { $0.result }
    field("earlier") { $0.earlier }
    field("names") { $0.names }
    field("data") { _ in Value.list([.number("1.50"), .null]) }
  }
}

private struct Site: Fielded {
  static func declare(_ field: inout Fields<Site>) {
    field("base") { _ in "/games" }
    field("headline") { _ in "hidden by the page's" }
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
  func `a template shows a page's values`(template: String, text: String) throws {
    #expect(try render(template, [Site(), Page()]) == text)
  }

  @Test func `a field can be assembled from pieces`() throws {
    struct Point: Fielded {
      static func declare(_ field: inout Fields<Point>) {
        field.text("place") { _, place in
          place.append("<")
          place.append(-12)
          place.append(",")
          place.append(305)
        }
        field.text("unused") { $1.append("nothing asks for this") }
        field.text("empty") { _, _ in }
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

  @Test func `optionals, lists of lists and types that contain themselves are shown`() throws {
    struct Node: Fielded {
      var name: String
      var rows: [[Int]] = []
      var parts: [Node] = []
      var notes: [String?] = ["x", nil]
      static func declare(_ field: inout Fields<Node>) {
        field("name") { $0.name }
        field("rows") { $0.rows }
        field("parts") { $0.parts }
        field("notes") { $0.notes }
      }
    }
    let tree = Node(
      name: "a", rows: [[1, 2], [], [3]],
      parts: [Node(name: "b", parts: [Node(name: "c")]), Node(name: "d")])
    let text = try render(
      "{{>node}}{{#notes}}<{{.}}>{{/notes}}", [tree],
      partials: [
        "node": "{{name}}{{#rows}}[{{#.}}{{.}},{{/.}}]{{/rows}}({{#parts}}{{>node}}{{/parts}})"
      ])
    #expect(text == "a[1,2,][][3,](b(c())d())<x><>")
  }

  @Test func `lists and objects are declared where they are shown`() throws {
    struct Seat {
      let name: String
      let dice: [Int]
    }
    struct Room: Fielded {
      var seats: [Seat] = []
      var chosen: String?
      var host: Seat?

      static func declare(_ field: inout Fields<Room>) {
        field.rows("seats", { $0.seats }) { seat in
          seat("name") { $0.name }
          seat("isChosen") { $0.name == $1.chosen }
          seat.text("words") { seat, room, text in
            text.append(seat.dice.count)
            text.append(" of ")
            text.append(room.seats.count)
          }
          seat.rows("dice", { $0.dice.reversed() }) { die in
            die("value") { $0 }
            die("isFirst") { $0 == $1.dice.first }
          }
        }
        field.rows("others", { $0.seats.dropFirst().lazy.map(\.name) }) { other in
          other("name") { "other \($0)" }
        }
        field.object("host", { $0.host }) { host in
          host.object("last", { host, room in room.seats.last ?? host }) { last in
            last("name") { $0.name }
            last("isHost") { $0.name == $1.name }
          }
          host("dice") { $0.dice }
        }
        field("end") { _ in "end" }
      }
    }
    let template = """
      {{#seats}}{{name}}{{#isChosen}}*{{/isChosen}} {{words}}:\
      {{#dice}} {{value}}{{#isFirst}}!{{/isFirst}}{{/dice}}; {{/seats}}\
      {{#others}}{{name}}, {{/others}}{{#host}}{{#last}}{{name}} {{isHost}}{{/last}}\
      {{#dice}} {{.}}{{/dice}} {{/host}}{{host.last.name}}{{end}}
      """
    let ann = Seat(name: "Ann", dice: [1, 2])
    let bo = Seat(name: "Bo", dice: [])
    #expect(
      try render(template, [Room(seats: [ann, bo], chosen: "Bo", host: ann)])
        == "Ann 2 of 2: 2 1!; Bo* 0 of 2:; other Bo, Bo false 1 2 Boend")
    #expect(try render(template, [Room()]) == "end")
    #expect(
      try compile(template).check([Pairing("main", with: [Room.self])]).map(\.description) == [])
  }

  @Test func `one type is shown in two ways in two places`() throws {
    struct Throw: Fielded {
      let numbers = [3, 4]
      static func declare(_ field: inout Fields<Throw>) {
        field.rows("dice", { $0.numbers }) { $0("value") { $0 } }
        field.rows("words", { $0.numbers }) { $0("word") { $0 == 3 ? "three" : "four" } }
      }
    }
    let template = "{{#dice}}{{value}}{{word}}{{/dice}} {{#words}}{{value}}{{word}}{{/words}}"
    #expect(try render(template, [Throw()]) == "34 threefour")
    #expect(
      try compile(template).check([Pairing("main", with: [Throw.self])]).map(\.description) == [
        "main.mustache:1:19: found {{word}}, expected a field of Throw.dice or Throw",
        "main.mustache:1:47: found {{value}}, expected a field of Throw.words or Throw",
      ])
  }

  @Test func `a list of any items shows a section once`() throws {
    let template =
      "{{#earlier.any}}<{{balance}}{{#earlier}} {{total}}{{/earlier}}>{{/earlier.any}}"
      + "{{#result.dice.any}}dice{{/result.dice.any}}{{^names.any}}none{{/names.any}}"
    #expect(try render(template, [Page()]) == "<200 2 12>dice")
    #expect(try render(template, [Page(result: nil, earlier: [], names: [])]) == "none")
    #expect(
      try render("{{#l.any}}{{l.any}}{{any}}{{/l.any}}{{#o.any}}o{{/o.any}}", #"{"l": [1, 2]}"#)
        == "true")
    #expect(
      try render("{{f}}", with: ["f": .calling { _ in "{{#l.any}}a{{/l.any}}" }, "l": [1]])
        == "a")
  }

  @Test func `a fraction shows just the digits that identify it`() throws {
    struct Numbers: Fielded {
      let all = [0.1, 1.0, -2.5, 1e16, 0.1 + 0.2]
      static func declare(_ field: inout Fields<Numbers>) { field("all") { $0.all } }
    }
    #expect(
      try render("{{#all}}{{.}} {{/all}}", [Numbers()]) == "0.1 1.0 -2.5 1e+16 0.30000000000000004 "
    )
  }

  @Test func `the empty stack shows nothing`() throws {
    #expect(try render("[{{a}}{{.}}{{#a.b}}x{{/a.b}}]", []) == "[]")
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
}
