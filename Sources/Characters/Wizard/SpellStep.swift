import Games
import Mustache
import Site
import Web

/// The page of the sixth step, for arcane casters: the spell for the book.
struct SpellStepPage: WizardPage {
  static let templates = ["characters/spells"]
  let wizard: WizardLayout

  static func declare(_ field: inout Fields<SpellStepPage>) {
    field("wizard") { $0.wizard }
    field.rows("spells", { _ in Spell.allCases }) { spell in
      spell("id") { $0.id }
      spell("name") { $0.name }
      spell("effect") { $0.listed.effect }
      spell("range") { $0.record.range }
      spell("duration") { $0.record.duration }
      spell("isReversible") { $0.record.isReversible }
      spell("isChosen") { $0 == $1.draft.spell }
    }
    field("wrong") { $0.wizard.problem?["spell"] }
    field("isBeginner") { $0.draft.level == 1 }
    field.rows("book", { $0.book }) { part in
      part("level") { $0.level }
      part("room") { $0.room == 1 ? "one of them" : "up to \($0.room)" }
      part.rows("spells", { Magic.arcane.spells(ofLevel: $0.level) }) { spell in
        spell("id") { $0.id }
        spell("name") { $0.name }
        spell("effect") { $0.effect }
        spell("isChosen") { $1.chosen.contains($0) }
      }
    }
  }

  /// The levels of spells with the book's room, and the spells ticked.
  private var book: [(level: Int, room: Int, chosen: Set<ListedSpell>)] {
    let chosen = chosen
    return zip(1..., draft.bookRoom).filter { $0.1 > 0 }.map { ($0, $1, chosen) }
  }

  /// The spells ticked, even if they were refused.
  private var chosen: Set<ListedSpell> {
    Set(wizard.problem?.form.flatMap { try? $0.spellBook } ?? draft.book)
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

let spellRoutes: [Route] = [
  .goOn(from: .spells, taking: chosen),
  .goBack(from: .spells, taking: chosen),
  .surprise(.spells) { $0.bookSentence },
]

/// Returns the draft with the spell or the whole book in a form, if there is one.
private func chosen(_ draft: CharacterDraft, _ form: Form) throws(Problem) -> CharacterDraft {
  if let book = try Problem.telling(form.spellBook, at: "spell", form: form) {
    return try Problem.telling(draft.choosing(book: book), at: "spell", form: form)
  }
  guard let text = form["spell"] else { return draft }
  guard let choice = Spell(id: text) else {
    throw Problem(RuleRefusal.spellUnknown.sentence, field: "spell")
  }
  return try Problem.telling(draft.choosing(choice), at: "spell")
}
