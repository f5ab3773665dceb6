import Games
import Mustache
import Site

/// The page of all spells with their effects.
struct SpellsPage: SheetedPage {
  static let templates = ["reference/spells"]
  let title = "Spells – Characters – Dicehall"
  let description =
    "What each spell of magic-users, elves and clerics does, by its level."

  static func declare(_ field: inout Fields<SpellsPage>) {
    field("tabs") { _ in ReferenceTab.all(on: .spells) }
    field.rows("lists", { _ in SpellList.all }) { list in
      list("id") { $0.id }
      list("name") { $0.name }
      list("picture") { $0.picture.id }
      list("lead") { $0.lead }
      list("count") { $0.spells.count.words }
      list.rows("spells", { $0.spells }) { spell in
        spell("number") { $0.place + 1 }
        spell("name") { $0.name }
        spell("range") { $0.record?.range.asSentence }
        spell("duration") { $0.record?.duration.asSentence }
        spell("isReversible") { $0.reverse != nil }
        spell("effect") { $0.effect }
      }
      list.rows(
        "higher",
        { list in
          (2...list.magic.highestLevel).map { list.magic.spells(ofLevel: $0) }
        }
      ) { level in
        level("level") { $0[0].level }
        level.rows("spells", { $0 }) { spell in
          spell("name") { $0.name }
          spell("reverse") { $0.reverse }
          spell("effect") { $0.effect }
        }
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
  let magic: Magic
  /// The spells of the first level.
  var spells: [ListedSpell] { magic.spells(ofLevel: 1) }

  static let all = [
    SpellList(
      id: "arcane", name: "Arcane spells", picture: .magicUser,
      lead: """
        Magic-users and elves start with one of these in their book, and cast it once a day. \
        To leave it to chance, roll a d12.
        """,
      magic: .arcane),
    SpellList(
      id: "divine", name: "Clerics’ prayers", picture: .cleric,
      lead: """
        Clerics have none at first level. From the second level on they choose freely from this \
        list every day, as many as their level allows.
        """,
      magic: .divine),
  ]
}
