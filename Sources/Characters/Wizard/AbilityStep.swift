import Games
import Mustache
import Site
import Web

/// The page of the first step: six scores, their dice, and their modifiers.
struct AbilityStepPage: WizardPage {
  static let templates = ["characters/abilities"]
  let wizard: WizardLayout

  static func declare(_ field: inout Fields<AbilityStepPage>) {
    field("wizard") { $0.wizard }
    field("isRolled") { !$0.draft.abilities.isEmpty }
    field("actsAtOnce") { !$0.wizard.state.isLosable }
    field.rows("abilities", { AbilityRow.rows(of: $0.draft) }) { row in
      row("name") { $0.ability.name }
      row("slug") { $0.ability.slug }
      row("picture") { $0.ability.id }
      row("score") { $0.score }
      row("isPrime") { $1.draft.isPrime($0.ability) }
      row.rows("faces", { $0.dice.faces.enumerated() }) { face in
        face("glyph") { $0.element.dieGlyph }
        face("words") { face, row in
          face.element.words + (face.offset == row.dice.droppedPlace ? ", dropped" : "")
        }
        face("value") { $0.element }
        face("isDropped") { $0.offset == $1.dice.droppedPlace }
      }
      row("rerolls") { $0.rerolls == 0 ? nil : "rerolled \($0.rerolls.times)" }
      row.rows("meaning", of: AbilityMeaning.self) { row, keys in
        let scores = [UInt8(clamping: row.score), UInt8(clamping: row.dice.total)]
        keys.append(scores[...], variant: UInt8(clamping: row.ability.rawValue))
      }
    }
    field.rows("kinds", { $0.draft.abilities.isEmpty ? Ability.allCases : [] }) { kind in
      kind("name") { $0.name }
      kind("picture") { $0.id }
      kind("summary") { $0.summary }
    }
    field("rolls") { "All six rolled \($0.draft.abilityRolls.times)." }
    field("caution") { $0.draft.consequences(of: .rollAbilities).sentence }
    field("primeOf") { $0.draft.characterClass?.name.lowercased() }
    field("wrong") { $0.wizard.problem?["abilities"] }
    field.rows("options", { _ in CreationOption.allCases }) { option in
      option("id") { $0.id }
      option("name") { $0.name }
      option("summary") { $0.summary }
      option("isChosen") { $1.chosen.contains($0) }
    }
    field("optionsOpen") { !$0.chosen.isEmpty || $0.wrongOption != nil }
    field("optionsWrong") { $0.wrongOption }
    field("agreed") { $0.draft.options.text }
    field.rows("places", { $0.isArranged ? Ability.allCases : [] }) { ability in
      ability("field") { $0.arrangementField }
      ability("name") { $0.name }
      ability("totals") { $1.totals(for: $0) }
      ability("wrong") { $1.wizard.problem?[$0.arrangementField] }
    }
    field("expression") { $0.draft.options.contains(.fourDice) ? "4d6kh3" : "3d6" }
    field("isFour") { $0.draft.options.contains(.fourDice) }
  }

  private var isArranged: Bool { draft.options.contains(.arranged) && !draft.abilities.isEmpty }

  /// The options ticked, even if they were refused.
  private var chosen: Set<CreationOption> {
    wizard.problem?.form?.creationOptions ?? draft.options
  }

  private var wrongOption: Problem.Faults? { wizard.problem?["options"] }

  /// Returns the six totals in descending order, with the one that an ability has or was to have.
  private func totals(for ability: Ability) -> [ChoiceWord] {
    let wanted =
      wizard.problem?.form?.whole(ability.arrangementField) ?? draft.rolledScores?[ability]
    let totals = draft.abilities.map(\.dice.total)
    return Set(totals).sorted(by: >).map { total in
      let count = totals.count { $0 == total }
      return ChoiceWord(
        value: "\(total)", words: count > 1 ? "\(total), \(count.times)" : "\(total)",
        isChosen: total == wanted)
    }
  }
}

extension Ability {
  fileprivate var arrangementField: String { "roll-\(slug)" }
}

extension Form {
  /// The options that a form ticks; `nil` if it has none to tick.
  var creationOptions: Set<CreationOption>? {
    guard self["options"] != nil else { return nil }
    return Set(CreationOption.allCases.filter { self[$0.id] == "on" })
  }
}

/// An ability with its score.
struct AbilityRow {
  let ability: Ability
  let dice: AbilityDice
  let rerolls: Int
  /// The score after adjustment.
  let score: Int

  static func rows(of draft: CharacterDraft) -> [AbilityRow] {
    let scores = draft.scores
    return zip(Ability.allCases, draft.abilities).map { ability, rolled in
      AbilityRow(
        ability: ability, dice: rolled.dice, rerolls: rolled.rerolls,
        score: scores?[ability] ?? rolled.dice.total)
    }
  }
}

/// What an ability's score means.
///
/// Its key is the score and the score before adjustment, its variant the ability.
struct AbilityMeaning: KnownRow {
  static let template = "characters/ability-meaning"
  private let ability: Ability
  private let score, rolled: Int

  init?(key: ArraySlice<UInt8>, variant: UInt8) {
    guard let ability = Ability(rawValue: Int(variant)), let score = key.first,
      let rolled = key.last
    else { return nil }
    self.ability = ability
    (self.score, self.rolled) = (Int(score), Int(rolled))
  }

  static func declare(_ field: inout Fields<AbilityMeaning>) {
    field("name") { $0.ability.name }
    field("slug") { $0.ability.slug }
    field("summary") { $0.ability.summary }
    field("inPlay") { $0.ability.inPlay(at: $0.score) }
    field("rolledAs") { $0.score == $0.rolled ? nil : $0.rolled }
    field("modifiers") { row in
      row.ability.modifiers.map { ModifierRow(modifier: $0, score: row.score) }
    }
  }
}

extension CharacterDraft {
  func isPrime(_ ability: Ability) -> Bool {
    characterClass?.primeRequisites.contains(ability) ?? false
  }
}

let abilityRoutes: [Route] =
  [
    .change("roll", on: .abilities) { draft, visit in
      draft = draft.rollingAbilities(by: visit.form.creationOptions, using: &visit.random)
      return draft.rolledSentence ?? ""
    },
    .change("options", on: .abilities, taking: agreed) { draft, _ in draft.optionsSentence },
    .change("arrange", on: .abilities, taking: arranged) { draft, _ in draft.arrangedSentence },
    .goOn(from: .abilities) { draft, form throws(Problem) in
      try arranged(agreed(draft, form), form)
    },
  ] + Ability.allCases.map(reroll)

private func agreed(_ draft: CharacterDraft, _ form: Form) throws(Problem) -> CharacterDraft {
  guard let choice = form.creationOptions else { return draft }
  return try Problem.telling(draft.choosing(choice), at: "options", form: form)
}

private func arranged(_ draft: CharacterDraft, _ form: Form) throws(Problem) -> CharacterDraft {
  guard Ability.allCases.contains(where: { form[$0.arrangementField] != nil }) else { return draft }
  do throws(RuleRefusal) {
    return try draft.arranging { form.whole($0.arrangementField) ?? 0 }
  } catch {
    var field: String?
    if case .notAmongRolls(let ability, _, _) = error { field = ability.arrangementField }
    throw Problem([.init(error.sentence, field: field)], form: form)
  }
}

private func reroll(_ ability: Ability) -> Route {
  .change("reroll/\(ability.slug)", on: .abilities, field: "abilities") {
    draft, visit throws(RuleRefusal) in
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
