/// Dice that are counted after some have been dropped.
extension Engine {
  /// Returns the number of kept dice that count, minus those that fail.
  ///
  /// Only the order of the values matters, so neighbours with the same score are combined into
  /// runs. With up to three runs, the numbers of dice on each follow a multinomial distribution.
  ///
  /// - Returns: `nil` for other modifiers, or if there are more runs.
  func keptCount(_ thrown: Thrown, _ modifiers: [Modifier]) throws(TooMuchWork)
    -> ModularDistribution?
  {
    guard let count = thrown.count, let die = thrown.die,
      case .count(let condition, let failing) = modifiers.last,
      let dropped = Array(modifiers.dropLast()).dropped, dropped != (0, 0)
    else { return nil }
    let kept = dropped.lowest..<max(dropped.lowest, count - dropped.highest)
    guard !kept.isEmpty else { return constant(.zero) }
    var runs = die.runs { condition.score($0, failing: failing) }
    guard runs.count <= 3 else { return nil }
    let worths = runs.map(\.worth)
    let (low, high) = (worths.min() ?? 0, worths.max() ?? 0)
    let length = kept.count * (high - low) + 1
    // The rank at which the second run starts.
    let seconds = worths.count == 1 ? count...count : 0...count
    runs += repeatElement((worth: 0, places: []), count: 3 - runs.count)
    return try distribution(from: kept.count * low, count: length) { lane throws(TooMuchWork) in
      let field = fields[lane]
      try work.spend(20 * count * (worths.count < 3 ? 2 : count / 4 + 2))
      let factorials = Factorials(upTo: count, field)
      // For each run, the chances of 0, 1, 2 … dice on it, over the factorial.
      let rows = runs.map { run in
        let chance = run.places.reduce(0) { field.add($0, die.chances[lane][$1]) }
        var power = field.one
        return (0...count).map { dice in
          defer { power = field.multiply(power, chance) }
          return field.multiply(power, factorials.inverse(of: dice))
        }
      }
      var totals = [UInt64](repeating: 0, count: length)
      for second in seconds {
        let first = field.multiply(factorials[count], rows[0][second])
        let worth = runs[0].worth * (0..<second).clamped(to: kept).count - kept.count * low
        for third in (worths.count == 3 ? second : count)...count {
          let place =
            worth + runs[1].worth * (second..<third).clamped(to: kept).count
            + runs[2].worth * (third..<count).clamped(to: kept).count
          let ways = field.multiply(rows[1][third - second], rows[2][count - third])
          totals[place] = field.add(totals[place], field.multiply(first, ways))
        }
      }
      return totals
    }.trimmed()
  }
}

extension SingleDie {
  /// Returns runs of neighbouring values with the same worth, the lowest first, with their places.
  fileprivate func runs(worth: (Int) -> Int) -> [(worth: Int, places: [Int])] {
    let (values, places) = possible
    return zip(values, places).reduce(into: []) { runs, next in
      let worth = worth(next.0)
      if runs.last?.worth == worth {
        runs[runs.count - 1].places.append(next.1)
      } else {
        runs.append((worth, [next.1]))
      }
    }
  }
}
