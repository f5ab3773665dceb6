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

  let polynomials: Polynomials
  private(set) var marks: [Mark] = []
  /// Slots of an element of each ring, the lowest first.
  private var sizes = [1]

  init(_ transform: Transform, _ work: Work) {
    polynomials = Polynomials(transform: transform, work: work)
  }

  var field: PrimeField { polynomials.field }
  var work: Work { polynomials.work }
  var transform: Transform { polynomials.transform }
  /// Slots of an element.
  var size: Int { sizes[sizes.count - 1] }

  /// The longest element that is kept, in words: 8 MB.
  private static let longest = 1 << 20

  func adding(_ mark: Mark) throws(TooMuchWork) -> Ring {
    guard size * (mark.limit + 1) <= Ring.longest / transform.size else { throw TooMuchWork() }
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
        try work.spend(100)
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
    if marks.isEmpty { return [try polynomials.power(element[0], exponent)] }
    var (result, square, rest) = (one, element, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result = try multiply(result, square) }
      rest >>= 1
      if rest > 0 { square = try multiply(square, square) }
    }
    return result
  }

  /// 1 + e + … + e^(count - 1), and e^count.
  func geometric(
    _ element: Element, _ count: Int
  ) throws(TooMuchWork) -> (sum: Element, power: Element) {
    if case .monomial(let coefficient, let exponent) = element[0],
      element.dropFirst().allSatisfy(\.isZero)
    {
      return try geometric(coefficient, exponent, count)
    }
    // Bit by bit of the count.
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

  /// The power of a sum of two, of which only the second bears the mark.
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
