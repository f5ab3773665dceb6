/// Operations on pairs of values, whose results may lie anywhere.
extension Engine {
  /// Combines two independent values.
  ///
  /// `whole` is the same operation on whole numbers, if its results are whole and no larger than a
  /// sum or a product.
  func combined(
    _ left: ModularDistribution, _ right: ModularDistribution, whole: ((Int, Int) -> Int)? = nil,
    _ operation: (Rational, Rational) -> Rational
  ) throws(TooMuchWork) -> ModularDistribution {
    let (first, second) = (left.cases, right.cases)
    let pairs = first.values.count * second.values.count
    if let whole, let numbers = first.wholeNumbers, let others = second.wholeNumbers,
      numbers.haveShortProducts(with: others)
    {
      let merger = PairMerger(numbers, others, fields, whole)
      if merger.isDense {
        let (values, chances) = try merger.merged(upTo: room, work)
        return ModularDistribution(values: .list(values.map { Rational($0) }), chances: chances)
          .inSteps()
      }
      try work.spend(pairs * (30 + 5 * fields.count))
      let (values, chances) = try merged(numbers, others, whole)
      return ModularDistribution(values: .list(values.map { Rational($0) }), chances: chances)
        .inSteps()
    }
    let areShort = first.values.allSatisfy(\.isShort) && second.values.allSatisfy(\.isShort)
    try work.spend(pairs * ((areShort ? 150 : 1_500) + 5 * fields.count))
    let (values, chances) = try merged(first, second, operation)
    return ModularDistribution(values: .list(values), chances: chances).inSteps()
  }

  func mapped(
    _ distribution: ModularDistribution, _ change: (Rational) -> Rational
  ) throws(TooMuchWork) -> ModularDistribution {
    let (values, places) = distribution.possible
    try work.spend(values.count * ((values.allSatisfy(\.isShort) ? 150 : 800) + fields.count))
    let results = values.map(change)
    // The results rise and fall in a few long runs, which sort quickly, and a table would take more
    // space.
    var different: [Rational] = []
    var chances = fields.map { _ in [UInt64]() }
    for index in results.indices.sorted(by: { results[$0] < results[$1] }) {
      let isNew = different.last != results[index]
      if isNew { different.append(results[index]) }
      for lane in fields.indices {
        let chance = distribution.chances[lane][places[index]]
        let before = isNew ? 0 : chances[lane].removeLast()
        chances[lane].append(fields[lane].add(before, chance))
      }
    }
    return ModularDistribution(values: .list(different), chances: chances).inSteps()
  }

  /// The most distinct results that are kept in a table.
  private static let mostResults = 100_000

  /// Adds the chances of equal results, pair by pair.
  private func merged<Number: Hashable & Comparable>(
    _ left: Cases<Number>, _ right: Cases<Number>, _ operation: (Number, Number) -> Number
  ) throws(TooMuchWork) -> (values: [Number], chances: [[UInt64]]) {
    let lanes = fields.count
    var indices: [Number: Int] = [:]
    var values: [Number] = []
    // Ordered by value, as all chances of one value change together.
    var sums: [UInt64] = []
    for (place, value) in left.values.enumerated() {
      for (other, factor) in right.values.enumerated() {
        let result = operation(value, factor)
        let index = indices[result] ?? values.count
        if index == values.count {
          guard index < Engine.mostResults, index < room else { throw TooMuchWork() }
          indices[result] = index
          values.append(result)
          sums.append(contentsOf: repeatElement(0, count: lanes))
        }
        for lane in 0..<lanes {
          let chance = fields[lane].multiply(
            left.chances[place * lanes + lane], right.chances[other * lanes + lane])
          sums[index * lanes + lane] = fields[lane].add(sums[index * lanes + lane], chance)
        }
      }
    }
    let order = values.indices.sorted { values[$0] < values[$1] }
    return (
      order.map { values[$0] }, fields.indices.map { lane in order.map { sums[$0 * lanes + lane] } }
    )
  }
}

/// Possible values, with their chances modulo each prime, ordered by value.
struct Cases<Number> {
  let values: [Number]
  let chances: [UInt64]
}

extension Cases<Rational> {
  /// The values as whole numbers, if they all are and fit.
  var wholeNumbers: Cases<Int>? {
    let numbers = values.compactMap(\.int)
    return numbers.count == values.count ? Cases<Int>(values: numbers, chances: chances) : nil
  }
}

extension Cases<Int> {
  /// Returns whether the product and sum of every pair fit.
  func haveShortProducts(with others: Cases<Int>) -> Bool {
    func limit(_ numbers: [Int]) -> UInt { 1 + (numbers.map(\.magnitude).max() ?? 0) }
    let (product, overflows) = limit(values).multipliedReportingOverflow(by: limit(others.values))
    return !overflows && product <= Int.max
  }
}

extension ModularDistribution {
  fileprivate var cases: Cases<Rational> {
    let (values, places) = possible
    return Cases(values: values, chances: places.flatMap { place in chances.map { $0[place] } })
  }

  /// Returns the same distribution in equal steps, if that is only a few times longer.
  func inSteps() -> ModularDistribution {
    guard case .list(let values) = values, let first = values.first, values.count > 1,
      values.count <= 1 << 14
    else { return self }
    let numbers = values.compactMap(\.int)
    if numbers.count == values.count, let last = numbers.last,
      case (let span, false) = last.subtractingReportingOverflow(numbers[0])
    {
      let step = zip(numbers, numbers.dropFirst()).reduce(0) {
        $0 == 1 ? 1 : ($1.1 - $1.0).commonDivisor($0)
      }
      guard span / step <= 8 * values.count else { return self }
      return inSteps(of: Rational(step), places: numbers.map { ($0 - numbers[0]) / step })
    }
    let most = Rational(8 * values.count)
    let whole = values[values.count - 1] - first
    var step = values[1] - first
    for (value, next) in zip(values.dropFirst(), values.dropFirst(2)) {
      let distance = next - value
      if distance != step { step = step.commonStep(distance) }
      // It stops early, as the common step of many fractions has thousands of digits.
      guard whole <= step * most else { return self }
    }
    return inSteps(of: step, places: values.map { (($0 - first) / step).int ?? 0 })
  }

  private func inSteps(of step: Rational, places: [Int]) -> ModularDistribution {
    let count = places[places.count - 1] + 1
    let chances = chances.map { lane in
      var result = [UInt64](repeating: 0, count: count)
      for (place, chance) in zip(places, lane) { result[place] = chance }
      return result
    }
    return ModularDistribution(
      values: .steps(origin: self[0], step: step, count: count), chances: chances)
  }
}

/// Adds the chances of equal results over pairs of whole numbers.
///
/// For each value of one number, the results rise or fall with the other. All these rows are
/// followed together, from the lowest result to the highest, in windows that fit the processor's
/// cache.
struct PairMerger {
  private let few, many: Cases<Int>
  private let fields: [PrimeField]
  private let operation: (Int, Int) -> Int
  /// The bounds of all results.
  private let lowest, highest: Int
  /// The number of results in a window.
  private let window: Int

  /// Requires an operation that is commutative and monotonic in each number, and never overflows.
  init(
    _ left: Cases<Int>, _ right: Cases<Int>, _ fields: [PrimeField],
    _ operation: @escaping (Int, Int) -> Int
  ) {
    let (few, many) = left.values.count < right.values.count ? (left, right) : (right, left)
    (self.few, self.many) = (few, many)
    self.fields = fields
    self.operation = operation
    window = max(1 << 10, (1 << 17) / fields.count)
    let corners = [few.values[0], few.values[few.values.count - 1]].flatMap { value in
      [many.values[0], many.values[many.values.count - 1]].map { operation(value, $0) }
    }
    lowest = corners.min() ?? 0
    highest = corners.max() ?? 0
  }

  /// Whether the results are dense enough that few windows are empty.
  var isDense: Bool {
    let (span, overflows) = highest.subtractingReportingOverflow(lowest)
    return !overflows && span / window < 4 * many.values.count
  }

  /// Returns all results in ascending order, with their chances.
  /// - Throws: `TooMuchWork`, also for more than `limit` results.
  func merged(
    upTo limit: Int, _ work: Work
  ) throws(TooMuchWork) -> (values: [Int], chances: [[UInt64]]) {
    let windows = (highest - lowest) / window + 1
    let pairs = few.values.count * many.values.count
    try work.spend(pairs * (8 + 5 * fields.count) + 2 * windows * few.values.count)
    let last = many.values.count - 1
    let falls = few.values.map { operation($0, many.values[0]) > operation($0, many.values[last]) }
    var next = [Int](repeating: 0, count: few.values.count)
    var values: [Int] = []
    var chances = fields.map { _ in [UInt64]() }
    var sums = [UInt64](repeating: 0, count: window * fields.count)
    // One bit for each result of the window.
    var hits = [UInt64](repeating: 0, count: (window + 63) / 64)
    for start in stride(from: lowest, through: highest, by: window) {
      for row in next.indices {
        while next[row] <= last {
          let place = falls[row] ? last - next[row] : next[row]
          let offset = operation(few.values[row], many.values[place]) - start
          guard offset < window else { break }
          hits[offset / 64] |= 1 << UInt64(offset % 64)
          add(row, place, to: &sums, at: offset)
          next[row] += 1
        }
      }
      for index in hits.indices {
        while hits[index] != 0 {
          let offset = 64 * index + hits[index].trailingZeroBitCount
          hits[index] &= hits[index] - 1
          values.append(start + offset)
          for lane in fields.indices {
            chances[lane].append(sums[offset * fields.count + lane])
            sums[offset * fields.count + lane] = 0
          }
        }
      }
      guard values.count <= limit else { throw TooMuchWork() }
    }
    return (values, chances)
  }

  /// Adds the chances of a pair, modulo each prime.
  @inline(__always) private func add(
    _ row: Int, _ place: Int, to sums: inout [UInt64], at offset: Int
  ) {
    let count = fields.count
    for (lane, field) in fields.enumerated() {
      let chance = field.multiply(
        few.chances[row * count + lane], many.chances[place * count + lane])
      let index = offset * count + lane
      sums[index] = field.add(sums[index], chance)
    }
  }
}
