import Games
import Web

extension Visit {
  /// The page of a step, or the way to the first open one where it has not opened yet; whoever lost
  /// the session is told so at once, as a redirect would not.
  func show(_ step: Step) -> Answer {
    let table = session[DraftState.self] ?? DraftState()
    if let damage = damage(to: DraftState.self) { return .page(page(of: step, table, damage)) }
    guard table.draft.isOpen(step) else { return .seeOther(table.draft.firstOpenStep.path) }
    return .page(page(of: step, table, nil))
  }

  /// The way to a step that an address asks for, or the page of the first open one, which says why.
  func lead(to step: Step) -> Answer {
    let table = session[DraftState.self] ?? DraftState()
    guard let refusal = table.draft.refusal(ofOpening: step) else { return .seeOther(step.path) }
    let problem = Problem(refusal.sentence)
    return .page(page(of: step, table, problem), problem.status)
  }

  /// Makes a move of a step, once, and goes on at the address that it returns; see `move`.
  mutating func work(
    on step: Step, _ move: (inout DraftState, inout Visit) throws(Problem) -> String
  ) -> Answer {
    self.move(showing: { $1.page(of: step, $0, $2) }) {
      (state: inout DraftState, visit) throws(Problem) in
      if let refusal = state.draft.refusal(ofOpening: step) { throw Problem(refusal.sentence) }
      return try move(&state, &visit)
    }
  }

  /// Makes a move that only the rules of the draft decide on, and shows at the step's page what
  /// happened.
  mutating func draw(
    on step: Step, field: String? = nil,
    _ move: (CharacterDraft, inout Visit) throws(RuleRefusal) -> CharacterDraft,
    outcome: (CharacterDraft, CharacterDraft) -> String
  ) -> Answer {
    work(on: step) { table, visit throws(Problem) in
      let before = table.draft
      let after = try Problem.telling(field) { () throws(RuleRefusal) in
        try move(before, &visit)
      }
      table.take(after, at: step, outcome(before, after), using: &visit.random)
      return step.path
    }
  }

  /// Leaves a step for the next, with what its form brings along.
  mutating func goOn(
    from step: Step,
    taking fields: (CharacterDraft, Form) throws(Problem) -> CharacterDraft = { draft, _ in draft }
  ) -> Answer {
    work(on: step) { table, visit throws(Problem) in
      let draft = try fields(table.draft, visit.form)
      let mistakes = draft.missing(in: step).map {
        Problem.Mistake($0.sentence, field: $0.field)
      }
      guard mistakes.isEmpty else { throw Problem(mistakes, form: visit.form) }
      let next = try Problem.telling { () throws(RuleRefusal) in
        try draft.continuing(past: step)
      }
      table.take(next, using: &visit.random)
      return next.step(after: step).path
    }
  }

  /// Goes back a step, with what its form brings along where the rules take it.
  mutating func goBack(
    from step: Step, taking fields: (CharacterDraft, Form) throws(Problem) -> CharacterDraft
  ) -> Answer {
    work(on: step) { table, visit throws(Problem) in
      let draft = (try? fields(table.draft, visit.form)) ?? table.draft
      table.take(draft, using: &visit.random)
      return draft.step(before: step).path
    }
  }

  /// The page of a step or, where it is not open, of the first open one.
  private func page(
    of wish: Step, _ table: DraftState, _ problem: Problem?
  ) -> any Page {
    let step = table.draft.isOpen(wish) ? wish : table.draft.firstOpenStep
    let aisle = ShopView(self, shelf: table.shelf)
    let item = step == .equipment ? aisle.item : nil
    let view = WizardView(
      table, at: step, item: item, isFramed: session.isFramed, problem)
    switch step {
    case .abilities: return AbilityStepPage(wizard: view)
    case .characterClass: return ClassStepPage(wizard: view)
    case .adjust: return AdjustStepPage(wizard: view)
    case .details: return DetailStepPage(wizard: view)
    case .biography: return BiographyStepPage(wizard: view)
    case .spells: return SpellStepPage(wizard: view)
    case .equipment:
      if let item { return ShopItemPage(wizard: view, item: item, aisle: aisle) }
      return ShopPage(wizard: view, aisle: aisle)
    case .review: return ReviewStepPage(wizard: view)
    case .save: return SaveStepPage(wizard: view)
    }
  }
}

extension CharacterDraft {
  /// Why a step cannot be worked on; `nil` where it is open.
  fileprivate func refusal(ofOpening step: Step) -> RuleRefusal? {
    if isOpen(step) { return nil }
    if skips(step), let characterClass { return .notACaster(characterClass) }
    return .stepClosed(step, open: firstOpenStep)
  }
}

extension Problem {
  /// Tells a rule that a move breaks as a mistake in a form.
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
