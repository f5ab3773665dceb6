import Games
import Mustache

/// The spells of the first level.
struct SpellsPage: Page {
  static let templates = ["reference/spells"]
  let title = "Spells – Characters – Dicehall"
  let description =
    "First-level spells of magic-users, elves and clerics: range, duration and effect."
  let section: Section? = .game(CharactersGame.self)

  static func declare(_ field: inout Fields<SpellsPage>) {
    field("tabs") { _ in ReferenceTab.all(on: .spells) }
    field("lists") { _ in [SpellList.arcane, .divine] }
  }
}

/// The spells of one kind of magic.
private struct SpellList: Fielded {
  let id: String
  let name: String
  /// The class whose picture stands at the head.
  let picture: CharacterClass
  let lead: String
  let spells: [SpellRow]

  static func declare(_ field: inout Fields<SpellList>) {
    field("id") { $0.id }
    field("name") { $0.name }
    field("picture") { $0.picture.id }
    field("lead") { $0.lead }
    field("count") { $0.spells.count.words }
    field("spells") { $0.spells }
  }

  static let arcane = SpellList(
    id: "arcane", name: "Arcane spells", picture: .magicUser,
    lead: """
      Magic-users and elves start with one of these in their book, and cast it once a day. \
      To leave it to chance, roll a d12.
      """,
    spells: Spell.allCases.map {
      SpellRow(number: $0.rawValue + 1, name: $0.name, record: $0.record)
    })

  static let divine = SpellList(
    id: "divine", name: "Clerics’ prayers", picture: .cleric,
    lead: """
      Clerics have none at first level. From the second level on they choose freely from this \
      list every day, as many as their level allows.
      """,
    spells: Prayer.allCases.map {
      SpellRow(number: $0.rawValue + 1, name: $0.name, record: $0.record)
    })
}

/// A spell.
private struct SpellRow: Fielded {
  let number: Int
  let name: String
  let record: SpellRecord

  static func declare(_ field: inout Fields<SpellRow>) {
    field("number") { $0.number }
    field("name") { $0.name }
    field("range") { $0.record.range.asSentence }
    field("duration") { $0.record.duration.asSentence }
    field("isReversible") { $0.record.isReversible }
    field("effect") { $0.record.effect }
  }
}
