extension CharacterDraft {
  /// A whole character by chance: a class that suits the scores, and a sensible kit.
  /// - Returns: a complete draft that is open for review.
  package static func random(using random: inout some RandomNumberGenerator) -> CharacterDraft {
    var draft = CharacterDraft()
    for step in Step.allCases where step < .review && !draft.skips(step) {
      draft = draft.surprising(step, using: &random)
      draft = (try? draft.continuing(past: step)) ?? draft
    }
    return draft
  }

  /// Makes the choices of a step by chance, in place of what was chosen there.
  /// - Returns: the same draft for a step that is closed, or has nothing to choose.
  package func surprising(
    _ step: Step, using random: inout some RandomNumberGenerator
  ) -> CharacterDraft {
    guard isOpen(step) else { return self }
    return switch step {
    case .abilities: rollingAbilities(using: &random)
    case .characterClass: withSurprisingClass(using: &random)
    case .adjust: withSurprisingAdjustments(using: &random)
    case .details: withSurprisingDetails(using: &random)
    case .biography: withSurprisingBiography(using: &random)
    case .spells:
      Spell.allCases.randomElement(using: &random).flatMap { try? choosing($0) } ?? self
    case .equipment: withSurprisingKit(using: &random)
    case .review, .save: self
    }
  }

  /// Classes whose prime requisites are high come up more often.
  private func withSurprisingClass(
    using random: inout some RandomNumberGenerator
  ) -> CharacterDraft {
    guard let rolledScores else { return self }
    let tickets = CharacterClass.allCases.flatMap { wish -> [CharacterClass] in
      guard wish.unmetRequirements(of: rolledScores).isEmpty else { return [] }
      let adjustment = wish.experienceAdjustment(for: rolledScores)
      return Array(repeating: wish, count: adjustment < 0 ? 1 : 4 + adjustment)
    }
    return tickets.randomElement(using: &random).flatMap { try? choosing($0) } ?? self
  }

  private func withSurprisingAdjustments(
    using random: inout some RandomNumberGenerator
  ) -> CharacterDraft {
    guard let characterClass else { return self }
    var draft = self
    draft.adjustments = Adjustments()
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      let payer = characterClass.record.mayLower.randomElement(using: &random)
      let prime = characterClass.primeRequisites.randomElement(using: &random)
      guard let payer, let prime else { continue }
      draft = (try? draft.lowering(payer).raising(prime)) ?? draft
    }
    draft.trimLanguages()
    return draft
  }

  private func withSurprisingDetails(
    using random: inout some RandomNumberGenerator
  ) -> CharacterDraft {
    var draft = (try? rollingHitPoints(using: &random)) ?? self
    draft = (try? draft.rollingGold(using: &random)) ?? draft
    let wish = Alignment.allCases.randomElement(using: &random) ?? .law
    return (try? draft.aligning(with: wish)) ?? draft
  }

  /// The title stays.
  private func withSurprisingBiography(
    using random: inout some RandomNumberGenerator
  ) -> CharacterDraft {
    guard let characterClass else { return self }
    let name = CharacterNames.name(for: characterClass, using: &random)
    let languages = Array(languagesOffered.shuffled(using: &random).prefix(languagesAllowed))
    return (try? telling(name: name, title: title, languages: languages)) ?? self
  }
}
