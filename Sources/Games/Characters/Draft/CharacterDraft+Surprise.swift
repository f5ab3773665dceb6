extension CharacterDraft {
  /// Creates a random character with a class that suits the scores and a sensible kit.
  ///
  /// `rolls` is how often abilities were rolled for characters that it replaces.
  /// - Returns: a complete draft, ready for review.
  package static func random(
    after rolls: Int = 0, by options: Set<CreationOption> = [],
    using random: inout some RandomNumberGenerator
  ) -> CharacterDraft {
    var draft = CharacterDraft()
    draft.abilityRolls = rolls
    draft.options = options
    for step in Step.allCases where step < .review && !draft.skips(step) {
      draft = draft.surprising(step, using: &random)
      draft = (try? draft.continuing(past: step)) ?? draft
    }
    return draft
  }

  /// Makes random choices for a step, replacing earlier ones.
  /// - Returns: the same draft if the step is closed or has nothing to choose.
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
    case .spells: withSurprisingBook(using: &random)
    case .equipment: withSurprisingKit(using: &random)
    case .review, .save: self
    }
  }

  /// Chooses a class, more likely one with high prime requisites.
  private func withSurprisingClass(
    using random: inout some RandomNumberGenerator
  ) -> CharacterDraft {
    guard let rolledScores else { return self }
    let tickets = CharacterClass.allCases.flatMap { choice -> [CharacterClass] in
      guard choice.unmetRequirements(of: rolledScores).isEmpty else { return [] }
      let adjustment = choice.experienceAdjustment(for: rolledScores)
      return Array(repeating: choice, count: adjustment < 0 ? 1 : 4 + adjustment)
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
    let choice = Alignment.allCases.randomElement(using: &random) ?? .law
    return (try? draft.aligning(with: choice)) ?? draft
  }

  /// Chooses as many spells as there is room for.
  private func withSurprisingBook(
    using random: inout some RandomNumberGenerator
  ) -> CharacterDraft {
    guard level > 1 else {
      return Spell.allCases.randomElement(using: &random).flatMap { try? choosing($0) } ?? self
    }
    let book = zip(1..., bookRoom).flatMap { level, room in
      Magic.arcane.spells.filter { $0.level == level }.shuffled(using: &random).prefix(room)
    }
    return (try? choosing(book: book)) ?? self
  }

  private func withSurprisingKit(using random: inout some RandomNumberGenerator) -> CharacterDraft {
    guard let characterClass, let goldRolled else { return self }
    let kit = Kit(for: characterClass, gold: goldRolled, using: &random)
    return changed { $0.goods = kit.goods }
  }

  /// Chooses everything but the title.
  private func withSurprisingBiography(
    using random: inout some RandomNumberGenerator
  ) -> CharacterDraft {
    guard let characterClass else { return self }
    let name = CharacterNames.name(for: characterClass, using: &random)
    let languages = Array(languagesOffered.shuffled(using: &random).prefix(languagesAllowed))
    return (try? describing(name: name, title: title, languages: languages)) ?? self
  }
}
