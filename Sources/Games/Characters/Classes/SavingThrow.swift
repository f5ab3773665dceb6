/// What a saving throw may avert.
package enum SavingThrow: Int, Labelled {
  case death, wands, paralysis, breath, spells

  package static let labels = [
    Label("death", "Death or poison"), Label("wands", "Wands"),
    Label("paralysis", "Paralysis or petrification"), Label("breath", "Breath attacks"),
    Label("spells", "Spells, rods or staves"),
  ]

  /// As on a record sheet: `D`, `W`, `P`, `B`, `S`.
  package var letter: String { String(id.prefix(1)).uppercased() }
}

/// What a twenty-sided die must show at least, for each saving throw.
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
