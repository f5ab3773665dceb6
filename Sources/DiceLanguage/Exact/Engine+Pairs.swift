/// Operations on values one by one, whose results may lie anywhere.
extension Engine {
  /// Any operation on pairs of values; `whole` is the same for whole numbers, where it gives whole
  /// numbers no larger than a sum or a product.
  func combined(
    _ left: Spread, _ right: Spread, whole: ((Int, Int) -> Int)? = nil,
    _ operation: (Rational, Rational) -> Rational
  ) throws(TooMuchWork) -> Spread {
    let (first, second) = (left.cases, right.cases)
    let pairs = first.values.count * second.values.count
    if let whole, let numbers = first.wholeNumbers, let others = second.wholeNumbers,
      numbers.haveShortProducts(with: others)
    {
      let merger = PairMerger(numbers, others, fields, whole)
      if merger.isDense {
        let (values, chances) = try merger.merged(upTo: room, work)
        return Spread(values: .list(values.map { Rational($0) }), chances: chances).inSteps()
      }
      try work.spend(pairs * (30 + 5 * fields.count))
      let (values, chances) = try merged(numbers, others, whole)
      return Spread(values: .list(values.map { Rational($0) }), chances: chances).inSteps()
    }
    let areShort = first.values.allSatisfy(\.isShort) && second.values.allSatisfy(\.isShort)
    try work.spend(pairs * ((areShort ? 150 : 1_500) + 5 * fields.count))
    let (values, chances) = try merged(first, second, operation)
    return Spread(values: .list(values), chances: chances).inSteps()
  }

  func mapped(
    _ spread: Spread, _ change: (Rational) -> Rational
  ) throws(TooMuchWork) -> Spread {
    let (values, places) = spread.possible
    try work.spend(values.count * ((values.allSatisfy(\.isShort) ? 150 : 800) + fields.count))
    let results = values.map(change)
    // They rise and fall in a few long runs, which are soon sorted, and a table would take more space.
    var different: [Rational] = []
    var chances = fields.map { _ in [UInt64]() }
    for index in results.indices.sorted(by: { results[$0] < results[$1] }) {
      let isNew = different.last != results[index]
      if isNew { different.append(results[index]) }
      for lane in fields.indices {
        let chance = spread.chances[lane][places[index]]
        let before = isNew ? 0 : chances[lane].removeLast()
        chances[lane].append(fields[lane].add(before, chance))
      }
    }
    return Spread(values: .list(different), chances: chances).inSteps()
  }

  /// The most different results that are kept in a table.
  private static let mostResults = 100_000

  /// Adds up the chances of equal results, pair by pair.
  private func merged<Number: Hashable & Comparable>(
    _ left: Cases<Number>, _ right: Cases<Number>, _ operation: (Number, Number) -> Number
  ) throws(TooMuchWork) -> (values: [Number], chances: [[UInt64]]) {
    let lanes = fields.count
    var indices: [Number: Int] = [:]
    var values: [Number] = []
    // Value by value, as those of one value are all changed together.
    var sums: [UInt64] = []
    for (place, value) in left.values.enumerated() {
      for (other, factor) in right.values.enumerated() {
        let result = operation(value, factor)
        let index = indices[result] ?? values.count
        if index == values.count {
          guard index < Engine.mostResults, hasRoom(for: index + 1) else { throw TooMuchWork() }
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

/// Values that may come, with their chances modulo each prime, value by value.
struct Cases<Number> {
  let values: [Number]
  let chances: [UInt64]
}

extension Cases<Rational> {
  /// The same, if all values are whole and fit.
  var wholeNumbers: Cases<Int>? {
    let numbers = values.compactMap(\.int)
    return numbers.count == values.count ? Cases<Int>(values: numbers, chances: chances) : nil
  }
}

extension Cases<Int> {
  /// Whether all products and sums of a number of each fit.
  func haveShortProducts(with others: Cases<Int>) -> Bool {
    func limit(_ numbers: [Int]) -> UInt { 1 + (numbers.map(\.magnitude).max() ?? 0) }
    let (product, overflows) = limit(values).multipliedReportingOverflow(by: limit(others.values))
    return !overflows && product <= Int.max
  }
}

extension Spread {
  fileprivate var cases: Cases<Rational> {
    let (values, places) = possible
    return Cases(values: values, chances: places.flatMap { place in chances.map { $0[place] } })
  }

  /// The same with values in equal steps, if that makes it no more than a few times as long.
  func inSteps() -> Spread {
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
      // Soon, as the common step of many fractions has thousands of digits.
      guard whole <= step * most else { return self }
    }
    return inSteps(of: step, places: values.map { (($0 - first) / step).int ?? 0 })
  }

  private func inSteps(of step: Rational, places: [Int]) -> Spread {
    let count = places[places.count - 1] + 1
    let chances = chances.map { lane in
      var result = [UInt64](repeating: 0, count: count)
      for (place, chance) in zip(places, lane) { result[place] = chance }
      return result
    }
    return Spread(values: .steps(origin: self[0], step: step, count: count), chances: chances)
  }
}
