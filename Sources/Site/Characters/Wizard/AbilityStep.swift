import Games
import Mustache
import Web

/// The first step: six scores, their dice, and what they do in play.
struct AbilityStepPage: WizardPage {
  static let templates = ["characters/abilities"]
  let wizard: WizardLayout

  static func declare(_ field: inout Fields<AbilityStepPage>) {
    field("wizard") { $0.wizard }
    field("isRolled") { !$0.wizard.draft.abilities.isEmpty }
    field("actsAtOnce") { !$0.wizard.state.isLosable }
    field("abilities") { AbilityRow.rows(of: $0.wizard.draft) }
    field("kinds") { page in
      page.wizard.draft.abilities.isEmpty ? Ability.allCases.map(AbilityKind.init) : []
    }
    field("rolls") { "All six rolled \($0.wizard.draft.abilityRolls.times)." }
    field("caution") { $0.wizard.draft.consequences(of: .rollAbilities).sentence }
    field("primeOf") { $0.wizard.draft.characterClass?.name.lowercased() }
    field("wrong") { $0.wizard.problem?["abilities"]?.sentence }
  }
}

/// An ability before it is rolled.
private struct AbilityKind: Fielded {
  let ability: Ability

  static func declare(_ field: inout Fields<AbilityKind>) {
    field("name") { $0.ability.name }
    field("picture") { $0.ability.id }
    field("summary") { $0.ability.summary }
  }
}

/// An ability with its score.
struct AbilityRow: Fielded {
  let ability: Ability
  let rolled: RolledAbility
  /// After adjustment.
  let score: Int
  let isPrime: Bool

  static func rows(of draft: CharacterDraft) -> [AbilityRow] {
    let scores = draft.scores
    return zip(Ability.allCases, draft.abilities).map { ability, rolled in
      AbilityRow(
        ability: ability, rolled: rolled, score: scores?[ability] ?? rolled.dice.total,
        isPrime: draft.characterClass?.primeRequisites.contains(ability) ?? false)
    }
  }

  static func declare(_ field: inout Fields<AbilityRow>) {
    field("name") { $0.ability.name }
    field("slug") { $0.ability.slug }
    field("picture") { $0.ability.id }
    field("summary") { $0.ability.summary }
    field("score") { $0.score }
    field("isPrime") { $0.isPrime }
    field("faces") { row in row.rolled.dice.faces.map { Face(value: $0) } }
    field("rolledAs") { $0.score == $0.rolled.dice.total ? nil : $0.rolled.dice.total }
    field("rerolls") { $0.rolled.rerolls == 0 ? nil : "rerolled \($0.rolled.rerolls.times)" }
    field("inPlay") { $0.ability.inPlay(at: $0.score) }
    field("modifiers") { row in
      row.ability.modifiers.map { ModifierRow(modifier: $0, score: row.score) }
    }
  }
}

let abilityRoutes: [Route] =
  [
    .change("/osr/new/abilities/roll", on: .abilities) { draft, visit in
      draft.rollingAbilities(using: &visit.random)
    } outcome: { _, after in
      after.rolledSentence ?? ""
    },
    .goOn(from: .abilities),
  ] + Ability.allCases.map(reroll)

private func reroll(_ ability: Ability) -> Route {
  .change(
    "/osr/new/abilities/reroll/\(ability.slug)", on: .abilities, field: "abilities"
  ) { draft, visit throws(RuleRefusal) in
    try draft.rerolling(ability, using: &visit.random)
  } outcome: { before, after in
    let faces = after.abilities[ability.rawValue].dice.faces
    let old = before.rolledScores?[ability] ?? 0
    let new = after.rolledScores?[ability] ?? 0
    return "\(ability.name): \(faces[0]), \(faces[1]) and \(faces[2]) make \(new); it was \(old)."
  }
}
