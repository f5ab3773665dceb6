import Games
import Mustache
import Web

/// The sixth step, for arcane casters: the spell for the book.
struct SpellStepPage: WizardPage {
  static let templates = ["characters/spells"]
  let wizard: WizardLayout

  static func declare(_ field: inout Fields<SpellStepPage>) {
    field("wizard") { $0.wizard }
    field("spells") { page in
      Spell.allCases.map { SpellChoice(spell: $0, isChosen: page.wizard.draft.spell == $0) }
    }
    field("wrong") { $0.wizard.problem?["spell"]?.sentence }
    field("isBeginner") { $0.wizard.draft.level == 1 }
    field("book") { page in
      zip(1..., page.wizard.draft.bookRoom).filter { $0.1 > 0 }.map { level, room in
        BookPart(level: level, room: room, chosen: page.chosen)
      }
    }
  }

  /// Those ticked, also where they could not be taken.
  private var chosen: Set<ListedSpell> {
    Set(wizard.problem?.form.flatMap { try? $0.spellBook } ?? wizard.draft.book)
  }
}

/// The spells of one level, and how many of them the book has room for.
private struct BookPart: Fielded {
  let level: Int
  let room: Int
  let chosen: Set<ListedSpell>

  static func declare(_ field: inout Fields<BookPart>) {
    field("level") { $0.level }
    field("room") { $0.room == 1 ? "one of them" : "up to \($0.room)" }
    field("spells") { part in
      Magic.arcane.spells(ofLevel: part.level).map {
        BookSpell(spell: $0, isChosen: part.chosen.contains($0))
      }
    }
  }
}

/// A spell that may be in the book.
private struct BookSpell: Fielded {
  let spell: ListedSpell
  let isChosen: Bool

  static func declare(_ field: inout Fields<BookSpell>) {
    field("id") { $0.spell.id }
    field("name") { $0.spell.name }
    field("isChosen") { $0.isChosen }
  }
}

extension Form {
  /// The spells that a form ticks; `nil` if it has none to tick.
  /// - Throws: `RuleRefusal.spellUnknown`.
  fileprivate var spellBook: [ListedSpell]? {
    get throws(RuleRefusal) {
      guard self["book"] != nil else { return nil }
      var spells: [ListedSpell] = []
      for field in fields where field.name == "spells" {
        guard let spell = ListedSpell(id: field.value, of: .arcane) else { throw .spellUnknown }
        spells.append(spell)
      }
      return spells
    }
  }
}

/// A spell of the first level.
private struct SpellChoice: Fielded {
  let spell: Spell
  let isChosen: Bool

  static func declare(_ field: inout Fields<SpellChoice>) {
    field("id") { $0.spell.id }
    field("name") { $0.spell.name }
    field("effect") { $0.spell.record.effect }
    field("range") { $0.spell.record.range }
    field("duration") { $0.spell.record.duration }
    field("isReversible") { $0.spell.record.isReversible }
    field("isChosen") { $0.isChosen }
  }
}

let spellRoutes: [Route] = [
  .goOn(from: .spells, taking: chosen),
  .goBack(from: .spells, taking: chosen),
  .surprise(.spells) { $0.bookSentence },
]

/// The draft with the spell in a form, or with all those of a book, if there are any.
private func chosen(_ draft: CharacterDraft, _ form: Form) throws(Problem) -> CharacterDraft {
  do throws(RuleRefusal) {
    if let book = try form.spellBook { return try draft.choosing(book: book) }
  } catch {
    throw Problem(error, field: "spell", form: form)
  }
  guard let text = form["spell"] else { return draft }
  guard let choice = Spell(id: text) else {
    throw Problem(RuleRefusal.spellUnknown.sentence, field: "spell")
  }
  return try Problem.telling("spell") { () throws(RuleRefusal) in try draft.choosing(choice) }
}
