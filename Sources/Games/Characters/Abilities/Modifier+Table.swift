/// A row of the table of modifiers.
struct ModifierRecord: Sendable {
  package let name: String
  let ability: Ability
  let kind: Modifier.Kind
  /// The values for the scores 3...18.
  let values: [Int]
  let summary: String

  init(
    _ name: String, _ ability: Ability, _ kind: Modifier.Kind, _ values: [Int],
    _ summary: String
  ) {
    self.name = name
    self.ability = ability
    self.kind = kind
    self.values = values
    self.summary = summary
  }
}

extension Modifier {
  /// The values of most modifiers.
  ///
  /// B/X 1981; see `docs/sources.md`.
  private static let usual = [-3, -2, -2, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3]
  /// The values for initiative and reactions, which vary less.
  private static let mild = [-2, -1, -1, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2]

  /// The table in the order of the raw values.
  ///
  /// B/X 1981; see `docs/sources.md`.
  static let records = [
    ModifierRecord(
      "Melee", .str, .signed, usual,
      "Added to both the roll to hit and the damage when fighting hand to hand."),
    ModifierRecord(
      "Open doors", .str, .inSix, [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5],
      "The chance on one six-sided die to force a stuck door."),
    ModifierRecord(
      "Extra languages", .int, .count,
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3],
      "How many languages may be chosen besides those of the class."),
    ModifierRecord(
      "Broken speech", .int, .flag,
      [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      "Whether the native language is only spoken haltingly."),
    ModifierRecord(
      "Literacy", .int, .literacy, [0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
      "Whether native languages can be read and written: illiterate, basic or literate."),
    ModifierRecord(
      "Magic saves", .wis, .signed, usual,
      "Added to saving throws against magic, but not normally against breath attacks."),
    ModifierRecord(
      "Armour class", .dex, .signed, usual,
      "A plus makes you harder to hit: it lowers descending and raises ascending armour class."),
    ModifierRecord(
      "Missile", .dex, .signed, usual,
      "Added to the roll to hit with thrown and fired weapons, not to their damage."),
    ModifierRecord(
      "Initiative", .dex, .signed, mild,
      "Counts only where combatants roll for initiative one by one, which is optional."),
    ModifierRecord(
      "Hit points", .con, .signed, usual,
      "Added to every hit die rolled; a die never yields less than 1."),
    ModifierRecord(
      "NPC reactions", .cha, .signed, mild,
      "Added to 2d6 reaction rolls, both when hiring and when meeting creatures."),
    ModifierRecord(
      "Retainers (max)", .cha, .count,
      [1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6, 7],
      "The most hired companions who will serve at one time."),
    ModifierRecord(
      "Retainers’ loyalty", .cha, .target,
      [4, 5, 5, 6, 6, 6, 7, 7, 7, 7, 8, 8, 8, 9, 9, 10],
      "How loyal hired companions are: in a check, 2d6 must not exceed it."),
  ]
}
