/// A number on the record sheet, and the numbers it is the sum of.
package struct Derived: Hashable, Sendable {
  /// One of the numbers in the sum.
  package struct Part: Hashable, Sendable {
    package let origin: Origin
    package let amount: Int

    init(_ origin: Origin, _ amount: Int) {
      self.origin = origin
      self.amount = amount
    }
  }

  /// Where a number comes from.
  package enum Origin: Hashable, Sendable {
    /// What a score gives.
    case score(Modifier, Int)
    case primeRequisites(CharacterClass, AbilityScores)
    case attackTable(CharacterClass, level: Int)
    case savingThrows(CharacterClass, level: Int)
    /// What members of a class are better at.
    case classAbility(CharacterClass)
    /// What they add to the same number from a score.
    case classBonus(CharacterClass, Modifier)
    /// The chance that everybody has when exploring.
    case everybody
    /// `nil` without armour.
    case armour(Armour?)
    case shield
    case hitDie(DieType)
    /// It counts as its highest face, as was agreed.
    case fullHitDie(DieType)
    /// A level after the first; the die that was rolled for it, if it has one.
    case level(Int, DieType?)
    /// A level gives at least one.
    case leastHitPoints
    /// The roll is not known.
    case recordedHitPoints
    case coins
    case items(Item, count: Int)
    /// All adventuring gear.
    case gear
    /// What no shop sells.
    case otherThings
    /// One of these, by its name.
    case thing(String)
  }

  /// The base first, then what changes it; never empty.
  package let parts: [Part]

  /// Leaves out changes by 0.
  init(_ base: Part, _ changes: [Part] = []) {
    parts = [base] + changes.filter { $0.amount != 0 }
  }

  init(_ origin: Origin, _ amount: Int) {
    self.init(Part(origin, amount))
  }

  /// With more changes.
  func adding(_ changes: [Part]) -> Derived {
    changes.isEmpty ? self : Derived(parts[0], parts.dropFirst() + changes)
  }

  /// The sum of the parts.
  package var value: Int { parts.reduce(0) { $0 + $1.amount } }
}
