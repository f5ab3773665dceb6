/// Groups neighbours that share a column of a chart or a row of a table, up to a limit.
///
/// Neighbours whose total is below `rare` share the first and the last group, which leaves more to
/// the others; chances may be in any unit. In between, groups have the same round size.
package func columnGroups<Chance: Comparable & AdditiveArithmetic>(
  of chances: [Chance], limit: Int, rare: Chance
) -> [Range<Int>] {
  guard chances.count > limit else { return chances.indices.map { $0..<$0 + 1 } }
  func tail(_ chances: some Sequence<Chance>) -> Int {
    var (count, sum) = (0, Chance.zero)
    for chance in chances {
      sum += chance
      guard sum < rare else { break }
      count += 1
    }
    return count
  }
  let middle = tail(chances)..<chances.count - tail(chances.reversed())
  let size = roundSizes().first { middle.count <= (limit - 2) * $0 } ?? middle.count
  var groups = stride(from: middle.lowerBound, to: middle.upperBound, by: size).map {
    $0..<min($0 + size, middle.upperBound)
  }
  if middle.lowerBound > 0 { groups.insert(0..<middle.lowerBound, at: 0) }
  if middle.upperBound < chances.count { groups.append(middle.upperBound..<chances.count) }
  return groups
}

/// Returns a range such as `4–5`, `−2 to 3`; plain ones are whole and not below 0.
package func rangeText(_ low: String, _ high: String, isPlain: Bool) -> String {
  low == high ? low : low + (isPlain ? "\u{2013}" : " to ") + high
}

/// Returns 1, 2, 5, 10, 20, 50, … times a width: sizes of groups whose bounds are easy to read.
package func roundSizes(_ width: Int = 1) -> some Sequence<Int> {
  sequence(first: width) { $0 * 10 }.lazy.flatMap { [$0, 2 * $0, 5 * $0] }
}
