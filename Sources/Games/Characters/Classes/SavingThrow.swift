/// What a saving throw can avert.
package enum SavingThrow: Int, Named {
  case death, wands, paralysis, breath, spells

  package static let names = [
    "Death or poison", "Wands", "Paralysis or petrification", "Breath attacks",
    "Spells, rods or staves",
  ]

  /// As players say it: `Death`, `Breath`.
  package var shortName: String { String(name.prefix(while: \.isLetter)) }

  /// As on a record sheet: `D`, `W`, `P`, `B`, `S`.
  package var letter: String { String(name.prefix(1)) }
}

/// The lowest roll of a twenty-sided die that makes each saving throw.
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

  /// With a bonus to each roll.
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
