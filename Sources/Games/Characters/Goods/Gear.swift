/// Adventuring gear for sale; every class may use it.
package enum Gear: Int, Named {
  case backpack, crowbar, garlic, grapplingHook, hammer, holySymbol, holyWater, ironSpikes
  case lantern, mirror, oil, pole, rationsIron, rationsStandard, rope, sackLarge, sackSmall
  case stakesAndMallet, thievesTools, tinderBox, torches, waterskin, wine, wolfsbane

  package static let names = records.map(\.name)

  package var record: GearRecord { Gear.records[rawValue] }

  /// The number of pieces in one purchase of what is used up; `nil` for what lasts.
  package var pieces: Int? { Gear.usedUp[self] }

  private static let usedUp: [Gear: Int] = [
    .holyWater: 1, .ironSpikes: 12, .oil: 1, .rationsIron: 7, .rationsStandard: 7, .torches: 6,
  ]
}

/// A row of the table of gear, which lists no weights.
package struct GearRecord: Sendable {
  package let name: String
  /// The price in gold pieces.
  package let cost: Int
  package let uses: [GearUse]
  /// A description in one or two sentences.
  package let text: String

  init(_ name: String, cost: Int, uses: [GearUse] = [], _ text: String) {
    self.name = name
    self.cost = cost
    self.uses = uses
    self.text = text
  }
}

/// The use of a piece of gear, in numbers.
package enum GearUse: Hashable, Sendable {
  case pieces(Int)
  /// Holds this weight, in coins.
  case holds(coins: Int)
  /// Gives light for this many feet around and turns of ten minutes.
  case light(feet: Int, turns: Int)
  case food(days: Int)
  /// Breaks on a hit and deals its damage for two rounds.
  case thrown(damage: DieType, MissileRanges)
  case melee(damage: DieType)
}

extension Gear {
  /// The table in the order of the raw values.
  ///
  /// B/X 1981; see `docs/sources.md`.
  package static let records = [
    GearRecord(
      "Backpack", cost: 5, uses: [.holds(coins: 400)],
      "A bag on two straps that leaves your hands free; holds 400 coins’ weight."),
    GearRecord(
      "Crowbar", cost: 10, "An iron bar, two to three feet long, for prising things open."),
    GearRecord("Garlic", cost: 5, "A fresh bulb; some undead shun it."),
    GearRecord("Grappling hook", cost: 25, "Three or four iron prongs with an eye for a rope."),
    GearRecord("Hammer (small)", cost: 2, "For driving in spikes or tapping stonework."),
    GearRecord(
      "Holy symbol", cost: 25,
      "The token of a faith, often worn round the neck; every cleric needs one."),
    GearRecord(
      "Holy water (vial)", cost: 25,
      uses: [.thrown(damage: .d8, MissileRanges(5...10, 11...30, 31...50))],
      "Blessed water that burns the undead; it spoils outside its own vial."),
    GearRecord(
      "Iron spikes (12)", cost: 1, uses: [.pieces(12)],
      "For wedging doors, holding ropes and marking paths."),
    GearRecord(
      "Lantern", cost: 10, uses: [.light(feet: 30, turns: 24)],
      "A shuttered lamp; lights 30 feet and burns a flask of oil in 4 hours (24 turns)."),
    GearRecord(
      "Mirror (hand-sized, steel)", cost: 5,
      "For looking round corners or turning back a deadly gaze."),
    GearRecord(
      "Oil (1 flask)", cost: 2,
      uses: [.thrown(damage: .d8, MissileRanges(5...10, 11...30, 31...50))],
      "Feeds a lantern for 4 hours, or burns where it’s thrown or poured."),
    GearRecord(
      "Pole (10 ft, wooden)", cost: 1,
      "Two inches thick; for poking what you’d rather not touch."),
    GearRecord(
      "Rations (iron, 7 days)", cost: 15, uses: [.food(days: 7)],
      "Dried and salted food that keeps on long trips."),
    GearRecord(
      "Rations (standard, 7 days)", cost: 5, uses: [.food(days: 7)],
      "Fresh food that soon spoils."),
    GearRecord("Rope (50 ft)", cost: 1, "Bears the weight of about three people."),
    GearRecord("Sack (large)", cost: 2, uses: [.holds(coins: 600)], "Holds 600 coins’ weight."),
    GearRecord("Sack (small)", cost: 1, uses: [.holds(coins: 200)], "Holds 200 coins’ weight."),
    GearRecord(
      "Stakes (3) and mallet", cost: 3, uses: [.pieces(3)],
      "Wooden stakes, 18 inches long, for slaying vampires."),
    GearRecord("Thieves’ tools", cost: 25, "Picks and wires; needed to open locks."),
    GearRecord(
      "Tinder box (flint and steel)", cost: 3, "A 2-in-6 chance each round to light a fire."),
    GearRecord(
      "Torches (6)", cost: 1,
      uses: [.pieces(6), .light(feet: 30, turns: 6), .melee(damage: .d4)],
      "Each lights 30 feet for 1 hour (6 turns); as a club it deals 1d4 damage."),
    GearRecord("Waterskin", cost: 1, "A hide bottle that holds two pints."),
    GearRecord("Wine (2 pints)", cost: 1, "Plain table wine."),
    GearRecord(
      "Wolfsbane (1 bunch)", cost: 10,
      "A herb that drives off any were-creature struck with it."),
  ]
}
