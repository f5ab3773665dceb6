import BigInt

/// Works out chances of parts of an expression.
///
/// `Engine+Dice.swift` has those of dice, `Engine+Arithmetic.swift` calculates with them.
struct Engine {
  let fields: [PrimeField]
  let work: Work
  let cap: Int

  /// The longest row of values in equal steps.
  static let longest = 1 << PrimeField.transformLimit

  /// The most chances of so many values modulo all primes that are kept at a time: 8 MB.
  private static let mostChances = 1 << 20

  /// `denominator` is a common denominator of all chances that will be asked for.
  init(_ denominator: Denominator, cap: Int, work: Work) throws(TooMuchWork) {
    // One prime more than needed keeps clear of rounding when they are put together.
    let count = denominator.bits / PrimeField.bits + 2
    // To find them, and to reduce the fractions of mean and variance in the end.
    try work.spend(count * (10_000 + 40 * count))
    fields = PrimeField.fields(count)
    self.work = work
    self.cap = cap
  }

  /// Refuses rows of chances that would take too much space.
  func reserve(_ count: Int) throws(TooMuchWork) {
    guard hasRoom(for: count) else { throw TooMuchWork() }
  }

  /// Whether a row of so many chances takes no more space than is granted.
  func hasRoom(for count: Int) -> Bool { count <= room }

  /// The longest row of chances for which there is space.
  var room: Int { Engine.mostChances / fields.count }

  func spread(of node: Node) throws(TooMuchWork) -> Spread {
    switch node {
    case .number(let number): return constant(number)
    case .dice(let dice): return try spread(of: dice)
    case .group(let group): return try spread(of: group)
    case .negative(let node): return negative(try spread(of: node))
    case .operation(let sign, let left, let right):
      let (left, right) = (try spread(of: left), try spread(of: right))
      switch sign {
      case .add: return try sum(left, right)
      case .subtract: return try sum(left, negative(right))
      case .multiply:
        return try product(left, right)
      case .divide:
        if right.count == 1 { return scaled(left, by: .one / right[0]) }
        return try combined(left, right, /)
      }
    case .function(let function, let nodes):
      var spreads: [Spread] = []
      for node in nodes { spreads.append(try spread(of: node)) }
      switch function {
      case .max: return try highest(of: spreads)
      case .min: return negative(try highest(of: spreads.map(negative)))
      default: return try mapped(spreads[0]) { function.result([$0]) }
      }
    }
  }

  /// The totals of a pool, worked out modulo each prime.
  func spread(
    of pool: Pool, scale: Rational = .one,
    _ totals: (Int, Ring) throws(TooMuchWork) -> [UInt64]
  ) throws(TooMuchWork) -> Spread {
    let total = pool.total
    guard total.count <= Engine.longest else { throw TooMuchWork() }
    try reserve(total.count)
    let logarithm = total.count.transformLogarithm
    let chances = try work.repeat(fields.count) { lane throws(TooMuchWork) in
      try work.spend(4 << logarithm)
      return try totals(lane, Ring(Transform(fields[lane], logarithm: logarithm), work))
    }
    return Spread(
      values: .steps(
        origin: Rational(total.lowerBound) * scale, step: scale, count: total.count),
      chances: chances
    ).trimmed()
  }

  // MARK: Groups

  private func spread(of group: Group) throws(TooMuchWork) -> Spread {
    var members: [Spread] = []
    for member in group.members { members.append(try spread(of: member)) }
    let modifiers = group.modifiers.simplified(count: group.members.count)
    if modifiers.count <= 1 {
      switch modifiers.first {
      case .keep(let keep, let number):
        if let spread = try simplyKept(keep, number, members) { return spread }
      case .count(let condition, let failing):
        return try sum(
          members.map { member throws(TooMuchWork) in
            try mapped(member) { value in
              Rational(
                (condition.holds(for: value) ? 1 : 0) - (failing?.holds(for: value) == true ? 1 : 0)
              )
            }
          })
      default: return try sum(members)
      }
    }
    return try kept(modifiers, members)
  }

  /// All, none, or the highest or lowest of a group; `nil` for anything else.
  private func simplyKept(
    _ keep: Modifier.Keep, _ number: Int, _ members: [Spread]
  ) throws(TooMuchWork) -> Spread? {
    let count = members.count
    let (left, isHighest) =
      switch keep {
      case .keepHighest: (min(number, count), true)
      case .keepLowest: (min(number, count), false)
      case .dropLowest: (max(0, count - number), true)
      case .dropHighest: (max(0, count - number), false)
      }
    switch left {
    case 0: return constant(.zero)
    case count: return try sum(members)
    case 1:
      return isHighest
        ? try highest(of: members) : negative(try highest(of: members.map(negative)))
    default: return nil
    }
  }

  private func kept(_ modifiers: [Modifier], _ members: [Spread]) throws(TooMuchWork) -> Spread {
    let possible = members.map(\.possible)
    // All values become whole multiples of one step.
    let step = possible.flatMap(\.values).reduce(Rational.zero) {
      $0 == .zero ? $1.magnitude : $1 == .zero ? $0 : $0.commonStep($1)
    }
    let scale = step == .zero ? .one : step
    var multiples: [[Int]] = []
    for member in possible {
      try work.spend(member.values.count * 300)
      multiples.append(
        try member.values.map { value throws(TooMuchWork) in
          guard let multiple = (value / scale).int, multiple.magnitude < 1 << 40 else {
            throw TooMuchWork()
          }
          return multiple
        })
    }
    let pool = try Pool(
      .members(multiples), fresh: [], modifiers: modifiers, count: members.count,
      most: members.count, cap: cap, scale: scale, work: work)
    let isCount = if case .count = modifiers.last { true } else { false }
    return try spread(of: pool, scale: isCount ? .one : scale) { lane, ring throws(TooMuchWork) in
      let chances = zip(members, possible).map { member, possible in
        possible.places.map { member.chances[lane][$0] }
      }
      return try PoolChances(pool, ring, chances: chances).totals()
    }
  }
}

extension Int {
  /// The binary logarithm of the shortest transform for so many coefficients.
  var transformLogarithm: Int { self <= 1 ? 0 : Int.bitWidth - (self - 1).leadingZeroBitCount }
}
