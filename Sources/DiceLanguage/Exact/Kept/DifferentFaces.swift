/// The chances, modulo one prime, of the sum of different faces of one die, without some of the
/// lowest and highest; every set of faces is equally likely.
struct DifferentFaces {
  /// The faces in ascending order, all different and at least as many as the dice.
  let faces: [Int]
  /// The number of dice, of which at least one is left.
  let count: Int
  let dropped: (lowest: Int, highest: Int)
  let field: PrimeField
  let work: Work
  let factorials: Factorials

  private var left: Int { count - dropped.lowest - dropped.highest }

  /// The lowest total.
  var lowest: Int { faces[dropped.lowest...].prefix(left).reduce(0, +) }
  /// The number of totals.
  var length: Int { faces.dropLast(dropped.highest).suffix(left).reduce(1 - lowest, +) }

  /// Returns the chances of all totals, the lowest first.
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

  /// Returns the sums if all faces are kept and consecutive.
  ///
  /// They are the Gaussian binomial coefficient, the product of (1 - x^(n - k + i)) / (1 - x^i) for
  /// i from 1 to k (Stanley, *Enumerative Combinatorics* 1, 1.7).
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

  /// Returns the sums if some consecutive faces are kept from one end.
  ///
  /// With k dice kept and r dropped, let m be the number of unused faces before the last kept die.
  /// The generating function of how much the kept dice fall short of their best is x^m times the
  /// Gaussian binomial coefficient of m + k - 1 and m, and a binomial coefficient counts the sets
  /// of dropped dice. Each Gaussian coefficient is the previous one times (1 - x^(m + k - 1)) / (1
  /// - x^m), so Horner's scheme adds them up.
  private func keptOfRow() throws(TooMuchWork) -> [UInt64] {
    let others = faces.count - count
    let dropped = count - left
    try work.spend(length * others * 7 / 8)
    var row = [UInt64](repeating: 0, count: length)
    var before = row
    row[0] = field.one
    for more in stride(from: others, to: 0, by: -1) {
      swap(&row, &before)
      // Longer rows would be cut off at the end.
      add(more, to: &row, from: before, length: length - more + 1)
      row[0] = factorials.choices(dropped, of: others - more + 1 + dropped)
    }
    // The totals were counted from the kept end.
    return self.dropped.lowest > 0 ? row.reversed() : row
  }

  /// Sets `row` to the series `before` times x · (1 - x^(m + k - 1)) / (1 - x^m), up to a length.
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

  /// Goes face by face; dropped dice lie anywhere beyond the lowest and the highest kept face.
  private func kept() throws(TooMuchWork) -> [UInt64] {
    // The sums of the lowest faces, where their rows start.
    let kept = faces[dropped.lowest...]
    let first = kept[kept.startIndex]
    var sums = [0]
    for face in kept.prefix(left) { sums.append(sums[sums.count - 1] + face - first) }
    var rows = [[UInt64]](repeating: [], count: left + 1)
    rows[0] = [field.one]
    for (index, face) in kept.enumerated() {
      // Enough faces above must be left for the remaining dice.
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

extension Engine {
  /// Returns the sum of different faces without some of the lowest and highest.
  func differentFaces(
    _ faces: [Int], _ count: Int, _ dropped: (lowest: Int, highest: Int)
  ) throws(TooMuchWork) -> ModularDistribution {
    guard count > dropped.lowest + dropped.highest else { return constant(.zero) }
    func dice(_ field: PrimeField) -> DifferentFaces {
      DifferentFaces(
        faces: faces.sorted(), count: count, dropped: dropped, field: field, work: work,
        factorials: Factorials(upTo: faces.count, field))
    }
    let first = dice(fields[0])
    return try distribution(
      from: first.lowest, count: first.length
    ) { lane throws(TooMuchWork) in try dice(fields[lane]).totals() }
  }
}
