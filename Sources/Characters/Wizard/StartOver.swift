import Games
import Mustache
import Site
import Web

let startOverRoutes: [Route] = [
  .view("/osr/new/surprise", on: .abilities) { state, visit in
    state.isLosable ? .page(SurprisePage(state: state)) : visit.show(.abilities, state)
  },
  .move("/osr/new/surprise", on: .abilities) { state, visit in
    state.surprise(by: visit.form.creationOptions, using: &visit.random)
    return Step.review.path
  },
  // An empty first step; the first move replaces what was there before.
  .view("/osr/new/begin", on: .abilities) { state, visit in
    state.isEmpty ? visit.show(.abilities, state) : .page(visit.beginning(insteadOf: state))
  },
  .view("/osr/new/abandon", on: .abilities) { state, visit in
    guard !state.isEmpty else { return visit.show(.abilities, state) }
    let step = visit.request.query["from"].flatMap(Step.init(slug:))
    return .page(AbandonPage(state, from: step ?? state.draft.firstOpenStep))
  },
  .move("/osr/new/abandon", on: .abilities) { state, _ in
    state.clear()
    state.news = .init(step: .abilities, outcome: "Character abandoned.")
    return "/osr"
  },
]

/// The page that asks before a character in the making is abandoned.
struct AbandonPage: CharactersPage {
  static let templates = ["characters/abandon"]
  let title = "Abandon this character? – New character – Dicehall"
  let description = "Give up the character you’re making."
  private let state: DraftState
  private let step: Step

  /// Creates the page; a visitor who keeps the character returns to `step`, if it is open.
  init(_ state: DraftState, from step: Step) {
    self.state = state
    self.step = state.draft.isOpen(step) ? step : state.draft.firstOpenStep
  }

  static func declare(_ field: inout Fields<AbandonPage>) {
    field("revision") { $0.state.revision }
    field("what") { $0.state.draft.belongings }
    field("isSaved") { $0.state.saved.isSomewhere }
    field("keep") { $0.step.path.withinGame }
  }
}

/// The page that asks before a random character replaces the one in the making.
struct SurprisePage: CharactersPage {
  static let templates = ["characters/surprise"]
  let title = "Surprise me? – New character – Dicehall"
  let description = "Make a whole new random character."
  let state: DraftState

  static func declare(_ field: inout Fields<SurprisePage>) {
    field("revision") { $0.state.revision }
    field("what") { $0.state.draft.belongings }
  }
}

extension CharacterDraft {
  /// Everything that was rolled, chosen and bought, in the order of the steps.
  fileprivate var belongings: [String] {
    var list: [String] = []
    if let scores {
      let texts = Ability.allCases.map { "\($0.abbreviation) \(scores[$0])" }
      list.append("Scores: \(texts.joined(separator: ", "))")
    }
    if let characterClass { list.append("Class: \(characterClass.name)") }
    if let hitPoints { list.append("Hit points: \(hitPoints)") }
    if let goldRolled { list.append("Gold: \(goldRolled) gp") }
    if !name.isEmpty { list.append("Name: \(fullName.isolated)") }
    if let spell { list.append("Spell: \(spell.name)") }
    if !goods.isEmpty { list.append("Equipment for \(goods.cost) gp") }
    return list
  }
}
