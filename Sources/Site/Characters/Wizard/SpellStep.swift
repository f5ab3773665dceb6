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
  .surprise(.spells) { "In your book: \($0.spell?.name ?? "nothing")." },
]

/// The draft with the spell in a form, if there is one.
private func chosen(_ draft: CharacterDraft, _ form: Form) throws(Problem) -> CharacterDraft {
  guard let text = form["spell"] else { return draft }
  guard let choice = Spell(id: text) else {
    throw Problem(RuleRefusal.spellUnknown.sentence, field: "spell")
  }
  return try Problem.telling("spell") { () throws(RuleRefusal) in try draft.choosing(choice) }
}
