/// Animals that carry loads: mules and horses.
package enum Animal: Int, Named {
  case mule, draftHorse, ridingHorse, warHorse

  package static let names = records.map(\.name)

  /// The table in the order of the raw values.
  ///
  /// B/X 1981; see `docs/sources.md`.
  package static let records = [
    AnimalRecord(
      name: "Mule", cost: 30, hitDice: 2, hitPoints: 9, morale: 8, movement: Movement(base: 120),
      unladen: 2_000,
      text: "Stubborn, but goes underground if the game master lets it; kicks when threatened."),
    AnimalRecord(
      name: "Draft horse", cost: 40, hitDice: 3, hitPoints: 13, morale: 6,
      movement: Movement(base: 90), unladen: 4_500,
      text: "Pulls and carries more than the others; runs away from a fight."),
    AnimalRecord(
      name: "Riding horse", cost: 75, hitDice: 2, hitPoints: 9, morale: 7,
      movement: Movement(base: 240), unladen: 3_000,
      text: "Light and fast; lives on grass alone."),
    AnimalRecord(
      name: "War horse", cost: 250, hitDice: 3, hitPoints: 13, morale: 9,
      movement: Movement(base: 120), unladen: 4_000,
      text: "Strong and brave: charges, and fights beside its rider; not made for long journeys."),
  ]

  package var record: AnimalRecord { Animal.records[rawValue] }
}

/// A row of the table of animals.
package struct AnimalRecord: Sendable {
  /// The descending armour class of all animals.
  package static let armourClass = 7

  package let name: String
  /// The price in gold pieces.
  package let cost: Int
  package let hitDice: Int
  package let hitPoints: Int
  /// The highest roll of 2d6 with which it stays calm.
  package let morale: Int
  /// The movement without a load.
  package let movement: Movement
  /// The heaviest load at full speed, in coins.
  package let unladen: Int
  /// A sentence about it.
  package let text: String

  /// The heaviest load at half speed, in coins.
  package var most: Int { 2 * unladen }

  /// Returns the movement with a load in coins; 0 if the load is too heavy.
  package func movement(with load: Int) -> Movement {
    if load <= unladen { return movement }
    return Movement(base: load <= most ? movement.base / 2 : 0)
  }
}

/// An animal of a party, with its load.
package struct PartyAnimal: Hashable, Sendable {
  /// The possible loads in coins, more than any animal can carry, so that a mistake shows.
  package static let loads = 0...20_000

  package let kind: Animal
  /// The name that the party gave it; may be empty.
  package let name: String
  /// The load in coins, ten to the pound.
  package let load: Int

  package init(_ kind: Animal, name: String = "", load: Int = 0) {
    self.kind = kind
    self.name = name
    self.load = load
  }

  package var movement: Movement { kind.record.movement(with: load) }

  var isSound: Bool {
    PartyAnimal.loads ~= load && (name.isEmpty || (try? PartyRefusal.checked(name)) == name)
  }
}
