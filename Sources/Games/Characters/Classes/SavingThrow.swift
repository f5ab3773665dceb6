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
package struct SavingThrows: Hashable, Sendable {
  package let death: Int
  package let wands: Int
  package let paralysis: Int
  package let breath: Int
  package let spells: Int

  init(_ death: Int, _ wands: Int, _ paralysis: Int, _ breath: Int, _ spells: Int) {
    self.death = death
    self.wands = wands
    self.paralysis = paralysis
    self.breath = breath
    self.spells = spells
  }

  /// Returns these with a bonus to each roll.
  func better(by bonus: Int) -> SavingThrows {
    SavingThrows(
      death - bonus, wands - bonus, paralysis - bonus, breath - bonus, spells - bonus)
  }

  package subscript(save: SavingThrow) -> Int {
    switch save {
    case .death: death
    case .wands: wands
    case .paralysis: paralysis
    case .breath: breath
    case .spells: spells
    }
  }
}
