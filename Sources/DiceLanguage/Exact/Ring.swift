/// The ring for computing chances, whose elements can be added and multiplied.
///
/// The simplest elements are polynomials in x whose coefficients are chances. A four-sided die is
/// ¼x + ¼x² + ¼x³ + ¼x⁴, and in its third power the coefficient of x⁷ is the chance of 7 with three
/// dice: independent parts are multiplied, and different cases are added.
///
/// A mark y counts dice while a modifier looks at all of them. With a mark on values above 2 the
/// die is ¼x + ¼x² + (¼x³ + ¼x⁴)y, and in its third power the coefficient of y is the polynomial of
/// all totals with exactly one such die. Elements are series in the marks whose coefficients are
/// polynomials in x, stored in consecutive slots. For the latest mark, these form blocks, each of
/// which is an element of the ring without that mark.
struct Ring {
  typealias Element = [Polynomial]

  /// A mark, which counts up to `limit` dice.
  struct Mark {
    let limit: Int
    /// An element of the ring below for every die beyond the limit; `nil` for zero.
    let overflow: Element?
  }

  let polynomials: Polynomials
  private(set) var marks: [Mark] = []
  /// The number of slots of an element in each ring, the lowest first.
  private var sizes = [1]

  init(_ transform: Transform, _ work: Work) {
    polynomials = Polynomials(transform: transform, work: work)
  }

  var field: PrimeField { polynomials.field }
  var work: Work { polynomials.work }
  var transform: Transform { polynomials.transform }
  /// The number of slots of an element.
  var size: Int { sizes[sizes.count - 1] }

  /// The longest element, in words: 8 MB.
  static let longest = 1 << 20
  /// The most slots of the functions of all values, even if most are zero: 8 MB.
  private static let mostSlots = 1 << 18

  /// Returns the ring with another mark, for functions of `values` values.
  func adding(_ mark: Mark, values: Int) throws(TooMuchWork) -> Ring {
    let size = size * (mark.limit + 1)
    guard size <= Ring.longest / transform.size, size <= Ring.mostSlots / max(1, values) else {
      throw TooMuchWork()
    }
    var ring = self
    ring.marks.append(mark)
    ring.sizes.append(size)
    return ring
  }

  /// Returns the words that an element takes.
  func space(of element: Element) -> Int {
    element.reduce(0) { if case .points = $1 { $0 + transform.size } else { $0 } }
  }

  // MARK: Elements

  var zero: Element { Element(repeating: .zero, count: size) }
  var one: Element { power(ofX: 0) }

  func power(ofX exponent: Int) -> Element {
    var element = zero
    element[0] = .monomial(field.one, exponent: exponent & (transform.size - 1))
    return element
  }

  /// Returns an element of the ring below times a power of the latest mark.
  func lifted(_ element: Element, marks count: Int) -> Element {
    var result = zero
    let start = count * element.count
    result.replaceSubrange(start..<start + element.count, with: element)
    return result
  }

  /// Returns the coefficient of a power of the latest mark: an element of the ring below.
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

  /// Returns the weighted sum of elements.
  func mix(_ terms: [(weight: UInt64, element: Element)]) throws(TooMuchWork) -> Element {
    try work.spend(12 * (terms.count + 2) * size)
    var result = zero
    for slot in result.indices {
      result[slot] = try polynomials.mix(
        terms.lazy.map { (weight: $0.weight, polynomial: $0.element[slot]) })
    }
    return result
  }

  func multiply(_ left: Element, _ right: Element) throws(TooMuchWork) -> Element {
    try multiply(left[...], right[...], marks.count)
  }

  private func multiply(
    _ left: ArraySlice<Polynomial>, _ right: ArraySlice<Polynomial>, _ depth: Int
  ) throws(TooMuchWork) -> Element {
    guard depth > 0 else {
      return [try polynomials.multiply(left[left.startIndex], right[right.startIndex])]
    }
    let (mark, size) = (marks[depth - 1], sizes[depth - 1])
    try work.spend(50 * (left.count + right.count))
    let below = lowered(to: depth - 1)
    func blocks(_ element: ArraySlice<Polynomial>) -> [ArraySlice<Polynomial>?] {
      (0...mark.limit).map { count in
        let start = element.startIndex + count * size
        let block = element[start..<start + size]
        return block.allSatisfy(\.isZero) ? nil : block
      }
    }
    let (leftBlocks, rightBlocks) = (blocks(left), blocks(right))
    /// Returns the terms of the latest mark's coefficient, one by one as they are long.
    func products(_ total: Int) throws(TooMuchWork) -> [(weight: UInt64, element: Element)] {
      var products: [(weight: UInt64, element: Element)] = []
      for first in max(0, total - mark.limit)...min(total, mark.limit) {
        guard let block = leftBlocks[first], let other = rightBlocks[total - first] else {
          continue
        }
        try work.spend(100)
        products.append((field.one, try multiply(block, other, depth - 1)))
      }
      return products
    }
    var result: Element = []
    for total in 0..<mark.limit { result += try below.mix(products(total)) }
    var last = try products(mark.limit)
    if let overflow = mark.overflow {
      for excess in stride(from: 1, through: mark.limit, by: 1) {
        let more = try products(mark.limit + excess)
        guard !more.isEmpty else { continue }
        let factor = try below.power(overflow, excess)
        last.append((field.one, try below.multiply(below.mix(more), factor)))
      }
    }
    return result + (try below.mix(last))
  }

  private func lowered(to depth: Int) -> Ring {
    var ring = self
    ring.marks.removeLast(marks.count - depth)
    ring.sizes.removeLast(marks.count - depth)
    return ring
  }

  /// Returns the inverse of a monomial in x; `nil` for anything else.
  func inverse(_ element: Element) -> Element? {
    guard marks.isEmpty, case .monomial(let coefficient, let exponent) = element[0],
      coefficient != 0
    else { return nil }
    return [
      .monomial(field.inverse(of: coefficient), exponent: -exponent & (transform.size - 1))
    ]
  }
}

/// Powers and geometric series.
extension Ring {
  func power(_ element: Element, _ exponent: Int) throws(TooMuchWork) -> Element {
    if marks.count == 1, marks[0].overflow == nil, element.dropFirst(2).allSatisfy(\.isZero) {
      return try binomial(element, exponent)
    }
    if marks.isEmpty { return [try polynomials.power(element[0], exponent)] }
    return try raised(element, to: exponent, multiply) ?? one
  }

  /// Returns 1 + e + … + e^(count - 1), and e^count.
  func geometric(
    _ element: Element, _ count: Int
  ) throws(TooMuchWork) -> (sum: Element, power: Element) {
    if case .monomial(let coefficient, let exponent) = element[0],
      element.dropFirst().allSatisfy(\.isZero)
    {
      return try geometric(coefficient, exponent, count)
    }
    // Doubled for each bit of the count.
    var (sum, power) = (zero, one)
    for bit in (0..<Int.bitWidth - count.leadingZeroBitCount).reversed() {
      sum = try add(sum, multiply(power, sum))
      power = try multiply(power, power)
      if count >> bit & 1 == 1 {
        sum = try add(sum, power)
        power = try multiply(power, element)
      }
    }
    return (sum, power)
  }

  private func geometric(
    _ coefficient: UInt64, _ exponent: Int, _ count: Int
  ) throws(TooMuchWork) -> (sum: Element, power: Element) {
    var powers = [(weight: field.one, polynomial: Polynomial.monomial(field.one, exponent: 0))]
    for _ in 0..<count {
      let factor = Polynomial.monomial(coefficient, exponent: exponent)
      let next = try polynomials.multiply(powers[powers.count - 1].polynomial, factor)
      powers.append((field.one, next))
    }
    var (sum, power) = (zero, zero)
    power[0] = powers.removeLast().polynomial
    sum[0] = try polynomials.mix(powers)
    return (sum, power)
  }

  /// Returns the power of a binomial of which only the second term has the mark.
  private func binomial(_ element: Element, _ exponent: Int) throws(TooMuchWork) -> Element {
    var result = zero
    let (plain, marked) = (element[0], element.count > 1 ? element[1] : .zero)
    var choices = field.one
    var power = Polynomial.monomial(field.one, exponent: 0)
    for count in 0...Swift.min(exponent, marks[0].limit) {
      try work.spend(300)
      let rest = try polynomials.power(plain, exponent - count)
      let product = try polynomials.multiply(
        polynomials.multiply(power, rest), .monomial(choices, exponent: 0))
      result[count] = product
      power = try polynomials.multiply(power, marked)
      choices = field.multiply(
        field.multiply(choices, field.form(exponent - count)),
        field.inverse(of: field.form(count + 1)))
    }
    return result
  }
}
