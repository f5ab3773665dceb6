/// How far each score was lowered or raised from its roll.
///
/// Two points off a score free one point, and a freed point raises a prime requisite by one.
/// B/X 1981; see `docs/sources.md`.
package struct Adjustments: Hashable, Sendable {
  /// No score is lowered below this.
  package static let floor = 9
  /// No score is raised above this.
  package static let ceiling = 18
  /// Points off a score for one point freed.
  package static let rate = 2
  /// The only scores that any class may lower.
  package static let lowerable: [Ability] = [.str, .int, .wis]

  /// In the order of `Ability`, always six.
  private var changes = Array(repeating: 0, count: Ability.allCases.count)

  package init() {}

  /// - Parameter change: asked once for each ability, in order.
  package init(_ change: (Ability) -> Int) {
    changes = Ability.allCases.map(change)
  }

  /// Points above (or, negative, below) the roll.
  package subscript(ability: Ability) -> Int {
    get { changes[ability.rawValue] }
    set { changes[ability.rawValue] = newValue }
  }

  package var isEmpty: Bool { changes.allSatisfy { $0 == 0 } }

  /// Points freed and not spent, or negative if too many are spent; half points do not count.
  package var freed: Int {
    changes.reduce(0) { $0 + ($1 < 0 ? -$1 / Adjustments.rate : -$1) }
  }

  /// Rules that the class breaks with these, by ability; whether all freed points are spent is not
  /// among them.
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
  /// Whether points are traded, or there are any to take off one score and put on another.
  package var canTrade: Bool {
    guard let characterClass, let scores else { return false }
    let least = Adjustments.floor + Adjustments.rate
    return !adjustments.isEmpty
      || characterClass.record.mayLower.contains { scores[$0] >= least }
        && characterClass.primeRequisites.contains { scores[$0] < Adjustments.ceiling }
  }
}

extension CharacterClass {
  /// Why members may never lower a score.
  func obstacle(toLowering ability: Ability) -> RuleRefusal? {
    guard Adjustments.lowerable.contains(ability) else { return .notLowerable(ability) }
    guard !primeRequisites.contains(ability) else { return .primeLowered(self, ability) }
    return record.mayLower.contains(ability) ? nil : .classMayNotLower(self, ability)
  }

  /// Why members may never raise a score above its roll.
  func obstacle(toRaising ability: Ability, rolled: Int) -> RuleRefusal? {
    guard !primeRequisites.contains(ability) else { return nil }
    return record.mayLower.contains(ability)
      ? .aboveRolled(ability, rolled: rolled) : .notPrimeRaise(self, ability)
  }
}
