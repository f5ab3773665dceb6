/// Chances of each total modulo a prime; a row has that of the best total first.
struct FieldSums: TotalSums {
  let field: PrimeField
  let factorials: Factorials
  let work: Work

  var zero: UInt64 { 0 }
  var one: UInt64 { field.one }
  var empty: [UInt64] { [] }
  var nothing: [UInt64] { [field.one] }

  func add(_ left: UInt64, _ right: UInt64) -> UInt64 { field.add(left, right) }
  func multiply(_ left: UInt64, _ right: UInt64) -> UInt64 { field.multiply(left, right) }
  func power(_ base: UInt64, _ exponent: Int) -> UInt64 { field.power(base, UInt64(exponent)) }
  func factorial(_ number: Int) -> UInt64 { factorials[number] }
  func oneOverFactorial(_ number: Int) -> UInt64 { factorials.inverse(of: number) }

  func share(ofSets count: Int, of all: Int) -> UInt64 {
    field.inverse(of: factorials.choices(count, of: all))
  }

  func add(
    _ row: [UInt64], times factor: UInt64, less: Int, to sum: inout [UInt64]
  ) throws(TooMuchWork) {
    try work.spend(2 * row.count + 150)
    let missing = row.count + less - sum.count
    if missing > 0 { sum += repeatElement(0, count: missing) }
    field.add(row[...], times: factor, to: &sum, at: less)
  }
}

/// The chance of all totals together, and how much less than the best they are on average, times that.
struct MeanSums: TotalSums {
  struct Row {
    var chance = 0.0
    var less = 0.0
  }

  /// More dice make numbers that are too small.
  static let mostDice = 60

  let work: Work

  var zero: Double { 0 }
  var one: Double { 1 }
  var empty: Row { Row() }
  var nothing: Row { Row(chance: 1) }

  func add(_ left: Double, _ right: Double) -> Double { left + right }
  func multiply(_ left: Double, _ right: Double) -> Double { left * right }
  func power(_ base: Double, _ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { power, _ in power * base }
  }
  func factorial(_ number: Int) -> Double { (0..<number).reduce(1) { $0 * Double($1 + 1) } }
  func oneOverFactorial(_ number: Int) -> Double { 1 / factorial(number) }

  func share(ofSets count: Int, of all: Int) -> Double {
    (0..<count).reduce(1) { $0 * Double($1 + 1) / Double(all - $1) }
  }

  func add(
    _ row: Row, times factor: Double, less: Int, to sum: inout Row
  ) throws(TooMuchWork) {
    try work.spend(150)
    sum.chance += factor * row.chance
    sum.less += factor * (row.less + Double(less) * row.chance)
  }
}
