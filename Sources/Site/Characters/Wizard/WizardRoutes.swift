import Games
import Web

let wizardRoutes: [Route] =
  [
    .get("/osr/new", showFirstOpenStep),
    .get("/osr/new/character.json", downloadDraft),
  ] + Step.allCases.map { step in .get(step.path) { $0.show(step) } }
  + startOverRoutes + abilityRoutes + classRoutes + adjustRoutes + detailRoutes
  + biographyRoutes + spellRoutes + shopRoutes + saveRoutes

/// Every kind of page of the wizard.
let wizardPages: [any Page.Type] = [
  AbilityStepPage.self, ClassStepPage.self, AdjustStepPage.self, DetailStepPage.self,
  BiographyStepPage.self, SpellStepPage.self, ShopPage.self, ShopItemPage.self,
  ReviewStepPage.self, SaveStepPage.self, AbandonPage.self, SurprisePage.self,
]

private func showFirstOpenStep(_ visit: inout Visit) -> Answer {
  guard !visit.session.isReplacement else { return visit.show(.abilities) }
  guard let step = visit.request.query["step"].flatMap(Step.init(slug:)) else {
    return .seeOther((visit.session.draft ?? DraftState()).draft.firstOpenStep.path)
  }
  return visit.lead(to: step)
}

/// Each download has a new id, as the character is not saved anywhere yet.
private func downloadDraft(_ visit: inout Visit) -> Answer {
  var chance = SystemRandomNumberGenerator()
  guard let draft = visit.session.draft?.draft,
    let character = try? draft.character(id: CharacterID(using: &chance))
  else { return visit.show(.review) }
  return .file(
    type: "application/json", name: "\(character.fileName).json",
    bytes: CharacterJSON.encode(character, withOrigin: true))
}

/// The route of a step's `Surprise me` button, which makes its choices at random.
func surpriseRoute(_ step: Step, _ outcome: @escaping @Sendable (CharacterDraft) -> String)
  -> Route
{
  .post("\(step.path)/surprise") { visit in
    visit.draw(on: step) { draft, visit in
      draft.surprising(step, using: &visit.random)
    } outcome: { _, after in
      outcome(after)
    }
  }
}
