/// Adds up the chances of equal results of pairs of whole numbers.
///
/// The results with one of the numbers rise or fall with the other. So all of these rows are
/// followed together, from the lowest result to the highest, in windows that fit into a processor's
/// cache.
struct PairMerger {
  private let few, many: Cases<Int>
  private let fields: [PrimeField]
  private let operation: (Int, Int) -> Int
  /// The limits of all results.
  private let lowest, highest: Int
  /// How many results lie in a window.
  private let window: Int

  /// The operation is one in which numbers can change places, and whose results rise or fall with
  /// each; none of them overflows.
  init(
    _ left: Cases<Int>, _ right: Cases<Int>, _ fields: [PrimeField],
    _ operation: @escaping (Int, Int) -> Int
  ) {
    let (few, many) = left.values.count < right.values.count ? (left, right) : (right, left)
    (self.few, self.many) = (few, many)
    self.fields = fields
    self.operation = operation
    window = max(1 << 10, (1 << 17) / fields.count)
    let corners = [few.values[0], few.values[few.values.count - 1]].flatMap { value in
      [many.values[0], many.values[many.values.count - 1]].map { operation(value, $0) }
    }
    lowest = corners.min() ?? 0
    highest = corners.max() ?? 0
  }

  /// Whether the results lie so close together that there aren't many windows for nothing.
  var isDense: Bool {
    let (span, overflows) = highest.subtractingReportingOverflow(lowest)
    return !overflows && span / window < 4 * many.values.count
  }

  /// All results in ascending order, with their chances.
  /// - Throws: `TooMuchWork`, also for more than so many results.
  func merged(
    upTo limit: Int, _ work: Work
  ) throws(TooMuchWork) -> (values: [Int], chances: [[UInt64]]) {
    let windows = (highest - lowest) / window + 1
    let pairs = few.values.count * many.values.count
    try work.spend(pairs * (8 + 5 * fields.count) + 2 * windows * few.values.count)
    let last = many.values.count - 1
    let falls = few.values.map { operation($0, many.values[0]) > operation($0, many.values[last]) }
    var next = [Int](repeating: 0, count: few.values.count)
    var values: [Int] = []
    var chances = fields.map { _ in [UInt64]() }
    var sums = [UInt64](repeating: 0, count: window * fields.count)
    // A bit for each result of the window.
    var hits = [UInt64](repeating: 0, count: (window + 63) / 64)
    for start in stride(from: lowest, through: highest, by: window) {
      for row in next.indices {
        while next[row] <= last {
          let place = falls[row] ? last - next[row] : next[row]
          let offset = operation(few.values[row], many.values[place]) - start
          guard offset < window else { break }
          hits[offset / 64] |= 1 << UInt64(offset % 64)
          add(row, place, to: &sums, at: offset)
          next[row] += 1
        }
      }
      for index in hits.indices {
        while hits[index] != 0 {
          let offset = 64 * index + hits[index].trailingZeroBitCount
          hits[index] &= hits[index] - 1
          values.append(start + offset)
          for lane in fields.indices {
            chances[lane].append(sums[offset * fields.count + lane])
            sums[offset * fields.count + lane] = 0
          }
        }
      }
      guard values.count <= limit else { throw TooMuchWork() }
    }
    return (values, chances)
  }

  /// Adds the chances of a pair, modulo each prime.
  @inline(__always) private func add(
    _ row: Int, _ place: Int, to sums: inout [UInt64], at offset: Int
  ) {
    let count = fields.count
    for (lane, field) in fields.enumerated() {
      let chance = field.multiply(
        few.chances[row * count + lane], many.chances[place * count + lane])
      let index = offset * count + lane
      sums[index] = field.add(sums[index], chance)
    }
  }
}
