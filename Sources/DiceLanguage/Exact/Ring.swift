/// A polynomial in x, known by its values at the points of a transform.
enum Polynomial {
  case zero
  /// `coefficient · x^exponent`, which costs nothing to compute with.
  case monomial(UInt64, exponent: Int)
  case points([UInt64])
}

/// Polynomials in x, and series in marks whose coefficients are such polynomials.
///
/// In x stand totals: the coefficient of x⁷ is the chance of 7. Marks count dice while a modifier
/// looks at all of them together: the slots of an element are the coefficients of the powers of
/// its marks, for the latest mark in blocks that are each an element of the ring below.
struct Ring {
  typealias Element = [Polynomial]

  /// A mark: at most `limit` dice are told apart.
  struct Mark {
    let limit: Int
    /// What every die beyond the limit counts as: an element of the ring below; `nil` for zero.
    let overflow: Element?
  }

  let transform: Transform
  let work: Work
  private(set) var marks: [Mark] = []
  /// Slots of an element of each ring, the lowest first.
  private var sizes = [1]

  init(_ transform: Transform, _ work: Work) {
    self.transform = transform
    self.work = work
  }

  var field: PrimeField { transform.field }
  /// Slots of an element.
  var size: Int { sizes[sizes.count - 1] }

  func adding(_ mark: Mark) -> Ring {
    var ring = self
    ring.marks.append(mark)
    ring.sizes.append(size * (mark.limit + 1))
    return ring
  }

  // MARK: Elements

  var zero: Element { Element(repeating: .zero, count: size) }
  var one: Element { power(ofX: 0) }

  func power(ofX exponent: Int) -> Element {
    var element = zero
    element[0] = .monomial(field.one, exponent: exponent & (transform.size - 1))
    return element
  }

  /// An element of the ring below times a power of the latest mark.
  func lifted(_ element: Element, marks count: Int) -> Element {
    var result = zero
    let start = count * element.count
    result.replaceSubrange(start..<start + element.count, with: element)
    return result
  }

  /// The coefficient of a power of the latest mark: an element of the ring below.
  func slot(_ count: Int, of element: Element) -> Element {
    let size = sizes[marks.count - 1]
    return Array(element[count * size..<(count + 1) * size])
  }

  // MARK: Arithmetic

  func add(_ left: Element, _ right: Element) throws(TooMuchWork) -> Element {
    try mix([(field.one, left), (field.one, right)])
  }

  func subtract(_ left: Element, _ right: Element) throws(TooMuchWork) -> Element {
    try mix([(field.one, left), (field.subtract(0, field.one), right)])
  }

  /// The sum of elements with weights.
  func mix(_ terms: [(weight: UInt64, element: Element)]) throws(TooMuchWork) -> Element {
    try work.spend(8 * (terms.count + 1) * size)
    var result = zero
    for slot in result.indices {
      result[slot] = try mix(terms, slot: slot)
    }
    return result
  }

  private func mix(
    _ terms: [(weight: UInt64, element: Element)], slot: Int
  ) throws(TooMuchWork) -> Polynomial {
    var monomials: [Int: UInt64] = [:]
    var lastExponent: Int?
    var lastSum: UInt64 = 0
    var points: [UInt64]?
    for (weight, element) in terms {
      switch element[slot] {
      case .zero: break
      case .monomial(let coefficient, let exponent):
        let product = field.multiply(weight, coefficient)
        // Mostly all are of the same power.
        if exponent != lastExponent {
          if let lastExponent { monomials[lastExponent] = lastSum }
          lastExponent = exponent
          lastSum = monomials[exponent] ?? 0
        }
        lastSum = field.add(lastSum, product)
      case .points(let values):
        try work.spend(values.count)
        let scaled = weight == field.one ? values : values.map { field.multiply(weight, $0) }
        points = points.map { sum($0, scaled) } ?? scaled
      }
    }
    if let lastExponent { monomials[lastExponent] = lastSum }
    return try sum(monomials, points)
  }

  private func sum(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
    let field = field
    return [UInt64](unsafeUninitializedCapacity: left.count) { buffer, count in
      left.withUnsafeBufferPointer { left in
        right.withUnsafeBufferPointer { right in
          for index in left.indices { buffer[index] = field.add(left[index], right[index]) }
        }
      }
      count = left.count
    }
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
      try work.spend(size * monomials.count)
      for (exponent, coefficient) in monomials {
        transform.add(coefficient, exponent: exponent, to: &values)
      }
      return .points(values)
    }
    try work.spend(size * (logarithm / 2 + 1))
    var coefficients = [UInt64](repeating: 0, count: size)
    for (exponent, coefficient) in monomials { coefficients[exponent] = coefficient }
    transform.forward(&coefficients)
    return .points(points.map { sum($0, coefficients) } ?? coefficients)
  }

  func multiply(_ left: Element, _ right: Element) throws(TooMuchWork) -> Element {
    try multiply(left[...], right[...], marks.count)
  }

  private func multiply(
    _ left: ArraySlice<Polynomial>, _ right: ArraySlice<Polynomial>, _ depth: Int
  ) throws(TooMuchWork) -> Element {
    guard depth > 0 else {
      return [try multiply(left[left.startIndex], right[right.startIndex])]
    }
    let (mark, size) = (marks[depth - 1], sizes[depth - 1])
    try work.spend(20 * (left.count + right.count))
    var sums: [[(weight: UInt64, element: Element)]] = Array(
      repeating: [], count: mark.limit + 1)
    // What goes beyond the limit, by how much.
    var beyond: [Int: [(weight: UInt64, element: Element)]] = [:]
    let below = lowered(to: depth - 1)
    func blocks(_ element: ArraySlice<Polynomial>) -> [(Int, ArraySlice<Polynomial>)] {
      (0...mark.limit).compactMap { count in
        let start = element.startIndex + count * size
        let block = element[start..<start + size]
        return block.allSatisfy(\.isZero) ? nil : (count, block)
      }
    }
    let rightBlocks = blocks(right)
    for (first, block) in blocks(left) {
      for (second, other) in rightBlocks {
        let excess = first + second - mark.limit
        if excess > 0 && mark.overflow == nil { break }
        try work.spend(60)
        let product = try multiply(block, other, depth - 1)
        if excess > 0 {
          beyond[excess, default: []].append((field.one, product))
        } else {
          sums[first + second].append((field.one, product))
        }
      }
    }
    if let overflow = mark.overflow {
      for (excess, products) in beyond {
        let factor = try below.power(overflow, excess)
        let product = try below.multiply(below.mix(products), factor)
        sums[mark.limit].append((field.one, product))
      }
    }
    var result: Element = []
    for sum in sums { result += try below.mix(sum) }
    return result
  }

  private func lowered(to depth: Int) -> Ring {
    var ring = self
    ring.marks.removeLast(marks.count - depth)
    ring.sizes.removeLast(marks.count - depth)
    return ring
  }

  private func multiply(
    _ left: Polynomial, _ right: Polynomial
  ) throws(TooMuchWork) -> Polynomial {
    switch (left, right) {
    case (.zero, _), (_, .zero): return .zero
    case (.monomial(let first, let power), .monomial(let second, let other)):
      return .monomial(
        field.multiply(first, second), exponent: (power + other) & (transform.size - 1))
    case (.points(let values), .monomial(let coefficient, let exponent)),
      (.monomial(let coefficient, let exponent), .points(let values)):
      try work.spend(2 * values.count)
      if exponent == 0 {
        return .points(values.map { field.multiply($0, coefficient) })
      }
      var factors = [UInt64](repeating: 0, count: values.count)
      transform.add(coefficient, exponent: exponent, to: &factors)
      return .points(product(values, factors))
    case (.points(let first), .points(let second)):
      try work.spend(first.count)
      return .points(product(first, second))
    }
  }

  private func product(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
    let field = field
    return [UInt64](unsafeUninitializedCapacity: left.count) { buffer, count in
      left.withUnsafeBufferPointer { left in
        right.withUnsafeBufferPointer { right in
          for index in left.indices { buffer[index] = field.multiply(left[index], right[index]) }
        }
      }
      count = left.count
    }
  }

  /// One over a power of x; `nil` for anything that may have no inverse.
  func inverse(_ element: Element) -> Element? {
    guard marks.isEmpty, case .monomial(let coefficient, let exponent) = element[0],
      coefficient != 0
    else { return nil }
    return [
      .monomial(field.inverse(of: coefficient), exponent: -exponent & (transform.size - 1))
    ]
  }

  // MARK: Powers

  func power(_ element: Element, _ exponent: Int) throws(TooMuchWork) -> Element {
    if marks.count == 1, marks[0].overflow == nil, element.dropFirst(2).allSatisfy(\.isZero) {
      return try binomial(element, exponent)
    }
    if marks.isEmpty { return [try power(element[0], exponent)] }
    var (result, square, rest) = (one, element, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result = try multiply(result, square) }
      rest >>= 1
      if rest > 0 { square = try multiply(square, square) }
    }
    return result
  }

  private func power(
    _ polynomial: Polynomial, _ exponent: Int
  ) throws(TooMuchWork) -> Polynomial {
    switch polynomial {
    case .zero: return exponent == 0 ? .monomial(field.one, exponent: 0) : .zero
    case .monomial(let coefficient, let power):
      return .monomial(
        field.power(coefficient, UInt64(exponent)),
        exponent: (power &* exponent) & (transform.size - 1))
    case .points(let values):
      try work.spend(values.count * 3 * (Int.bitWidth - exponent.leadingZeroBitCount) / 2)
      var (result, square, rest): ([UInt64]?, [UInt64], Int) = (nil, values, exponent)
      while rest > 0 {
        if rest & 1 == 1 { result = result.map { product($0, square) } ?? square }
        rest >>= 1
        if rest > 0 { square = product(square, square) }
      }
      return result.map { .points($0) } ?? .monomial(field.one, exponent: 0)
    }
  }

  /// The power of a sum of two, of which only the second bears the mark.
  private func binomial(_ element: Element, _ exponent: Int) throws(TooMuchWork) -> Element {
    var result = zero
    let (plain, marked) = (element[0], element.count > 1 ? element[1] : .zero)
    var choices = field.one
    var power = Polynomial.monomial(field.one, exponent: 0)
    for count in 0...Swift.min(exponent, marks[0].limit) {
      try work.spend(250)
      let rest = try self.power(plain, exponent - count)
      let product = try multiply(multiply(power, rest), .monomial(choices, exponent: 0))
      result[count] = product
      power = try multiply(power, marked)
      choices = field.multiply(
        field.multiply(choices, field.form(exponent - count)),
        field.inverse(of: field.form(count + 1)))
    }
    return result
  }

  /// The coefficients of a polynomial.
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

extension Polynomial {
  var isZero: Bool { if case .zero = self { true } else { false } }
}
