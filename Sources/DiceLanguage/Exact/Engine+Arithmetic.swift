/// Arithmetic with independent values.
extension Engine {
  func constant(_ value: Rational) -> ModularDistribution {
    ModularDistribution(
      values: .steps(origin: value, step: .one, count: 1), chances: fields.map { [$0.one] })
  }

  func negative(_ distribution: ModularDistribution) -> ModularDistribution {
    let values: ModularDistribution.Values =
      switch distribution.values {
      case .steps(_, let step, let count):
        .steps(origin: -distribution[count - 1], step: step, count: count)
      case .list(let values): .list(values.reversed().map { -$0 })
      }
    return ModularDistribution(values: values, chances: distribution.chances.map { $0.reversed() })
  }

  func scaled(_ distribution: ModularDistribution, by factor: Rational) -> ModularDistribution {
    guard factor != .zero else { return constant(.zero) }
    guard factor > .zero else { return scaled(negative(distribution), by: -factor) }
    return moved(distribution, times: factor)
  }

  /// Returns the values times a positive factor, shifted by a distance.
  private func moved(
    _ distribution: ModularDistribution, times factor: Rational = .one,
    by distance: Rational = .zero
  ) -> ModularDistribution {
    let values: ModularDistribution.Values =
      switch distribution.values {
      case .steps(let origin, let step, let count):
        .steps(origin: origin * factor + distance, step: step * factor, count: count)
      case .list(let values): .list(values.map { $0 * factor + distance })
      }
    return ModularDistribution(values: values, chances: distribution.chances)
  }

  func sum(_ distributions: [ModularDistribution]) throws(TooMuchWork) -> ModularDistribution {
    var result = constant(.zero)
    for distribution in distributions { result = try sum(result, distribution) }
    return result
  }

  func sum(_ left: ModularDistribution, _ right: ModularDistribution) throws(TooMuchWork)
    -> ModularDistribution
  {
    if left.count == 1 { return moved(right, by: left[0]) }
    if right.count == 1 { return moved(left, by: right[0]) }
    guard case .steps(let origin, let step, let count) = left.values,
      case .steps(let otherOrigin, let otherStep, let otherCount) = right.values,
      case let common = step.commonStep(otherStep),
      let factor = (step / common).int, let otherFactor = (otherStep / common).int,
      max(factor, otherFactor) <= Engine.longest
    else { return try combined(left, right, whole: +, +) }
    let length = (count - 1) * factor + (otherCount - 1) * otherFactor + 1
    guard length <= Engine.longest, length <= 8 * count * otherCount else {
      return try combined(left, right, whole: +, +)
    }
    try reserve(length)
    let chances = try work.repeat(fields.count) { lane throws(TooMuchWork) in
      try product(
        left.chances[lane], every: factor, right.chances[lane], every: otherFactor,
        length: length, fields[lane])
    }
    return ModularDistribution(
      values: .steps(origin: origin + otherOrigin, step: common, count: length),
      chances: chances)
  }

  /// Returns the coefficients of the product of two polynomials, each in its own power of x.
  func product(
    _ left: [UInt64], every step: Int, _ right: [UInt64], every otherStep: Int, length: Int,
    _ field: PrimeField
  ) throws(TooMuchWork) -> [UInt64] {
    let logarithm = length.transformLogarithm
    let transforms = (3 * logarithm + 5) << logarithm
    guard left.count * right.count > transforms / 2 else {
      try work.spend(left.count * right.count)
      var result = [UInt64](repeating: 0, count: length)
      for (index, chance) in left.enumerated() where chance != 0 {
        for (other, factor) in right.enumerated() {
          let place = index * step + other * otherStep
          result[place] = field.add(result[place], field.multiply(chance, factor))
        }
      }
      return result
    }
    try work.spend(transforms / 2)
    let transform = Transform(field, logarithm: logarithm)
    func points(_ chances: [UInt64], every step: Int) -> [UInt64] {
      var values = [UInt64](repeating: 0, count: transform.size)
      for (index, chance) in chances.enumerated() { values[index * step] = chance }
      transform.forward(&values)
      return values
    }
    var values = points(left, every: step)
    let others = points(right, every: otherStep)
    for index in values.indices { values[index] = field.multiply(values[index], others[index]) }
    transform.backward(&values)
    return Array(values[..<length])
  }

  func product(_ left: ModularDistribution, _ right: ModularDistribution) throws(TooMuchWork)
    -> ModularDistribution
  {
    if right.count == 1 { return scaled(left, by: right[0]) }
    if left.count == 1 { return scaled(right, by: left[0]) }
    return try combined(left, right, whole: *, *)
  }

  /// Returns the highest of independent values: their chances of v or less are multiplied.
  func highest(of distributions: [ModularDistribution]) throws(TooMuchWork) -> ModularDistribution {
    guard distributions.count > 1 else { return distributions[0] }
    let possible = distributions.map(\.possible)
    var values: [Rational] = []
    for value in possible.flatMap(\.values).sorted() where value != values.last {
      values.append(value)
    }
    try work.spend(values.count * (500 + distributions.count * fields.count))
    // For each value, how many values of each distribution don't exceed it.
    let counts = possible.map { member in
      var count = 0
      return values.map { value in
        while count < member.values.count && member.values[count] <= value { count += 1 }
        return count
      }
    }
    let chances = fields.enumerated().map { lane, field in
      let sums = zip(distributions, possible).map { distribution, possible in
        possible.places.reduce(into: [0]) { sums, place in
          sums.append(field.add(sums[sums.count - 1], distribution.chances[lane][place]))
        }
      }
      var before: UInt64 = 0
      return values.indices.map { index in
        let atMost = zip(sums, counts).reduce(field.one) {
          field.multiply($0, $1.0[$1.1[index]])
        }
        defer { before = atMost }
        return field.subtract(atMost, before)
      }
    }
    return ModularDistribution(values: .list(values), chances: chances).inSteps()
  }
}
