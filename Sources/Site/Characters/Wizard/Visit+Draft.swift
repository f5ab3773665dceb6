import Games
import Web

extension Visit {
  /// The page of a step, or a redirect to the first open one if it is still closed.
  ///
  /// A visitor whose session was lost gets the page at once, as a redirect could not say so.
  func show(_ step: Step) -> Answer {
    let state = session.draft ?? DraftState()
    guard !session.isReplacement else { return .page(page(of: step, state, nil, .damaged)) }
    guard state.draft.isOpen(step) else { return .seeOther(state.draft.firstOpenStep.path) }
    return .page(page(of: step, state, nil, nil))
  }

  /// A redirect to the step that an address asks for, or the page of the first open one, which says
  /// why.
  func lead(to step: Step) -> Answer {
    let state = session.draft ?? DraftState()
    guard let refusal = state.draft.refusal(ofOpening: step) else { return .seeOther(step.path) }
    return .page(page(of: step, state, Problem(refusal.sentence), nil), .unprocessable)
  }

  /// Makes a move of a step, once, and redirects to the address that it returns; see `change`.
  mutating func work(
    on step: Step, _ move: (inout DraftState, inout Visit) throws(Problem) -> String
  ) -> Answer {
    change(
      \.draft, page: { $1.page(of: step, $0, $2, $3) },
      { state, visit throws(Problem) in
        if let refusal = state.draft.refusal(ofOpening: step) { throw Problem(refusal.sentence) }
        return try move(&state, &visit)
      })
  }

  /// Makes a move that needs only the rules of the draft, and says on its page what happened.
  mutating func draw(
    on step: Step, field: String? = nil,
    _ move: (CharacterDraft, inout Visit) throws(RuleRefusal) -> CharacterDraft,
    outcome: (CharacterDraft, CharacterDraft) -> String
  ) -> Answer {
    work(on: step) { state, visit throws(Problem) in
      let before = state.draft
      let after = try Problem.telling(field) { () throws(RuleRefusal) in
        try move(before, &visit)
      }
      state.take(after, at: step, outcome(before, after), using: &visit.random)
      return step.path
    }
  }

  /// Leaves a step for the next, with the fields of its form.
  mutating func goOn(
    from step: Step,
    taking fields: (CharacterDraft, Form) throws(Problem) -> CharacterDraft = { draft, _ in draft }
  ) -> Answer {
    work(on: step) { state, visit throws(Problem) in
      let draft = try fields(state.draft, visit.form)
      let mistakes = draft.missing(in: step).map {
        Problem.Mistake(sentence: $0.sentence, field: $0.field, input: nil)
      }
      guard mistakes.isEmpty else { throw Problem(mistakes, form: visit.form) }
      let next = try Problem.telling { () throws(RuleRefusal) in
        try draft.continuing(past: step)
      }
      state.take(next, using: &visit.random)
      return next.step(after: step).path
    }
  }

  /// Goes back a step, with the fields of its form if the rules allow them.
  mutating func goBack(
    from step: Step, taking fields: (CharacterDraft, Form) throws(Problem) -> CharacterDraft
  ) -> Answer {
    work(on: step) { state, visit throws(Problem) in
      let draft = (try? fields(state.draft, visit.form)) ?? state.draft
      state.take(draft, using: &visit.random)
      return draft.step(before: step).path
    }
  }

  /// The page of a step or, if it is closed, of the first open one.
  private func page(
    of requested: Step, _ state: DraftState, _ problem: Problem?, _ setback: Setback?
  ) -> any Page {
    let step = state.draft.isOpen(requested) ? requested : state.draft.firstOpenStep
    let shop = ShopView(self, tab: state.tab)
    let item = step == .equipment ? shop.item : nil
    let view = WizardLayout(
      state, at: step, item: item, isFramed: session.isFramed, problem, setback)
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
  /// Why a step is closed; `nil` if it is open.
  fileprivate func refusal(ofOpening step: Step) -> RuleRefusal? {
    if isOpen(step) { return nil }
    if skips(step), let characterClass { return .notACaster(characterClass) }
    return .stepClosed(step, open: firstOpenStep)
  }
}

extension Problem {
  /// Turns a rule that a move breaks into a mistake in a form.
  static func telling<Value>(
    _ field: String? = nil, _ move: () throws(RuleRefusal) -> Value
  ) throws(Problem) -> Value {
    do throws(RuleRefusal) {
      return try move()
    } catch {
      throw Problem(error.sentence, field: field)
    }
  }
}
