import BigInt
import DiceLanguage

/// Reads any bytes as a dice expression of either kind, rolls it and works out its odds.
/// - Throws: a `Finding` if a mistake is reported at a place that does not exist or with a bad
///   suggestion, if the expression changes when it is written again, if a roll is outside its
///   bounds or has no chance, or if chances don't add up.
public func checkExpression(_ bytes: ArraySlice<UInt8>) throws(Finding) {
  let text = String(decoding: bytes, as: UTF8.self)
  let expression: RollExpression
  do throws(ExpressionError) {
    expression = try RollExpression(parsing: text)
  } catch {
    try expect(
      error.range.upperBound <= text.utf8.count, "\(text) is refused behind its end")
    for suggestion in error.suggestions {
      try expect((try? RollExpression(parsing: suggestion)) != nil, "\(suggestion) is refused")
    }
    return
  }
  switch (expression, try? RollExpression(parsing: expression.text)) {
  case (.number(let expression), .number(let again)?):
    try expect(again.root == expression.root, "\(text) is not what \(expression.text) is")
    try checkNumber(expression, text)
  case (.tally(let tally), .tally(let again)?):
    try expect(again.dice == tally.dice, "\(text) is not what \(tally.text) is")
    try checkTally(tally, text)
  default: throw Finding(description: "\(text) is not what \(expression.text) is")
  }
}

private func checkTally(_ tally: TallyExpression, _ text: String) throws(Finding) {
  var random = Counter()
  let roll = tally.roll(using: &random).tally
  guard let odds = try? tally.odds(cap: 3, steps: 1_000_000) else { return }
  try expect(
    odds.chances.ways.reduce(0, +) == odds.chances.denominator,
    "the chances of \(text) add up to 1")
  try expect(odds.tallies.contains(roll), "\(text) makes \(roll), which has no chance")
}

private func checkNumber(_ expression: Expression, _ text: String) throws(Finding) {
  // Few extra dice and little work, so that anything slow is a finding.
  let cap = 3
  var random = Counter()
  let total = expression.roll(using: &random, cap: cap).total
  let bounds = expression.bounds(cap: cap)
  try expect(
    bounds.lowest <= total && total <= bounds.highest, "\(text) makes \(total) outside \(bounds)")
  guard let odds = try? expression.odds(cap: cap, steps: 1_000_000) else { return }
  try expect(
    odds.total.ways.reduce(0, +) == odds.total.denominator, "the chances of \(text) add up to 1")
  try expect(odds.total.chance(of: total) > .zero, "\(text) makes \(total), which has no chance")
}

/// Words that differ, the same for each input.
private struct Counter: RandomNumberGenerator {
  private var state: UInt64 = 0

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    return (state ^ state >> 31) &* 0x94d0_49bb_1331_11eb
  }
}
