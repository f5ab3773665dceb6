import Games
import Mustache
import Web

/// The first step: six scores, their dice, and what they do in play.
struct AbilityStepPage: WizardPage {
  static let templates = ["characters/abilities"]
  let wizard: WizardLayout
  private var draft: CharacterDraft { wizard.draft }

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
    field("options") { page in
      CreationOption.allCases.map { OptionChoice(option: $0, isChosen: page.chosen.contains($0)) }
    }
    field("optionsOpen") { !$0.chosen.isEmpty || $0.wrongOption != nil }
    field("optionsWrong") { $0.wrongOption }
    field("agreed") { $0.draft.options.text }
    field("places") { page in
      page.isArranged ? Ability.allCases.map { ArrangedAbility($0, page.wizard) } : []
    }
    field("expression") { $0.draft.options.contains(.fourDice) ? "4d6kh3" : "3d6" }
    field("isFour") { $0.draft.options.contains(.fourDice) }
  }

  private var isArranged: Bool { draft.options.contains(.arranged) && !draft.abilities.isEmpty }

  /// Those ticked, also where they could not be taken.
  private var chosen: Set<CreationOption> {
    wizard.problem?.form?.creationOptions ?? draft.options
  }

  private var wrongOption: String? { wizard.problem?["options"]?.sentence }
}

/// An option, ticked or not.
private struct OptionChoice: Fielded {
  let option: CreationOption
  let isChosen: Bool

  static func declare(_ field: inout Fields<OptionChoice>) {
    field("id") { $0.option.id }
    field("name") { $0.option.name }
    field("summary") { $0.option.summary }
    field("isChosen") { $0.isChosen }
  }
}

/// An ability, and the totals that it may have.
private struct ArrangedAbility: Fielded {
  private let ability: Ability
  private let wizard: WizardLayout
  /// The total that it has, or was to have.
  private let wanted: Int?

  init(_ ability: Ability, _ wizard: WizardLayout) {
    self.ability = ability
    self.wizard = wizard
    wanted =
      wizard.problem?.form?.whole(ability.arrangementField) ?? wizard.draft.rolledScores?[ability]
  }

  static func declare(_ field: inout Fields<ArrangedAbility>) {
    field("field") { $0.ability.arrangementField }
    field("name") { $0.ability.name }
    field("totals") { place in
      place.totals.map { total, count in
        ChoiceWord(
          value: "\(total)", words: count > 1 ? "\(total), \(count.times)" : "\(total)",
          isChosen: total == place.wanted)
      }
    }
    field("wrong") { $0.wizard.problem?[$0.ability.arrangementField]?.sentence }
  }

  /// The six totals from the highest down, and how often each was rolled.
  private var totals: [(total: Int, count: Int)] {
    let totals = wizard.draft.abilities.map(\.dice.total)
    return Set(totals).sorted(by: >).map { total in (total, totals.count { $0 == total }) }
  }
}

extension Ability {
  fileprivate var arrangementField: String { "roll-\(slug)" }
}

extension Form {
  /// The options that a form ticks; `nil` for a form without them.
  var creationOptions: Set<CreationOption>? {
    guard self["options"] != nil else { return nil }
    return Set(CreationOption.allCases.filter { self[$0.id] == "on" })
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
    field("faces") { row in
      row.rolled.dice.faces.enumerated().map { place, value in
        AbilityFace(value: value, isDropped: place == row.rolled.dice.droppedPlace)
      }
    }
    field("rolledAs") { $0.score == $0.rolled.dice.total ? nil : $0.rolled.dice.total }
    field("rerolls") { $0.rolled.rerolls == 0 ? nil : "rerolled \($0.rolled.rerolls.times)" }
    field("inPlay") { $0.ability.inPlay(at: $0.score) }
    field("modifiers") { row in
      row.ability.modifiers.map { ModifierRow(modifier: $0, score: row.score) }
    }
  }
}

/// A die of an ability.
private struct AbilityFace: Fielded {
  let value: Int
  /// It doesn’t count.
  let isDropped: Bool

  static func declare(_ field: inout Fields<AbilityFace>) {
    field("glyph") { $0.value.dieGlyph }
    field("words") { $0.isDropped ? "\($0.value.words), dropped" : $0.value.words }
    field("value") { $0.value }
    field("isDropped") { $0.isDropped }
  }
}

let abilityRoutes: [Route] =
  [
    .change("/osr/new/abilities/roll", on: .abilities) { draft, visit in
      draft = draft.rollingAbilities(by: visit.form.creationOptions, using: &visit.random)
      return draft.rolledSentence ?? ""
    },
    .change("/osr/new/abilities/options", on: .abilities, taking: agreed) { draft, _ in
      draft.optionsSentence
    },
    .change("/osr/new/abilities/arrange", on: .abilities, taking: arranged) { draft, _ in
      draft.arrangedSentence
    },
    .goOn(from: .abilities) { draft, form throws(Problem) in
      try arranged(agreed(draft, form), form)
    },
  ] + Ability.allCases.map(reroll)

/// The draft with the options that a form ticks, if there are any in it.
private func agreed(_ draft: CharacterDraft, _ form: Form) throws(Problem) -> CharacterDraft {
  guard let choice = form.creationOptions else { return draft }
  do throws(RuleRefusal) {
    return try draft.choosing(choice)
  } catch {
    throw Problem(error, field: "options", form: form)
  }
}

/// The draft with the totals where a form puts them, if it does.
private func arranged(_ draft: CharacterDraft, _ form: Form) throws(Problem) -> CharacterDraft {
  guard Ability.allCases.contains(where: { form[$0.arrangementField] != nil }) else { return draft }
  do throws(RuleRefusal) {
    return try draft.arranging { form.whole($0.arrangementField) ?? 0 }
  } catch {
    var field = "arrange"
    if case .notAmongRolls(let ability, _, _) = error { field = ability.arrangementField }
    throw Problem(error, field: field, form: form)
  }
}

private func reroll(_ ability: Ability) -> Route {
  .change(
    "/osr/new/abilities/reroll/\(ability.slug)", on: .abilities, field: "abilities"
  ) { draft, visit throws(RuleRefusal) in
    let old = draft.rolledScores?[ability] ?? 0
    draft = try draft.rerolling(ability, using: &visit.random)
    let dice = draft.abilities[ability.rawValue].dice
    let counted = dice.faces.indices.filter { $0 != dice.droppedPlace }.map { dice.faces[$0] }
    let dropped = dice.droppedPlace.map { " (\(dice.faces[$0]) dropped)" } ?? ""
    let new = draft.rolledScores?[ability] ?? 0
    return "\(ability.name): \(counted[0]), \(counted[1]) and \(counted[2])\(dropped) make \(new); "
      + "it was \(old)."
  }
}
