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

/// The page of the third step: points taken off one score and put on another.
struct AdjustStepPage: WizardPage {
  static let templates = ["characters/adjust"]
  let wizard: WizardLayout

  static func declare(_ field: inout Fields<AdjustStepPage>) {
    field("wizard") { $0.wizard }
    field("freed") { $0.draft.freedPoints }
    field("experience") { page in page.draft.experienceAdjustment.map { "\($0.modifierText)%" } }
    field("className") { $0.draft.characterClass?.name }
    field("obstacle") { $0.draft.canTrade ? nil : CharacterDraft.nothingToTrade }
    field("rows") { page in
      let canTrade = page.draft.canTrade
      return Ability.allCases.map {
        AdjustRow(ability: $0, wizard: page.wizard, canTrade: canTrade)
      }
    }
    field("wrong") { $0.wizard.problem?["adjustments"] }
  }
}

/// An ability, with the points that may be traded.
private struct AdjustRow: Fielded {
  let ability: Ability
  let wizard: WizardLayout
  let canTrade: Bool
  private var draft: CharacterDraft { wizard.draft }
  private var score: Int { draft.scores?[ability] ?? 0 }
  private var change: Int { draft.adjustments[ability] }

  static func declare(_ field: inout Fields<AdjustRow>) {
    field("name") { $0.ability.name }
    field("slug") { $0.ability.slug }
    field("picture") { $0.ability.id }
    field("isPrime") { $0.isPrime }
    field("score") { $0.score }
    field("rolled") { $0.score - $0.change }
    field("change") { $0.change == 0 ? nil : $0.change.modifierText }
    field("inPlay") { $0.ability.inPlay(at: $0.score) }
    field("isTraded") { $0.canTrade && ($0.isPrime || $0.mayPay) }
    field("showsLower") { $0.showsLower }
    field("showsRaise") { $0.showsRaise }
    field("canLower") { $0.draft.obstacle(to: .lower($0.ability)) == nil }
    field("canRaise") { $0.draft.obstacle(to: .raise($0.ability)) == nil }
    field("why") { $0.why }
    field("wrong") { $0.wizard.problem?[$0.ability.slug] }
  }

  private var isPrime: Bool { draft.isPrime(ability) }
  private var mayPay: Bool { draft.characterClass?.record.mayLower.contains(ability) ?? false }

  private var showsLower: Bool { mayPay || isPrime && change > 0 }
  private var showsRaise: Bool { isPrime || change < 0 }

  /// Why its first button is disabled, and what its other buttons would take away.
  ///
  /// The first one lowers a score or raises a prime requisite.
  private var why: String {
    let refusal = draft.obstacle(to: mayPay ? .lower(ability) : .raise(ability))
    let losses =
      (showsLower ? draft.consequences(of: .lower(ability)) : [])
      + (showsRaise ? draft.consequences(of: .raise(ability)) : [])
    return ([refusal?.sentence, losses.sentence].compactMap(\.self)).joined(separator: " ")
  }
}

let adjustRoutes: [Route] =
  [.goOn(from: .adjust), .surprise(.adjust) { $0.freedSentence }]
  + Ability.allCases.flatMap { ability in
    [
      trade("lower", ability) { draft throws(RuleRefusal) in try draft.lowering(ability) },
      trade("raise", ability) { draft throws(RuleRefusal) in try draft.raising(ability) },
    ]
  }

private func trade(
  _ verb: String, _ ability: Ability,
  _ move: @escaping @Sendable (CharacterDraft) throws(RuleRefusal) -> CharacterDraft
) -> Route {
  .change("\(verb)/\(ability.slug)", on: .adjust, field: ability.slug) {
    draft, _ throws(RuleRefusal) in
    draft = try move(draft)
    return "\(ability.name) is now \(draft.scores?[ability] ?? 0). \(draft.freedSentence)"
  }
}
