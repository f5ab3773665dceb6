/// A number on the record sheet, as the sum of its parts.
package struct Derived: Hashable, Sendable {
  /// A number in the sum.
  package struct Part: Hashable, Sendable {
    package let origin: Origin
    package let amount: Int

    init(_ origin: Origin, _ amount: Int) {
      self.origin = origin
      self.amount = amount
    }
  }

  /// The origin of a number.
  package enum Origin: Hashable, Sendable {
    case score(Modifier, Int)
    case primeRequisites(CharacterClass, AbilityScores)
    case attackTable(CharacterClass, level: Int)
    case savingThrows(CharacterClass, level: Int)
    case classAbility(CharacterClass)
    /// The bonus of a class on top of a score's modifier.
    case classBonus(CharacterClass, Modifier)
    /// The chance that everybody has when exploring.
    case everybody
    /// The suit of armour; `nil` without one.
    case armour(Armour?)
    case shield
    case hitDie(DieType)
    /// The hit die at its highest face, as agreed.
    case fullHitDie(DieType)
    /// A later level, with the die rolled for it, if it has one.
    case level(Int, DieType?)
    /// The minimum of one hit point for a level.
    case leastHitPoints
    /// The recorded hit points, as the roll is unknown.
    case recordedHitPoints
    case coins
    case items(Item, count: Int)
    /// All adventuring gear.
    case gear
    /// The things that no shop sells.
    case otherThings
    /// One such thing, by its name.
    case thing(String)
  }

  /// The base followed by its changes; never empty.
  package let parts: [Part]

  /// Creates a number, leaving out changes by 0.
  init(_ base: Part, _ changes: [Part] = []) {
    parts = [base] + changes.filter { $0.amount != 0 }
  }

  init(_ origin: Origin, _ amount: Int) {
    self.init(Part(origin, amount))
  }

  /// Returns the number with more changes.
  func adding(_ changes: [Part]) -> Derived {
    changes.isEmpty ? self : Derived(parts[0], parts.dropFirst() + changes)
  }

  /// The sum of the parts.
  package var value: Int { parts.reduce(0) { $0 + $1.amount } }
}
