import Games
import Web

let detailRoutes: [Route] = [
  .post("/osr/new/details/hit-points", rollHitPoints),
  .post("/osr/new/details/gold", rollGold),
  .post("/osr/new/details/alignment", align),
  .post("/osr/new/details/continue") { $0.goOn(from: .details, taking: aligned) },
  .post("/osr/new/details/back") { $0.goBack(from: .details, taking: aligned) },
  surpriseRoute(.details) { draft in
    "\(draft.hitPointText), \(draft.goldRolled ?? 0) gold pieces, "
      + "\(draft.alignment.adjective.lowercased())."
  },
]

private func rollHitPoints(_ visit: inout Visit) -> Answer {
  visit.roll("hitPoints") { draft, visit throws(RuleRefusal) in
    try draft.rollingHitPoints(using: &visit.random)
  } outcome: { draft in
    "You rolled \(draft.hitDieRoll ?? 0): \(draft.hitPointText)."
  }
}

private func rollGold(_ visit: inout Visit) -> Answer {
  visit.roll("gold") { draft, visit throws(RuleRefusal) in
    try draft.rollingGold(using: &visit.random)
  } outcome: { draft in
    "You rolled \(draft.goldDice?.total ?? 0): \(draft.goldRolled ?? 0) gold pieces."
  }
}

private func align(_ visit: inout Visit) -> Answer {
  visit.roll("alignment") { draft, _ in
    draft
  } outcome: { draft in
    "Your alignment: \(draft.alignment.name)."
  }
}

extension Visit {
  /// Takes the alignment along, then makes the move.
  fileprivate mutating func roll(
    _ field: String, _ move: (CharacterDraft, inout Visit) throws(RuleRefusal) -> CharacterDraft,
    outcome: (CharacterDraft) -> String
  ) -> Answer {
    work(on: .details) { table, visit throws(Problem) in
      let draft = try aligned(table.draft, visit.form)
      let next = try Problem.telling(field) { () throws(RuleRefusal) in
        try move(draft, &visit)
      }
      table.take(next, at: .details, outcome(next), using: &visit.random)
      return Step.details.path
    }
  }
}

/// The draft with the alignment that a form has; one without any leaves it as it is.
private func aligned(_ draft: CharacterDraft, _ form: Form) throws(Problem) -> CharacterDraft {
  guard let text = form["alignment"] else { return draft }
  guard let wish = Alignment(id: text) else {
    throw Problem("There is no such alignment. Choose one of the three.", field: "alignment")
  }
  return try Problem.telling("alignment") { () throws(RuleRefusal) in
    try draft.aligning(with: wish)
  }
}
