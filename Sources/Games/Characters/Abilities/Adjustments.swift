/// The points by which each score was lowered or raised from its roll.
///
/// Two points off a score free one point, and a freed point raises a prime requisite by one. B/X
/// 1981; see `docs/sources.md`.
package struct Adjustments: Hashable, Sendable {
  /// The lowest score after lowering.
  package static let floor = 9
  /// The highest score after raising.
  package static let ceiling = 18
  /// The number of points off a score that free one point.
  package static let rate = 2
  /// The only scores that any class may lower.
  package static let lowerable: [Ability] = [.str, .int, .wis]

  /// The six changes in the order of `Ability`.
  private var changes = Array(repeating: 0, count: Ability.allCases.count)

  package init() {}

  /// - Parameter change: asked once for each ability, in order.
  package init(_ change: (Ability) -> Int) {
    changes = Ability.allCases.map(change)
  }

  /// The points above the roll, or negative below it.
  package subscript(ability: Ability) -> Int {
    get { changes[ability.rawValue] }
    set { changes[ability.rawValue] = newValue }
  }

  package var isEmpty: Bool { changes.allSatisfy { $0 == 0 } }

  /// The freed points not yet spent, negative if too many are spent; half points don't count.
  package var freed: Int {
    changes.reduce(0) { $0 + ($1 < 0 ? -$1 / Adjustments.rate : -$1) }
  }

  /// Returns the rules of the class that these break, by ability, apart from unspent points.
  func refusals(
    for characterClass: CharacterClass, rolled: AbilityScores
  ) -> [(ability: Ability, refusal: RuleRefusal)] {
    Ability.allCases.flatMap { ability in
      refusals(for: characterClass, ability: ability, rolled: rolled[ability])
        .map { (ability: ability, refusal: $0) }
    }
  }

  private func refusals(
    for characterClass: CharacterClass, ability: Ability, rolled: Int
  ) -> [RuleRefusal] {
    let change = self[ability]
    if change > 0 { return raised(ability, rolled: rolled, by: characterClass) }
    guard change < 0 else { return [] }
    var refusals: [RuleRefusal] = []
    if let refusal = characterClass.obstacle(toLowering: ability) { refusals.append(refusal) }
    if change % Adjustments.rate != 0 { refusals.append(.oddStep(ability, lowered: -change)) }
    let score = rolled + change
    if score < Adjustments.floor { refusals.append(.belowFloor(ability, score: score)) }
    return refusals
  }

  private func raised(
    _ ability: Ability, rolled: Int, by characterClass: CharacterClass
  ) -> [RuleRefusal] {
    if let refusal = characterClass.obstacle(toRaising: ability, rolled: rolled) {
      return [refusal]
    }
    return rolled + self[ability] > Adjustments.ceiling ? [.overCeiling(ability)] : []
  }
}

extension CharacterDraft {
  /// Whether points are traded, or any can be.
  package var canTrade: Bool {
    guard let characterClass, let scores else { return false }
    let least = Adjustments.floor + Adjustments.rate
    return !adjustments.isEmpty
      || characterClass.record.mayLower.contains { scores[$0] >= least }
        && characterClass.primeRequisites.contains { scores[$0] < Adjustments.ceiling }
  }
}

extension CharacterClass {
  /// Returns why members may never lower a score.
  func obstacle(toLowering ability: Ability) -> RuleRefusal? {
    guard Adjustments.lowerable.contains(ability) else { return .notLowerable(ability) }
    guard !primeRequisites.contains(ability) else { return .primeLowered(self, ability) }
    return record.mayLower.contains(ability) ? nil : .classMayNotLower(self, ability)
  }

  /// Returns why members may never raise a score above its roll.
  func obstacle(toRaising ability: Ability, rolled: Int) -> RuleRefusal? {
    guard !primeRequisites.contains(ability) else { return nil }
    return record.mayLower.contains(ability)
      ? .aboveRolled(ability, rolled: rolled) : .notPrimeRaise(self, ability)
  }
}
