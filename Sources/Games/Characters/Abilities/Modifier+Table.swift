/// A row of the table of modifiers.
struct ModifierRecord: Sendable {
  let label: Label
  let ability: Ability
  let kind: Modifier.Kind
  /// For the scores 3...18.
  let values: [Int]
  let summary: String

  init(
    _ id: String, _ name: String, _ ability: Ability, _ kind: Modifier.Kind, _ values: [Int],
    _ summary: String
  ) {
    label = Label(id, name)
    self.ability = ability
    self.kind = kind
    self.values = values
    self.summary = summary
  }
}

extension Modifier {
  /// Most abilities.
  ///
  /// B/X 1981 style rules; see the list of sources.
  private static let usual = [-3, -2, -2, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3]
  /// Initiative and reactions, which reach less far.
  private static let mild = [-2, -1, -1, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2]

  /// In the order of the raw values.
  ///
  /// B/X 1981 style rules; see the list of sources.
  static let records = [
    ModifierRecord(
      "melee", "Melee", .str, .signed, usual,
      "Added to both the roll to hit and the damage when fighting hand to hand."),
    ModifierRecord(
      "openDoors", "Open doors", .str, .inSix, [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5],
      "The chance on one six-sided die to force a stuck door."),
    ModifierRecord(
      "extraLanguages", "Extra languages", .int, .count,
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3],
      "How many tongues may be picked on top of the ones that the class grants."),
    ModifierRecord(
      "brokenSpeech", "Broken speech", .int, .flag,
      [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      "Whether the native tongue is spoken only haltingly."),
    ModifierRecord(
      "literacy", "Literacy", .int, .literacy, [0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
      "Whether the native tongues can be read and written: illiterate, basic or literate."),
    ModifierRecord(
      "magicSaves", "Magic saves", .wis, .signed, usual,
      "Shifts saving throws against magic; breath attacks are normally left out."),
    ModifierRecord(
      "armourClass", "Armour class", .dex, .signed, usual,
      "A plus makes one harder to hit: it lowers descending and raises ascending armour class."),
    ModifierRecord(
      "missile", "Missile", .dex, .signed, usual,
      "Added to the roll to hit with thrown and fired weapons, not to their damage."),
    ModifierRecord(
      "initiative", "Initiative", .dex, .signed, mild,
      "Counts only where each combatant rolls for initiative alone, which is optional."),
    ModifierRecord(
      "hitPoints", "Hit points", .con, .signed, usual,
      "Added to every hit die rolled; a die never yields less than 1."),
    ModifierRecord(
      "npcReactions", "NPC reactions", .cha, .signed, mild,
      "Shifts 2d6 reaction rolls, both when hiring and when meeting creatures."),
    ModifierRecord(
      "retainersMax", "Retainers (max)", .cha, .count,
      [1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6, 7],
      "The most hired companions that will serve at one time."),
    ModifierRecord(
      "retainerLoyalty", "Retainers' loyalty", .cha, .target,
      [4, 5, 5, 6, 6, 6, 7, 7, 7, 7, 8, 8, 8, 9, 9, 10],
      "How loyal hired companions are; a check is 2d6 and must not exceed it."),
  ]
}
