import Games
import Site
import Web

/// Returns the draft with the values of a form.
typealias DraftForm = @Sendable (CharacterDraft, Form) throws(Problem) -> CharacterDraft

extension Route {
  /// Returns the route of a move on an open step; `move` returns the address to go to.
  static func move(
    _ path: String, on step: Step,
    _ move: @escaping @Sendable (inout DraftState, inout Visit) throws(Problem) -> String
  ) -> Route {
    .post(path) { visit in
      try visit.move(showing: { $1.page(of: step, $0, $2) }) {
        (state: inout DraftState, visit) throws(Problem) in
        if visit.isBeginning { state.clear() }
        if let refusal = state.draft.refusal(ofOpening: step) { throw Problem(refusal.sentence) }
        return try move(&state, &visit)
      }
    }
  }

  /// Returns the route of a move by the draft's rules, below its step's, which says what it did.
  ///
  /// `field` is to blame if the rules refuse the move.
  static func change(
    _ name: String, on step: Step, field: String? = nil,
    taking form: @escaping DraftForm = unchanged,
    _ change: @escaping @Sendable (inout CharacterDraft, inout Visit) throws(RuleRefusal) -> String
  ) -> Route {
    .move("\(step.path)/\(name)", on: step) { state, visit throws(Problem) in
      var draft = try form(state.draft, visit.form)
      let outcome = try Problem.telling(change(&draft, &visit), at: field, form: visit.form)
      state.take(draft, at: step, outcome, using: &visit.random)
      return step.path
    }
  }

  /// Returns the route of a step's `Surprise me` button, which makes random choices.
  static func surprise(
    _ step: Step, outcome: @escaping @Sendable (CharacterDraft) -> String
  ) -> Route {
    .change("surprise", on: step) { draft, visit in
      draft = draft.surprising(step, using: &visit.random)
      return outcome(draft)
    }
  }

  /// Returns the route of a step's `Continue` button, with the values of its form.
  static func goOn(from step: Step, taking form: @escaping DraftForm = unchanged) -> Route {
    .move("\(step.path)/continue", on: step) { state, visit throws(Problem) in
      try goOn(&state, &visit, from: step, taking: form)
    }
  }

  /// Continues, and returns the address of the next step.
  static func goOn(
    _ state: inout DraftState, _ visit: inout Visit, from step: Step, taking form: DraftForm
  ) throws(Problem) -> String {
    let draft = try form(state.draft, visit.form)
    let mistakes = draft.missing(in: step).map {
      Problem.Mistake($0.sentence, field: $0.field)
    }
    guard mistakes.isEmpty else { throw Problem(mistakes, form: visit.form) }
    let next = try Problem.telling(draft.continuing(past: step))
    state.take(next, using: &visit.random)
    let after = next.step(after: step)
    if step == .characterClass, after > .adjust {
      state.news = DraftState.LastMove(step: after, outcome: CharacterDraft.nothingToTrade)
    }
    return after.path
  }

  /// Returns the route of a step's `Back` button, with its form's values if the rules allow them.
  static func goBack(from step: Step, taking form: @escaping DraftForm) -> Route {
    .move("\(step.path)/back", on: step) { state, visit throws(Problem) in
      let draft = (try? form(state.draft, visit.form)) ?? state.draft
      state.take(draft, using: &visit.random)
      return draft.step(before: step).path
    }
  }

  /// Returns the route of a page about the draft.
  ///
  /// If the session can't be read, the step's page says so instead.
  static func view(
    _ path: String, on step: Step,
    _ show: @escaping @Sendable (DraftState, Visit) throws -> Answer
  ) -> Route {
    .get(path) { visit in
      let state = visit.session[DraftState.self] ?? DraftState()
      if let damage = visit.damage(to: DraftState.self) {
        return .page(visit.page(of: step, state, damage))
      }
      return try show(state, visit)
    }
  }

  private static let unchanged: DraftForm = { draft, _ in draft }
}

extension Visit {
  /// Returns the page of a step, or a redirect to the first open one if it is closed.
  func show(_ step: Step, _ state: DraftState) -> Answer {
    guard state.draft.isOpen(step) else { return .seeOther(state.draft.firstOpenStep.path) }
    return .page(page(of: step, state, nil))
  }

  /// Returns a redirect to the step in an address, or the first open step's page, which says why.
  func lead(to step: Step, _ state: DraftState) -> Answer {
    guard let refusal = state.draft.refusal(ofOpening: step) else { return .seeOther(step.path) }
    let problem = Problem(refusal.sentence)
    return .page(page(of: step, state, problem), problem.status)
  }

  /// Whether the form is on a page of `beginning(insteadOf:)`.
  fileprivate var isBeginning: Bool { form["begin"] == "yes" }

  /// Returns the first step of a new character, while the previous character is still there.
  func beginning(insteadOf state: DraftState, _ problem: Problem? = nil) -> any Page {
    var empty = state
    empty.clear()
    return AbilityStepPage(
      wizard: WizardLayout(
        empty, at: .abilities, in: self, problem, insteadOf: state))
  }

  /// Returns the page of a step or, if it is closed, of the first open one.
  fileprivate func page(
    of requested: Step, _ state: DraftState, _ problem: Problem?
  ) -> any Page {
    if isBeginning, problem?.inForm != nil { return beginning(insteadOf: state, problem) }
    let step = state.draft.isOpen(requested) ? requested : state.draft.firstOpenStep
    let shop = ShopView(self, tab: state.tab, for: state.draft)
    let item = step == .equipment ? shop.item : nil
    let view = WizardLayout(state, at: step, item: item, in: self, problem)
    switch step {
    case .abilities: return AbilityStepPage(wizard: view)
    case .characterClass: return ClassStepPage(wizard: view)
    case .adjust: return AdjustStepPage(wizard: view)
    case .details: return DetailStepPage(wizard: view)
    case .biography: return BiographyStepPage(wizard: view)
    case .spells: return SpellStepPage(wizard: view)
    case .equipment:
      if let item { return ShopItemPage(wizard: view, item: item, shop: shop) }
      return ShopPage(wizard: view, shop: shop)
    case .review: return ReviewStepPage(wizard: view)
    case .save: return SaveStepPage(wizard: view)
    }
  }
}

extension CharacterDraft {
  /// Returns why a step is closed; `nil` if it is open.
  fileprivate func refusal(ofOpening step: Step) -> RuleRefusal? {
    if isOpen(step) { return nil }
    if skips(step), let characterClass { return .notACaster(characterClass) }
    return .stepClosed(step, open: firstOpenStep)
  }
}

extension Problem {
  /// Turns a rule that a move breaks into a mistake at a field; the form keeps what was typed.
  static func telling<Value>(
    _ move: @autoclosure () throws(RuleRefusal) -> Value, at field: String? = nil,
    form: Form? = nil
  ) throws(Problem) -> Value {
    do throws(RuleRefusal) {
      return try move()
    } catch {
      throw Problem([Mistake(error.sentence, field: field)], form: form)
    }
  }
}

let wizardRoutes: [Route] =
  [
    .view("/osr/new", on: .abilities) { state, visit in
      guard let step = visit.request.query["step"].flatMap(Step.init(slug:)) else {
        return .seeOther(state.draft.firstOpenStep.path)
      }
      return visit.lead(to: step, state)
    },
    // A file with a new ID, as the character isn't saved anywhere yet.
    .view("/osr/new/character.json", on: .review) { state, visit in
      var chance = SystemRandomNumberGenerator()
      guard let character = try? state.draft.character(id: CharacterID(using: &chance)) else {
        return visit.show(.review, state)
      }
      return .file(
        type: "application/json", name: "\(character.fileName).json",
        bytes: CharacterJSON.encode(character, withOrigin: true))
    },
  ] + Step.allCases.map { step in .view(step.path, on: step) { $1.show(step, $0) } }
  + startOverRoutes + abilityRoutes + classRoutes + adjustRoutes + detailRoutes
  + biographyRoutes + spellRoutes + shopRoutes + saveRoutes

let wizardPages: [any Page.Type] = [
  AbilityStepPage.self, ClassStepPage.self, AdjustStepPage.self, DetailStepPage.self,
  BiographyStepPage.self, SpellStepPage.self, ShopPage.self, ShopItemPage.self,
  ReviewStepPage.self, SaveStepPage.self, AbandonPage.self, SurprisePage.self,
]
