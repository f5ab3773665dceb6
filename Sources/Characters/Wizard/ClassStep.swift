import Games
import Mustache
import Site
import Web

/// The page of the second step: the seven classes side by side.
struct ClassStepPage: WizardPage {
  static let templates = ["characters/class"]
  let wizard: WizardLayout

  static func declare(_ field: inout Fields<ClassStepPage>) {
    field("wizard") { $0.wizard }
    field.rows("abilities", { AbilityRow.rows(of: $0.draft) }) { ability in
      ability("name") { $0.ability.name }
      ability("score") { $0.score }
    }
    field.rows("classes", { _ in CharacterClass.allCases }) { card in
      card("name") { $0.name }
      card("slug") { $0.slug }
      card("picture") { $0.id }
      card("summary") { $0.record.summary }
      card("isChosen") { $0 == $1.draft.characterClass }
      card("shortcomings") { choice, page in
        page.draft.rolledScores.map { choice.shortcomings(of: $0) } ?? []
      }
      card("wrong") { $1.wizard.problem?[$0.slug] }
      card("loss") { $1.draft.consequences(of: .choose($0)).sentence }
      card("primes") { choice in
        choice.primeRequisites.map { "\($0.name)\u{00A0}*" }.joined(separator: ", ")
      }
      card("experience") { $1.experience(of: $0) }
      card("hitPoints") { $1.hitPoints(of: $0) }
      card("requirements") { $0.record.neededScores }
      card("armour") { $0.record.armour.text }
      card("weapons") { $0.record.weapons.text }
      card("languages") { $0.knownLanguages.map(\.name).joined(separator: ", ") }
      card("features") { $0.record.features.map(Term.init) }
      card.rows("saves", { _ in SavingThrow.allCases }) { save in
        save("name") { $0.name }
        save("value") { $1.record.progression[0].saves[$0] }
      }
      card("nextLevel") { $0.record.progression[1].experience.groupedText }
    }
    field("wrong") { $0.wizard.problem?["class"] }
  }

  /// Returns the current scores or, for a class that is not chosen, the rolled ones.
  private func scores(of choice: CharacterClass) -> AbilityScores? {
    draft.characterClass == choice ? draft.scores : draft.rolledScores
  }

  /// Returns the percentage of experience with these scores: `+5%`.
  private func experience(of choice: CharacterClass) -> String {
    "\((scores(of: choice).map(choice.experienceAdjustment) ?? 0).modifierText)%"
  }

  /// Returns the hit points at level 1 with these scores: `1 to 7 (1d8−1)`; `7` if they are full.
  private func hitPoints(of choice: CharacterClass) -> String {
    let modifier = scores(of: choice).map { Modifier.hitPoints.value(at: $0[.con]) } ?? 0
    let (least, most) = (max(1, 1 + modifier), max(1, choice.hitDie.sides + modifier))
    let isFixed = least == most || draft.options.contains(.fullHitPoints)
    guard !isFixed else { return "\(most)" }
    let added = modifier == 0 ? "" : modifier.modifierText
    return "\(least) to \(most) (1\(choice.hitDie.name)\(added))"
  }
}

extension ClassRecord {
  fileprivate var neededScores: String {
    let list = requirements.map { "\($0.ability.name) \($0.score)" }
    return list.isEmpty ? "none" : list.joined(separator: ", ") + " or more"
  }
}

let classRoutes: [Route] =
  [.goOn(from: .characterClass), .surprise(.characterClass) { $0.classSentence }]
  + CharacterClass.allCases.map(choose)

private func choose(_ choice: CharacterClass) -> Route {
  .change("choose/\(choice.slug)", on: .characterClass, field: choice.slug) {
    draft, _ throws(RuleRefusal) in
    draft = try draft.choosing(choice)
    return draft.classSentence
  }
}
