/// The mean of kept dice to about twelve digits, if the exact chances are out of reach.
///
/// The mean is the sum, over all values t, of the mean number of kept dice with t or more, times
/// how much more t is worth than the value below it. That number depends only on how many dice show
/// t or more.
struct KeptMean {
  /// A value with its chances: of ending there, and of exploding.
  struct Face {
    let value: Int
    var ends = 0.0
    var explodes = 0.0
  }

  enum Kept {
    /// A fixed number of dice without these numbers at either end.
    case rest(lowest: Int, highest: Int)
    case some(Modifier.Keep, Int)
  }

  /// A part of the values: those from a place on, or those before it.
  private struct Part {
    let place: Int
    let isHigh: Bool
  }

  private let count: Int
  /// The values in ascending order.
  private let values: [Int]
  /// The chances of all values before each place, for a first die and an extra one.
  private let die: [Face]
  private let extra: [Face]
  /// The most extra dice of one die; 0 if none explodes.
  private let cap: Int
  /// Whether all dice show different faces.
  private let isSet: Bool
  private let kept: Kept
  private let work: Work

  init(count: Int, die: [Face], extra: [Face], cap: Int, isSet: Bool, kept: Kept, work: Work) {
    self.count = count
    self.cap = cap
    self.isSet = isSet
    self.kept = kept
    self.work = work
    let values = Set((die + extra).map(\.value)).sorted()
    self.values = values
    func sums(_ faces: [Face]) -> [Face] {
      let faces = Dictionary(grouping: faces, by: \.value)
      return values.reduce(into: [Face(value: 0)]) { sums, value in
        var sum = sums[sums.count - 1]
        for face in faces[value] ?? [] {
          sum.ends += face.ends
          sum.explodes += face.explodes
        }
        sums.append(sum)
      }
    }
    self.die = sums(die)
    self.extra = sums(extra)
  }

  /// Returns the mean; `worth` is what a kept die of each value adds to the total.
  func mean(_ worth: (Int) -> Double) throws(TooMuchWork) -> Double {
    var before = 0.0
    var mean = 0.0
    for (place, value) in values.enumerated() {
      let worth = worth(value)
      guard worth != before else { continue }
      mean += (worth - before) * (try kept(place))
      before = worth
    }
    return mean
  }

  /// Returns the mean number of kept dice with values from a place on.
  private func kept(_ place: Int) throws(TooMuchWork) -> Double {
    let high = Part(place: place, isHigh: true)
    switch kept {
    case .rest(let lowest, let highest):
      return try least(count - lowest, high) - least(highest, high)
    case .some(.keepHighest, let number): return try least(number, high)
    case .some(.keepLowest, let number): return try leastOfLast(number, place)
    case .some(.dropHighest, let number): return all(high) - (try least(number, high))
    case .some(.dropLowest, let number): return all(high) - (try leastOfLast(number, place))
    }
  }

  /// Returns the mean number of the `number` lowest dice with values from a place on.
  private func leastOfLast(_ number: Int, _ place: Int) throws(TooMuchWork) -> Double {
    try least(number, Part(place: 0, isHigh: true))
      - least(number, Part(place: place, isHigh: false))
  }

  /// Returns the mean number of dice with such values, counting at most `number`.
  private func least(_ number: Int, _ part: Part) throws(TooMuchWork) -> Double {
    let chances = try counts(upTo: number, part)
    return chances.prefix(number).enumerated().reduce(Double(number)) { mean, row in
      mean - Double(number - row.offset) * row.element
    }
  }

  /// Returns the mean number of dice with such values.
  private func all(_ part: Part) -> Double {
    let (die, extra) = (chances(die, part), chances(extra, part))
    let again = extra.yes.explodes + extra.no.explodes
    var extras = 0.0
    for _ in 0..<cap { extras = extra.yes.ends + extra.yes.explodes + again * extras }
    return Double(count)
      * (die.yes.ends + die.yes.explodes + (die.yes.explodes + die.no.explodes) * extras)
  }

  /// Returns the chances of such values, and of the others.
  private func chances(_ sums: [Face], _ part: Part) -> (yes: Face, no: Face) {
    let (low, all) = (sums[part.place], sums[sums.count - 1])
    let high = Face(
      value: 0, ends: max(0, all.ends - low.ends), explodes: max(0, all.explodes - low.explodes))
    return part.isHigh ? (high, low) : (low, high)
  }

  /// Returns the chances of 0, 1, 2 … dice with such values, up to `limit`.
  private func counts(upTo limit: Int, _ part: Part) throws(TooMuchWork) -> [Double] {
    guard limit > 0 else { return [] }
    try work.spend(20 * count + 10 * cap * limit)
    guard !isSet else { return set(part.isHigh ? values.count - part.place : part.place) }
    func row(_ next: [Double], _ chances: (yes: Face, no: Face)) -> [Double] {
      var row = [Double](repeating: 0, count: min(limit, next.count + 1))
      for (index, chance) in next.enumerated() {
        row[index] += chances.no.explodes * chance
        if index + 1 < row.count { row[index + 1] += chances.yes.explodes * chance }
      }
      row[0] += chances.no.ends
      if row.count > 1 { row[1] += chances.yes.ends }
      return row
    }
    let first = chances(die, part)
    guard cap > 0 else {
      return binomial(first.no.ends + first.no.explodes, first.yes.ends + first.yes.explodes)
    }
    let next = chances(extra, part)
    var extras = [1.0]
    for _ in 0..<cap { extras = row(extras, next) }
    return try raised(row(extras, first), to: count) { (left, right) throws(TooMuchWork) in
      try product(left, right, limit)
    } ?? [1]
  }

  /// Returns the chances of each number of dice with such a value, from the chance for each die.
  private func binomial(_ other: Double, _ chance: Double) -> [Double] {
    guard other > 0, chance > 0 else {
      return (0...count).map { $0 == (other > 0 ? 0 : count) ? 1 : 0 }
    }
    let mode = min(count, Int(Double(count + 1) * chance))
    return chances(0...count, mode: mode) { dice in
      Double(count - dice) / Double(dice + 1) * (chance / other)
    }
  }

  /// Returns the chances of each number of dice with one of `high` faces, if all dice differ.
  private func set(_ high: Int) -> [Double] {
    let others = values.count - high - count
    let mode = (count + 1) * (high + 1) / (values.count + 2)
    return chances(max(0, -others)...min(count, high), mode: mode) { dice in
      Double((high - dice) * (count - dice)) / Double((dice + 1) * (others + dice + 1))
    }
  }

  /// Computes chances of 0, 1, 2 … from the ratio of each to the previous one.
  ///
  /// It starts at the most likely one, as others may underflow.
  private func chances(_ range: ClosedRange<Int>, mode: Int, _ ratio: (Int) -> Double) -> [Double] {
    var chances = [Double](repeating: 0, count: range.upperBound + 1)
    let mode = min(max(mode, range.lowerBound), range.upperBound)
    chances[mode] = 1
    for dice in mode..<range.upperBound { chances[dice + 1] = chances[dice] * ratio(dice) }
    for dice in (range.lowerBound..<mode).reversed() {
      chances[dice] = chances[dice + 1] / ratio(dice)
    }
    let sum = chances.reduce(0, +)
    return chances.map { $0 / sum }
  }

  private func product(
    _ left: [Double], _ right: [Double], _ limit: Int
  ) throws(TooMuchWork) -> [Double] {
    let length = min(limit, left.count + right.count - 1)
    try work.spend(min(length, left.count) * min(length, right.count))
    var result = [Double](repeating: 0, count: length)
    for (index, chance) in left.enumerated() where chance != 0 && index < length {
      for other in 0..<min(right.count, length - index) {
        result[index + other] += chance * right[other]
      }
    }
    return result
  }
}
