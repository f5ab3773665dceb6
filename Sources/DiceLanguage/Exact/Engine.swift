import BigInt

/// Computes the chances of parts of an expression.
///
/// `Engine+Dice.swift` handles dice, `Engine+Arithmetic.swift` arithmetic.
struct Engine {
  let fields: [PrimeField]
  let work: Work
  let cap: Int

  /// The most values in equal steps.
  static let longest = 1 << PrimeField.transformLimit

  /// The most chances kept in memory at a time, over all primes: 8 MB.
  private static let mostChances = 1 << 20

  /// Creates an engine; `denominator` is a common denominator of all chances that it will compute.
  init(_ denominator: Denominator, cap: Int, work: Work) throws(TooMuchWork) {
    // One extra prime keeps rounding errors harmless in the reconstruction.
    let count = denominator.bits / PrimeField.bits + 2
    // Pays for finding the primes, and for reducing the mean and variance at the end.
    try work.spend(count * (10_000 + 40 * count))
    fields = PrimeField.fields(count)
    self.work = work
    self.cap = cap
  }

  /// Returns a distribution of whole numbers from `lowest` on, with the chances modulo each prime.
  func distribution(
    from lowest: Int, count: Int, _ chances: (Int) throws(TooMuchWork) -> [UInt64]
  ) throws(TooMuchWork) -> ModularDistribution {
    try reserve(count)
    return ModularDistribution(
      values: .steps(origin: Rational(lowest), step: .one, count: count),
      chances: try work.repeat(fields.count, chances))
  }

  /// Throws if a row of `count` chances would take too much space.
  func reserve(_ count: Int) throws(TooMuchWork) {
    guard count <= room else { throw TooMuchWork() }
  }

  /// The longest row of chances that fits.
  var room: Int { Engine.mostChances / fields.count }

  func distribution(of node: Node) throws(TooMuchWork) -> ModularDistribution {
    switch node {
    case .number(let number): return constant(number)
    case .dice(let dice): return try distribution(of: dice)
    case .group(let group): return try distribution(of: group)
    case .negative(let node): return negative(try distribution(of: node))
    case .operation(let sign, let left, let right):
      let (left, right) = (try distribution(of: left), try distribution(of: right))
      switch sign {
      case .add: return try sum(left, right)
      case .subtract: return try sum(left, negative(right))
      case .multiply: return try product(left, right)
      case .divide:
        if right.count == 1 { return scaled(left, by: .one / right[0]) }
        return try combined(left, right, /)
      }
    case .function(let function, let nodes):
      let distributions = try nodes.map { node throws(TooMuchWork) in try distribution(of: node) }
      switch function {
      case .max: return try highest(of: distributions)
      case .min: return negative(try highest(of: distributions.map(negative)))
      default: return try mapped(distributions[0]) { function.result([$0]) }
      }
    }
  }

  /// Returns the distribution of a pool's total, from its chances modulo each prime.
  func distribution(
    of pool: Pool, scale: Rational = .one,
    _ totals: (Int, Ring) throws(TooMuchWork) -> [UInt64]
  ) throws(TooMuchWork) -> ModularDistribution {
    let total = pool.total
    guard total.count <= Engine.longest else { throw TooMuchWork() }
    try reserve(total.count)
    let logarithm = total.count.transformLogarithm
    let chances = try work.repeat(fields.count) { lane throws(TooMuchWork) in
      try work.spend(4 << logarithm)
      return try totals(lane, Ring(Transform(fields[lane], logarithm: logarithm), work))
    }
    return ModularDistribution(
      values: .steps(origin: Rational(total.lowerBound) * scale, step: scale, count: total.count),
      chances: chances
    ).trimmed()
  }

  // MARK: Groups

  private func distribution(of group: Group) throws(TooMuchWork) -> ModularDistribution {
    let members = try group.members.map { node throws(TooMuchWork) in try distribution(of: node) }
    let modifiers = group.modifiers.simplified(count: group.members.count)
    if modifiers.count <= 1 {
      switch modifiers.first {
      case .keep(let keep, let number):
        if let distribution = try simplyKept(keep, number, members) { return distribution }
      case .count(let condition, let failing):
        return try sum(
          members.map { member throws(TooMuchWork) in
            try mapped(member) { Rational(condition.score($0, failing: failing)) }
          })
      default: return try sum(members)
      }
    }
    return try kept(modifiers, members)
  }

  /// Keeps all, none, or the highest or lowest of a group; returns `nil` for anything else.
  private func simplyKept(
    _ keep: Modifier.Keep, _ number: Int, _ members: [ModularDistribution]
  ) throws(TooMuchWork) -> ModularDistribution? {
    switch keep.left(number, of: members.count) {
    case 0: return constant(.zero)
    case members.count: return try sum(members)
    case 1:
      return keep.keepsHighest
        ? try highest(of: members) : negative(try highest(of: members.map(negative)))
    default: return nil
    }
  }

  private func kept(_ modifiers: [Modifier], _ members: [ModularDistribution]) throws(TooMuchWork)
    -> ModularDistribution
  {
    let possible = members.map(\.possible)
    // Expresses all values as whole multiples of one step.
    let step = possible.flatMap(\.values).reduce(Rational.zero) {
      $0 == .zero ? $1.magnitude : $1 == .zero ? $0 : $0.commonStep($1)
    }
    let scale = step == .zero ? .one : step
    let multiples = try possible.map { member throws(TooMuchWork) in
      try work.spend(member.values.count * 300)
      return try member.values.map { value throws(TooMuchWork) in
        guard let multiple = (value / scale).int, multiple.magnitude < 1 << 40 else {
          throw TooMuchWork()
        }
        return multiple
      }
    }
    let pool = try Pool(
      .members(multiples), fresh: [], modifiers: modifiers, count: members.count,
      most: members.count, cap: cap, scale: scale, work: work)
    let isCount = if case .count = modifiers.last { true } else { false }
    return try distribution(of: pool, scale: isCount ? .one : scale) {
      lane, ring throws(TooMuchWork) in
      let chances = zip(members, possible).map { member, possible in
        possible.places.map { member.chances[lane][$0] }
      }
      return try PoolChances(pool, ring, chances: chances).totals()
    }
  }
}

extension Double {
  var roundedToNinePlaces: Rational {
    Rational(BigInt((self * 1e9).rounded()), over: BigInt(10).power(9))
  }
}

extension Int {
  /// The binary logarithm of the shortest transform for this many coefficients.
  var transformLogarithm: Int { self <= 1 ? 0 : Int.bitWidth - (self - 1).leadingZeroBitCount }
}
