/// Converts polynomials to their values at roots of unity, and back (Cooley and Tukey, Mathematics
/// of Computation 19, 1965).
///
/// There are `size` points, in bit-reversed order; polynomials multiply point by point. Exponents
/// are modulo `size`.
struct Transform {
  let field: PrimeField
  let size: Int
  /// The powers of the root: 1, w, w², … up to 1 again.
  private let roots: [UInt64]
  private let inverseRoots: [UInt64]
  private let scale: UInt64
  /// The power of the root at each point.
  private let order: [Int]

  init(_ field: PrimeField, logarithm: Int) {
    self.field = field
    size = 1 << logarithm
    let root = field.root(logarithm: logarithm)
    var roots = [field.one]
    for index in 1..<(1 << logarithm) + 1 { roots.append(field.multiply(roots[index - 1], root)) }
    self.roots = roots
    inverseRoots = roots.reversed()
    scale = field.inverse(of: field.form(1 << logarithm))
    var order = [0]
    for step in (0..<logarithm).reversed() {
      order += order.map { $0 | 1 << step }
    }
    self.order = order
  }

  /// Adds the values of `coefficient · x^exponent` to those at the points.
  func add(_ coefficient: UInt64, exponent: Int, to points: inout [UInt64]) {
    for index in 0..<size {
      let root = roots[(order[index] &* exponent) & (size - 1)]
      points[index] = field.add(points[index], field.multiply(coefficient, root))
    }
  }

  /// Multiplies the values at the points by those of `coefficient · x^exponent`.
  func multiply(_ points: [UInt64], by coefficient: UInt64, exponent: Int) -> [UInt64] {
    points.indices.map { index in
      let root = roots[(order[index] &* exponent) & (size - 1)]
      return field.multiply(points[index], field.multiply(coefficient, root))
    }
  }

  /// Converts coefficients to values.
  func forward(_ values: inout [UInt64]) {
    let (field, size) = (field, size)
    values.withUnsafeMutableBufferPointer { values in
      roots.withUnsafeBufferPointer { roots in
        var half = size / 2
        var step = 1
        while half > 0 {
          for start in stride(from: 0, to: size, by: 2 * half) {
            var root = 0
            for index in start..<start + half {
              let (low, high) = (values[index], values[index + half])
              values[index] = field.add(low, high)
              values[index + half] = field.multiply(field.subtract(low, high), roots[root])
              root &+= step
            }
          }
          half /= 2
          step *= 2
        }
      }
    }
  }

  /// Converts values to coefficients.
  func backward(_ values: inout [UInt64]) {
    let (field, size, scale) = (field, size, scale)
    values.withUnsafeMutableBufferPointer { values in
      inverseRoots.withUnsafeBufferPointer { roots in
        var half = 1
        var step = size / 2
        while half < size {
          for start in stride(from: 0, to: size, by: 2 * half) {
            var root = 0
            for index in start..<start + half {
              let low = values[index]
              let high = field.multiply(values[index + half], roots[root])
              values[index] = field.add(low, high)
              values[index + half] = field.subtract(low, high)
              root &+= step
            }
          }
          half *= 2
          step /= 2
        }
        for index in values.indices { values[index] = field.multiply(values[index], scale) }
      }
    }
  }
}
