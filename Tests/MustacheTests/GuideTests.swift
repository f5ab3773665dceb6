import Foundation
import Testing

@testable import Mustache

private struct Throw: Fielded {
  let player: String
  let faces: [Int]

  static func declare(_ field: inout Fields<Throw>) {
    field("player") { $0.player }
    field("faces") { $0.faces }
    field("total") { $0.faces.reduce(0, +) }
  }
}

private struct Dollars {
  let amount: Int
}

extension Dollars: FieldValue {
  static var kind: FieldKind { .text }

  func store(in arena: inout Arena, at slot: Int) {
    "$\(amount)".store(in: &arena, at: slot)
  }
}

private struct Game: Fielded {
  let stake: Dollars
  let rolls: [Int]

  static func declare(_ field: inout Fields<Game>) {
    field("stake") { $0.stake }
    field.text("rolls") { game, text in
      for (index, roll) in game.rolls.enumerated() {
        if index > 0 { text.append(", ") }
        text.append(roll)
      }
    }
  }
}

private struct Table: Fielded {
  let players: [Player]
  let turn: Int
  let winner: Player?

  static func declare(_ field: inout Fields<Table>) {
    field.rows("players", { $0.players }) { player in
      player("name") { $0.name }
      player("isUp") { player, table in player.number == table.turn }
      player.rows("rolls", { $0.rolls }) { roll in
        roll("total") { $0.reduce(0, +) }
      }
    }
    field.object("winner", { $0.winner }) { winner in
      winner("name") { $0.name }
    }
  }
}

private struct Player {
  let number: Int
  let name: String
  var rolls: [[Int]] = []
}

private struct Roll: KnownRow {
  static let template = "roll"
  let points: Int

  init?(key: ArraySlice<UInt8>, variant: UInt8) {
    guard let first = key.first else { return nil }
    points = Int(first)
  }

  static func declare(_ field: inout Fields<Roll>) {
    field("points") { $0.points }
  }
}

private struct Turn: Fielded {
  let rolls: [UInt8]

  static func declare(_ field: inout Fields<Turn>) {
    field.rows("rolls", of: Roll.self) { turn, keys in
      for points in turn.rolls { keys.append([points]) }
    }
  }
}

private struct Sign: Fielded {
  let name: String

  static func declare(_ field: inout Fields<Sign>) {
    field("name") { $0.name }
    field("bold") { _ in Lambda { "<b>\($0)</b>" } }
  }
}

/// The module's documentation tells the truth.
@Suite struct GuideTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let guide: String = {
    let file = root.appending(path: "Sources/Mustache/Mustache.docc/Mustache.md")
    do {
      return try String(contentsOf: file, encoding: .utf8)
    } catch {
      preconditionFailure("no guide: \(error)")
    }
  }()

  /// A block of the guide: its language, the name in the line above it, its text.
  private struct Block {
    let language: String
    let name: String?
    let text: String
  }

  private static let blocks = guide.matches(
    of: /(?m)(?s)(?:^`([^`\n]+)`:\n)?^```([a-z]*)\n(.*?)\n```$/
  ).map { Block(language: String($0.2), name: $0.1.map(String.init), text: String($0.3)) }

  @Test func `each example gives the result in the guide`() throws {
    var templates: [Block] = []
    var data = "{}"
    var count = 0
    for block in GuideTests.blocks {
      switch block.language {
      case "mustache": templates.append(block)
      case "json": data = block.text
      case "html":
        let partials = Dictionary(
          uniqueKeysWithValues: templates.dropFirst().map { ($0.name ?? "", $0.text) })
        let made = try render(templates[0].text, data, partials: partials)
        #expect((made.hasSuffix("\n") ? String(made.dropLast()) : made) == block.text)
        templates = []
        count += 1
      default: break
      }
    }
    #expect(count == 7)
  }

  @Test func `the guide's Swift is the Swift tested here`() throws {
    let source = try String(
      contentsOf: GuideTests.root.appending(path: "Tests/MustacheTests/GuideTests.swift"),
      encoding: .utf8)
    func words(_ text: String) -> String {
      text.replacing("private ", with: "").split { " \n".contains($0) }.joined(separator: " ")
    }
    let blocks = GuideTests.blocks.filter { $0.language == "swift" }
    #expect(blocks.count == 9)
    for block in blocks { #expect(words(source).contains(words(block.text)), "\(block.text)") }
  }

  @Test func `a page is rendered as the guide says`() throws {
    let templates = try Templates(sources: [
      Source(
        name: "throw", file: "throw.mustache",
        text: Array("{{player}}: {{#faces}}[{{.}}]{{/faces}} {{total}}".utf8))
    ])
    var html: [UInt8] = []
    try templates.render("throw", [Throw(player: "Ann & Bo", faces: [3, 4])], into: &html)
    // Ann &amp; Bo: [3][4] 7
    #expect(String(decoding: html, as: UTF8.self) == "Ann &amp; Bo: [3][4] 7")

    let mistakes = templates.check([Pairing("throw", with: [Throw.self])])
    #expect(mistakes == [])

    var sent: [String] = []
    func send(_ bytes: UnsafeRawBufferPointer) {
      sent.append(String(decoding: bytes, as: UTF8.self))
    }
    var renderer = templates.makeRenderer()
    for player in ["Ann", "Bo"] {
      renderer.push(Throw(player: player, faces: [6]))
      try renderer.render("throw")
      renderer.withOutput { send($0) }
      renderer.removeAll()
    }
    #expect(sent == ["Ann: [6] 6", "Bo: [6] 6"])
  }

  @Test func `custom types and texts are shown as the guide says`() throws {
    let text = try render("{{stake}} {{rolls}}", [Game(stake: Dollars(amount: 5), rolls: [3, 6])])
    #expect(text == "$5 3, 6")
  }

  @Test func `lists and objects declared in place are shown as the guide says`() throws {
    let template =
      "{{#players}}{{name}}{{#isUp}}!{{/isUp}}{{#rolls}} {{total}}{{/rolls}};{{/players}}"
      + "{{winner.name}}"
    let ann = Player(number: 1, name: "Ann", rolls: [[3, 4], [6]])
    let table = Table(players: [ann, Player(number: 2, name: "Bo")], turn: 2, winner: ann)
    #expect(try render(template, [table]) == "Ann 7 6;Bo!;Ann")
    #expect(try compile(template).check([Pairing("main", with: [Table.self])]) == [])
  }

  @Test func `rows with keys are shown as the guide says`() throws {
    var bytes: [UInt8] = []
    try compile("{{rolls}}", partials: ["roll": "{{points}} "])
      .render("main", [Turn(rolls: [6, 3, 6])], into: &bytes)
    #expect(bytes == Array("6 3 6 ".utf8))
  }

  @Test func `a lambda gives the result in the guide`() throws {
    let template = "{{#bold}}Hello, {{name}}!{{/bold}} {{bold}}"
    #expect(
      try render(template, [Sign(name: "Ann")]) == "<b>Hello, Ann!</b> &lt;b&gt;&lt;/b&gt;")
  }
}
