import Games

extension CharacterDraft {
  /// What is not in the later draft any more, a sentence each, for people who have just changed
  /// something.
  func lossSentences(in later: CharacterDraft) -> [String] {
    [
      lostClass(in: later), lostAdjustments(in: later), lostHitPoints(in: later),
      lostLanguages(in: later), lostSpell(in: later), returnedGoods(in: later),
    ].compactMap(\.self)
  }

  private func lostClass(in later: CharacterDraft) -> String? {
    guard let characterClass, later.characterClass == nil else { return nil }
    let reasons = later.scores.map { characterClass.shortcomings(of: $0) } ?? []
    return "The class is open again." + reasons.map { " \($0)" }.joined()
  }

  private func lostAdjustments(in later: CharacterDraft) -> String? {
    guard !adjustments.isEmpty, later.adjustments.isEmpty,
      later.abilities != abilities || later.characterClass != characterClass
    else { return nil }
    return "Ability adjustments were taken back."
  }

  private func lostHitPoints(in later: CharacterDraft) -> String? {
    hitDieRoll != nil && later.hitDieRoll == nil ? "Hit points must be rolled again." : nil
  }

  private func lostLanguages(in later: CharacterDraft) -> String? {
    let lost = languages.filter { !later.languages.contains($0) }.map(\.name)
    return lost.isEmpty ? nil : "Languages no longer chosen: \(lost.joined(separator: ", "))."
  }

  private func lostSpell(in later: CharacterDraft) -> String? {
    spell.flatMap { later.spell == nil ? "The spell \($0.name) is no longer in the book." : nil }
  }

  private func returnedGoods(in later: CharacterDraft) -> String? {
    guard later.characterClass != characterClass else { return nil }
    let returned = goods.entries.filter { later.goods[$0.item] < $0.count }
    guard !returned.isEmpty else { return nil }
    let names = returned.map(\.item.name).joined(separator: ", ")
    return """
      Returned, as the class may not use it, for \(goods.cost - later.goods.cost) gp: \(names).
      """
  }
}

extension CharacterClass {
  /// Which scores are short of what the class needs, a sentence each.
  func shortcomings(of scores: AbilityScores) -> [String] {
    unmetRequirements(of: scores).map {
      RuleRefusal.requirementNotMet(self, $0, score: scores[$0.ability]).sentence
    }
  }
}
