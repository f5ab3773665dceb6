/// The chances, modulo one prime, of the sum of different faces of one die, of which so many of the
/// lowest and highest are dropped; every set of faces is equally likely.
struct DifferentFaces {
  /// In ascending order.
  private let faces: [Int]
  private let count: Int
  private let dropped: (lowest: Int, highest: Int)
  private let field: PrimeField
  private let work: Work
  private let factorials: Factorials

  /// `faces` are all different, and at least as many as `count`; fewer are dropped, and at least
  /// one is left.
  init(
    _ faces: [Int], count: Int, dropped: (lowest: Int, highest: Int), field: PrimeField,
    work: Work
  ) {
    self.faces = faces.sorted()
    self.count = count
    self.dropped = dropped
    self.field = field
    self.work = work
    factorials = Factorials(upTo: faces.count, field)
  }

  private var left: Int { count - dropped.lowest - dropped.highest }

  /// What the lowest faces that may be left come to.
  var lowest: Int { faces[dropped.lowest...].prefix(left).reduce(0, +) }
  /// How many totals there are.
  var length: Int { faces.dropLast(dropped.highest).suffix(left).reduce(1 - lowest, +) }

  /// The chance of each total, lowest first.
  func totals() throws(TooMuchWork) -> [UInt64] {
    try work.spend(20 * faces.count)
    let isRow = faces[faces.count - 1] - faces[0] == faces.count - 1
    let totals =
      if isRow && left == count {
        try sets()
      } else if isRow && (dropped.lowest == 0 || dropped.highest == 0) {
        try keptOfRow()
      } else {
        try kept()
      }
    let chance = field.inverse(of: factorials.choices(count, of: faces.count))
    return totals.map { field.multiply($0, chance) }
  }

  /// All faces are kept and follow each other: the Gaussian binomial coefficient, the product of
  /// (1 - x^(n - k + i)) / (1 - x^i) for i from 1 to k (Stanley, *Enumerative Combinatorics* 1, 1.7).
  private func sets() throws(TooMuchWork) -> [UInt64] {
    let chosen = min(count, faces.count - count)
    try work.spend(2 * chosen * length)
    var row = [UInt64](repeating: 0, count: length)
    row[0] = field.one
    for index in stride(from: 1, through: chosen, by: 1) {
      let above = faces.count - chosen + index
      for place in stride(from: length - 1, through: above, by: -1) {
        row[place] = field.subtract(row[place], row[place - above])
      }
      for place in stride(from: index, to: length, by: 1) {
        row[place] = field.add(row[place], row[place - index])
      }
    }
    return row
  }

  /// Some are kept from one end, and the faces follow each other.
  ///
  /// With k dice that are kept, and r that are dropped, let m be how many more faces than those lie
  /// before the last die that is kept. What the dice then come to less than they might is x^m times
  /// the Gaussian binomial coefficient of m + k - 1 and m, and the others can lie in so many
  /// ways. Each of these coefficients is the one before it times (1 - x^(m + k - 1)) / (1 - x^m), so
  /// Horner's scheme adds them all up.
  private func keptOfRow() throws(TooMuchWork) -> [UInt64] {
    let others = faces.count - count
    let dropped = count - left
    try work.spend(length * others * 7 / 8)
    var row = [UInt64](repeating: 0, count: length)
    var before = row
    row[0] = field.one
    for more in stride(from: others, to: 0, by: -1) {
      swap(&row, &before)
      // What is longer would be cut off in the end.
      add(more, to: &row, from: before, length: length - more + 1)
      row[0] = factorials.choices(dropped, of: others - more + 1 + dropped)
    }
    // Seen from the end that is kept.
    return self.dropped.lowest > 0 ? row.reversed() : row
  }

  /// A series times x · (1 - x^(m + k - 1)) / (1 - x^m), up to a length.
  private func add(_ m: Int, to row: inout [UInt64], from before: [UInt64], length: Int) {
    let field = field
    let far = m + left
    row.withUnsafeMutableBufferPointer { row in
      before.withUnsafeBufferPointer { before in
        row[0] = 0
        for place in stride(from: 1, to: min(m, length), by: 1) { row[place] = before[place - 1] }
        for place in stride(from: m, to: min(far, length), by: 1) {
          row[place] = field.add(before[place - 1], row[place - m])
        }
        for place in stride(from: far, to: length, by: 1) {
          let next = field.add(before[place - 1], row[place - m])
          row[place] = field.subtract(next, before[place - far])
        }
      }
    }
  }

  /// Face by face: those that are dropped at either end lie anywhere beyond the lowest and the
  /// highest face that is kept.
  private func kept() throws(TooMuchWork) -> [UInt64] {
    // What so many of the lowest faces come to: where their row begins.
    let kept = faces[dropped.lowest...]
    let first = kept[kept.startIndex]
    var sums = [0]
    for face in kept.prefix(left) { sums.append(sums[sums.count - 1] + face - first) }
    var rows = [[UInt64]](repeating: [], count: left + 1)
    rows[0] = [field.one]
    for (index, face) in kept.enumerated() {
      // Enough of the faces above must be left for the others.
      let fewest = left - (kept.count - 1 - index - dropped.highest)
      for number in stride(from: min(left, index + 1), through: max(1, fewest), by: -1) {
        let before = rows[number - 1]
        try work.spend(before.count + 40)
        var factor: UInt64?
        if number == 1 {
          factor = factorials.choices(dropped.lowest, of: dropped.lowest + index)
        }
        if number == left, dropped.highest > 0 {
          let ways = factorials.choices(dropped.highest, of: kept.count - 1 - index)
          factor = factor.map { field.multiply($0, ways) } ?? ways
        }
        let start = face - first + sums[number - 1] - sums[number]
        let missing = start + before.count - rows[number].count
        if missing > 0 { rows[number] += repeatElement(0, count: missing) }
        field.add(before[...], times: factor, to: &rows[number], at: start)
      }
    }
    return rows[left]
  }
}
