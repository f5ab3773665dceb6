import Games
import Web

let adjustRoutes: [Route] =
  [
    .post("/osr/new/adjust/continue") { $0.goOn(from: .adjust) },
    surpriseRoute(.adjust) { $0.freedSentence },
  ]
  + Ability.allCases.flatMap { ability in
    [
      .post("/osr/new/adjust/lower/\(ability.slug)") { lower(ability, &$0) },
      .post("/osr/new/adjust/raise/\(ability.slug)") { raise(ability, &$0) },
    ]
  }

private func lower(_ ability: Ability, _ visit: inout Visit) -> Answer {
  visit.draw(on: .adjust, field: ability.slug) { draft, _ throws(RuleRefusal) in
    try draft.lowering(ability)
  } outcome: { _, after in
    after.tradeSentence(ability)
  }
}

private func raise(_ ability: Ability, _ visit: inout Visit) -> Answer {
  visit.draw(on: .adjust, field: ability.slug) { draft, _ throws(RuleRefusal) in
    try draft.raising(ability)
  } outcome: { _, after in
    after.tradeSentence(ability)
  }
}

extension CharacterDraft {
  fileprivate func tradeSentence(_ ability: Ability) -> String {
    "\(ability.name) is \(scores?[ability] ?? 0) now. \(freedSentence)"
  }
}
