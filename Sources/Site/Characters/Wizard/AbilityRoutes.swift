import Games
import Web

let abilityRoutes: [Route] =
  [
    .post("/osr/new/abilities/roll", rollAbilities),
    .post("/osr/new/abilities/continue") { $0.goOn(from: .abilities) },
  ]
  + Ability.allCases.map { ability in
    .post("/osr/new/abilities/reroll/\(ability.slug)") { reroll(ability, &$0) }
  }

private func rollAbilities(_ visit: inout Visit) -> Answer {
  visit.draw(on: .abilities) { draft, visit in
    draft.rollingAbilities(using: &visit.random)
  } outcome: { _, after in
    after.rolledSentence ?? ""
  }
}

private func reroll(_ ability: Ability, _ visit: inout Visit) -> Answer {
  visit.draw(on: .abilities, field: "abilities") { draft, visit throws(RuleRefusal) in
    try draft.rerolling(ability, using: &visit.random)
  } outcome: { before, after in
    let faces = after.abilities[ability.rawValue].dice.faces
    let old = before.rolledScores?[ability] ?? 0
    let new = after.rolledScores?[ability] ?? 0
    return "\(ability.name): \(faces[0]), \(faces[1]) and \(faces[2]) make \(new); it was \(old)."
  }
}
