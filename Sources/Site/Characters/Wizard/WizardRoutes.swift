import Games
import Web

let wizardRoutes: [Route] =
  [
    .get("/osr/new", showFirstOpenStep),
    .get("/osr/new/surprise", askSurprise),
    .post("/osr/new/surprise", surpriseWholly),
    .get("/osr/new/abandon", askAbandon),
    .post("/osr/new/abandon", abandon),
    .get("/osr/new/character.json", downloadDraft),
  ] + Step.allCases.map { step in .get(step.path) { $0.show(step) } }
  + abilityRoutes + classRoutes + adjustRoutes + detailRoutes + biographyRoutes + spellRoutes
  + shopRoutes + saveRoutes

/// Every kind of page of the wizard.
let wizardPages: [any Page.Type] = [
  AbilityStepPage.self, ClassStepPage.self, AdjustStepPage.self, DetailStepPage.self,
  BiographyStepPage.self, SpellStepPage.self, ShopPage.self, ShopItemPage.self,
  ReviewStepPage.self, SaveStepPage.self, AbandonPage.self, SurprisePage.self,
]

private func showFirstOpenStep(_ visit: inout Visit) -> Answer {
  guard !visit.session.isReplacement else { return visit.show(.abilities) }
  guard let step = visit.request.query["step"].flatMap(Step.init(slug:)) else {
    return .seeOther((visit.session[DraftState.self] ?? DraftState()).draft.firstOpenStep.path)
  }
  return visit.lead(to: step)
}

/// Asks before a whole new character replaces what is there.
private func askSurprise(_ visit: inout Visit) -> Answer {
  let table = visit.session[DraftState.self] ?? DraftState()
  guard !visit.session.isReplacement, !table.isEmpty else { return visit.show(.abilities) }
  return .page(SurprisePage(table))
}

private func surpriseWholly(_ visit: inout Visit) -> Answer {
  visit.work(on: .abilities) { table, visit throws(Problem) in
    table.clear()
    let draft = CharacterDraft.random(using: &visit.random)
    table.take(
      draft, at: .review, "Here is \(draft.fullName), ready to play.", using: &visit.random)
    return Step.review.path
  }
}

private func askAbandon(_ visit: inout Visit) -> Answer {
  let table = visit.session[DraftState.self] ?? DraftState()
  guard !visit.session.isReplacement, !table.isEmpty else { return visit.show(.abilities) }
  let step = visit.request.query["from"].flatMap(Step.init(slug:))
  return .page(AbandonPage(table, from: step ?? table.draft.firstOpenStep))
}

private func abandon(_ visit: inout Visit) -> Answer {
  visit.work(on: .abilities) { table, _ in
    table.clear()
    table.news = .init(step: .abilities, outcome: "The character was abandoned.")
    return "/osr"
  }
}

/// Each time under another number: it is saved nowhere yet.
private func downloadDraft(_ visit: inout Visit) -> Answer {
  var chance = SystemRandomNumberGenerator()
  guard let draft = visit.session[DraftState.self]?.draft,
    let character = try? draft.character(id: CharacterID(using: &chance))
  else { return visit.show(.review) }
  return .file(
    type: "application/json", name: "\(character.fileName).json",
    bytes: CharacterJSON.encode(character, withOrigin: true))
}

/// Lets chance make the choices of a step.
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
