/// Few dice that are kept of dice that explode.
extension Engine {
  /// What is kept from one end of dice of which each may bring others, where these are few.
  /// - Returns: `nil` if the modifiers are others, or if it wouldn't be less work than following one
  ///   value after the other.
  func fewKept(_ thrown: Thrown, _ modifiers: [Modifier]) throws(TooMuchWork) -> Spread? {
    guard let count = thrown.count, let die = thrown.die, cap > 0,
      let plan = FewKeptPlan(modifiers), plan.left <= count
    else { return nil }
    let areAlike =
      plan.explosion != .penetrate && die.lowest == thrown.fresh.lowest
      && die.chances == thrown.fresh.chances
    let kinds = areAlike ? FewKeptDice.Kinds.alike : .different
    let cap = plan.explosion == .once ? 1 : cap
    let sources = sources(plan, die, areAlike ? nil : thrown.fresh)
    let values = sources.keys.sorted { plan.keepsHighest ? $0 > $1 : $0 < $1 }
    let worths = values.map(plan.worth)
    guard let low = worths.min(), let high = worths.max() else { return nil }
    let length = plan.left * (high - low) + 1
    guard length <= Engine.longest,
      FewKeptDice.isShort(kinds, count: count, keeping: plan.left, length: length)
    else { return nil }
    try reserve(length * plan.left)
    let monomials = Monomials(kinds.rawValue, degree: plan.left - 1)
    let chances = try work.repeat(fields.count) { lane throws(TooMuchWork) in
      let dice = FewKeptDice(
        count: count, left: plan.left, kinds, cap: cap, monomials, field: fields[lane], work: work)
      let rows = zip(values, worths).map { value, worth in
        // As seen from the end that is kept.
        FewKeptDice.Value(
          worth: plan.keepsHighest ? high - worth : worth - low,
          chances: (sources[value] ?? []).reduce(
            into: [UInt64](repeating: 0, count: kinds.rawValue)
          ) { chances, source in
            chances[source.kind] = fields[lane].add(
              chances[source.kind], source.die.chances[lane][source.place])
          })
      }
      let totals = try dice.totals(rows)
      return plan.keepsHighest ? totals.reversed() : totals
    }
    return Spread(
      values: .steps(origin: Rational(plan.left * low), step: .one, count: length),
      chances: chances
    ).trimmed()
  }

  /// Where a value comes from: the place of a face, of a first die or an extra one.
  private typealias Source = (kind: Int, die: SingleDie, place: Int)

  /// By value; `extra` is `nil` if extras are like the first dice.
  private func sources(
    _ plan: FewKeptPlan, _ die: SingleDie, _ extra: SingleDie?
  ) -> [Int: [Source]] {
    var sources: [Int: [Source]] = [:]
    func add(_ die: SingleDie, firstKind: Int, less: Int) {
      let (faces, places) = die.possible
      for (face, place) in zip(faces, places) {
        let kind = firstKind + (plan.condition.holds(for: face) ? 1 : 0)
        sources[plan.shown(face - less), default: []].append((kind, die, place))
      }
    }
    add(die, firstKind: 0, less: 0)
    if let extra { add(extra, firstKind: 2, less: plan.explosion == .penetrate ? 1 : 0) }
    return sources
  }
}

/// Modifiers that let dice explode and then keep some from one end.
private struct FewKeptPlan {
  let explosion: Modifier.Explosion
  let condition: Condition
  let keepsHighest: Bool
  /// How many are kept, at least one.
  let left: Int
  private let limits: [Modifier]
  private let counted: (condition: Condition, failing: Condition?)?

  /// - Returns: `nil` if they are others.
  init?(_ modifiers: [Modifier]) {
    guard case .explode(let explosion, let condition) = modifiers.first, explosion != .compound
    else { return nil }
    self.explosion = explosion
    self.condition = condition
    var rest = modifiers.dropFirst()
    limits = Array(
      rest.prefix {
        switch $0 {
        case .atLeast, .atMost: true
        default: false
        }
      })
    rest = rest.dropFirst(limits.count)
    switch rest.popFirst() {
    case .keep(.keepHighest, let number) where number > 0: (keepsHighest, left) = (true, number)
    case .keep(.keepLowest, let number) where number > 0: (keepsHighest, left) = (false, number)
    default: return nil
    }
    switch rest.popFirst() {
    case nil: counted = nil
    case .count(let condition, let failing) where rest.isEmpty: counted = (condition, failing)
    default: return nil
    }
  }

  /// What a face counts as.
  func shown(_ face: Int) -> Int {
    limits.reduce(face) { value, limit in
      switch limit {
      case .atLeast(let least): max(value, least)
      case .atMost(let most): min(value, most)
      default: value
      }
    }
  }

  /// What a value adds to the total if it is kept.
  func worth(_ value: Int) -> Int {
    guard let counted else { return value }
    return (counted.condition.holds(for: value) ? 1 : 0)
      - (counted.failing?.holds(for: value) == true ? 1 : 0)
  }
}
