/// A polynomial in x, represented by its values at the points of a transform.
enum Polynomial {
  case zero
  /// A monomial `coefficient · x^exponent`, with which computing is cheap.
  case monomial(UInt64, exponent: Int)
  case points([UInt64])

  var isZero: Bool { if case .zero = self { true } else { false } }
}

/// Arithmetic of polynomials modulo one prime; exponents are modulo the transform's size.
struct Polynomials {
  let transform: Transform
  let work: Work
  /// The fixed work of an operation.
  private static let overhead = 100

  var field: PrimeField { transform.field }

  /// Returns the weighted sum of polynomials.
  func mix(
    _ terms: some Sequence<(weight: UInt64, polynomial: Polynomial)>
  ) throws(TooMuchWork) -> Polynomial {
    var monomials: [Int: UInt64] = [:]
    var lastExponent: Int?
    var lastSum: UInt64 = 0
    var points: [UInt64]?
    for (weight, polynomial) in terms {
      switch polynomial {
      case .zero: break
      case .monomial(let coefficient, let exponent):
        let product = field.multiply(weight, coefficient)
        // Usually all exponents are equal.
        if exponent != lastExponent {
          if let lastExponent { monomials[lastExponent] = lastSum }
          lastExponent = exponent
          lastSum = monomials[exponent] ?? 0
        }
        lastSum = field.add(lastSum, product)
      case .points(let values):
        try work.spend(values.count + Polynomials.overhead)
        let scaled = weight == field.one ? values : values.map { field.multiply(weight, $0) }
        points = points.map { combined($0, scaled, field.add) } ?? scaled
      }
    }
    if let lastExponent { monomials[lastExponent] = lastSum }
    return try sum(monomials, points)
  }

  private func sum(
    _ monomials: [Int: UInt64], _ points: [UInt64]?
  ) throws(TooMuchWork) -> Polynomial {
    let (size, logarithm) = (transform.size, transform.size.trailingZeroBitCount)
    if points == nil, monomials.count <= 1 {
      guard let only = monomials.first else { return .zero }
      return .monomial(only.value, exponent: only.key)
    }
    guard monomials.count > logarithm / 2 + 1 else {
      var values = points ?? [UInt64](repeating: 0, count: size)
      try work.spend(size * monomials.count + Polynomials.overhead)
      for (exponent, coefficient) in monomials {
        transform.add(coefficient, exponent: exponent, to: &values)
      }
      return .points(values)
    }
    try work.spend(size * (logarithm / 2 + 1))
    var coefficients = [UInt64](repeating: 0, count: size)
    for (exponent, coefficient) in monomials { coefficients[exponent] = coefficient }
    transform.forward(&coefficients)
    return .points(points.map { combined($0, coefficients, field.add) } ?? coefficients)
  }

  func multiply(_ left: Polynomial, _ right: Polynomial) throws(TooMuchWork) -> Polynomial {
    switch (left, right) {
    case (.zero, _), (_, .zero): return .zero
    case (.monomial(let first, let power), .monomial(let second, let other)):
      return .monomial(
        field.multiply(first, second), exponent: (power + other) & (transform.size - 1))
    case (.points(let values), .monomial(let coefficient, let exponent)),
      (.monomial(let coefficient, let exponent), .points(let values)):
      try work.spend(2 * values.count + Polynomials.overhead)
      guard exponent != 0 else { return .points(values.map { field.multiply($0, coefficient) }) }
      return .points(transform.multiply(values, by: coefficient, exponent: exponent))
    case (.points(let first), .points(let second)):
      try work.spend(first.count + Polynomials.overhead)
      return .points(combined(first, second, field.multiply))
    }
  }

  func power(_ polynomial: Polynomial, _ exponent: Int) throws(TooMuchWork) -> Polynomial {
    switch polynomial {
    case .zero: return exponent == 0 ? .monomial(field.one, exponent: 0) : .zero
    case .monomial(let coefficient, let power):
      return .monomial(
        field.power(coefficient, UInt64(exponent)),
        exponent: (power &* exponent) & (transform.size - 1))
    case .points(let values):
      let operations = 3 * (Int.bitWidth - exponent.leadingZeroBitCount) / 2
      try work.spend(operations * (values.count + Polynomials.overhead))
      return raised(values, to: exponent) { combined($0, $1, field.multiply) }
        .map { .points($0) } ?? .monomial(field.one, exponent: 0)
    }
  }

  /// Combines the values point by point.
  @inline(__always) private func combined(
    _ left: [UInt64], _ right: [UInt64], _ operation: (UInt64, UInt64) -> UInt64
  ) -> [UInt64] {
    [UInt64](unsafeUninitializedCapacity: left.count) { buffer, count in
      left.withUnsafeBufferPointer { left in
        right.withUnsafeBufferPointer { right in
          for index in left.indices { buffer[index] = operation(left[index], right[index]) }
        }
      }
      count = left.count
    }
  }

  func coefficients(of polynomial: Polynomial) throws(TooMuchWork) -> [UInt64] {
    var values = [UInt64](repeating: 0, count: transform.size)
    switch polynomial {
    case .zero: break
    case .monomial(let coefficient, let exponent): values[exponent] = coefficient
    case .points(let points):
      try work.spend(points.count * (points.count.trailingZeroBitCount / 2 + 1))
      values = points
      transform.backward(&values)
    }
    return values
  }
}
