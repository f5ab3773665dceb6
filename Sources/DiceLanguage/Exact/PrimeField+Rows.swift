/// Rows of numbers, such as the coefficients of a polynomial.
extension PrimeField {
  /// Adds a row, if it is given times a factor, to another one from a place on; what would stand
  /// behind its end is left out.
  func add(
    _ row: ArraySlice<UInt64>, times factor: UInt64? = nil, to sums: inout [UInt64],
    at start: Int = 0
  ) {
    let length = Swift.min(row.count, sums.count - start)
    guard length > 0 else { return }
    row.withUnsafeBufferPointer { row in
      sums.withUnsafeMutableBufferPointer { sums in
        if let factor {
          for index in 0..<length {
            sums[start + index] = add(sums[start + index], multiply(factor, row[index]))
          }
        } else {
          for index in 0..<length { sums[start + index] = add(sums[start + index], row[index]) }
        }
      }
    }
  }

  /// 1 and the powers of a number up to this one.
  func powers(of base: UInt64, upTo count: Int) -> [UInt64] {
    (0..<count).reduce(into: [one]) { powers, index in
      powers.append(multiply(powers[index], base))
    }
  }
}

/// Factorials modulo a prime, and one over each.
struct Factorials {
  private let field: PrimeField
  private let values: [UInt64]
  private let inverses: [UInt64]

  /// Up to that of `count`, which is at least 1.
  init(upTo count: Int, _ field: PrimeField) {
    self.field = field
    let values = (1...count).reduce(into: [field.one]) { all, number in
      all.append(field.multiply(all[number - 1], field.form(number)))
    }
    var inverses = [field.inverse(of: values[count])]
    for number in (1...count).reversed() {
      inverses.append(field.multiply(inverses[count - number], field.form(number)))
    }
    self.values = values
    self.inverses = inverses.reversed()
  }

  subscript(number: Int) -> UInt64 { values[number] }

  /// One over the factorial.
  func inverse(of number: Int) -> UInt64 { inverses[number] }

  /// One over a number, which is at least 1.
  func reciprocal(_ number: Int) -> UInt64 {
    field.multiply(inverses[number], values[number - 1])
  }

  /// In how many ways so many of `count` can be chosen; none if there are fewer.
  func choices(_ number: Int, of count: Int) -> UInt64 {
    guard number <= count else { return 0 }
    return field.multiply(
      values[count], field.multiply(inverses[number], inverses[count - number]))
  }
}
