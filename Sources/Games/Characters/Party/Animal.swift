/// Beasts that carry what nobody wants to: mules and horses.
package enum Animal: Int, Named {
  case mule, draftHorse, ridingHorse, warHorse

  package static let names = records.map(\.name)

  /// In the order of the raw values.
  ///
  /// B/X 1981; see `docs/sources.md`.
  package static let records = [
    AnimalRecord(
      "Mule", cost: 30, hitDice: 2, hitPoints: 9, morale: 8, base: 120, unladen: 2_000,
      "Stubborn, but goes underground if the game master lets it; kicks when threatened."),
    AnimalRecord(
      "Draft horse", cost: 40, hitDice: 3, hitPoints: 13, morale: 6, base: 90, unladen: 4_500,
      "Pulls and carries more than the others; runs away from a fight."),
    AnimalRecord(
      "Riding horse", cost: 75, hitDice: 2, hitPoints: 9, morale: 7, base: 240, unladen: 3_000,
      "Light and fast; lives on grass alone."),
    AnimalRecord(
      "War horse", cost: 250, hitDice: 3, hitPoints: 13, morale: 9, base: 120, unladen: 4_000,
      "Strong and brave: charges, and fights beside its rider; not made for long journeys."),
  ]

  package var record: AnimalRecord { Animal.records[rawValue] }
}

/// A row of the table of animals.
package struct AnimalRecord: Sendable {
  /// Of all of them, descending.
  package static let armourClass = 7

  package let name: String
  /// Gold pieces.
  package let cost: Int
  package let hitDice: Int
  package let hitPoints: Int
  /// What 2d6 must not exceed for it to stay calm.
  package let morale: Int
  /// Unladen.
  package let movement: Movement
  /// In coins: the most that it carries at full speed.
  package let unladen: Int
  /// One sentence.
  package let text: String

  /// In coins: the most that it carries at all, at half speed.
  package var most: Int { 2 * unladen }

  init(
    _ name: String, cost: Int, hitDice: Int, hitPoints: Int, morale: Int, base: Int,
    unladen: Int, _ text: String
  ) {
    self.name = name
    self.cost = cost
    self.hitDice = hitDice
    self.hitPoints = hitPoints
    self.morale = morale
    movement = Movement(base: base)
    self.unladen = unladen
    self.text = text
  }

  /// How fast it is with a load in coins; 0 if that is more than it carries.
  package func movement(with load: Int) -> Movement {
    if load <= unladen { return movement }
    return Movement(base: load <= most ? movement.base / 2 : 0)
  }
}

/// An animal of a party, and what it carries.
package struct PartyAnimal: Hashable, Sendable {
  /// In coins; more than any animal can move with, so that a mistake can be seen.
  package static let loads = 0...20_000

  package let kind: Animal
  /// What they call it; empty for none.
  package internal(set) var name = ""
  /// In coins, ten to the pound.
  package internal(set) var load = 0

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
