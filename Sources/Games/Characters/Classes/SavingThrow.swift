/// The dangers that a saving throw can avert.
package enum SavingThrow: Int, Named {
  case death, wands, paralysis, breath, spells

  package static let names = [
    "Death or poison", "Wands", "Paralysis or petrification", "Breath attacks",
    "Spells, rods or staves",
  ]

  /// The short name that players use: `Death`, `Breath`.
  package var shortName: String { String(name.prefix(while: \.isLetter)) }

  /// The letter on a record sheet: `D`, `W`, `P`, `B`, `S`.
  package var letter: String { String(name.prefix(1)) }
}

/// The lowest rolls of a twenty-sided die that succeed.
package struct SavingThrows: Changeable, Hashable, Sendable {
  /// The five rolls in the order of `SavingThrow`.
  private var rolls: [Int]

  init(_ death: Int, _ wands: Int, _ paralysis: Int, _ breath: Int, _ spells: Int) {
    rolls = [death, wands, paralysis, breath, spells]
  }

  /// Returns these with a bonus to each roll.
  func better(by bonus: Int) -> SavingThrows { changed { $0.rolls = rolls.map { $0 - bonus } } }

  package subscript(save: SavingThrow) -> Int { rolls[save.rawValue] }
}
