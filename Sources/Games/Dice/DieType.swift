/// The dice of a tabletop set.
package enum DieType: Int, CaseIterable, Sendable {
  case d4 = 4
  case d6 = 6
  case d8 = 8
  case d10 = 10
  case d12 = 12
  case d20 = 20
  case d100 = 100

  /// Creates the die with a name such as `d6`; returns `nil` for any other text.
  package init?(name: String) {
    guard let type = DieType.allCases.first(where: { $0.name == name }) else { return nil }
    self = type
  }

  package var sides: Int { rawValue }
  /// The name, such as `d6`; written out, as pages name dice again and again.
  package var name: String {
    switch self {
    case .d4: "d4"
    case .d6: "d6"
    case .d8: "d8"
    case .d10: "d10"
    case .d12: "d12"
    case .d20: "d20"
    case .d100: "d100"
    }
  }

  /// Returns one fair roll, `1...sides`.
  ///
  /// All are equally likely: it draws again where a remainder would favour some. These are the draws
  /// of `Int.random(in:using:)`, which takes ten times as long where the generator's type is unknown.
  package func roll(using random: inout some RandomNumberGenerator) -> Int {
    let sides = UInt64(sides)
    var draw = random.next().multipliedFullWidth(by: sides)
    while draw.low < (0 &- sides) % sides {
      draw = random.next().multipliedFullWidth(by: sides)
    }
    return Int(draw.high) + 1
  }
}
