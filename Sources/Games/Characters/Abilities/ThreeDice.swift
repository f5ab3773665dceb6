/// Three six-sided dice as rolled, left to right.
package struct ThreeDice: Hashable, Sendable {
  /// The first die, `1...6`.
  package let first: Int
  package let second: Int
  package let third: Int

  /// - Returns: `nil` for a face that dice don't have.
  package init?(_ first: Int, _ second: Int, _ third: Int) {
    let faces = 1...6
    guard faces ~= first, faces ~= second, faces ~= third else { return nil }
    self.first = first
    self.second = second
    self.third = third
  }

  package init(using random: inout some RandomNumberGenerator) {
    first = DieType.d6.roll(using: &random)
    second = DieType.d6.roll(using: &random)
    third = DieType.d6.roll(using: &random)
  }

  /// The total, `3...18`.
  package var total: Int { first + second + third }
  package var faces: [Int] { [first, second, third] }
}
