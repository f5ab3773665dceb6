import Games
import Mustache
import Site

/// The spells of the first level.
struct SpellsPage: Page {
  static let templates = ["reference/spells"]
  let title = "Spells – Characters – Dicehall"
  let description =
    "First-level spells of magic-users, elves and clerics: range, duration and effect."
  let section: Section? = .game(CharactersGame.self)

  static func declare(_ field: inout Fields<SpellsPage>) {
    field("tabs") { _ in ReferenceTab.all(on: .spells) }
    field.rows("lists", { _ in SpellList.all }) { list in
      list("id") { $0.id }
      list("name") { $0.name }
      list("picture") { $0.picture.id }
      list("lead") { $0.lead }
      list("count") { $0.spells.count.words }
      list.rows("spells", { $0.spells }) { spell in
        spell("number") { $0.number }
        spell("name") { $0.name }
        spell("range") { $0.record.range.asSentence }
        spell("duration") { $0.record.duration.asSentence }
        spell("isReversible") { $0.record.isReversible }
        spell("effect") { $0.record.effect }
      }
    }
  }
}

/// The spells of one kind of magic.
private struct SpellList {
  let id, name: String
  /// The class whose picture heads the page.
  let picture: CharacterClass
  let lead: String
  let spells: [(number: Int, name: String, record: SpellRecord)]

  static let all = [
    SpellList(
      id: "arcane", name: "Arcane spells", picture: .magicUser,
      lead: """
        Magic-users and elves start with one of these in their book, and cast it once a day. \
        To leave it to chance, roll a d12.
        """,
      spells: Spell.allCases.map { ($0.rawValue + 1, $0.name, $0.record) }),
    SpellList(
      id: "divine", name: "Clerics’ prayers", picture: .cleric,
      lead: """
        Clerics have none at first level. From the second level on they choose freely from this \
        list every day, as many as their level allows.
        """,
      spells: Prayer.allCases.map { ($0.rawValue + 1, $0.name, $0.record) }),
  ]
}
