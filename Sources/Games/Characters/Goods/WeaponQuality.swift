/// A quality that distinguishes weapons.
package enum WeaponQuality: Int, Named {
  case blunt, brace, charge, melee, missile, reload, slow, splash, twoHanded

  package static let names = [
    "Blunt", "Brace", "Charge", "Melee", "Missile", "Reload", "Slow", "Splash weapon", "Two-handed",
  ]

  /// The descriptions in the order of the raw values.
  ///
  /// B/X 1981; see `docs/sources.md`.
  private static let texts = [
    "Clerics may use it.",
    "Set against a charging monster: double damage.",
    "From horseback after 60 feet of movement: double damage.",
    "Used within 5 feet.",
    "Thrown or fired beyond 5 feet: +1 to hit at short range, \u{2212}1 at long.",
    "Optional rule: fires only every second round.",
    "Acts last in the round.",
    "Breaks on a hit and deals its damage for two rounds.",
    "Takes both hands, so no shield at the same time.",
  ]

  /// A sentence about it.
  package var text: String { WeaponQuality.texts[rawValue] }
}

/// The distance of a target.
///
/// B/X 1981; see `docs/sources.md`.
package enum MissileRange: String, CaseIterable, Sendable {
  case short, medium, long

  /// The bonus or penalty to hit.
  package var modifier: Int {
    switch self {
    case .short: 1
    case .medium: 0
    case .long: -1
    }
  }
}

/// The ranges of a missile, in feet.
package struct MissileRanges: Hashable, Sendable {
  package let short: ClosedRange<Int>
  package let medium: ClosedRange<Int>
  package let long: ClosedRange<Int>

  init(_ short: ClosedRange<Int>, _ medium: ClosedRange<Int>, _ long: ClosedRange<Int>) {
    self.short = short
    self.medium = medium
    self.long = long
  }

  /// The ranges as text: `5–10 / 11–20 / 21–30 ft`.
  package var text: String {
    let parts = [short, medium, long].map { "\($0.lowerBound)\u{2013}\($0.upperBound)" }
    return parts.joined(separator: " / ") + " ft"
  }
}
