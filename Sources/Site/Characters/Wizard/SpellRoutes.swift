import Games
import Web

let spellRoutes: [Route] = [
  .post("/osr/new/spells/continue") { $0.goOn(from: .spells, taking: chosen) },
  .post("/osr/new/spells/back") { $0.goBack(from: .spells, taking: chosen) },
  surpriseRoute(.spells) { "In the book: \($0.spell?.name ?? "nothing")." },
]

/// The draft with the spell that a form has; one without any leaves it as it is.
private func chosen(_ draft: CharacterDraft, _ form: Form) throws(Problem) -> CharacterDraft {
  guard let text = form["spell"] else { return draft }
  guard let wish = Spell(id: text) else {
    throw Problem(RuleRefusal.spellUnknown.sentence, field: "spell")
  }
  return try Problem.telling("spell") { () throws(RuleRefusal) in try draft.choosing(wish) }
}
