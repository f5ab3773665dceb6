/// The seven classes.
package enum CharacterClass: Int, Named {
  case cleric, dwarf, elf, fighter, halfling, magicUser, thief

  /// The classes' rules in the order of the raw values.
  package static let records: [ClassRecord] = [
    .cleric, .dwarf, .elf, .fighter, .halfling, .magicUser, .thief,
  ]
  package static let names = records.map(\.name)

  package var record: ClassRecord { CharacterClass.records[rawValue] }
  package var hitDie: DieType { record.hitDie }
  package var primeRequisites: [Ability] { record.primeRequisites }
  /// Whether members begin with a first-level spell in the book.
  package var hasArcaneMagic: Bool { record.hasArcaneMagic }
  /// The languages of all members: Common, the alignment's and those of the class.
  package var knownLanguages: [Language] { [.common, .alignment] + record.languages }

  /// The languages that members may learn.
  var languagesOffered: [Language] {
    Language.choosable.filter { !record.languages.contains($0) }
  }

  /// Returns the requirements that the scores don't meet.
  package func unmetRequirements(of scores: AbilityScores) -> [AbilityMinimum] {
    record.requirements.filter { !$0.isMet(by: scores) }
  }

  /// Returns the percentage that the prime requisites add to experience, `-20...10`.
  package func experienceAdjustment(for scores: AbilityScores) -> Int {
    record.experienceTiers.first { $0.fits(scores) }?.percent ?? 0
  }

  /// Returns whether members may use an item; everybody may use ammunition and gear.
  package func allows(_ item: Item) -> Bool {
    switch item {
    case .armour(let armour): record.armour.suits.contains(armour)
    case .shield: record.armour.shield
    case .weapon(let weapon): record.weapons.allowed.contains(weapon)
    case .ammunition, .gear: true
    }
  }
}
