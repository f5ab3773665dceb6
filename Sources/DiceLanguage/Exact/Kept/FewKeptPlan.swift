/// Exploding dice of which few are kept.
extension Engine {
  /// Returns the total of a few dice kept from one end of dice that explode.
  /// - Returns: `nil` for other modifiers, or if following the values one by one is less work.
  func fewKept(_ thrown: Thrown, _ modifiers: [Modifier]) throws(TooMuchWork)
    -> ModularDistribution?
  {
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
    return try distribution(from: plan.left * low, count: length) { lane throws(TooMuchWork) in
      let dice = FewKeptDice(
        count: count, left: plan.left, kinds: kinds, cap: cap, monomials: monomials,
        field: fields[lane], work: work, inverses: fields[lane].inverses(upTo: plan.left))
      let rows = zip(values, worths).map { value, worth in
        // Counted from the kept end.
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
    }.trimmed()
  }

  /// The origin of a value: the place of a face of a first or an extra die.
  private typealias Source = (kind: Int, die: SingleDie, place: Int)

  /// Returns the sources of each value; `extra` is `nil` if extras are like the first dice.
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
  /// The number of kept dice, at least one.
  let left: Int
  private let limits: [Modifier]
  private let counted: (condition: Condition, failing: Condition?)?

  /// - Returns: `nil` for other modifiers.
  init?(_ modifiers: [Modifier]) {
    guard case .explode(let explosion, let condition) = modifiers.first, explosion != .compound
    else { return nil }
    self.explosion = explosion
    self.condition = condition
    var rest = modifiers.dropFirst()
    limits = Array(rest.prefix(while: \.isLimit))
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

  /// Returns the value that a face counts as.
  func shown(_ face: Int) -> Int { limits.reduce(face) { $1.limited($0) } }

  /// Returns what a kept value adds to the total.
  func worth(_ value: Int) -> Int {
    counted.map { $0.condition.score(value, failing: $0.failing) } ?? value
  }
}
