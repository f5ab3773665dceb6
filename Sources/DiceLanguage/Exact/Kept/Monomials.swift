/// The monomials in some variables up to a degree, and their products.
struct Monomials {
  /// The exponents of each monomial; lower degrees come first.
  let exponents: [[Int]]
  /// The sum of each monomial's exponents.
  let degrees: [Int]
  let degree: Int
  /// For each variable, the place of each monomial's product with it and quotient by it.
  ///
  /// The product is `nil` above the degree; the quotient is `nil` if there is none.
  let next, previous: [[Int?]]
  /// All products of two monomials, sorted by the first one.
  private let products: [(left: Int, right: Int, product: Int)]

  /// Creates the monomials in `variables` variables, at least 1.
  init(_ variables: Int, degree: Int) {
    self.degree = degree
    var all: [[Int]] = []
    for sum in 0...degree { all += Monomials.parts(of: sum, among: variables) }
    exponents = all
    degrees = all.map { $0.reduce(0, +) }
    // Exponents are the digits of a code, so that the code of a product is a sum.
    let codes = all.map { $0.reduce(0) { $0 * (degree + 1) + $1 } }
    let places = Dictionary(uniqueKeysWithValues: codes.enumerated().map { ($1, $0) })
    let degrees = degrees
    let steps = (0..<variables).map { variable in
      (0..<variables - 1 - variable).reduce(1) { code, _ in code * (degree + 1) }
    }
    next = steps.map { step in
      codes.indices.map { degrees[$0] < degree ? places[codes[$0] + step] : nil }
    }
    previous = steps.enumerated().map { variable, step in
      codes.indices.map { all[$0][variable] > 0 ? places[codes[$0] - step] : nil }
    }
    var products: [(left: Int, right: Int, product: Int)] = []
    for left in all.indices {
      for right in all.indices {
        guard degrees[left] + degrees[right] <= degree else { break }
        if let product = places[codes[left] + codes[right]] {
          products.append((left, right, product))
        }
      }
    }
    self.products = products
  }

  var count: Int { exponents.count }

  /// Returns the number of products of two monomials up to a degree.
  static func products(_ variables: Int, degree: Int) -> Int {
    // It equals the number of monomials in twice as many variables.
    choices(2 * variables, of: degree + 2 * variables)
  }

  /// Returns the sum of the degrees of all monomials up to a degree.
  static func sumOfDegrees(_ variables: Int, degree: Int) -> Int {
    variables * choices(variables + 1, of: degree + variables)
  }

  /// Returns the number of ways to choose `count` of `all`, which fits a word here.
  private static func choices(_ count: Int, of all: Int) -> Int {
    (0..<count).reduce(1) { $0 * (all - count + $1 + 1) / ($1 + 1) }
  }

  /// All sequences of `count` numbers with a sum, ordered by the first number.
  private static func parts(of sum: Int, among count: Int) -> [[Int]] {
    guard count > 1 else { return [[sum]] }
    return (0...sum).flatMap { first in
      parts(of: sum - first, among: count - 1).map { [first] + $0 }
    }
  }

  /// Returns the product of two series, up to the degree.
  func multiply(_ left: [UInt64], _ right: [UInt64], _ field: PrimeField) -> [UInt64] {
    var result = [UInt64](repeating: 0, count: count)
    result.withUnsafeMutableBufferPointer { result in
      for pair in products where left[pair.left] != 0 {
        result[pair.product] = field.add(
          result[pair.product], field.multiply(left[pair.left], right[pair.right]))
      }
    }
    return result
  }

  /// Returns the power of a series; `exponent` is at least 1.
  func power(_ series: [UInt64], _ exponent: Int, _ field: PrimeField) -> [UInt64] {
    raised(series, to: exponent) { multiply($0, $1, field) } ?? series
  }

  /// Adds a number to a variable of a polynomial (Horner's scheme).
  func shift(
    _ polynomial: inout [UInt64], _ variable: Int, by number: UInt64, _ field: PrimeField
  ) {
    for pass in 0..<degree {
      for index in exponents.indices.reversed() where exponents[index][variable] >= pass {
        guard let next = next[variable][index] else { continue }
        polynomial[index] = field.add(polynomial[index], field.multiply(number, polynomial[next]))
      }
    }
  }
}
