import Games
import Site
import Web

let wizardRoutes: [Route] =
  [
    .view("/osr/new", on: .abilities, showFirstOpenStep),
    .view("/osr/new/character.json", on: .review, downloadDraft),
  ] + Step.allCases.map { step in .view(step.path, on: step) { $1.show(step, $0) } }
  + startOverRoutes + abilityRoutes + classRoutes + adjustRoutes + detailRoutes
  + biographyRoutes + spellRoutes + shopRoutes + reviewRoutes + saveRoutes

/// Every kind of page of the wizard.
let wizardPages: [any Page.Type] = [
  AbilityStepPage.self, ClassStepPage.self, AdjustStepPage.self, DetailStepPage.self,
  BiographyStepPage.self, SpellStepPage.self, ShopPage.self, ShopItemPage.self,
  ReviewStepPage.self, SaveStepPage.self, AbandonPage.self, SurprisePage.self,
]

private func showFirstOpenStep(_ state: DraftState, _ visit: Visit) -> Answer {
  guard let step = visit.request.query["step"].flatMap(Step.init(slug:)) else {
    return .seeOther(state.draft.firstOpenStep.path)
  }
  return visit.lead(to: step, state)
}

/// Each download has a new id, as the character is not saved anywhere yet.
private func downloadDraft(_ state: DraftState, _ visit: Visit) -> Answer {
  var chance = SystemRandomNumberGenerator()
  guard let character = try? state.draft.character(id: CharacterID(using: &chance)) else {
    return visit.show(.review, state)
  }
  return .file(
    type: "application/json", name: "\(character.fileName).json",
    bytes: CharacterJSON.encode(character, withOrigin: true))
}
