extension CharacterDraft {
  /// Returns what the step still needs, field by field.
  package func missing(in step: Step) -> [Missing] {
    switch step {
    case .abilities: abilities.isEmpty ? [.abilities] : []
    case .characterClass: characterClass == nil ? [.characterClass] : []
    case .adjust: freedPoints == 0 ? [] : [.unspentPoints(freedPoints)]
    case .details:
      (hitPoints == nil ? [.hitPoints] : []) + (goldDice == nil ? [.gold] : [])
    case .biography: name.isEmpty ? [.name] : []
    case .spells:
      if let characterClass, needsSpell, spell == nil { [.spell(characterClass)] } else { [] }
    case .equipment, .review, .save: []
    }
  }

  /// Returns whether the class doesn't have this step.
  package func skips(_ step: Step) -> Bool { step == .spells && !needsSpell }

  /// Returns whether going through the steps leaves out this one.
  ///
  /// The class doesn't have it, or it offers nothing, though its page may be visited.
  package func passesOver(_ step: Step) -> Bool {
    skips(step) || step == .adjust && characterClass != nil && !canTrade
  }

  /// The first unfinished step; the last one is never finished.
  ///
  /// An optional step is finished once `continuing(past:)` has left it.
  package var firstOpenStep: Step {
    Step.allCases.first { step in
      (step.isOptional && step >= reached || !missing(in: step).isEmpty) && !passesOver(step)
    } ?? .save
  }

  package func state(of step: Step) -> Step.State {
    if passesOver(step) { return .skipped }
    let open = firstOpenStep
    return step == open ? .current : step < open ? .done : .closed
  }

  /// Returns whether the step's page may be visited.
  package func isOpen(_ step: Step) -> Bool { !skips(step) && step <= firstOpenStep }

  /// Returns the next step that has something to do, or the last one.
  package func step(after step: Step) -> Step {
    Step.allCases.first { $0 > step && !passesOver($0) } ?? .save
  }

  /// Returns the previous step that has something to do, or the first one.
  package func step(before step: Step) -> Step {
    Step.allCases.last { $0 < step && !passesOver($0) } ?? .abilities
  }

  /// Continues past a finished step.
  /// - Throws: `RuleRefusal.stepClosed`, or `.stepUnfinished` with the first thing missing.
  package func continuing(past step: Step) throws(RuleRefusal) -> CharacterDraft {
    try requireOpen(step)
    if let missing = missing(in: step).first { throw .stepUnfinished(step, missing) }
    return changed { $0.reached = max(reached, self.step(after: step)) }
  }

  func requireOpen(_ step: Step) throws(RuleRefusal) {
    guard isOpen(step) else { throw .stepClosed(step, open: firstOpenStep) }
  }

  private var needsSpell: Bool { characterClass?.hasArcaneMagic ?? false }
}
