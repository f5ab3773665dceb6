import Games
import Mustache
import Site
import Web

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
