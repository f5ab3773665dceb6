/// The effect on undead of one strength when a cleric turns them.
package enum TurningResult: Hashable, Sendable {
  case noEffect
  /// The lowest roll of 2d6 that turns them.
  case needed(Int)
  case turned
  case destroyed

  /// The result as text: `–`, `7`, `T` or `D`.
  package var text: String {
    switch self {
    case .noEffect: "\u{2013}"
    case .needed(let number): "\(number)"
    case .turned: "T"
    case .destroyed: "D"
    }
  }
}

/// The rules for turning undead.
package enum Turning {
  /// The hit dice of the undead; a star marks those with a special power.
  package static let columns = [
    "1 HD", "2 HD", "2 HD*", "3 HD", "4 HD", "5 HD", "6 HD", "7\u{2013}9 HD",
  ]

  /// The roll for the hit dice of undead affected, always at least one creature.
  package static let affected = "2d6"

  /// The results for each level from 1; the last row is for 11 and above.
  ///
  /// B/X 1981; see `docs/sources.md`.
  package static let rows: [[TurningResult]] = [
    row("7 9 11 - - - - -"),
    row("T 7 9 11 - - - -"),
    row("T T 7 9 11 - - -"),
    row("D T T 7 9 11 - -"),
    row("D D T T 7 9 11 -"),
    row("D D D T T 7 9 11"),
    row("D D D D T T 7 9"),
    row("D D D D D T T 7"),
    row("D D D D D D T T"),
    row("D D D D D D D T"),
    row("D D D D D D D D"),
  ]

  package static func row(level: Int) -> [TurningResult] {
    rows[min(max(level, 1), rows.count) - 1]
  }

  private static func row(_ marks: String) -> [TurningResult] {
    marks.split(separator: " ").map { mark in
      switch mark {
      case "T": .turned
      case "D": .destroyed
      default: Int(mark).map(TurningResult.needed) ?? .noEffect
      }
    }
  }
}
