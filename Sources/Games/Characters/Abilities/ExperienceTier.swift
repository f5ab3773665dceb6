/// The lowest score that meets a requirement.
package struct AbilityMinimum: Hashable, Sendable {
  package let ability: Ability
  package let score: Int

  init(_ ability: Ability, _ score: Int) {
    self.ability = ability
    self.score = score
  }

  package func isMet(by scores: AbilityScores) -> Bool { scores[ability] >= score }
}

/// A percentage that prime requisites add to the experience that a character earns.
///
/// The first tier of a class that fits counts.
package struct ExperienceTier: Hashable, Sendable {
  /// The percentage added to experience.
  package let percent: Int
  package let minimums: [AbilityMinimum]
  /// Whether one of `minimums` is enough.
  package let isAnyEnough: Bool

  init(_ percent: Int, any isAnyEnough: Bool = false, _ minimums: AbilityMinimum...) {
    self.percent = percent
    self.minimums = minimums
    self.isAnyEnough = isAnyEnough
  }

  func fits(_ scores: AbilityScores) -> Bool {
    isAnyEnough
      ? minimums.contains { $0.isMet(by: scores) } : minimums.allSatisfy { $0.isMet(by: scores) }
  }

  /// Returns the tiers of a class with one prime requisite.
  ///
  /// B/X 1981; see `docs/sources.md`.
  static func single(_ prime: Ability) -> [ExperienceTier] {
    [
      ExperienceTier(10, AbilityMinimum(prime, 16)), ExperienceTier(5, AbilityMinimum(prime, 13)),
      ExperienceTier(0, AbilityMinimum(prime, 9)), ExperienceTier(-10, AbilityMinimum(prime, 6)),
      ExperienceTier(-20),
    ]
  }
}
