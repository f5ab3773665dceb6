import Games
import Mustache
import Web

/// The second step: the seven classes side by side.
struct ClassStepPage: WizardPage {
  static let templates = ["characters/class"]
  let wizard: WizardLayout

  static func declare(_ field: inout Fields<ClassStepPage>) {
    field("wizard") { $0.wizard }
    field("abilities") { AbilityRow.rows(of: $0.wizard.draft) }
    field("classes") { page in
      CharacterClass.allCases.map { ClassCard(characterClass: $0, wizard: page.wizard) }
    }
    field("wrong") { $0.wizard.problem?["class"]?.sentence }
  }
}

/// A class, and whether these scores allow it.
private struct ClassCard: Fielded {
  let characterClass: CharacterClass
  let wizard: WizardLayout
  private var record: ClassRecord { characterClass.record }

  static func declare(_ field: inout Fields<ClassCard>) {
    field("name") { $0.characterClass.name }
    field("slug") { $0.characterClass.slug }
    field("picture") { $0.characterClass.id }
    field("summary") { $0.record.summary }
    field("isChosen") { $0.wizard.draft.characterClass == $0.characterClass }
    field("shortcomings") { $0.shortcomings }
    field("canChoose") { $0.shortcomings.isEmpty }
    field("wrong") { $0.wizard.problem?[$0.characterClass.slug]?.sentence }
    field("loss") { card in
      card.wizard.draft.consequences(of: .choose(card.characterClass)).sentence
    }
    field("primes") { $0.primes }
    field("experience") { $0.experience }
    field("hitDie") { "1\($0.characterClass.hitDie.name)" }
    field("requirements") { $0.requirements }
    field("armour") { $0.record.armour.text }
    field("weapons") { $0.record.weapons.text }
    field("languages") { card in
      card.characterClass.knownLanguages.map(\.name).joined(separator: ", ")
    }
    field("features") { $0.record.features.map(Term.init) }
    field("saves") { card in
      SavingThrow.allCases.map { SaveRow(save: $0, saves: card.record.progression[0].saves) }
    }
    field("nextLevel") { $0.record.progression[1].experience.groupedText }
  }

  private var shortcomings: [String] {
    wizard.draft.rolledScores.map { characterClass.shortcomings(of: $0) } ?? []
  }

  private var primes: String {
    characterClass.primeRequisites.map { "\($0.name)\u{00A0}*" }.joined(separator: ", ")
  }

  /// `+5%` with the scores as they are or, for a class that is not chosen, as rolled.
  private var experience: String {
    let draft = wizard.draft
    let scores = draft.characterClass == characterClass ? draft.scores : draft.rolledScores
    let percent = scores.map { characterClass.experienceAdjustment(for: $0) } ?? 0
    return "\(percent.modifierText)%"
  }

  private var requirements: String {
    let list = record.requirements.map { "\($0.ability.name) \($0.score)" }
    return list.isEmpty ? "none" : list.joined(separator: ", ") + " or more"
  }
}

/// A saving throw at the first level.
private struct SaveRow: Fielded {
  let save: SavingThrow
  let saves: SavingThrows

  static func declare(_ field: inout Fields<SaveRow>) {
    field("name") { $0.save.name }
    field("value") { $0.saves[$0.save] }
  }
}

let classRoutes: [Route] =
  [
    .goOn(from: .characterClass),
    .surprise(.characterClass) { $0.classSentence },
  ] + CharacterClass.allCases.map(choose)

private func choose(_ choice: CharacterClass) -> Route {
  .change(
    "/osr/new/class/choose/\(choice.slug)", on: .characterClass, field: choice.slug
  ) { draft, _ throws(RuleRefusal) in
    draft = try draft.choosing(choice)
    return draft.classSentence
  }
}

extension CharacterDraft {
  fileprivate var classSentence: String { "Your class: \(characterClass?.name ?? "none")." }
}
